"""Pictures of the gods of levels V and VI, each a scene of 504x372 units."""

from __future__ import annotations

import math

import numpy as np

from sprites.generator import horizons, vector
from sprites.generator.canvas import Scene
from sprites.generator.icons import placed
from sprites.generator.palette import BONE, MOON, mix, rgb
from sprites.generator.vector import (
    ADD,
    CUT,
    bat_wing,
    beads,
    blob,
    circle,
    ellipse,
    eye,
    lens,
    limb,
    line,
    mirrored,
    path,
    polar,
    poly,
    rect,
    ring,
    spiral,
    star_points,
    stroke,
    taper,
    wing_bones,
)


def cthulhu(s: Scene) -> None:
    """The sleeper rises wings first before a swollen moon; a ship is as long as one finger."""
    s.sky(rgb("#0A0F1C"), rgb("#2A5C58"), star_count=110)
    s.glow((252, 150), 165, MOON, 0.55)
    s.rays((252, 150), rgb("#7FA79A"), count=90, start=0.42)
    s.disc((252, 146), 118, MOON, lines=11)
    far = mirrored(horizons.obelisks([(24, 310, 30, 120), (64, 312, 22, 74), (96, 312, 30, 96), (128, 312, 16, 46)]), 252)
    s.block(far, colour=rgb("#1D4544"), rim=3, engrave=0.35, keyline=0)
    tips = [(34, 44), (14, 120), (52, 188), (108, 226)]
    wing = bat_wing((214, 214), (118, 84), tips, (196, 262))
    s.block(mirrored(wing, 252), rim=4, engrave=0.5, period=8, angle=None, light=(0, -1))
    s.paint(mirrored(wing_bones((214, 214), (118, 84), tips, 5), 252), rgb("#4F8078"), 0.9)
    body = blob([(190, 372), (160, 300), (168, 246), (204, 214), (252, 204), (300, 214), (336, 246), (344, 300), (314, 372)])
    s.block(body, rim=4, engrave=0.7, depth=34, light=(0, -1))
    arm = limb([(176, 246), (128, 276), (112, 326), (120, 352)], taper(50, 30))
    claws = "".join(limb([(108 + i * 11, 338), (100 + i * 11, 356), (104 + i * 12, 370)], taper(10, 2)) for i in range(4))
    s.block(mirrored(arm + claws, 252), rim=4, engrave=0.75, depth=22, light=(0.1, -1))
    head = blob([(252, 58), (296, 70), (322, 110), (318, 156), (302, 196), (252, 214), (202, 196), (186, 156), (182, 110), (208, 70)])
    crest = "".join(lens((252 + dx, 70), (252 + dx * 1.9, 120 + abs(dx) * 0.2), 5, CUT) for dx in (-40, -22, 0, 22, 40))
    s.block(head + crest, rim=5, engrave=0.85, depth=44, light=(-0.35, -1))
    brow = mirrored(path("M246 166 Q222 138 196 148 Q206 168 240 178Z"), 252)
    s.paint(brow, rgb("#08120F"))
    s.paint(mirrored(path("M240 170 Q220 152 204 157 Q214 171 238 176Z"), 252), rgb("#E8C25A"))
    s.paint(mirrored(ellipse(222, 164, 3, 8, turn=-30), 252), rgb("#1A0E08"), specks=0)
    rng = np.random.default_rng(5)
    beard = []
    for i in range(9):
        x = 206 + i * 11.5
        side = (i - 4) / 4
        reach = 300 + 34 * (1 - abs(side)) + float(rng.uniform(-8, 16))
        out = 1 if side >= 0 else -1
        sway = float(rng.uniform(6, 26))
        spine = [(x, 186), (x + side * 26, 226), (x + side * 44 - out * sway * 0.4, 268), (x + side * 52 + out * sway * 0.5, reach - 10), (x + side * 46 + out * (sway + 10), reach + 12), (x + side * 40 + out * (sway + 22), reach - 4)]
        beard.append((abs(side), spine))
    for _, spine in sorted(beard, reverse=True):
        s.block(limb(spine, taper(21, 4)) + beads(spine, taper(21, 4), 11, side=0.45, size=0.16), rim=3.5, engrave=0.6,
                depth=10, period=6, light=(-0.5, -0.8), keyline=2)
    s.sea(336, rgb("#0C2224"), rgb("#7FA79A"), gap=8)
    ship = path("M404 330 h44 l-8 14 h-30Z") + line([(426, 330), (426, 296)], 2) + path("M428 298 q18 12 2 26Z M424 300 q-14 12 -1 24Z")
    s.paint(ship, rgb("#0B1716"))
    s.paint(circle(437, 334, 1.6), rgb("#FFD98A"))


def shubniggurath(s: Scene) -> None:
    """The black goat of the woods: horns that branch as trees, a fleece of tentacles, a young one at each side."""
    s.sky(rgb("#2A0710"), rgb("#A8452C"), star_count=0, bend=0.16)
    s.glow((252, 128), 150, rgb("#F0A04A"), 0.75)
    s.rays((252, 128), rgb("#F2B36A"), count=80, start=0.36, opacity=0.32)
    s.disc((252, 120), 96, rgb("#E9A756"), lines=7)
    s.paint(horizons.firs(-10, 514, 300, 110, 17, 70), rgb("#4A1716"))
    s.paint(horizons.bare_tree(58, 348, 260, 3, lean=4) + horizons.bare_tree(448, 348, 250, 9, lean=-5), rgb("#1B0B0C"))
    horn = [(226, 132), (176, 112), (140, 66), (150, 20), (186, 8)]
    branches = limb([(150, 84), (112, 66), (96, 30)], taper(12, 2)) + limb([(144, 52), (118, 24), (122, 4)], taper(9, 2))
    branches += limb([(172, 108), (128, 112), (104, 96)], taper(11, 2)) + limb([(108, 60), (86, 62), (72, 48)], taper(6, 1.5))
    s.block(mirrored(limb(horn, taper(34, 6)) + branches + vector.bands(horn, taper(34, 6), 13, 3.4), 252),
            colour=rgb("#1A0C10"), rim=3.5, rim_colour=rgb("#F0C08A"), engrave=0.7, depth=13, light=(0, -1))
    rng = np.random.default_rng(12)
    fleece = []
    for i in range(15):
        angle = 18 + i * 144 / 14
        length = float(rng.uniform(120, 178))
        a = polar(252, 226, 40, angle)
        b = polar(252, 226, length * 0.55, angle + float(rng.uniform(-12, 12)))
        c = polar(252, 226, length * 0.8, angle + float(rng.uniform(-20, 20)))
        d = polar(252, 226, length, angle + float(rng.uniform(-34, 34)))
        fleece.append((float(rng.random()), [a, b, c, d]))
    for _, spine in sorted(fleece):
        s.block(limb(spine, taper(46, 5)) + beads(spine, taper(46, 5), 8, side=-0.4, size=0.1), colour=rgb("#170B10"), rim=3.2,
                rim_colour=rgb("#D98C6A"), engrave=0.6, depth=17, period=6.5, light=(0, -1), keyline=2.4)
    ear = path("M206 150 Q160 144 140 168 Q176 186 214 174Z")
    s.block(mirrored(ear, 252), colour=rgb("#1C0D12"), rim=3, rim_colour=rgb("#F0C08A"), depth=12)
    face = blob([(252, 112), (290, 124), (304, 160), (290, 206), (276, 258), (252, 276), (228, 258), (214, 206), (200, 160), (214, 124)])
    nose = mirrored(path("M250 250 Q238 240 232 250 Q240 262 250 258Z"), 252)
    s.block(face, colour=rgb("#211016"), rim=4.5, rim_colour=rgb("#F3C796"), engrave=0.9, depth=34, light=(-0.4, -1))
    s.paint(nose.replace(CUT, ADD) + stroke("M252 260 V272 M238 268 Q252 276 266 268", 2.4), rgb("#080406"))
    lids = mirrored(path("M244 178 Q226 158 208 164 Q214 186 240 188Z"), 252)
    s.paint(lids, rgb("#F6D36B"))
    s.paint(mirrored(rect(216, 172, 18, 5.5, r=2), 252), rgb("#180709"), specks=0)
    s.paint(poly(star_points(252, 142, 13, 5, inner=0.4)), rgb("#F6D36B"))
    for x, flip in ((96, False), (408, True)):
        kid = placed("goat", x, 316, 74, flip=flip)
        s.block(kid, colour=rgb("#150A0D"), rim=2.6, rim_colour=rgb("#E8A878"), engrave=0.3, depth=8, keyline=2)
    s.paint(horizons.ridge([(-10, 346), (120, 338), (252, 352), (380, 338), (514, 346)], 390, 0.05, 4), rgb("#12070A"))


def yogsothoth(s: Scene) -> None:
    """The gate and the key: a congeries of globes, each an eye, between two stones under violet light."""
    s.sky(rgb("#160B2E"), rgb("#8A4A8E"), star_count=140)
    s.glow((252, 166), 190, rgb("#F0B6D8"), 0.5)
    s.rays((252, 166), rgb("#E7B7E0"), count=110, start=0.40, opacity=0.36, length=(0.06, 0.34))
    arch = path("M84 372 V176 A168 168 0 0 1 420 176 V372 H378 V178 A126 126 0 0 0 126 178 V372Z")
    joints = "".join(lens(polar(252, 176, 124, a), polar(252, 176, 172, a), 3.4, CUT) for a in range(186, 360, 18))
    joints += mirrored("".join(rect(80, y, 50, 2.4, CUT) for y in range(206, 360, 38)), 252)
    s.block(arch + joints, colour=rgb("#1B1233"), rim=4, rim_colour=rgb("#D9B8EE"), engrave=0.6, depth=16, light=(0, 0.8))
    signs = "".join(
        vector.chord_star(*polar(252, 176, 148, a), 12, 5, 2, 1.6) if i % 2 else ring(*polar(252, 176, 148, a), 8, 1.8)
        for i, a in enumerate(range(195, 350, 18))
    )
    s.paint(signs, rgb("#E3C06A"), 0.95)
    s.glow((252, 190), 86, rgb("#FFE2F2"), 0.8)
    rng = np.random.default_rng(21)
    globes: list[tuple[float, float, float]] = [(252, 186, 58)]
    while len(globes) < 24:
        x, y, r = float(rng.uniform(140, 364)), float(rng.uniform(74, 318)), float(rng.uniform(10, 33))
        if math.hypot(x - 252, y - 190) + r < 124 and all(math.hypot(x - a, y - b) > (r + c) * 0.86 for a, b, c in globes):
            globes.append((x, y, r))
    tints = [rgb("#B6569C"), rgb("#5A4BA8"), rgb("#C98A3E"), rgb("#3E7E96"), rgb("#8C3F6B"), rgb("#4E8A6A")]
    for i, (x, y, r) in enumerate(sorted(globes, key=lambda g: g[2])):
        colour = mix(tints[i % len(tints)], rgb("#1B1233"), 0.35)
        s.block(circle(x, y, r), colour=colour, rim=3.2, rim_colour=rgb("#FBE6F4"), engrave=0.75, depth=r * 1.5, period=6,
                light=(-0.6, -0.8), keyline=2)
        if r > 15:
            s.paint(eye(x, y, r * 1.35, r * 0.75, slit=i % 2 == 0), rgb("#F7E9C8"))
            s.paint(ring(x, y, r * 0.3, r * 0.1), tints[(i + 2) % len(tints)])
        else:
            s.paint(circle(x - r * 0.3, y - r * 0.3, r * 0.26), BONE, 0.9)
    for side in (-1, 1):
        spine = [(252 + side * 92, 250), (252 + side * 128, 296), (252 + side * 104, 330), (252 + side * 150, 356), (252 + side * 188, 330)]
        s.block(limb(spine, taper(22, 4)), colour=rgb("#2B1747"), rim=3, rim_colour=rgb("#E7B7E0"), depth=10, period=6)
    key = placed("skeleton-key", 252, 318, 62, turn=45)
    s.block(key, colour=rgb("#7A5A1E"), rim=2.4, rim_colour=rgb("#FBE3A0"), engrave=0.4, depth=6, keyline=2.6)


def nyarlathotep(s: Scene) -> None:
    """The black pharaoh without a face before his pyramid; behind him rears what he is."""
    s.sky(rgb("#23160A"), rgb("#D99A3A"), star_count=60, bend=0.14)
    s.glow((252, 118), 150, rgb("#FFE08A"), 0.8)
    s.rays((252, 118), rgb("#FFE9B0"), count=100, start=0.30, opacity=0.5)
    s.disc((252, 112), 78, rgb("#F4D27A"), lines=8)
    s.paint(circle(252, 112, 56), rgb("#241407"))
    pyramids = poly([(-30, 330), (92, 176), (214, 330)]) + poly([(300, 330), (424, 160), (560, 330)])
    courses = "".join(rect(-30, y, 600, 1.8, CUT) for y in range(186, 330, 13))
    s.block(pyramids + courses, colour=rgb("#6A3F18"), rim=3, rim_colour=rgb("#FFDF9A"), engrave=0.6, depth=60, keyline=0,
            angle=62)
    s.paint(poly([(424, 160), (560, 330), (424, 330)]) + poly([(92, 176), (214, 330), (92, 330)]), rgb("#2A1608"), 0.72)
    for i, spine in enumerate(
        [
            [(252, 210), (206, 150), (160, 96), (170, 40), (206, 34), (204, 62)],
            [(252, 210), (300, 140), (348, 104), (346, 48), (310, 30), (304, 58)],
            [(252, 210), (250, 130), (232, 76), (256, 30), (280, 16), (284, 38)],
            [(240, 230), (160, 190), (106, 168), (90, 118), (116, 98), (128, 122)],
            [(264, 230), (344, 190), (398, 172), (416, 122), (390, 100), (378, 122)],
        ]
    ):
        width = taper(40, 6)
        s.block(limb(spine, width) + beads(spine, width, 12, side=0.4 if i % 2 else -0.4, size=0.11), colour=rgb("#1C0F08"), rim=3.4,
                rim_colour=rgb("#E2A552"), engrave=0.55, depth=15, period=6.5, light=(0, -1), keyline=2.4)
    robe = blob([(252, 206), (306, 220), (330, 262), (336, 380), (168, 380), (174, 262), (198, 220)])
    s.block(robe, colour=rgb("#120B0A"), rim=4, rim_colour=rgb("#FFD98A"), engrave=0.6, depth=30, light=(0, -1))
    cloth = path("M252 96 C296 96 312 122 314 160 C318 196 330 216 340 244 L292 250 L290 196 L214 196 L212 250 L164 244 C174 216 186 196 190 160 C192 122 208 96 252 96Z")
    stripes = "".join(lens((252 + side * 50, 128 + i * 13), (252 + side * (66 + i * 2.2), 136 + i * 14), 4, CUT) for i in range(8) for side in (-1, 1))
    s.block(cloth + stripes, colour=rgb("#9A6A1E"), rim=4, rim_colour=rgb("#FFF0C0"), engrave=0.7, depth=20, line_colour=rgb("#F2CF74"))
    face = blob([(252, 122), (284, 132), (292, 166), (276, 204), (252, 218), (228, 204), (212, 166), (220, 132)])
    s.paint(face, rgb("#060409"), specks=0)
    inside = vector.mask(face, s.size, s.view)
    from sprites.generator.canvas import put
    from sprites.generator.textures import stars

    put(s.rgb, stars(s.size, 1500, s.next_seed(), scale=1.1) * inside, BONE, 0.95)
    s.paint(spiral_galaxy(252, 168, 24), rgb("#C9B3E8"), 0.8)
    collar = path("M196 226 Q252 262 308 226 L326 250 Q252 304 178 250Z")
    rows = "".join(stroke(f"M{190 - i * 4} {232 + i * 7} Q252 {268 + i * 11} {314 + i * 4} {232 + i * 7}", 2.2, CUT) for i in range(3))
    s.block(collar + rows, colour=rgb("#8A5A1A"), rim=3, rim_colour=rgb("#FFE9A8"), engrave=0.6, depth=14)
    snake = stroke("M252 122 C246 112 246 104 252 96 C260 88 262 100 256 104", 6)
    s.paint(snake, rgb("#F2CF74"))
    crook = stroke("M206 330 L288 262 C304 246 286 236 280 250", 7)
    flail = stroke("M298 330 L216 262 M216 262 l-14 -8 M216 262 l-6 -16 M216 262 l-16 4", 6)
    s.paint(crook + flail, rgb("#160C08"))
    s.paint(stroke("M206 330 L288 262 C304 246 286 236 280 250", 3) + stroke("M298 330 L216 262 M216 262 l-14 -8 M216 262 l-6 -16 M216 262 l-16 4", 2.4), rgb("#F2CF74"))
    s.paint(horizons.ridge([(-10, 340), (150, 330), (300, 344), (514, 332)], 390, 0.04, 8), rgb("#1B0E07"))


def spiral_galaxy(x: float, y: float, r: float) -> str:
    """Return three thin spiral arms around (x, y)."""
    return "".join(limb(spiral(x, y, r, 0.9, a, inner=0.1), taper(1, 5), steps=3) for a in (0, 120, 240))


def azathoth(s: Scene) -> None:
    """The blind centre: a whirl of light and arms that wind inwards, pipers around it, no ground at all."""
    s.sky(rgb("#050308"), rgb("#12061C"), star_count=260)
    s.clouds(rgb("#4A1658"), amount=0.6, stretch=1.5)
    s.glow((252, 178), 200, rgb("#B0246A"), 0.75)
    s.glow((252, 178), 110, rgb("#FF9A3C"), 0.85)
    s.rays((252, 178), rgb("#F6B0C8"), count=130, start=0.34, opacity=0.5, length=(0.05, 0.4))
    for ring_index, (radius, turns, width, count, colour) in enumerate(
        [
            (236, 0.62, 34, 9, "#2A0C2E"),
            (176, 0.72, 28, 8, "#4A1038"),
            (126, 0.78, 22, 7, "#7A1C34"),
        ]
    ):
        for i in range(count):
            spine = spiral(252, 178, radius, turns, i * 360 / count + ring_index * 19, steps=16, inner=0.30)[::-1]
            arm = taper(width * 0.5, 3) if ring_index else taper(width * 0.6, 3)
            s.block(limb(spine, arm, steps=4) + beads(spine, arm, 13, side=0.4, size=0.16), colour=rgb(colour), rim=2.8,
                    rim_colour=rgb("#FFC27A"), engrave=0.6, depth=9, period=5.5, keyline=2)
    s.glow((252, 178), 62, rgb("#FFE8B0"), 0.95)
    s.paint(poly(star_points(252, 178, 62, 16, inner=0.72)), rgb("#FFF4D2"))
    s.paint(circle(252, 178, 40), rgb("#3A0A20"))
    teeth = "".join(lens(polar(252, 178, 41, a), polar(252, 178, 22, a + 7), 8) for a in range(0, 360, 18))
    s.paint(teeth, rgb("#FFE2A0"))
    inner = "".join(lens(polar(252, 178, 22, a), polar(252, 178, 9, a + 12), 5) for a in range(9, 360, 30))
    s.paint(inner, rgb("#F09A50"))
    for i, angle in enumerate((20, 70, 110, 160, 205, 335)):
        x, y = polar(252, 186, 150 if angle < 180 else 170, angle)
        piper = placed("cultist", x, y, 46, turn=angle - 90 if angle < 180 else angle + 90 - 180 + 0)
        s.block(piper, colour=rgb("#08040A"), rim=2.4, rim_colour=rgb("#FFB86A"), engrave=0.0, keyline=2.6)
        tip = polar(x, y, 30, angle + 180 + (18 if i % 2 else -18))
        s.paint(lens(polar(x, y, 6, angle + 180), tip, 4), rgb("#FFD98A"))

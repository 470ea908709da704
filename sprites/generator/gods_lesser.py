"""Pictures of the gods of levels I and II, each a scene of 504x372 units."""

from __future__ import annotations

import numpy as np

from sprites.generator import horizons, vector
from sprites.generator.canvas import Scene, put
from sprites.generator.icons import placed
from sprites.generator.palette import BONE, rgb
from sprites.generator.vector import (
    CUT,
    bands,
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
    stroke,
    swell,
    taper,
    wing_bones,
)


def byakhee(s: Scene) -> None:
    """A winged mount carries its hooded rider past a sickle moon, high over the roofs."""
    s.sky(rgb("#12103A"), rgb("#6C63A6"), star_count=200)
    s.glow((104, 96), 120, rgb("#E9D9A0"), 0.5)
    s.rays((104, 96), rgb("#A9A2D8"), count=90, start=0.30)
    s.crescent((104, 96), 66, rgb("#F0DFA0"))
    houses, lights = horizons.town(-10, 520, 346, 64, 31)
    s.paint(houses + horizons.steeple(408, 346, 26, 124), rgb("#1A1740"))
    s.paint(lights, rgb("#FFD98A"))
    far_tips: list[vector.Point] = [(150, 14), (118, 92), (150, 138)]
    s.block(bat_wing((236, 170), (208, 62), far_tips, (226, 186)), colour=rgb("#1B1638"), rim=3, rim_colour=rgb("#B9B0E6"),
            engrave=0.35, depth=18)
    s.paint(wing_bones((236, 170), (208, 62), far_tips, 5), rgb("#5A518E"))
    tail = [(330, 184), (392, 196), (440, 228), (456, 274), (430, 296), (416, 276)]
    s.block(limb(tail, taper(30, 4)) + bands(tail, taper(30, 4), 14, 4), colour=rgb("#15122E"), rim=3, rim_colour=rgb("#CFC6F4"),
            engrave=0.6, depth=11)
    legs = limb([(300, 206), (322, 252), (296, 280), (310, 310)], taper(18, 5)) + limb([(270, 214), (282, 256), (256, 276), (264, 302)], taper(16, 4))
    legs += "".join(limb([(x, y), (x + dx, y + 14), (x + dx * 1.6, y + 22)], taper(5, 1)) for x, y in ((310, 308), (264, 300)) for dx in (-10, 0, 10))
    s.block(legs, colour=rgb("#15122E"), rim=2.6, rim_colour=rgb("#CFC6F4"), depth=8)
    body = limb([(340, 186), (290, 190), (236, 196), (196, 188)], lambda t: 44 + 26 * np.sin(np.pi * t) - 8 * t)
    plates = bands([(340, 186), (290, 190), (236, 196), (196, 188)], lambda t: 44 + 26 * np.sin(np.pi * t), 10, 4.5, reach=(0.95, -0.2))
    s.block(body + plates, colour=rgb("#1A1638"), rim=4, rim_colour=rgb("#D9D1FA"), engrave=0.8, depth=24)
    head = limb([(206, 184), (170, 176), (142, 190), (112, 220)], lambda t: 46 - 8 * t if t < 0.55 else 42 - 82 * (t - 0.55))
    jaw = limb([(158, 204), (140, 218), (126, 236)], taper(18, 3))
    feelers = stroke("M150 170 Q120 142 88 160", 3.4) + stroke("M160 164 Q140 128 108 132", 3)
    s.block(head + jaw + feelers, colour=rgb("#1A1638"), rim=3.6, rim_colour=rgb("#D9D1FA"), depth=16)
    s.paint(ellipse(158, 184, 9, 6, turn=-20), rgb("#F3B33E"))
    s.paint(ellipse(157, 184, 2.4, 5), rgb("#120D20"), specks=0)
    tips: list[vector.Point] = [(424, 8), (470, 84), (452, 150), (392, 178)]
    s.block(bat_wing((286, 168), (316, 46), tips, (326, 178)), colour=rgb("#221C4A"), rim=4, rim_colour=rgb("#D9D1FA"), engrave=0.45,
            depth=22, light=(-0.7, -0.8))
    s.paint(wing_bones((286, 168), (316, 46), tips, 6), rgb("#7B71B8"))
    rider = path("M246 170 C240 140 244 112 262 92 C282 104 290 128 288 174Z") + circle(263, 98, 15)
    rider += limb([(262, 128), (238, 122), (222, 104)], taper(13, 7)) + line([(222, 126), (216, 58)], 3.4) + circle(216, 54, 6)
    s.block(rider, colour=rgb("#3A1420"), rim=3, rim_colour=rgb("#F3C9A8"), depth=12)
    s.paint(ellipse(258, 100, 7, 9), rgb("#0B0710"), specks=0)
    s.paint(circle(216, 54, 4) + circle(256, 99, 1.5) + circle(261, 99, 1.5), rgb("#F6C65A"))


def nightgaunt(s: Scene) -> None:
    """Faceless, horned, silent: it lifts a sleeper over the peaks, before a moon that fills the sky."""
    s.sky(rgb("#0B1018"), rgb("#5E7486"), star_count=120)
    s.glow((252, 210), 190, rgb("#DDE6EA"), 0.5)
    s.rays((252, 200), rgb("#9DB2BE"), count=70, start=0.50, opacity=0.5)
    s.disc((252, 196), 150, rgb("#DCE3E2"), lines=13, shade=0.13)
    for x, y, k in ((86, 78, 0.42), (424, 108, 0.34)):
        small = mirrored(bat_wing((0, 0), (-44, -34), [(-98, -40), (-92, 6), (-54, 22)], (-6, 26)), 0) + limb([(0, -14), (0, 30), (10, 64)], taper(18, 2))
        s.paint(vector.group(small, at=(x, y), scale=k), rgb("#141C26"))
    peaks = horizons.ridge([(-10, 300), (50, 236), (96, 292), (150, 256), (210, 330), (290, 322), (356, 250), (402, 300), (458, 226), (514, 290)], 390, 0.10, 14)
    s.block(peaks, colour=rgb("#26323E"), rim=5, rim_colour=rgb("#E8F0F2"), engrave=0.55, depth=40, light=(0.2, -1), angle=64)
    tips: list[vector.Point] = [(78, 14), (26, 84), (34, 160), (92, 214)]
    wing = bat_wing((222, 134), (136, 62), tips, (214, 206), sag=0.34)
    s.block(mirrored(wing, 252), colour=rgb("#0C1118"), rim=4, rim_colour=rgb("#C9D8DE"), engrave=0.35, depth=20, light=(0, -1))
    s.paint(mirrored(wing_bones((222, 134), (136, 62), tips, 6), 252), rgb("#3E5160"))
    tail = [(252, 236), (262, 280), (300, 306), (342, 290), (352, 254), (334, 240)]
    barb = poly([(334, 240), (312, 226), (330, 252), (346, 252)])
    s.block(limb(tail, taper(17, 4)) + barb, colour=rgb("#0C1118"), rim=2.6, rim_colour=rgb("#C9D8DE"), depth=8)
    leg = limb([(240, 222), (214, 262), (226, 300), (210, 326)], taper(22, 6)) + "".join(limb([(211, 324), (204 + i * 8, 338)], taper(5, 1.5)) for i in range(3))
    s.block(mirrored(leg, 252), colour=rgb("#0E141C"), rim=3, rim_colour=rgb("#C9D8DE"), depth=10)
    torso = blob([(216, 128), (236, 118), (268, 118), (288, 128), (284, 164), (268, 196), (274, 232), (252, 246), (230, 232), (236, 196), (220, 164)])
    ribs = mirrored("".join(lens((246, 150 + i * 11), (226 + i * 1.6, 143 + i * 12), 3, CUT) for i in range(5)), 252)
    s.block(torso + ribs, colour=rgb("#10171F"), rim=4, rim_colour=rgb("#DCE8EC"), engrave=0.75, depth=20, light=(0, -1))
    sleeper = path("M176 226 C196 216 230 224 252 226 C284 230 312 222 336 240 C318 252 292 246 252 248 C222 250 196 246 176 240Z") + circle(168, 232, 13)
    hang = limb([(196, 238), (190, 262), (194, 282)], taper(9, 4)) + limb([(322, 240), (336, 262), (332, 284)], taper(11, 5))
    s.block(sleeper + hang, colour=rgb("#B9A98C"), rim=3, rim_colour=BONE, engrave=0.6, depth=12, line_colour=rgb("#5B4B3A"), light=(0, 1))
    arm = limb([(220, 138), (186, 168), (192, 206), (218, 236)], taper(18, 8)) + "".join(limb([(214, 232), (220 + i * 7, 246 - i)], taper(5, 1.5)) for i in range(4))
    s.block(mirrored(arm, 252), colour=rgb("#0E141C"), rim=3, rim_colour=rgb("#DCE8EC"), depth=9)
    horn = limb([(238, 76), (220, 54), (224, 28), (238, 16)], taper(13, 2))
    head = blob([(252, 64), (276, 72), (282, 96), (270, 120), (252, 128), (234, 120), (222, 96), (228, 72)])
    s.block(mirrored(horn, 252) + head, colour=rgb("#10171F"), rim=4, rim_colour=rgb("#DCE8EC"), engrave=0.9, depth=24, light=(-0.6, -0.8))


def migo(s: Scene) -> None:
    """A pink fungus with too many legs flies a brain cylinder home over wooded hills; a dark planet waits."""
    s.sky(rgb("#123026"), rgb("#B7C07A"), star_count=70)
    s.glow((392, 84), 120, rgb("#F1E6B0"), 0.5)
    s.rays((392, 84), rgb("#DCE2A6"), count=80, start=0.26, opacity=0.45)
    s.paint(circle(392, 84, 52), rgb("#16231D"))
    s.paint(ellipse(392, 84, 92, 15, turn=-16) + ellipse(392, 84, 76, 9, CUT, turn=-16), rgb("#E9DFA6"))
    s.paint(path("M340 84 A52 52 0 0 1 444 84 L436 68 L352 98Z"), rgb("#16231D"), specks=0)
    s.block(horizons.ridge([(-10, 286), (110, 246), (230, 292), (350, 250), (514, 290)], 390, 0.02, 5), colour=rgb("#4A6B45"), rim=3,
            rim_colour=rgb("#E7EBB8"), engrave=0.5, depth=60, keyline=0, light=(0.5, -0.9))
    s.paint(horizons.firs(-10, 514, 352, 62, 30, 11), rgb("#10241C"))
    pink, dark = rgb("#7A3346"), rgb("#F3B9B4")
    for tips, root, wrist, hip in (
        ([(48, 62), (22, 130), (60, 184)], (214, 150), (120, 60), (206, 186)),
        ([(330, 24), (368, 92), (356, 168), (318, 200)], (246, 150), (300, 50), (256, 184)),
    ):
        s.block(bat_wing(root, wrist, tips, hip, sag=0.18), colour=rgb("#3E5A4C"), rim=3.4, rim_colour=rgb("#EFF3C8"), engrave=0.5,
                depth=24, light=(0.3, -1))
        s.paint(wing_bones(root, wrist, tips, 5), rgb("#C9D59C"))
    for i in range(4):
        y = 172 + i * 26
        for side in (-1, 1):
            reach = 74 - i * 4
            spine = [(230, y), (230 + side * reach * 0.6, y - 12), (230 + side * reach, y + 20), (230 + side * (reach + 8), y + 46)]
            claw = limb([(spine[3][0], spine[3][1]), (spine[3][0] + side * 10, spine[3][1] + 8), (spine[3][0] + side * 4, spine[3][1] + 18)], taper(7, 1.5))
            claw += limb([(spine[3][0], spine[3][1]), (spine[3][0] - side * 8, spine[3][1] + 8), (spine[3][0] - side * 2, spine[3][1] + 18)], taper(7, 1.5))
            s.block(limb(spine, taper(14, 6)) + claw, colour=pink, rim=2.6, rim_colour=dark, engrave=0.5, depth=7, keyline=2.2)
    spine = [(234, 140), (224, 180), (230, 232), (252, 278), (288, 296)]
    width = lambda t: 62 * (1 - t) ** 0.7 + 10  # noqa: E731 - the width of one body
    s.block(limb(spine, width) + bands(spine, width, 10, 5, reach=(-0.95, 0.95), span=(0.1, 0.9)), colour=rgb("#8C3D50"), rim=4,
            rim_colour=rgb("#FFD6CC"), engrave=0.85, depth=24, light=(0.6, -0.8))
    head = blob([(234, 70), (270, 78), (288, 108), (276, 142), (236, 152), (198, 140), (184, 106), (200, 78)])
    s.block(head, colour=rgb("#A24A58"), rim=4, rim_colour=rgb("#FFE2D6"), engrave=0.7, depth=26, light=(0.5, -0.9))
    rng = np.random.default_rng(8)
    lobes = [(x, y) for y in range(84, 146, 13) for x in range(194 + (y // 13 % 2) * 7, 284, 14) if (x - 236) ** 2 / 2300 + (y - 111) ** 2 / 1300 < 0.9]
    s.paint("".join(limb([(x, y), (x + float(rng.uniform(-6, 6)), y + 7), (x + float(rng.uniform(-7, 7)), y + 13)], taper(7, 3)) for x, y in lobes), rgb("#F2B3A8"))
    feelers = "".join(stroke(f"M{206 + i * 14} 84 q{-16 + i * 8} -26 {-24 + i * 13} {-44 - (i % 2) * 8}", 3) for i in range(5))
    s.paint(feelers, rgb("#7A3346"))
    s.paint("".join(circle(206 + i * 14 - 24 + i * 13, 84 - 44 - (i % 2) * 8, 4.4) for i in range(5)), rgb("#F6D98C"))
    jar = rect(296, 216, 52, 74, r=8)
    s.block(jar, colour=rgb("#6F7F86"), rim=3, rim_colour=rgb("#F4F6E4"), engrave=0.6, depth=14, light=(0.6, -0.7))
    s.paint(rect(303, 228, 38, 46, r=5), rgb("#DCE9BE"))
    s.paint(placed("brain", 322, 251, 36), rgb("#8C2F4A"))
    s.paint(rect(290, 210, 64, 9, r=3) + rect(290, 284, 64, 9, r=3), rgb("#2C373B"))


def xura(s: Scene) -> None:
    """The land of pleasures unattained: flowers as tall as men, and what they grow from."""
    s.sky(rgb("#C4566A"), rgb("#F7D8B0"), bend=0.08)
    s.glow((252, 190), 200, rgb("#FFF0CF"), 0.6)
    s.rays((252, 170), rgb("#FFF1DC"), count=90, start=0.34, opacity=0.5)
    s.disc((252, 160), 116, rgb("#FCE7BE"), lines=6, shade=0.08)
    s.sea(268, rgb("#5E8F8A"), rgb("#F7E6C8"), gap=7)
    ship = path("M388 252 h84 l-16 22 h-52Z") + line([(430, 252), (430, 176)], 2.6)
    ship += path("M434 180 Q478 214 434 246Z M426 186 Q394 216 426 246Z")
    s.block(ship, colour=rgb("#F4EBD8"), rim=2, rim_colour=rgb("#FFFFFF"), engrave=0.5, depth=10, line_colour=rgb("#B08A70"), keyline=2)
    dome = path("M30 262 V214 Q30 180 58 166 Q86 180 86 214 V262Z M92 262 V228 Q92 206 110 196 Q128 206 128 228 V262Z") + line([(58, 168), (58, 146)], 3) + line([(110, 198), (110, 182)], 2.4)
    s.block(dome, colour=rgb("#A8616A"), rim=2.6, rim_colour=rgb("#FFE4CC"), engrave=0.5, depth=16, keyline=0)
    s.block(horizons.ridge([(-10, 306), (120, 296), (252, 322), (390, 300), (514, 310)], 390, 0.03, 3), colour=rgb("#2B4A38"), rim=4,
            rim_colour=rgb("#BFD39A"), engrave=0.5, depth=40, light=(0, -1))
    green, leaf = rgb("#1F4A38"), rgb("#9CC48A")
    for x, y, r, lean, petals in ((96, 168, 44, 14, rgb("#8E2F5C")), (412, 150, 40, -12, rgb("#7A2E74"))):
        stem = [(x + lean * 2, 346), (x + lean, 280), (x - lean * 0.3, 226), (x, y)]
        s.block(limb(stem, taper(12, 7)), colour=green, rim=2.4, rim_colour=leaf, depth=6)
        for side in (-1, 1):
            fx, fy = x + lean * 0.9, 276
            s.block(path(f"M{fx} {fy} q{side * 22} -44 {side * 58} -34 q{side * -8} 40 {side * -58} 34Z"), colour=green, rim=2.6, rim_colour=leaf, depth=12)
        for a in range(0, 360, 45):
            px, py = polar(x, y, r * 0.72, a + 20)
            s.block(ellipse(px, py, r * 0.56, r * 0.27, turn=a + 20), colour=petals, rim=2.6, rim_colour=rgb("#FFC9D2"), engrave=0.6,
                    depth=12, period=6, keyline=2)
        s.block(circle(x, y, r * 0.42), colour=rgb("#3A1A2A"), rim=2.4, rim_colour=rgb("#FFC9D2"), depth=12)
        s.paint(eye(x, y, r * 0.62, r * 0.36), rgb("#FBE7B4"))
    stem = [(252, 352), (246, 306), (258, 268), (252, 226)]
    s.block(limb(stem, taper(20, 14)), colour=green, rim=3, rim_colour=leaf, depth=9)
    for i, a in enumerate((180, 0, 210, -30, 238, -58, 270, 150, 30)):
        px, py = polar(252, 178, 68, a)
        petal = ellipse(px, py, 58, 25, turn=a)
        s.block(petal, colour=rgb("#B23A52") if i % 2 == 0 else rgb("#93294A"), rim=3.4, rim_colour=rgb("#FFD9D2"), engrave=0.75, depth=20,
                light=(0, -1), keyline=2.4)
    skull = blob([(252, 118), (290, 128), (304, 164), (292, 194), (278, 200), (276, 224), (252, 230), (228, 224), (226, 200), (212, 194), (200, 164), (214, 128)])
    holes = mirrored(ellipse(232, 172, 14, 15, CUT, turn=12), 252) + poly([(252, 184), (244, 202), (252, 198), (260, 202)], CUT)
    holes += "".join(rect(235 + i * 8.4, 210, 2.2, 17, CUT) for i in range(5)) + lens((222, 210), (282, 210), 2.4, CUT)
    s.block(skull + holes, colour=rgb("#F2E6C9"), rim=3, rim_colour=rgb("#FFFFFF"), engrave=0.55, depth=26, line_colour=rgb("#B79A7C"),
            light=(0.5, 0.9))
    s.paint(mirrored(ellipse(232, 172, 13, 14, turn=12), 252) + poly([(252, 186), (245, 201), (252, 198), (259, 201)]), rgb("#2A0F1C"), specks=0)
    s.paint(mirrored(circle(233, 174, 3.4), 252), rgb("#F7C65A"))
    for x, y, k, flip in ((164, 356, 0.9, 1), (342, 356, 1.0, -1), (34, 360, 0.8, 1), (476, 362, 0.8, -1)):
        hand = limb([(0, 0), (2, -26), (0, -44)], taper(15, 17))
        for i, (dx, dy) in enumerate(((-20, -70), (-9, -86), (3, -88), (14, -78))):
            hand += limb([(-7 + i * 5, -46), (dx * 0.8, (dy - 46) / 2), (dx, dy)], taper(6.4, 3.4))
        hand += limb([(7, -36), (22, -48), (24, -62)], taper(6.4, 3.4))
        s.block(vector.group(hand, at=(x, y), scale=(k * flip, k)), colour=rgb("#E9DCBF"), rim=2.2, rim_colour=rgb("#FFFFFF"), engrave=0.5,
                depth=7, line_colour=rgb("#A98C70"), keyline=2.2)


def yithian(s: Scene) -> None:
    """A cone of the great race among its shelves, one arm for eyes, one for speech, two for the book of all time."""
    s.sky(rgb("#2B1A10"), rgb("#7A4B22"), bend=0.04)
    s.glow((252, 140), 190, rgb("#F4C878"), 0.75)
    shelves = []
    rng = np.random.default_rng(4)
    for left in (-6, 376):
        for row in range(5):
            y = 44 + row * 64
            x = left
            while x < left + 130:
                w, h = float(rng.uniform(7, 15)), float(rng.uniform(38, 54))
                shelves.append(rect(x, y + 56 - h, w - 1.8, h, r=1))
                if rng.random() < 0.4:
                    shelves.append(rect(x + 1, y + 60 - h * 0.8, w - 4, 3, CUT))
                x += w
            shelves.append(rect(left - 4, y + 56, 140, 6))
    s.block("".join(shelves), colour=rgb("#3B2012"), rim=2.4, rim_colour=rgb("#F0BE76"), engrave=0.3, depth=8, keyline=0, light=(0, -1))
    window = path("M138 330 V132 A114 114 0 0 1 366 132 V330Z")
    s.paint(window, rgb("#12343C"))
    from sprites.generator.textures import stars

    put(s.rgb, stars(s.size, 420, s.next_seed(), scale=1.4) * s.mask(window), BONE, 0.9)
    s.paint(circle(252, 118, 40), rgb("#EAD9A4"))
    s.paint(ring(252, 118, 31, 1.6) + ring(252, 118, 21, 1.6) + ring(252, 118, 11, 1.6), rgb("#A98E54"), 0.7)
    s.paint(stroke("M138 330 V132 A114 114 0 0 1 366 132 V330", 9), rgb("#1C0F08"))
    s.paint(stroke("M146 330 V132 A106 106 0 0 1 358 132 V330", 2), rgb("#E0B060"))
    s.lamp = (252, 90)
    blue, lit = rgb("#24485A"), rgb("#C8E4DA")
    cone = path("M252 140 C270 142 284 170 296 214 C310 262 340 300 352 352 H152 C164 300 194 262 208 214 C220 170 234 142 252 140Z")
    ridges = "".join(path(f"M{222 - i * 15} {206 + i * 34} Q252 {222 + i * 37} {282 + i * 15} {206 + i * 34} L{282 + i * 15} {209 + i * 34} Q252 {229 + i * 37} {222 - i * 15} {209 + i * 34}Z", CUT) for i in range(5))
    s.block(cone + ridges, colour=blue, rim=4, rim_colour=lit, engrave=0.85, depth=42, light=(-0.5, -0.9))
    arms = [
        ([(240, 160), (196, 170), (160, 142), (128, 162), (112, 196)], "claw"),
        ([(264, 160), (308, 172), (346, 150), (372, 174), (378, 208)], "claw"),
        ([(246, 150), (214, 122), (204, 88), (178, 66)], "horn"),
        ([(258, 150), (284, 118), (286, 90), (300, 76)], "head"),
    ]
    for spine, kind in arms:
        width = taper(22, 12)
        body = limb(spine, width) + bands(spine, width, 12, 3, reach=(-0.9, 0.2))
        s.block(body, colour=blue, rim=3, rim_colour=lit, engrave=0.6, depth=9, light=(-0.3, -1))
        x, y = spine[-1]
        if kind == "claw":
            claw = path(f"M{x} {y - 8} C{x - 34} {y} {x - 30} {y + 40} {x - 10} {y + 50} C{x - 14} {y + 32} {x - 12} {y + 22} {x} {y + 14} C{x + 12} {y + 22} {x + 14} {y + 32} {x + 10} {y + 50} C{x + 30} {y + 40} {x + 34} {y} {x} {y - 8}Z")
            s.block(claw, colour=rgb("#7A3B1E"), rim=3, rim_colour=rgb("#FFD9A0"), depth=10, light=(-0.3, -1))
        elif kind == "horn":
            for dx, dy in ((-46, 10), (-40, -22), (-10, -34)):
                bell = poly([(x + dy * 0.12, y - dx * 0.12), (x + dx + dy * 0.34, y + dy - dx * 0.34), (x + dx - dy * 0.34, y + dy + dx * 0.34), (x - dy * 0.12, y + dx * 0.12)])
                s.block(bell, colour=rgb("#8C5A1E"), rim=2.4, rim_colour=rgb("#FFE0A0"), depth=9)
                s.paint(ellipse(x + dx, y + dy, 15, 5, turn=float(np.degrees(np.arctan2(dx, -dy)))), rgb("#2A140A"))
        else:
            s.block(circle(x + 8, y - 8, 30), colour=rgb("#3C6A72"), rim=3.4, rim_colour=lit, engrave=0.7, depth=24)
            for dx, dy in ((-8, -4), (12, -16), (18, 6)):
                s.paint(circle(x + dx + 4, y + dy - 6, 8), rgb("#F8E7B0"))
                s.paint(circle(x + dx + 4, y + dy - 6, 3.4), rgb("#14201E"), specks=0)
            s.paint("".join(stroke(f"M{x - 8 + i * 11} {y - 34} q{-6 + i * 4} -14 {-12 + i * 8} -22", 3) for i in range(4)), rgb("#C8E4DA"))
    book = path("M186 262 Q220 246 252 264 Q284 246 318 262 V318 Q284 302 252 320 Q220 302 186 318Z")
    s.block(book, colour=rgb("#E9D7A8"), rim=2.4, rim_colour=BONE, engrave=0.35, depth=16, line_colour=rgb("#8C6A38"))
    s.paint(mirrored("".join(stroke(f"M198 {272 + i * 8} Q222 {262 + i * 8} 244 {274 + i * 8}", 1.8) for i in range(5)), 252) + line([(252, 264), (252, 320)], 2), rgb("#4A2C14"))


def polyps(s: Scene) -> None:
    """Half-seen masses drift on a wind of their own round windowless towers."""
    s.sky(rgb("#25363C"), rgb("#B9C9C2"), bend=0.2)
    s.clouds(rgb("#E4ECE2"), amount=0.5, stretch=4)
    s.clouds(rgb("#18242A"), amount=0.5, stretch=5)
    gusts = "".join(lens((x, y), (x + 170, y + 16), 3) for x, y in ((-30, 60), (90, 30), (260, 74), (380, 40), (-10, 150), (330, 190), (60, 262), (250, 288), (400, 250)))
    s.paint(gusts, rgb("#F0F4EA"), 0.55)
    towers = [(66, 352, 74, 250), (150, 352, 48, 170), (424, 352, 86, 292), (344, 352, 44, 140)]
    body = "".join(poly([(x - w / 2, y), (x - w * 0.42, y - h), (x + w * 0.42, y - h), (x + w / 2, y)]) for x, y, w, h in towers)
    courses = "".join(ellipse(x, y - h + k * 46, w * 0.52, 5, CUT) + ellipse(x, y - h + k * 46 - 3, w * 0.52, 4.4) for x, y, w, h in towers for k in range(1, int(h / 46)))
    s.block(body + courses, colour=rgb("#27343A"), rim=4, rim_colour=rgb("#DCE8E2"), engrave=0.55, depth=22, light=(-0.7, -0.5), angle=3, keyline=0)
    s.paint("".join(path(f"M{x - w * 0.42} {y - h} l{w * 0.2} 9 l{w * 0.2} -14 l{w * 0.24} 16 l{w * 0.2} -12 v-14 h{-w * 0.84}Z") for x, y, w, h in towers), rgb("#93A8A6"), 0.5)
    s.lamp = (150, -40)
    rng = np.random.default_rng(17)
    for cx, cy, r, colour in ((118, 92, 44, "#54405C"), (400, 112, 34, "#4C4460"), (250, 172, 92, "#5C2F58")):
        for i in range(11 if r > 60 else 7):
            a = 20 + i * 150 / (10 if r > 60 else 6)
            root = polar(cx, cy, r * 0.6, a)
            reach = r * float(rng.uniform(1.35, 1.9))
            sway = float(rng.uniform(-26, 26)) * r / 90
            spine = [root, (cx + (root[0] - cx) * 1.7 + sway, cy + r * 0.9), (cx + (root[0] - cx) * 1.4 - sway, cy + reach * 0.85), (cx + (root[0] - cx) * 1.9 + r * 0.2, cy + reach)]
            width = taper(r * 0.24, r * 0.04)
            s.block(limb(spine, width) + beads(spine, width, 9, side=0.3, size=0.15), colour=rgb(colour), rim=2.6, rim_colour=rgb("#E9D3E4"), engrave=0.5,
                    depth=8, period=6, keyline=2)
        lumps = [polar(cx, cy, r * 0.62, a + float(rng.uniform(-12, 12))) for a in range(0, 360, 36)]
        mass = circle(cx, cy, r * 0.82) + "".join(circle(x, y, r * float(rng.uniform(0.26, 0.44))) for x, y in lumps)
        s.block(mass, colour=rgb(colour), rim=4 if r > 60 else 3, rim_colour=rgb("#F0DCEC"), engrave=0.85, depth=r * 0.5)
        taken: list[tuple[float, float, float]] = []
        for i in range(240):
            w = r * (0.42 if i == 0 else float(rng.uniform(0.15, 0.27)))
            x, y = polar(cx, cy, r * 0.74 * float(rng.uniform(0, 1)) ** 0.5 * (i > 0), float(rng.uniform(0, 360)))
            if len(taken) >= (13 if r > 60 else 6) or any(abs(x - p) < (w + q) * 0.78 and abs(y - o) < (w + q) * 0.46 for p, o, q in taken):
                continue
            taken.append((x, y, w))
            a = float(rng.uniform(-40, 40))
            if i % 3 == 2:
                s.paint(ellipse(x, y, w * 0.7, w * 0.36, turn=a), rgb("#150A16"))
                s.paint("".join(lens(polar(x, y, w * 0.62, t), (x, y), w * 0.18) for t in range(0, 360, 40)), rgb("#E8DCC4"))
            else:
                s.paint(eye(x, y, w * 1.5, w * 0.85, slit=True), rgb("#E9E37E"))
    s.paint(horizons.ridge([(-10, 344), (120, 336), (252, 348), (380, 334), (514, 346)], 390, 0.06, 6), rgb("#141C20"))


def nodens(s: Scene) -> None:
    """The lord of the abyss stands in his shell at sunrise, trident raised, dolphins before him."""
    s.sky(rgb("#2F8C9A"), rgb("#F9E7B4"), bend=0.10)
    s.clouds(rgb("#FFF6DC"), amount=0.55, stretch=5)
    s.glow((252, 214), 200, rgb("#FFF3C4"), 0.8)
    s.rays((252, 220), rgb("#FFF8E0"), count=100, start=0.36, opacity=0.6, spread=(180, 360))
    s.disc((252, 220), 122, rgb("#F8CF73"), lines=8, shade=0.10)
    s.sea(262, rgb("#1F6470"), rgb("#BFE3D4"), gap=8, opacity=0.8)
    shell = []
    for i in range(11):
        a0, a1 = 180 + i * 180 / 11, 180 + (i + 1) * 180 / 11
        mid = (a0 + a1) / 2
        tip = polar(252, 292, 150, mid)
        p0, p1 = polar(252, 292, 138, a0), polar(252, 292, 138, a1)
        shell.append(path(f"M252 300 L{p0[0]:.1f} {p0[1]:.1f} Q{tip[0]:.1f} {tip[1]:.1f} {p1[0]:.1f} {p1[1]:.1f}Z"))
    grooves = "".join(lens(polar(252, 296, 140, 180 + i * 180 / 11), (252, 300), 5, CUT) for i in range(1, 11))
    s.block("".join(shell) + grooves, colour=rgb("#C97E6A"), rim=4, rim_colour=rgb("#FFF0DC"), engrave=0.7, depth=34, light=(-0.5, -0.9),
            line_colour=rgb("#F6CDB4"))
    skin, light = rgb("#2E4A4C"), rgb("#F2E4BE")
    trident = line([(352, 330), (352, 60)], 6) + path("M348 92 C322 92 318 66 322 40 L332 58 C332 72 338 78 348 80Z M356 92 C382 92 386 66 382 40 L372 58 C372 72 366 78 356 80Z") + poly([(352, 22), (362, 56), (355, 56), (355, 90), (349, 90), (349, 56), (342, 56)])
    s.block(trident, colour=rgb("#8A6420"), rim=2.4, rim_colour=rgb("#FFF0B8"), engrave=0.2, depth=5)
    arm = limb([(292, 190), (328, 206), (346, 172), (352, 150)], taper(32, 18)) + circle(352, 146, 13)
    other = limb([(212, 190), (176, 214), (170, 256), (190, 280)], taper(32, 18))
    torso = blob([(208, 170), (252, 162), (296, 170), (304, 206), (290, 250), (296, 310), (208, 310), (214, 250), (200, 206)])
    s.block(torso + arm + other, colour=skin, rim=4, rim_colour=light, engrave=0.9, depth=24, light=(-0.5, -0.8))
    robe = path("M196 262 Q252 284 308 258 L330 344 H174Z")
    s.block(robe, colour=rgb("#7A2F3A"), rim=3, rim_colour=rgb("#FFD9C4"), engrave=0.7, depth=26, light=(-0.5, -0.8))
    head = blob([(252, 72), (282, 82), (290, 116), (280, 150), (252, 164), (224, 150), (214, 116), (222, 82)])
    s.block(head, colour=skin, rim=3, rim_colour=light, engrave=0.5, depth=20)
    beard = []
    for i in range(11):
        x = 212 + i * 8
        t = (i - 5) / 5
        end = 246 - 58 * t * t
        beard.append((abs(t), [(x, 124 + 8 * (1 - abs(t))), (x + t * 8, 160), (x + t * 16 - 5, 200 - 22 * abs(t)), (x + t * 10 + 6, end)]))
    for _, spine in sorted(beard, reverse=True):
        s.block(limb(spine, taper(15, 3)), colour=rgb("#DDE3D2"), rim=2, rim_colour=rgb("#FFFFFF"), engrave=0.5, depth=7, period=5,
                line_colour=rgb("#7E9A94"), keyline=1.6, light=(-0.6, -0.6))
    hair = mirrored(limb([(226, 84), (200, 104), (196, 142), (180, 168)], taper(22, 5)), 252)
    s.block(hair, colour=rgb("#DDE3D2"), rim=2, rim_colour=rgb("#FFFFFF"), engrave=0.5, depth=8, line_colour=rgb("#7E9A94"), keyline=1.6)
    s.paint(mirrored(path("M246 112 L222 104 L226 112 L244 118Z"), 252), rgb("#EDF0E0"))
    s.paint(mirrored(ellipse(234, 120, 6.5, 3.6), 252), rgb("#FFF3C0"))
    s.paint(mirrored(circle(235, 120, 2.4), 252), rgb("#122224"), specks=0)
    s.paint(path("M252 112 L244 138 H260Z"), rgb("#14282A"), 0.8)
    s.paint(lens((234, 145), (270, 145), 4), rgb("#14282A"))
    crown = poly([(216, 88), (208, 50), (226, 68), (234, 38), (246, 64), (252, 30), (258, 64), (270, 38), (278, 68), (296, 50), (288, 88)])
    s.block(crown + "".join(circle(228 + i * 12, 80, 2.6, CUT) for i in range(5)), colour=rgb("#A8741C"), rim=3, rim_colour=rgb("#FFF3B8"), depth=10)
    for x, flip in ((92, -1), (412, 1)):
        fish = path("M-70 34 C-60 -10 -20 -40 24 -26 C34 -44 48 -46 52 -44 C46 -34 48 -24 46 -16 C64 -4 74 6 86 8 C80 18 66 20 50 16 C20 30 -10 10 -34 26 C-38 40 -52 52 -66 52 C-58 46 -58 42 -60 38 C-70 40 -82 36 -88 28 C-82 30 -76 32 -70 34Z")
        s.block(vector.group(fish, at=(x, 282), scale=(0.9 * flip, 0.9), turn=-16 * flip), colour=rgb("#174450"), rim=3, rim_colour=rgb("#E4F6EA"), engrave=0.8, depth=18)
        s.paint(circle(x + flip * 40, 264, 3), rgb("#FFF3C0"))
    foam = "".join(lens((x, y), (x + w, y), 5) for x, y, w in ((30, 316, 90), (110, 330, 60), (350, 316, 80), (420, 330, 70), (206, 334, 90), (150, 344, 60), (300, 344, 70)))
    s.paint(foam, rgb("#F3FBF0"), 0.9)


def yig(s: Scene) -> None:
    """The father of serpents, crowned with feathers, winds three times before a desert sun."""
    s.sky(rgb("#B4481E"), rgb("#F2C25E"), bend=0.08)
    s.glow((252, 160), 180, rgb("#FFE9A0"), 0.7)
    s.rays((252, 150), rgb("#FFEDB8"), count=60, start=0.36, opacity=0.65, width=(5, 11), length=(0.14, 0.34))
    s.disc((252, 150), 112, rgb("#FBE08C"), lines=10, shade=0.12)
    mesa = poly([(-10, 330), (-10, 236), (24, 230), (92, 232), (104, 276), (140, 330)]) + poly([(372, 330), (402, 262), (416, 214), (470, 210), (514, 216), (514, 330)])
    s.block(mesa, colour=rgb("#8A3A1E"), rim=3.4, rim_colour=rgb("#FFD08A"), engrave=0.6, depth=34, keyline=0, angle=84)
    for x, h in ((42, 84), (466, 96)):
        cactus = limb([(x, 346), (x, 346 - h)], taper(15, 13)) + limb([(x, 346 - h * 0.4), (x - 22, 346 - h * 0.45), (x - 22, 346 - h * 0.75)], taper(11, 10)) + limb([(x, 346 - h * 0.55), (x + 20, 346 - h * 0.6), (x + 20, 346 - h * 0.85)], taper(10, 9))
        s.block(cactus, colour=rgb("#2C3A1E"), rim=2.6, rim_colour=rgb("#F6E29A"), depth=7, angle=88)
    s.paint(horizons.ridge([(-10, 330), (120, 322), (252, 336), (380, 324), (514, 332)], 390, 0.03, 2), rgb("#4A1E10"))
    green, lit = rgb("#24452A"), rgb("#F4F0A4")
    rattle = [(352, 318), (402, 300), (420, 262), (406, 226)]
    for i, spine in enumerate(
        [
            rattle,
            [(118, 286), (170, 330), (252, 340), (340, 330), (390, 290)],
            [(392, 292), (384, 250), (330, 236), (252, 244), (170, 236), (134, 256), (120, 286)],
            [(176, 240), (160, 206), (200, 182), (268, 190), (318, 206), (344, 236)],
        ]
    ):
        width = taper(26, 13) if i == 0 else swell(46, 58)
        if i == 3:
            width = taper(36, 48)
        body = limb(spine, width)
        scales = beads(spine, width, 20, side=-0.45, size=0.085) + beads(spine, width, 20, side=0.0, size=0.085, span=(0.1, 0.92))
        plates = bands(spine, width, 20, 3.2, reach=(0.9, 0.42))
        s.block(body + scales + plates, colour=green, rim=4, rim_colour=lit, engrave=0.7, depth=22, light=(0, -1), keyline=3.4)
    s.block("".join(ellipse(404 - i * 2.4, 224 - i * 11, 11 - i * 1.1, 7) for i in range(6)), colour=rgb("#6A4A16"), rim=2, rim_colour=rgb("#FFE9A0"), depth=6, engrave=0.3)
    for i in range(11):
        a = 196 + i * 148 / 10
        tip = polar(252, 122, 122, a)
        root = polar(252, 122, 40, a)
        side = polar(252, 122, 84, a - 7), polar(252, 122, 84, a + 7)
        feather = path(f"M{root[0]:.1f} {root[1]:.1f} Q{side[0][0]:.1f} {side[0][1]:.1f} {tip[0]:.1f} {tip[1]:.1f} Q{side[1][0]:.1f} {side[1][1]:.1f} {root[0]:.1f} {root[1]:.1f}Z")
        s.block(feather + lens(tip, root, 2.4, CUT), colour=rgb("#8C2A1C") if i % 2 else rgb("#1E5A5A"), rim=2.4, rim_colour=rgb("#FFF0C0"), engrave=0.5, depth=7,
                period=6, keyline=2)
    neck = [(196, 190), (214, 226), (262, 214), (276, 172), (252, 138)]
    s.block(limb(neck, taper(34, 44)) + bands(neck, taper(34, 44), 12, 3.4, reach=(-0.95, -0.3)), colour=green, rim=4, rim_colour=lit, engrave=0.7, depth=18)
    head = path("M252 66 C282 66 300 88 302 112 C304 138 284 156 272 172 C264 184 240 184 232 172 C220 156 200 138 202 112 C204 88 222 66 252 66Z")
    s.block(head, colour=rgb("#2B5230"), rim=4.5, rim_colour=lit, engrave=0.8, depth=26, light=(-0.4, -1))
    s.paint(mirrored(path("M244 116 L208 98 Q206 122 234 130Z"), 252), rgb("#F8D93E"))
    s.paint(mirrored(ellipse(224, 114, 2.4, 9, turn=-14), 252), rgb("#180A04"), specks=0)
    s.paint(mirrored(ellipse(245, 152, 2.2, 4, turn=20), 252) + stroke("M222 154 Q252 180 282 154", 3), rgb("#0C1A0E"))
    s.paint(mirrored(path("M232 164 l5 22 l4 -18Z"), 252), BONE)
    s.paint(stroke("M252 176 V206 M252 206 l-11 18 M252 206 l11 18", 4), rgb("#B2201C"))
    s.paint(poly([(252, 76), (262, 90), (252, 104), (242, 90)]), rgb("#F2C25E"))



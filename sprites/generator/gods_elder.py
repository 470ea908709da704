"""Pictures of the gods of levels III and IV, each a scene of 504x372 units."""

from __future__ import annotations

import numpy as np

from sprites.generator import horizons, vector
from sprites.generator.canvas import Scene
from sprites.generator.icons import placed
from sprites.generator.palette import BONE, mix, rgb
from sprites.generator.vector import (
    CUT,
    bands,
    bat_wing,
    beads,
    blob,
    circle,
    ellipse,
    lens,
    limb,
    mirrored,
    path,
    polar,
    poly,
    rect,
    ring,
    stroke,
    taper,
    wing_bones,
)


def hydra(s: Scene) -> None:
    """The mother of the deep ones under water: shafts of light from above, her brood around her, red coral below."""
    s.sky(rgb("#5FB7BC"), rgb("#062436"), bend=0.10)
    shafts = "".join(poly([(x, -10), (x + w, -10), (x + w * 2.4 + lean, 330), (x + lean - w, 330)]) for x, w, lean in ((70, 26, -70), (168, 18, -30), (236, 34, 0), (322, 20, 40), (404, 26, 84)))
    s.paint(shafts, rgb("#CFF0E2"), 0.20, blur=5, specks=0)
    s.lamp = (252, -60)
    ripples = "".join(lens((x, y), (x + w, y + 2), 4) for x, y, w in ((-10, 12, 120), (90, 24, 90), (190, 10, 130), (300, 26, 110), (410, 12, 120), (40, 36, 60), (250, 38, 70), (380, 40, 60)))
    s.paint(ripples, rgb("#F2FFF4"), 0.8)
    for x, y, k, flip in ((70, 120, 52, False), (120, 190, 40, False), (440, 108, 56, True), (396, 176, 38, True), (48, 226, 34, False), (462, 224, 40, True)):
        s.block(placed("angler-fish", x, y, k, flip=flip), colour=rgb("#0E3A4A"), rim=2.2, rim_colour=rgb("#A7E0D6"), engrave=0.3, depth=8, keyline=1.5)
    deep, lit = rgb("#0B3A3E"), rgb("#BFF0DA")
    tail = [(252, 250), (246, 306), (312, 338), (380, 312), (398, 268)]
    s.block(limb(tail, taper(78, 16)) + beads(tail, taper(78, 16), 16, side=0.3, size=0.07) + beads(tail, taper(78, 16), 16, side=-0.3, size=0.07), colour=deep, rim=4, rim_colour=lit, depth=22)
    fluke = path("M398 276 C372 252 352 250 340 226 C372 226 394 240 402 258 C410 232 430 216 462 216 C454 244 432 266 404 278Z")
    s.block(fluke + "".join(lens((400, 270), p, 2.4, CUT) for p in ((352, 234), (372, 236), (436, 226), (452, 222))), colour=rgb("#124A48"), rim=3, rim_colour=lit, depth=12)
    fan = path("M252 130 C206 116 176 70 164 22 L190 46 L196 12 L216 42 L230 4 L244 40 L252 0 L260 40 L274 4 L288 42 L308 12 L314 46 L340 22 C328 70 298 116 252 130Z")
    spokes = "".join(lens(p, (252, 120), 3.6, CUT) for p in ((166, 26), (197, 16), (230, 8), (252, 4), (274, 8), (307, 16), (338, 26)))
    s.block(fan + spokes, colour=rgb("#7A2634"), rim=3.4, rim_colour=rgb("#FFC9B4"), engrave=0.6, depth=18)
    hair = []
    for i in range(7):
        side = -1 if i % 2 else 1
        x = 252 + side * (22 + i * 3)
        hair.append([(x, 96), (x + side * 34, 140 + i * 6), (x + side * (24 + i * 4), 190 + i * 8), (x + side * (52 + i * 7), 232 + i * 6)])
    for spine in hair:
        s.block(limb(spine, taper(18, 4)), colour=rgb("#0E2F3E"), rim=2.4, rim_colour=rgb("#8FCFCB"), engrave=0.5, depth=8, period=6, keyline=1.8)
    arm = limb([(216, 176), (168, 190), (134, 168), (112, 130)], taper(30, 14)) + "".join(limb([(113, 134), polar(112, 128, 22, a), polar(112, 128, 36, a + 5)], taper(8, 2)) for a in (200, 232, 264, 296))
    web = poly([polar(112, 128, 28, a) for a in (200, 232, 264, 296)] + [(113, 136)])
    s.block(mirrored(arm + web, 252), colour=deep, rim=3.4, rim_colour=lit, depth=14, engrave=0.7)
    torso = blob([(216, 160), (252, 152), (288, 160), (294, 196), (280, 226), (294, 268), (252, 290), (210, 268), (224, 226), (210, 196)])
    gills = mirrored("".join(lens((232, 232 + i * 9), (216 + i, 226 + i * 10), 3.4, CUT) for i in range(4)), 252)
    s.block(torso + gills, colour=deep, rim=4, rim_colour=lit, engrave=0.85, depth=24)
    collar = "".join(poly([polar(252, 150, 40, x - 5), polar(252, 150, 66 + 8 * (k % 2), x), polar(252, 150, 40, x + 5)]) for k, x in enumerate(range(20, 161, 10)))
    s.block(collar, colour=rgb("#E4D6B0"), rim=2, rim_colour=BONE, engrave=0.4, depth=6, line_colour=rgb("#7A6A4A"), keyline=2.4)
    s.block(mirrored(path("M248 200 Q224 196 214 214 Q228 232 248 226Z"), 252), colour=rgb("#0E4346"), rim=2.4, rim_colour=lit, engrave=0.7, depth=10, keyline=1.6)
    face = blob([(252, 62), (284, 74), (296, 108), (284, 142), (252, 164), (220, 142), (208, 108), (220, 74)])
    s.block(face, colour=rgb("#12484A"), rim=4, rim_colour=rgb("#DDFBE8"), engrave=0.8, depth=26)
    s.paint(mirrored(circle(226, 106, 15), 252), rgb("#04161C"))
    s.paint(mirrored(circle(226, 106, 11.5), 252), rgb("#F4D65A"))
    s.paint(mirrored(ellipse(227, 106, 4, 8), 252), rgb("#08141A"), specks=0)
    s.paint(path("M216 138 Q252 120 288 138 Q252 158 216 138Z"), rgb("#04161C"))
    s.paint("".join(poly([(224 + i * 9, 134 - 3 * np.sin(i / 7 * 3.14)), (229 + i * 9, 143), (233 + i * 9, 133)]) for i in range(6)), BONE)
    s.paint(mirrored(ellipse(246, 122, 1.8, 4, turn=20), 252), rgb("#04161C"))
    crown = poly([(214, 84), (222, 52), (234, 72), (252, 40), (270, 72), (282, 52), (290, 84), (252, 74)])
    s.block(crown + circle(252, 62, 4, CUT), colour=rgb("#B08A3E"), rim=2.6, rim_colour=rgb("#FFF2B8"), engrave=0.4, depth=8)
    rng = np.random.default_rng(6)
    for x in (18, 60, 104, 150, 330, 420, 462, 496):
        coral = ""
        for k in range(4):
            lean = float(rng.uniform(-26, 26))
            h = float(rng.uniform(30, 64))
            coral += limb([(x, 352), (x + lean * 0.4, 352 - h * 0.5), (x + lean, 352 - h)], taper(10, 6))
            coral += limb([(x + lean * 0.4, 352 - h * 0.5), (x + lean * 0.4 + 14 * (1 if k % 2 else -1), 352 - h * 0.8)], taper(7, 4))
        s.block(coral, colour=rgb("#6A1E2C"), rim=2.4, rim_colour=rgb("#FF9E88"), engrave=0.3, depth=6, keyline=2)
    s.paint("".join(ring(float(rng.uniform(20, 484)), float(rng.uniform(50, 320)), float(rng.uniform(2, 5)), 1.3) for _ in range(26)), rgb("#DFF8EE"), 0.8)


def dagon(s: Scene) -> None:
    """On a plain of black mud a giant of the sea flings his arms about the carved monolith."""
    s.sky(rgb("#0E1512"), rgb("#7C8A5C"), star_count=90)
    s.glow((396, 96), 130, rgb("#E8EBB4"), 0.6)
    s.rays((396, 96), rgb("#B7C08C"), count=84, start=0.28)
    s.disc((396, 96), 62, rgb("#E6E6B2"), lines=7)
    s.paint(circle(372, 78, 54), mix(rgb("#4A5640"), rgb("#7C8A5C"), 0.3), 0.35)
    s.block(horizons.ridge([(-10, 300), (90, 284), (190, 300), (330, 288), (514, 302)], 390, 0.03, 9), colour=rgb("#232B20"), rim=3, rim_colour=rgb("#C7CE94"), engrave=0.4, depth=50, keyline=0)
    pools = "".join(lens((x, y), (x + w, y + 1), 7) for x, y, w in ((20, 316, 120), (300, 322, 150), (400, 306, 90), (100, 338, 100), (330, 342, 130)))
    s.paint(pools, rgb("#B9C288"), 0.75)
    for x, y, k, turn in ((66, 320, 40, 200), (446, 334, 44, 165), (386, 330, 30, 190)):
        s.paint(placed("fish-monster", x, y, k, turn=turn), rgb("#10140F"))
    skin, lit = rgb("#1E332A"), rgb("#D5E2A4")
    back = blob([(150, 352), (136, 262), (160, 192), (212, 152), (268, 160), (300, 220), (304, 352)])
    fin = "".join(poly([(140 + i * 17, 250 - i * 24), (104 + i * 22, 216 - i * 30), (158 + i * 16, 222 - i * 20)]) for i in range(4))
    s.block(fin, colour=rgb("#2A4034"), rim=3, rim_colour=lit, engrave=0.5, depth=10)
    rows = [[(150 + k * 6, 200 + k * 26), (200, 190 + k * 28), (280, 206 + k * 26)] for k in range(6)]
    scales = "".join(beads(row, taper(12, 12), 9, side=0, size=0.24, span=(0.05, 0.95)) for row in rows)
    s.block(back + scales, colour=skin, rim=5, rim_colour=lit, engrave=0.75, depth=44)
    stone = poly([(252, 352), (262, 120), (272, 66), (300, 40), (330, 62), (342, 118), (352, 352)])
    s.block(stone, colour=rgb("#5C6448"), rim=4, rim_colour=rgb("#F4F5C8"), engrave=0.6, depth=34, angle=84)
    glyphs = (("fish-monster", 303, 104, 38), ("octopus", 304, 150, 36), ("whale-tail", 304, 240, 40), ("triton-head", 304, 292, 42))
    s.paint("".join(placed(name, x, y, k) for name, x, y, k in glyphs), rgb("#1A1F16"))
    s.paint(rect(270, 124, 66, 2.4) + rect(268, 172, 72, 2.4) + rect(266, 218, 76, 2.4) + rect(264, 266, 80, 2.4), rgb("#1A1F16"))
    near = limb([(182, 206), (196, 262), (262, 270), (330, 244), (352, 222)], taper(52, 24))
    hand = "".join(limb([(346, 226), (364 + i * 2, 206 + i * 11), (352, 196 + i * 16)], taper(11, 3)) for i in range(4))
    s.block(near + beads([(182, 206), (196, 262), (262, 270), (330, 244)], taper(52, 28), 14, side=0.4, size=0.09) + hand, colour=skin, rim=4, rim_colour=lit, engrave=0.8, depth=20)
    far = limb([(232, 166), (262, 150), (300, 166), (348, 160)], taper(34, 18)) + "".join(limb([(344, 160), (362, 150 + i * 9), (352, 142 + i * 13)], taper(9, 3)) for i in range(4))
    s.block(far, colour=skin, rim=3.4, rim_colour=lit, engrave=0.7, depth=13)
    head = blob([(176, 62), (222, 58), (262, 82), (274, 116), (250, 146), (214, 164), (174, 160), (152, 128), (154, 88)])
    gill = "".join(lens((186 - i * 9, 150 - i * 3), (176 - i * 9, 112 + i * 2), 4, CUT) for i in range(3))
    crest = "".join(poly([(166 + i * 20, 70 - i * 2), (150 + i * 24, 28 + i * 3), (186 + i * 20, 64 - i)]) for i in range(4))
    s.block(crest, colour=rgb("#2A4034"), rim=3, rim_colour=lit, engrave=0.4, depth=8)
    s.block(head + gill, colour=skin, rim=5, rim_colour=lit, engrave=0.85, depth=32)
    s.paint(ellipse(222, 98, 15, 12), rgb("#0A0F0C"))
    s.paint(ellipse(223, 100, 10, 7.5), rgb("#E2D468"))
    s.paint(ellipse(226, 100, 3, 6.5), rgb("#0A0F0C"), specks=0)
    s.block(path("M196 94 Q214 74 250 88 L246 97 Q222 86 202 104Z"), colour=skin, rim=3, rim_colour=lit, engrave=0.6, depth=7, keyline=2)
    barbels = limb([(258, 132), (264, 160), (250, 184)], taper(6, 1.5)) + limb([(242, 140), (244, 170), (228, 190)], taper(6, 1.5))
    s.block(barbels, colour=skin, rim=2, rim_colour=lit, engrave=0, keyline=2)
    s.paint(path("M274 116 Q236 134 196 132 Q228 150 262 138Z"), rgb("#0A0F0C"))
    s.paint("".join(poly([(206 + i * 11, 134 - i), (211 + i * 11, 144 - i * 1.3), (215 + i * 11, 132 - i * 1.2)]) for i in range(5)), BONE)


def haunter(s: Scene) -> None:
    """Smoke with one three-lobed burning eye bursts from the steeple on the hill; below, the town is without light."""
    s.sky(rgb("#0C0407"), rgb("#6A1218"), bend=0.16)
    s.clouds(rgb("#A42A1E"), amount=0.4, stretch=2.6)
    s.glow((252, 120), 170, rgb("#F0562A"), 0.6)
    s.rays((252, 124), rgb("#F08A50"), count=80, start=0.36, opacity=0.4)
    tips = [(18, 26), (-4, 112), (30, 186), (96, 214), (150, 226)]
    wing = bat_wing((232, 170), (112, 40), tips, (224, 232), sag=0.4)
    s.block(mirrored(wing, 252), colour=rgb("#0B0507"), rim=4, rim_colour=rgb("#E0603A"), engrave=0.5, depth=26)
    s.paint(mirrored(wing_bones((232, 170), (112, 40), tips, 6), 252), rgb("#5E1A18"))
    rng = np.random.default_rng(3)
    smoke = "".join(circle(252 + float(rng.normal(0, 34)), 120 + float(rng.normal(0, 26)), float(rng.uniform(14, 34))) for _ in range(30))
    for i in range(8):
        a = 200 + i * 20
        smoke += limb([(252, 130), polar(252, 130, 60, a), polar(252, 124, 96, a + 12), polar(252, 118, 122, a - 6)], taper(50, 3))
    s.block(smoke, colour=rgb("#0D0608"), rim=4, rim_colour=rgb("#F08A50"), engrave=0.55, depth=30)
    for a in (-90, 30, 150):
        x, y = polar(252, 126, 30, a)
        s.paint(ellipse(x, y, 36, 23, turn=a), rgb("#F6B23A"))
    for a in (-90, 30, 150):
        x, y = polar(252, 126, 34, a)
        s.paint(ellipse(x, y, 25, 14, turn=a), rgb("#D8321C"))
        s.paint(ellipse(x, y, 15, 4.4, turn=a), rgb("#180406"), specks=0)
    s.paint(circle(252, 126, 12), rgb("#FFE9A8"))
    s.paint(circle(252, 126, 6), rgb("#B2241A"))
    hill = horizons.ridge([(-10, 352), (100, 322), (190, 284), (252, 270), (314, 284), (404, 324), (514, 352)], 390, 0.015, 12)
    s.block(hill, colour=rgb("#1C0A0C"), rim=4, rim_colour=rgb("#E0603A"), engrave=0.5, depth=50, light=(0, -1))
    church = rect(226, 200, 52, 90) + poly([(218, 202), (226, 184), (230, 200), (240, 176), (248, 198), (258, 180), (264, 200), (276, 186), (286, 202)])
    church += poly([(278, 286), (278, 244), (306, 226), (352, 226), (372, 246), (372, 300), (278, 300)]) + poly([(146, 296), (146, 258), (164, 240), (226, 240), (226, 296)])
    s.block(church, colour=rgb("#12080A"), rim=3.4, rim_colour=rgb("#F08A50"), engrave=0.5, depth=18, angle=88)
    glass = path("M240 262 V226 Q252 208 264 226 V262Z") + "".join(path(f"M{x} 284 V264 Q{x + 6} 254 {x + 12} 264 V284Z") for x in (296, 320, 344, 164, 190))
    s.paint(glass, rgb("#F26A2C"))
    s.paint(rect(251, 212, 2, 50) + rect(240, 238, 24, 2), rgb("#12080A"))
    houses, _ = horizons.town(-10, 180, 352, 54, 5)
    more, _ = horizons.town(330, 514, 352, 54, 8)
    s.block(houses + more, colour=rgb("#0C0507"), rim=2.4, rim_colour=rgb("#A83A28"), engrave=0.3, depth=10, light=(0, -1), keyline=2)


def tsathoggua(s: Scene) -> None:
    """The sleeper of N'kai, fat and furred, half wakes among his candles; offerings lie before him."""
    s.sky(rgb("#1B1018"), rgb("#5A3A34"), bend=0.14)
    s.glow((252, 210), 210, rgb("#E89A4A"), 0.55)
    s.glow((70, 300), 70, rgb("#FFC766"), 0.6)
    s.glow((434, 300), 70, rgb("#FFC766"), 0.6)
    s.lamp = (252, 40)
    rng = np.random.default_rng(2)
    teeth = ""
    x = -14.0
    while x < 520:
        w, h = float(rng.uniform(20, 44)), float(rng.uniform(34, 120)) * (0.45 + abs(x - 252) / 360)
        teeth += poly([(x, -10), (x + w * 0.12, h * 0.4), (x + w * 0.42, h), (x + w * 0.62, h * 0.5), (x + w, -10)])
        x += w * 0.86
    s.block(teeth, colour=rgb("#2A1820"), rim=3.6, rim_colour=rgb("#D99A6A"), engrave=0.6, depth=14, light=(0.2, 1), angle=86)
    walls = mirrored(horizons.ridge([(-60, 90), (-10, 110), (30, 190), (62, 262), (76, 372)], 390, 0.09, 8), 252)
    s.block(walls, colour=rgb("#24141C"), rim=4, rim_colour=rgb("#D99A6A"), engrave=0.55, depth=26, light=(0.2, 0.6))
    fur, lit = rgb("#3A2A22"), rgb("#F2CF9A")
    ears = mirrored(path("M204 92 C176 40 146 26 122 26 C120 62 142 104 188 122Z"), 252)
    s.block(ears, colour=fur, rim=3.6, rim_colour=lit, engrave=0.6, depth=16, light=(0, -1))
    s.paint(mirrored(path("M196 94 C176 62 156 46 138 42 C140 66 158 96 188 110Z"), 252), rgb("#7A4038"))
    edge = [(96, 352), (92, 290), (116, 226), (160, 180), (200, 160), (252, 152), (304, 160), (344, 180), (388, 226), (412, 290), (408, 352)]
    body = poly([*vector.jagged(vector.smooth(edge, 6), 0.32, 5, depth=1), (252, 390)])
    s.block(body, colour=fur, rim=4.5, rim_colour=lit, engrave=0.8, depth=60, light=(0, -1))
    tufts = "".join(lens((float(px), float(py)), (float(px) + float(rng.uniform(-4, 4)), float(py) + 15), 4) for px, py in zip(rng.uniform(122, 382, 90), rng.uniform(210, 344, 90), strict=True))
    s.paint(tufts, rgb("#1C120E"), 0.8)
    belly = blob([(252, 216), (310, 232), (334, 290), (316, 346), (188, 346), (170, 290), (194, 232)])
    rolls = "".join(stroke(f"M{190 - i * 4} {262 + i * 26} Q252 {288 + i * 28} {314 + i * 4} {262 + i * 26}", 3.4, CUT) for i in range(3))
    s.block(belly + rolls, colour=rgb("#7C5A3C"), rim=3.4, rim_colour=rgb("#FFE6B8"), engrave=0.7, depth=40, light=(0, -1))
    arm = limb([(150, 206), (122, 258), (146, 300), (196, 312)], taper(50, 30)) + "".join(limb([(188, 306 + i * 3), (212, 300 + i * 9), (222, 308 + i * 10)], taper(11, 4)) for i in range(4))
    s.block(mirrored(arm, 252), colour=fur, rim=4, rim_colour=lit, engrave=0.75, depth=20, light=(0, -1))
    head = blob([(252, 72), (296, 78), (332, 108), (338, 146), (314, 182), (252, 198), (190, 182), (166, 146), (172, 108), (208, 78)])
    s.block(head, colour=rgb("#4A3428"), rim=4.5, rim_colour=lit, engrave=0.85, depth=36, light=(0, -1))
    s.paint(mirrored(circle(206, 112, 22), 252), rgb("#20140E"))
    s.paint(mirrored(path("M186 114 Q206 108 226 114 Q222 130 206 131 Q190 130 186 114Z"), 252), rgb("#F0C24A"))
    s.paint(mirrored(ellipse(206, 119, 7, 4.6), 252), rgb("#160C08"), specks=0)
    s.paint(mirrored(path("M182 116 Q206 90 230 116 Q206 112 182 116Z"), 252), rgb("#7C5A44"))
    s.paint(mirrored(ellipse(244, 138, 2.6, 4, turn=18), 252), rgb("#160C08"))
    s.paint(path("M172 160 Q206 154 252 158 Q298 154 332 160 Q306 180 252 182 Q198 180 172 160Z"), rgb("#1C0C0A"))
    s.paint(path("M232 166 Q252 170 272 166 L276 214 Q264 228 252 214 Q240 228 230 212Z"), rgb("#9A3440"))
    s.paint(lens((252, 172), (252, 216), 3), rgb("#5A141C"))
    for cx, h in ((44, 66), (74, 44), (98, 58), (404, 58), (430, 42), (462, 70)):
        s.block(rect(cx - 8, 350 - h, 16, h + 20, r=3), colour=rgb("#D9C49A"), rim=2, rim_colour=BONE, engrave=0.4, depth=7, line_colour=rgb("#8C6A48"), keyline=2)
        flame = path(f"M{cx} {350 - h - 30} C{cx + 10} {350 - h - 16} {cx + 9} {350 - h - 2} {cx} {350 - h} C{cx - 9} {350 - h - 2} {cx - 8} {350 - h - 16} {cx} {350 - h - 30}Z")
        s.paint(flame, rgb("#FFD76A"))
        s.paint(ellipse(cx, 350 - h - 7, 2.6, 6), rgb("#FFF8DC"))
    for px, k in ((150, 34), (352, 36), (130, 26), (376, 26)):
        s.block(placed("death-skull", px, 336, k), colour=rgb("#E4D4AE"), rim=1.6, rim_colour=BONE, engrave=0.0, keyline=2.4)


def tulzscha(s: Scene) -> None:
    """The green flame under Kingsport: a column without heat, and the Yule walkers in a ring about it."""
    s.sky(rgb("#020806"), rgb("#0A2A18"), bend=0.12)
    s.glow((252, 190), 200, rgb("#3CC86A"), 0.7)
    s.rays((252, 196), rgb("#7AF09A"), count=110, start=0.22, opacity=0.42, length=(0.06, 0.36))
    vault = path("M-10 -10 H514 V372 H470 C470 200 420 60 252 52 C84 60 34 200 34 372 H-10Z")
    ribs = "".join(lens(polar(252, 280, 226, a), polar(252, 280, 330, a), 5, CUT) for a in range(190, 352, 11))
    s.block(vault + ribs, colour=rgb("#0A1A14"), rim=5, rim_colour=rgb("#6AE08C"), engrave=0.6, depth=40, light=(0, 1))
    base = ellipse(252, 318, 148, 24)
    s.block(base + ellipse(252, 312, 112, 15, CUT), colour=rgb("#0E241A"), rim=3, rim_colour=rgb("#8CF4A8"), engrave=0.5, depth=10, light=(0, -1))
    for x, y, k in ((104, 306, 0.66), (142, 292, 0.56), (176, 282, 0.48)):
        robe = path("M0 -70 C14 -66 20 -52 19 -40 C30 -26 34 10 36 34 H-36 C-34 10 -30 -26 -19 -40 C-20 -52 -14 -66 0 -70Z")
        s.block(mirrored(vector.group(robe, at=(x, y), scale=k), 252), colour=rgb("#10301F"), rim=2.6, rim_colour=rgb("#B4FFC4"), engrave=0.5, depth=10, light=(0.6, -1))
    tongues = [
        ("#0E5A30", [(168, 316), (150, 250), (178, 190), (160, 130), (196, 160), (200, 96), (226, 130), (244, 24), (266, 112), (290, 70), (296, 140), (336, 112), (322, 190), (352, 240), (336, 316), (252, 334)]),
        ("#1F9A4C", [(188, 314), (176, 254), (204, 204), (194, 156), (220, 186), (232, 110), (250, 66), (262, 144), (284, 120), (286, 190), (314, 168), (304, 226), (326, 262), (314, 314), (252, 328)]),
        ("#6CE884", [(208, 312), (202, 262), (226, 226), (222, 190), (240, 206), (250, 128), (262, 192), (278, 176), (278, 226), (300, 252), (294, 312), (252, 322)]),
        ("#DCFFD0", [(228, 308), (224, 274), (242, 248), (244, 206), (256, 240), (268, 226), (268, 256), (280, 280), (276, 308), (252, 314)]),
    ]
    for i, (colour, points) in enumerate(tongues):
        s.block(blob(points), colour=rgb(colour), rim=0 if i > 1 else 3, rim_colour=rgb("#C8FFD0"), engrave=0.65 if i < 3 else 0.0, depth=22, angle=86,
                line_colour=rgb("#D8FFD8") if i < 2 else rgb("#1F9A4C"), keyline=0 if i else 3)
    s.paint(mirrored(path("M246 232 Q228 206 212 214 Q220 238 244 244Z"), 252), rgb("#04140A"))
    s.paint(mirrored(circle(231, 229, 4.4), 252), rgb("#F6FFD8"))
    s.paint(path("M226 268 Q252 256 278 268 Q270 300 252 302 Q234 300 226 268Z"), rgb("#04140A"))
    s.paint("".join(lens((234 + i * 9, 264), (236 + i * 8.4, 280), 5) for i in range(5)), rgb("#E9FFD8"))
    for x, y, k in ((58, 344, 0.86), (138, 362, 1.0)):
        robe = path("M0 -78 C16 -72 22 -58 20 -44 C34 -28 40 10 44 44 H-44 C-40 10 -34 -28 -20 -44 C-22 -58 -16 -72 0 -78Z")
        arms = limb([(-20, -26), (-40, -50), (-36, -84)], taper(13, 7)) + limb([(20, -26), (40, -50), (36, -84)], taper(13, 7))
        s.block(mirrored(vector.group(robe + arms, at=(x, y), scale=k), 252), colour=rgb("#06180E"), rim=4.5, rim_colour=rgb("#B8FFC8"), engrave=0.75, depth=16, light=(0.7, -0.8))


def rhantegoth(s: Scene) -> None:
    """Three-eyed and six-limbed, the ivory throne-sitter of the north under curtains of cold light."""
    s.sky(rgb("#0E2A44"), rgb("#CFE6EA"), star_count=120)
    rng = np.random.default_rng(10)
    for k, colour in enumerate((rgb("#7FE0C8"), rgb("#B9A6F0"), rgb("#8FD8F0"))):
        x0 = 40 + k * 150
        edge = vector.smooth([(x0 - 90, 130 + k * 10), (x0 - 20, 96), (x0 + 60, 128), (x0 + 150, 84), (x0 + 230, 120)], 14)
        curtain = "".join(lens((x, y), (x + 5, y - float(rng.uniform(60, 150))), 6.5) for x, y in edge)
        s.paint(curtain, colour, 0.55, blur=1.6, specks=0)
    s.rays((252, 120), rgb("#EAF8FA"), count=60, start=0.44, opacity=0.4)
    s.block(horizons.ridge([(-10, 262), (60, 190), (112, 240), (176, 206), (252, 250), (340, 196), (400, 246), (452, 180), (514, 250)], 390, 0.10, 21),
            colour=rgb("#7FA9BC"), rim=4, rim_colour=rgb("#FFFFFF"), engrave=0.6, depth=36, keyline=0, angle=64, line_colour=rgb("#E4F4F8"))
    throne = poly([(118, 352), (126, 120), (152, 62), (180, 112), (208, 36), (252, 78), (296, 36), (324, 112), (352, 62), (378, 120), (386, 352)])
    s.block(throne, colour=rgb("#B9C9C8"), rim=4, rim_colour=rgb("#FFFFFF"), engrave=0.75, depth=30, angle=84, line_colour=rgb("#5E8094"))
    s.paint(path("M170 352 V190 Q252 100 334 190 V352Z"), rgb("#3E5E70"))
    skin, lit = rgb("#3B2A3C"), rgb("#E6D5E8")
    for spine, w in (
        ([(210, 178), (150, 150), (104, 176), (84, 226)], 26),
        ([(204, 214), (140, 214), (98, 250), (92, 300)], 26),
        ([(214, 256), (158, 284), (140, 322), (120, 344)], 30),
    ):
        x, y = spine[-1]
        claw = path(f"M{x} {y - 8} C{x - 24} {y - 2} {x - 28} {y + 24} {x - 14} {y + 40} C{x - 14} {y + 26} {x - 8} {y + 18} {x} {y + 14} C{x + 8} {y + 18} {x + 12} {y + 26} {x + 10} {y + 40} C{x + 24} {y + 26} {x + 20} {y - 2} {x} {y - 8}Z")
        s.block(mirrored(limb(spine, taper(w, w * 0.6)) + bands(spine, taper(w, w * 0.6), 9, 3) + claw, 252), colour=skin, rim=3.4, rim_colour=lit, engrave=0.7,
                depth=12, light=(0, -1), keyline=2.6)
    body = circle(252, 226, 70)
    s.block(body, colour=rgb("#46324A"), rim=4.5, rim_colour=lit, engrave=0.85, depth=60, light=(-0.4, -1))
    fibres = "".join(lens((float(x), float(y)), (float(x) + float(rng.uniform(-5, 5)), float(y) + 20), 3.4) for x, y in zip(rng.uniform(198, 306, 60), rng.uniform(184, 268, 60), strict=True) if (x - 252) ** 2 + (y - 218) ** 2 < 3000)
    s.paint(fibres, rgb("#C9B4CF"), 0.65)
    mouths = "".join(ellipse(x, y, 8, 3.6, turn=a) for x, y, a in ((222, 250, 20), (284, 240, -30), (258, 276, 4), (230, 212, -14)))
    s.paint(mouths, rgb("#150A16"))
    head = circle(252, 130, 44)
    s.block(head, colour=rgb("#4E3852"), rim=4, rim_colour=rgb("#F6E9F6"), engrave=0.75, depth=36, light=(-0.4, -1))
    trunk = [(252, 148), (254, 182), (230, 208), (244, 238), (274, 244), (284, 226)]
    s.block(limb(trunk, taper(24, 8)) + bands(trunk, taper(24, 8), 15, 3, reach=(-0.95, 0.95)), colour=rgb("#5C4260"), rim=3, rim_colour=rgb("#F6E9F6"), engrave=0.6, depth=9)
    for x, y in ((230, 118), (274, 118), (252, 96)):
        s.paint(circle(x, y, 13), rgb("#120A14"))
        s.paint(circle(x, y, 10), rgb("#D8EEF0"))
        s.paint(circle(x + 1, y + 1, 4.6), rgb("#16243A"), specks=0)
    hairs = "".join(limb([polar(252, 130, 42, a), polar(252, 130, 58, a + 6), polar(252, 130, 72, a - 4)], taper(6, 2)) for a in range(196, 346, 12))
    s.block(hairs, colour=rgb("#4E3852"), rim=2, rim_colour=rgb("#F6E9F6"), engrave=0, keyline=1.8)
    ice = horizons.crystals(36, 356, 92, 3) + horizons.crystals(468, 356, 98, 4) + horizons.crystals(120, 364, 54, 6) + horizons.crystals(392, 364, 58, 7)
    s.block(ice, colour=rgb("#8FBCCB"), rim=3.4, rim_colour=rgb("#FFFFFF"), engrave=0.7, depth=10, angle=80, line_colour=rgb("#F4FCFF"))
    s.paint(horizons.ridge([(-10, 350), (252, 342), (514, 350)], 390, 0.02, 2), rgb("#EAF5F6"))
    snow = "".join(circle(float(x), float(y), float(r)) for x, y, r in zip(rng.uniform(0, 504, 110), rng.uniform(0, 350, 110), rng.uniform(0.8, 2.3, 110), strict=True))
    s.paint(snow, rgb("#FFFFFF"), 0.9)


def hastur(s: Scene) -> None:
    """The king in rags comes over the lake; behind him two suns sink behind towers that stand behind them."""
    s.sky(rgb("#6E5A12"), rgb("#F6E27A"), bend=0.10)
    s.clouds(rgb("#FFF6B4"), amount=0.4, stretch=5)
    s.rays((252, 176), rgb("#FFF8C0"), count=90, start=0.36, opacity=0.55)
    s.paint(circle(134, 112, 40) + circle(384, 88, 28), rgb("#2A2206"))
    s.paint(ring(134, 112, 47, 2) + ring(384, 88, 34, 2), rgb("#2A2206"))
    skyline = [(-10, 292), (10, 292), (10, 214), (24, 178), (38, 214), (38, 264), (64, 264), (64, 226), (80, 196), (96, 226), (96, 292), (120, 292), (120, 250), (130, 232), (140, 250), (140, 292), (360, 292), (360, 232), (372, 206), (384, 232), (384, 264), (410, 264), (410, 186), (428, 146), (446, 186), (446, 250), (466, 250), (466, 218), (478, 198), (490, 218), (490, 292), (514, 292)]
    s.block(poly(skyline), colour=rgb("#8A7420"), rim=3, rim_colour=rgb("#FFF6B0"), engrave=0.5, depth=18, keyline=0, angle=88)
    s.sea(290, rgb("#57490F"), rgb("#F8EA9A"), gap=8)
    s.gleam(134, 290, rgb("#1E1804"), spread=34, opacity=0.6)
    s.gleam(384, 290, rgb("#1E1804"), spread=26, opacity=0.6)
    dark, lit = rgb("#3A2C08"), rgb("#FFF1A0")
    rng = np.random.default_rng(44)
    for side in (-1, 1):
        for i in range(6):
            x = 252 + side * (34 + i * 17)
            spine = [(252 + side * 26, 190), (x, 232 + i * 4), (x + side * 16, 290 - i * 6), (x + side * float(rng.uniform(10, 40)), 338 - i * 16)]
            s.block(limb(spine, taper(34, 4)), colour=dark, rim=3, rim_colour=lit, engrave=0.6, depth=12, keyline=2.2, light=(0, -1))
    robe = [(214, 168), (290, 168), (320, 240), (346, 372), (326, 352), (312, 372), (296, 350), (280, 372), (262, 352), (244, 374), (228, 352), (208, 372), (192, 350), (176, 372), (158, 372), (184, 240)]
    s.block(poly(robe), colour=rgb("#C79A1C"), rim=4, rim_colour=rgb("#FFF8C8"), engrave=0.8, depth=40, light=(-0.3, -1), line_colour=rgb("#6A4E0C"))
    folds = "".join(lens((252 + dx, 196), (252 + dx * 2.3, 352), 6) for dx in (-44, -30, -14, 4, 18, 34))
    s.paint(folds, rgb("#4A3608"))
    sleeve = path("M216 176 C170 190 134 176 112 146 C110 186 96 214 70 236 L92 236 L94 254 L114 240 L124 260 L140 240 L158 256 C180 240 206 226 218 214Z")
    s.block(mirrored(sleeve, 252), colour=rgb("#B88C18"), rim=4, rim_colour=rgb("#FFF8C8"), engrave=0.75, depth=24, light=(0, -1), line_colour=rgb("#6A4E0C"))
    hand = limb([(116, 158), (104, 140), (102, 124)], taper(12, 14)) + "".join(limb([(102, 126), polar(102, 122, 20, a), polar(102, 122, 38, a + 6)], taper(5.5, 1.6)) for a in (206, 236, 262, 290, 322))
    s.block(mirrored(hand, 252), colour=rgb("#E9DCA8"), rim=2, rim_colour=rgb("#FFFFFF"), engrave=0.3, depth=6, keyline=2)
    hood = path("M252 52 C300 58 318 106 316 150 C314 186 300 206 284 222 L252 236 L220 222 C204 206 190 186 188 150 C186 106 204 58 252 52Z")
    s.block(hood, colour=rgb("#D8AC28"), rim=4.5, rim_colour=rgb("#FFFBD4"), engrave=0.8, depth=26, light=(-0.3, -1), line_colour=rgb("#7A5C10"))
    s.paint(path("M252 84 C284 88 294 120 292 150 C288 182 274 200 252 208 C230 200 216 182 212 150 C210 120 220 88 252 84Z"), rgb("#0C0903"), specks=0)
    mask = path("M252 98 C276 100 282 124 278 150 C274 174 262 190 252 194 C242 190 230 174 226 150 C222 124 228 100 252 98Z")
    s.block(mask, colour=rgb("#EFE4BE"), rim=2.4, rim_colour=rgb("#FFFFFF"), engrave=0.5, depth=18, line_colour=rgb("#B49C58"), keyline=0, light=(-0.6, -0.6))
    s.paint(mirrored(path("M246 136 Q236 126 230 134 Q236 146 246 142Z"), 252), rgb("#0C0903"), specks=0)
    s.paint(lens((252, 140), (252, 164), 4) + lens((240, 174), (264, 174), 3), rgb("#0C0903"))
    spikes = "".join(poly([(204 + i * 16 - 7, 82 - 22 * np.sin(np.pi * i / 6)), (204 + i * 16 + (i - 3) * 5, 24 - 14 * np.sin(np.pi * i / 6) + abs(i - 3) * 9), (204 + i * 16 + 7, 82 - 22 * np.sin(np.pi * i / 6))]) for i in range(7))
    band = stroke("M198 88 Q252 40 306 88", 9)
    s.block(spikes + band, colour=rgb("#5A4308"), rim=3, rim_colour=rgb("#FFF1A0"), engrave=0.4, depth=8)
    sign = limb([(252, 284), (240, 270), (252, 254), (266, 262)], taper(6, 2)) + limb([(252, 284), (270, 288), (276, 304), (262, 312)], taper(6, 2)) + limb([(252, 284), (238, 294), (224, 290), (220, 276)], taper(6, 2))
    s.paint(sign + circle(252, 284, 4), rgb("#3A2404"))

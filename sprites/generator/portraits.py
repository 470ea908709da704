"""Portraits of the fourteen investigators: old photographs cut in lino, each a scene of 504x420 units.

A face is built from few parts (head, shadow side, brow, beard, glasses, hat) so that fourteen people stay fourteen;
each has a backdrop and a thing in hand from the story that made the name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from sprites.generator import horizons, vector
from sprites.generator.canvas import Scene, put
from sprites.generator.icons import placed
from sprites.generator.palette import Colour, mix, rgb
from sprites.generator.textures import grid, smoothstep
from sprites.generator.vector import (
    CUT,
    blob,
    circle,
    ellipse,
    lens,
    limb,
    line,
    mirrored,
    path,
    poly,
    rect,
    ring,
    star_points,
    stroke,
    taper,
)

Drawing = Callable[[Scene, "Person"], None]


def nothing(s: Scene, p: Person) -> None:
    """Draw nothing."""


@dataclass(frozen=True)
class Person:
    """What makes one investigator's portrait.

    ``paper``, ``tone`` and ``ink`` are its three inks. ``jaw`` is the half width of the chin, ``long`` stretches the
    face, ``flip`` turns the light to the other side.
    """

    paper: Colour
    tone: Colour
    ink: Colour
    backdrop: Drawing
    hair: str = "short"
    hat: str = ""
    beard: str = ""
    glasses: str = ""
    coat: str = "lapels"
    jaw: float = 24.0
    long: float = 1.0
    age: int = 0
    flip: bool = False
    at: tuple[float, float] = (252.0, 172.0)
    prop: Drawing = field(default=nothing)


def _oval(s: Scene, p: Person) -> None:
    """Darken all but an oval, as the mount of an old photograph does."""
    x, y = grid(s.size)
    d = np.hypot((x / s.unit - 252) / 262, (y / s.unit - 196) / 232)
    put(s.rgb, smoothstep(0.78, 1.12, d.astype(np.float32)), p.ink, 0.86)


def _body(s: Scene, p: Person, x: float, y: float) -> None:
    """Print neck, coat and collar under a head at (x, y)."""
    light = (-0.8, -0.7)
    neck = poly([(x - 30, y + 40), (x + 30, y + 40), (x + 36, y + 104), (x - 36, y + 104)])
    s.block(neck, colour=p.tone, rim=2, rim_colour=p.paper, engrave=0.5, depth=20, light=light)
    s.paint(poly([(x - 26, y + 62), (x + 32, y + 52), (x + 36, y + 104), (x + 2, y + 100)]), p.ink, 0.8)
    if p.coat == "fur":
        edge = [(x - 190, y + 260), (x - 176, y + 150), (x - 118, y + 104), (x - 60, y + 74), (x, y + 96), (x + 60, y + 74), (x + 118, y + 104), (x + 176, y + 150), (x + 190, y + 260)]
        s.block(poly(vector.jagged(vector.smooth(edge, 8), 0.4, 3, depth=1)), colour=mix(p.ink, p.tone, 0.25), rim=3.4, rim_colour=p.paper, engrave=0.8, depth=30, light=light)
        ruff = [(x + 92 * np.cos(a), y + 86 + 34 * np.sin(a)) for a in np.linspace(0, 2 * np.pi, 40)]
        s.block(poly(vector.jagged(ruff, 0.7, 4, depth=1)), colour=mix(p.tone, p.ink, 0.45), rim=3, rim_colour=p.paper, engrave=0.8, depth=14, light=light)
        return
    coat = blob([(x - 200, y + 280), (x - 184, y + 164), (x - 132, y + 118), (x - 62, y + 92), (x, y + 86), (x + 62, y + 92), (x + 132, y + 118), (x + 184, y + 164), (x + 200, y + 280)])
    s.block(coat, colour=mix(p.ink, p.tone, 0.10), rim=4, rim_colour=mix(p.paper, p.tone, 0.25), engrave=0.6, depth=34, light=light)
    if p.coat == "robe":
        s.block(path(f"M{x - 60} {y + 92} Q{x} {y + 150} {x + 60} {y + 92} L{x + 96} {y + 270} H{x - 96}Z"), colour=mix(p.ink, p.tone, 0.35), rim=3, rim_colour=p.paper, engrave=0.7, depth=30, light=light)
    shirt = poly([(x - 34, y + 88), (x + 34, y + 88), (x + 40, y + 130), (x, y + 216), (x - 40, y + 130)])
    s.block(shirt, colour=p.paper, rim=0, engrave=0.4, depth=20, line_colour=p.tone, light=light)
    if p.coat in ("lapels", "bow", "trench"):
        lapel = poly([(x - 36, y + 86), (x - 78, y + 104), (x - 96, y + 168), (x - 70, y + 164), (x - 78, y + 184), (x - 2, y + 262), (x - 12, y + 190)])
        s.block(mirrored(lapel, x), colour=mix(p.ink, p.tone, 0.22), rim=3, rim_colour=mix(p.paper, p.tone, 0.2), engrave=0.5, depth=14, light=light)
    if p.coat == "trench":
        up = poly([(x - 34, y + 98), (x - 92, y + 44), (x - 112, y + 84), (x - 96, y + 152)])
        s.block(mirrored(up, x), colour=mix(p.ink, p.tone, 0.30), rim=3.4, rim_colour=p.paper, engrave=0.6, depth=14, light=light)
    if p.coat == "uniform":
        s.block(poly([(x - 50, y + 92), (x + 50, y + 92), (x + 60, y + 260), (x - 60, y + 260)]), colour=mix(p.ink, p.tone, 0.22), rim=3, rim_colour=p.paper, engrave=0.5, depth=20, light=light)
        s.block(path(f"M{x - 44} {y + 72} Q{x} {y + 96} {x + 44} {y + 72} V{y + 98} Q{x} {y + 122} {x - 44} {y + 98}Z"), colour=mix(p.ink, p.tone, 0.35), rim=2.4, rim_colour=p.paper, depth=8, light=light)
        s.paint("".join(circle(x + side * 22, y + 134 + i * 28, 5) for i in range(4) for side in (-1, 1)), p.paper)
        s.block(poly(star_points(x - 92, y + 168, 22, 6, inner=0.5)) + circle(x - 92, y + 168, 6, CUT), colour=p.paper, rim=0, engrave=0.4, depth=8, line_colour=p.tone)
    elif p.coat == "bow":
        s.block(poly([(x, y + 104), (x - 34, y + 90), (x - 34, y + 122)]) + poly([(x, y + 104), (x + 34, y + 90), (x + 34, y + 122)]) + circle(x, y + 105, 8), colour=p.ink, rim=2, rim_colour=p.tone, engrave=0.4, depth=8)
    elif p.coat == "cravat":
        s.block(path(f"M{x - 36} {y + 78} Q{x} {y + 100} {x + 36} {y + 78} L{x + 34} {y + 112} L{x + 16} {y + 200} L{x} {y + 176} L{x - 18} {y + 196} L{x - 34} {y + 112}Z"), colour=mix(p.paper, p.tone, 0.18), rim=0, engrave=0.7, depth=16, line_colour=p.tone)
        folds = "".join(lens((x + d * 0.5, y + 92 + abs(d) * 0.3), (x + d * 0.9, y + 170 - abs(d)), 4) for d in (-26, -14, -2, 11, 24))
        s.paint(folds + path(f"M{x - 16} {y + 92} Q{x} {y + 84} {x + 16} {y + 92} Q{x + 14} {y + 108} {x} {y + 112} Q{x - 14} {y + 108} {x - 16} {y + 92}Z"), p.tone, 0.75)
        s.paint(circle(x, y + 132, 4.5), p.ink)
        lapel = poly([(x - 40, y + 80), (x - 84, y + 110), (x - 92, y + 190), (x - 4, y + 270), (x - 26, y + 150)])
        s.block(mirrored(lapel, x), colour=mix(p.ink, p.tone, 0.22), rim=3, rim_colour=mix(p.paper, p.tone, 0.2), engrave=0.5, depth=14, light=light)
    else:
        tie = poly([(x - 12, y + 94), (x + 12, y + 94), (x + 9, y + 114), (x + 18, y + 190), (x, y + 212), (x - 18, y + 190), (x - 9, y + 114)])
        s.block(tie, colour=p.ink, rim=2, rim_colour=p.tone, engrave=0.5, depth=9, light=light)
    if p.coat in ("lapels", "bow", "trench", "robe"):
        collar = poly([(x - 4, y + 94), (x - 40, y + 74), (x - 46, y + 96), (x - 22, y + 124)])
        s.block(mirrored(collar, x), colour=p.paper, rim=0, engrave=0.35, depth=8, line_colour=p.tone, light=light)


def _face(s: Scene, p: Person, x: float, y: float) -> None:
    """Print the head: lit side, shadow side, features."""
    light = (-0.8, -0.6)
    k = p.long

    def yy(v: float) -> float:
        return y + v * k

    ear = ellipse(x - 58, yy(8), 10, 18)
    s.block(mirrored(ear, x), colour=p.tone, rim=2, rim_colour=p.paper, engrave=0.3, depth=8, light=light)
    half = p.jaw
    head = path(
        f"M{x} {yy(-84)} C{x + 44} {yy(-84)} {x + 62} {yy(-50)} {x + 58} {yy(-6)} C{x + 57} {yy(26)} {x + 50} {yy(46)} {x + half + 14} {yy(64)} "
        f"Q{x + half * 0.7} {yy(82)} {x} {yy(84)} Q{x - half * 0.7} {yy(82)} {x - half - 14} {yy(64)} C{x - 50} {yy(46)} {x - 57} {yy(26)} {x - 58} {yy(-6)} "
        f"C{x - 62} {yy(-50)} {x - 44} {yy(-84)} {x} {yy(-84)}Z"
    )
    s.block(head, colour=mix(p.tone, p.paper, 0.55), rim=4, rim_colour=p.paper, engrave=0.75, depth=46, light=light, period=6.5, line_colour=p.paper)
    shade = path(
        f"M{x + 14} {yy(-84)} C{x + 50} {yy(-78)} {x + 62} {yy(-40)} {x + 58} {yy(-6)} C{x + 57} {yy(30)} {x + 50} {yy(48)} {x + half + 14} {yy(64)} "
        f"Q{x + half * 0.6} {yy(82)} {x + 4} {yy(84)} L{x + 8} {yy(64)} L{x + 2} {yy(48)} L{x + 12} {yy(36)} L{x + 18} {yy(30)} "
        f"L{x + 8} {yy(26)} L{x + 3} {yy(-8)} L{x + 12} {yy(-18)} L{x + 20} {yy(-44)}Z"
    )
    patch = path(f"M{x + 20} {yy(6)} Q{x + 34} {yy(-2)} {x + 42} {yy(4)} Q{x + 38} {yy(26)} {x + 27} {yy(34)}Z", CUT)
    s.paint(shade + patch, p.ink, 0.92)
    hatch = "".join(lens((x + 1 + i * 0.4, yy(-70 + i * 9.5)), (x - 20 + (i % 3) * 5, yy(-64 + i * 9.5)), 2.6) for i in range(16))
    s.paint(hatch, p.ink, 0.55)
    for side in (-1, 1):
        ex = x + side * 26
        s.paint(path(f"M{ex - 17} {yy(-14)} Q{ex} {yy(-27)} {ex + 17} {yy(-14)} Q{ex + 12} {yy(4)} {ex} {yy(4)} Q{ex - 12} {yy(4)} {ex - 17} {yy(-14)}Z"), p.ink, 0.9 if side > 0 else 0.72)
        s.paint(path(f"M{ex - 12} {yy(-7)} Q{ex} {yy(-16)} {ex + 12} {yy(-7)} Q{ex} {yy(0)} {ex - 12} {yy(-7)}Z"), p.paper, 0.95 if side < 0 else 0.72)
        s.paint(circle(ex + 1, yy(-7.5), 4.6), p.ink, specks=0)
        s.paint(circle(ex - 1, yy(-9.5), 1.3), p.paper, specks=0)
        bushy = 7.0 + 1.5 * p.age
        brow = limb([(ex - side * 18, yy(-22)), (ex, yy(-30)), (ex + side * 18, yy(-24))], taper(bushy * 0.8, bushy * 0.55))
        s.paint(brow, p.ink if p.age < 2 else mix(p.paper, p.tone, 0.2))
    s.paint(path(f"M{x - 3} {yy(-14)} L{x - 11} {yy(22)} Q{x - 14} {yy(32)} {x - 4} {yy(30)} L{x + 6} {yy(31)} L{x + 3} {yy(20)}Z"), p.ink, 0.30)
    s.paint(ellipse(x - 8, yy(29), 3.4, 2) + ellipse(x + 7, yy(29), 3.6, 2.2), p.ink)
    s.paint(path(f"M{x - 21} {yy(49)} Q{x - 8} {yy(44)} {x} {yy(47)} Q{x + 8} {yy(44)} {x + 20} {yy(49)} Q{x} {yy(54)} {x - 21} {yy(49)}Z"), p.ink)
    s.paint(lens((x - 12, yy(61)), (x + 10, yy(61)), 4), p.ink, 0.5)
    for i in range(p.age):
        s.paint(stroke(f"M{x - 34} {yy(-44 - i * 11)} Q{x - 8} {yy(-50 - i * 11)} {x + 16} {yy(-44 - i * 11)}", 2), p.ink, 0.5)
        s.paint(stroke(f"M{x - 20 - i * 8} {yy(30)} Q{x - 30 - i * 6} {yy(42)} {x - 28 - i * 4} {yy(56)}", 2), p.ink, 0.55)
        s.paint(stroke(f"M{x - 44} {yy(8 + i * 6)} Q{x - 30} {yy(14 + i * 6)} {x - 16} {yy(9 + i * 6)}", 1.8), p.ink, 0.55)


def _hair(s: Scene, p: Person, x: float, y: float) -> None:
    """Print hair and beard."""
    light = (-0.8, -0.6)
    grey = mix(p.paper, p.tone, 0.22)
    colour = grey if p.age >= 2 else p.ink
    k = p.long

    def yy(v: float) -> float:
        return y + v * k

    def lay(body: str, depth: float = 14) -> None:
        s.block(body, colour=colour, rim=2.6, rim_colour=p.paper, engrave=0.7, depth=depth, light=light, line_colour=p.tone, period=5.5, keyline=2.2)

    if p.hair == "short":
        lay(path(f"M{x - 60} {yy(4)} C{x - 70} {yy(-60)} {x - 44} {yy(-100)} {x} {yy(-100)} C{x + 50} {yy(-100)} {x + 72} {yy(-56)} {x + 60} {yy(4)} L{x + 52} {yy(-30)} Q{x + 40} {yy(-60)} {x + 16} {yy(-62)} Q{x - 20} {yy(-70)} {x - 44} {yy(-46)} Q{x - 54} {yy(-26)} {x - 60} {yy(4)}Z"))
    elif p.hair == "parted":
        lay(path(f"M{x - 60} {yy(0)} C{x - 70} {yy(-64)} {x - 40} {yy(-102)} {x + 2} {yy(-100)} C{x + 50} {yy(-102)} {x + 72} {yy(-56)} {x + 60} {yy(4)} L{x + 54} {yy(-26)} Q{x + 48} {yy(-58)} {x - 18} {yy(-80)} Q{x - 24} {yy(-58)} {x - 50} {yy(-44)} Q{x - 56} {yy(-22)} {x - 60} {yy(0)}Z"))
    elif p.hair == "wild":
        tufts = [(x - 60, yy(10)), (x - 78, yy(-20)), (x - 66, yy(-34)), (x - 88, yy(-62)), (x - 62, yy(-70)), (x - 68, yy(-100)), (x - 38, yy(-94)), (x - 22, yy(-122)), (x, yy(-98)), (x + 26, yy(-120)), (x + 36, yy(-94)), (x + 66, yy(-104)), (x + 62, yy(-74)), (x + 86, yy(-62)), (x + 68, yy(-36)), (x + 78, yy(-18)), (x + 60, yy(10)), (x + 52, yy(-38)), (x + 30, yy(-56)), (x + 18, yy(-40)), (x + 2, yy(-62)), (x - 20, yy(-44)), (x - 44, yy(-50)), (x - 54, yy(-20))]
        lay(poly(tufts))
    elif p.hair == "bald":
        lay(mirrored(path(f"M{x - 58} {yy(14)} C{x - 72} {yy(0)} {x - 76} {yy(-34)} {x - 60} {yy(-56)} Q{x - 54} {yy(-30)} {x - 58} {yy(14)}Z"), x))
    elif p.hair == "long":
        lay(path(f"M{x - 66} {yy(56)} C{x - 84} {yy(-20)} {x - 66} {yy(-102)} {x} {yy(-102)} C{x + 66} {yy(-102)} {x + 84} {yy(-20)} {x + 66} {yy(56)} Q{x + 74} {yy(-4)} {x + 50} {yy(-40)} Q{x + 34} {yy(-76)} {x - 6} {yy(-72)} Q{x - 44} {yy(-64)} {x - 52} {yy(-30)} Q{x - 70} {yy(0)} {x - 66} {yy(56)}Z"))
    elif p.hair == "wig":
        lay(path(f"M{x - 58} {yy(-30)} C{x - 60} {yy(-92)} {x - 34} {yy(-108)} {x} {yy(-108)} C{x + 34} {yy(-108)} {x + 60} {yy(-92)} {x + 58} {yy(-30)} Q{x + 40} {yy(-70)} {x} {yy(-70)} Q{x - 40} {yy(-70)} {x - 58} {yy(-30)}Z"))
        lay(mirrored("".join(ellipse(x - 66, yy(-26 + i * 22), 15, 10) for i in range(4)), x), 8)
    if p.beard == "full":
        lay(path(f"M{x - 58} {yy(6)} Q{x - 50} {yy(36)} {x - 30} {yy(36)} Q{x - 14} {yy(34)} {x} {yy(38)} Q{x + 14} {yy(34)} {x + 30} {yy(36)} Q{x + 50} {yy(36)} {x + 58} {yy(6)} C{x + 66} {yy(66)} {x + 44} {yy(122)} {x} {yy(134)} C{x - 44} {yy(122)} {x - 66} {yy(66)} {x - 58} {yy(6)}Z"), 20)
        s.paint(path(f"M{x - 15} {yy(50)} Q{x} {yy(45)} {x + 15} {yy(50)} Q{x} {yy(57)} {x - 15} {yy(50)}Z"), p.ink)
    elif p.beard == "goatee":
        lay(path(f"M{x - 20} {yy(60)} Q{x} {yy(54)} {x + 20} {yy(60)} Q{x + 16} {yy(96)} {x} {yy(106)} Q{x - 16} {yy(96)} {x - 20} {yy(60)}Z"), 9)
        lay(mirrored(path(f"M{x} {yy(34)} Q{x - 22} {yy(34)} {x - 30} {yy(48)} Q{x - 14} {yy(44)} {x} {yy(44)}Z"), x), 6)
    elif p.beard == "walrus":
        lay(mirrored(path(f"M{x} {yy(32)} Q{x - 30} {yy(30)} {x - 44} {yy(62)} Q{x - 24} {yy(58)} {x} {yy(54)}Z"), x), 9)
    elif p.beard == "moustache":
        lay(mirrored(path(f"M{x} {yy(35)} Q{x - 20} {yy(32)} {x - 36} {yy(44)} Q{x - 16} {yy(48)} {x} {yy(46)}Z"), x), 6)
    elif p.beard == "whiskers":
        lay(mirrored(path(f"M{x - 60} {yy(-10)} Q{x - 62} {yy(60)} {x - 34} {yy(74)} Q{x - 40} {yy(30)} {x - 48} {yy(-4)}Z"), x), 9)


def _hat(s: Scene, p: Person, x: float, y: float) -> None:
    """Print hat and glasses."""
    light = (-0.8, -0.7)
    k = p.long

    def lay(body: str, shade: float = 0.12, depth: float = 24) -> None:
        s.block(body, colour=mix(p.ink, p.tone, shade), rim=4, rim_colour=p.paper, engrave=0.65, depth=depth, light=light)

    def top(v: float) -> float:
        return y + v * k

    if p.hat == "fedora":
        lay(path(f"M{x - 62} {top(-52)} C{x - 66} {top(-100)} {x - 52} {top(-136)} {x - 24} {top(-132)} Q{x} {top(-118)} {x + 24} {top(-132)} C{x + 52} {top(-136)} {x + 66} {top(-100)} {x + 62} {top(-52)}Z"))
        s.paint(path(f"M{x - 63} {top(-72)} Q{x} {top(-56)} {x + 63} {top(-72)} L{x + 62} {top(-50)} Q{x} {top(-34)} {x - 62} {top(-50)}Z"), mix(p.tone, p.ink, 0.35))
        lay(path(f"M{x - 112} {top(-52)} Q{x - 60} {top(-66)} {x} {top(-46)} Q{x + 60} {top(-66)} {x + 112} {top(-52)} Q{x + 60} {top(-24)} {x} {top(-26)} Q{x - 60} {top(-24)} {x - 112} {top(-52)}Z"), 0.2, 10)
    elif p.hat == "bowler":
        lay(path(f"M{x - 64} {top(-54)} C{x - 68} {top(-140)} {x + 68} {top(-140)} {x + 64} {top(-54)}Z"))
        s.paint(rect(x - 65, top(-72), 130, 16), mix(p.tone, p.ink, 0.35))
        lay(path(f"M{x - 96} {top(-66)} Q{x} {top(-34)} {x + 96} {top(-66)} Q{x + 80} {top(-36)} {x} {top(-36)} Q{x - 80} {top(-36)} {x - 96} {top(-66)}Z"), 0.2, 8)
    elif p.hat == "cap":
        lay(path(f"M{x - 62} {top(-48)} C{x - 86} {top(-92)} {x - 62} {top(-116)} {x} {top(-118)} C{x + 62} {top(-116)} {x + 86} {top(-92)} {x + 62} {top(-48)} Q{x} {top(-62)} {x - 62} {top(-48)}Z"))
        s.block(path(f"M{x - 62} {top(-62)} Q{x} {top(-76)} {x + 62} {top(-62)} V{top(-44)} Q{x} {top(-58)} {x - 62} {top(-44)}Z"), colour=mix(p.tone, p.ink, 0.4), rim=2, rim_colour=p.paper, engrave=0.3, depth=6)
        lay(path(f"M{x - 58} {top(-48)} Q{x} {top(-62)} {x + 58} {top(-48)} Q{x + 40} {top(-26)} {x} {top(-26)} Q{x - 40} {top(-26)} {x - 58} {top(-48)}Z"), 0.05, 8)
        s.block(poly(star_points(x, top(-84), 17, 5, inner=0.45)), colour=p.paper, rim=0, engrave=0.2, depth=6, line_colour=p.tone)
    elif p.hat == "flat":
        lay(path(f"M{x - 68} {top(-44)} C{x - 84} {top(-96)} {x - 30} {top(-118)} {x + 14} {top(-112)} C{x + 60} {top(-108)} {x + 82} {top(-80)} {x + 66} {top(-44)} Q{x} {top(-64)} {x - 68} {top(-44)}Z"), 0.28)
        lay(path(f"M{x - 78} {top(-40)} Q{x - 20} {top(-70)} {x + 50} {top(-52)} Q{x} {top(-40)} {x - 30} {top(-28)} Q{x - 60} {top(-26)} {x - 78} {top(-40)}Z"), 0.1, 8)
    elif p.hat == "hood":
        ring_points = [(x + 82 * np.cos(a), y - 6 + 104 * np.sin(a)) for a in np.linspace(0.62 * np.pi, 2.38 * np.pi, 44)]
        inner = [(x + 54 * np.cos(a), y - 2 + 78 * np.sin(a)) for a in np.linspace(2.38 * np.pi, 0.62 * np.pi, 40)]
        s.block(poly([*vector.jagged(ring_points, 0.7, 6, depth=1), *inner]), colour=mix(p.tone, p.ink, 0.25), rim=3.4, rim_colour=p.paper, engrave=0.8, depth=14, light=light)
        s.block(mirrored(circle(x - 26, top(-58), 22), x) + rect(x - 60, top(-64), 120, 10), colour=mix(p.ink, p.tone, 0.1), rim=3, rim_colour=p.paper, engrave=0.3, depth=10)
        s.paint(mirrored(circle(x - 26, top(-58), 15), x), mix(p.tone, p.paper, 0.4))
        s.paint(mirrored(lens((x - 36, top(-50)), (x - 18, top(-68)), 6), x), p.paper)
    elif p.hat == "mortar":
        lay(path(f"M{x - 58} {top(-46)} C{x - 62} {top(-90)} {x + 62} {top(-90)} {x + 58} {top(-46)} Q{x} {top(-60)} {x - 58} {top(-46)}Z"))
        lay(poly([(x - 116, top(-94)), (x, top(-122)), (x + 116, top(-94)), (x, top(-66))]), 0.2, 16)
        s.block(line([(x, top(-94)), (x + 84, top(-84)), (x + 86, top(-40))], 4) + poly([(x + 78, top(-42)), (x + 94, top(-42)), (x + 97, top(-10)), (x + 75, top(-10))]), colour=p.paper, rim=0, engrave=0.5, depth=6, line_colour=p.tone)
    elif p.hat == "topper":
        lay(path(f"M{x - 58} {top(-54)} L{x - 66} {top(-168)} Q{x} {top(-182)} {x + 66} {top(-168)} L{x + 58} {top(-54)}Z"))
        s.paint(path(f"M{x - 60} {top(-80)} Q{x} {top(-66)} {x + 60} {top(-80)} L{x + 58} {top(-54)} Q{x} {top(-40)} {x - 58} {top(-54)}Z"), mix(p.tone, p.ink, 0.35))
        lay(path(f"M{x - 98} {top(-62)} Q{x} {top(-34)} {x + 98} {top(-62)} Q{x + 70} {top(-30)} {x} {top(-32)} Q{x - 70} {top(-30)} {x - 98} {top(-62)}Z"), 0.2, 8)
    if p.glasses == "round":
        s.paint(mirrored(ring(x - 26, top(-8), 19, 3.4), x) + stroke(f"M{x - 8} {top(-10)} Q{x} {top(-16)} {x + 8} {top(-10)}", 3.4) + mirrored(line([(x - 45, top(-10)), (x - 60, top(-4))], 3), x), p.ink)
        s.paint(mirrored(lens((x - 36, top(2)), (x - 20, top(-20)), 4), x), p.paper, 0.55)
    elif p.glasses == "half":
        s.paint(mirrored(path(f"M{x - 44} {top(-4)} H{x - 8} Q{x - 10} {top(12)} {x - 26} {top(12)} Q{x - 42} {top(12)} {x - 44} {top(-4)}Z") + path(f"M{x - 40} {top(-1)} H{x - 12} Q{x - 14} {top(9)} {x - 26} {top(9)} Q{x - 38} {top(9)} {x - 40} {top(-1)}Z", CUT), x) + line([(x - 9, top(-3)), (x + 9, top(-3))], 3), p.ink)
    elif p.glasses == "monocle":
        s.paint(ring(x - 26, top(-8), 20, 4) + stroke(f"M{x - 40} {top(8)} Q{x - 62} {top(60)} {x - 50} {top(110)}", 2), p.ink)
        s.paint(lens((x - 38, top(4)), (x - 18, top(-20)), 5), p.paper, 0.6)


def portrait(p: Person, size: tuple[int, int], seed: int) -> np.ndarray:
    """Return the finished portrait of ``p``."""
    s = Scene(size, (504.0, 420.0), seed)
    s.key = p.ink
    s.rim_colour = p.paper
    s.cut_colour = p.tone
    s.lamp = (60, 40)
    s.sky(mix(p.tone, p.paper, 0.15), mix(p.tone, p.ink, 0.45), bend=0.12)
    s.glow((230, 170), 190, p.paper, 0.75)
    p.backdrop(s, p)
    _oval(s, p)
    x, y = p.at
    _body(s, p, x, y)
    _face(s, p, x, y)
    _hair(s, p, x, y)
    _hat(s, p, x, y)
    p.prop(s, p)
    if p.flip:
        s.rgb = s.rgb[:, ::-1].copy()
    return s.finish(0.4)


def _far(s: Scene, p: Person, body: str, share: float = 0.45, *, engrave: float = 0.5, depth: float = 24, angle: float | None = None) -> None:
    s.block(body, colour=mix(p.tone, p.ink, share), rim=3, rim_colour=p.paper, engrave=engrave, depth=depth, keyline=0, angle=angle)


def _mountains(s: Scene, p: Person) -> None:
    _far(s, p, horizons.ridge([(-10, 230), (50, 90), (96, 170), (150, 60), (214, 190), (300, 120), (350, 40), (420, 170), (470, 80), (514, 200)], 430, 0.08, 7), 0.2, depth=50, angle=64)
    cubes = "".join(rect(x, y, 16, 16) for x, y in ((36, 124), (58, 108), (138, 84), (340, 70), (366, 92), (462, 104)))
    s.paint(cubes, p.ink, 0.7)


def _key_stairs(s: Scene, p: Person) -> None:
    steps = "".join(rect(60 + i * 26, 330 - i * 34, 400, 40) + rect(60 + i * 26, 330 - i * 34, 400, 2.4, CUT) for i in range(9))
    _far(s, p, steps, 0.3, engrave=0.2)
    s.paint("".join(poly(star_points(x, y, r, 4, inner=0.22)) for x, y, r in ((60, 60, 16), (120, 130, 10), (420, 50, 18), (470, 140, 10), (360, 100, 8), (40, 200, 9))), p.paper)


def _shelves(s: Scene, p: Person) -> None:
    rng = np.random.default_rng(9)
    parts = []
    for row in range(5):
        x = -10.0
        while x < 510:
            w, h = float(rng.uniform(10, 22)), float(rng.uniform(48, 68))
            parts.append(rect(x, 74 + row * 82 - h, w - 2, h, r=1) + (rect(x + 2, 80 + row * 82 - h * 0.85, w - 6, 3, CUT) if rng.random() < 0.5 else ""))
            x += w
        parts.append(rect(-10, 74 + row * 82, 530, 7))
    _far(s, p, "".join(parts), 0.5, engrave=0.3, depth=8)


def _swamp(s: Scene, p: Person) -> None:
    trees = "".join(horizons.bare_tree(x, 420, h, seed) for x, h, seed in ((40, 380, 3), (110, 300, 5), (400, 320, 8), (468, 400, 2)))
    s.paint(trees, mix(p.tone, p.ink, 0.55))
    moss = "".join(lens((x, y), (x + 2, y + 56), 5) for x, y in ((20, 120), (64, 90), (96, 170), (380, 130), (430, 100), (486, 150), (452, 60), (120, 230)))
    s.paint(moss, mix(p.tone, p.ink, 0.4))
    s.paint(circle(420, 84, 40), p.paper, 0.85)


def _relief(s: Scene, p: Person) -> None:
    slab = rect(300, 40, 170, 230, r=6)
    _far(s, p, slab, 0.35, depth=20)
    s.paint(placed("octopus", 386, 150, 150), p.ink, 0.8)
    s.paint("".join(placed(n, x, 246, 30) for n, x in (("sea-star", 330), ("fish-monster", 386), ("triton-head", 440))), p.ink, 0.7)
    books = "".join(rect(20, 90 + i * 30, 120 - i % 3 * 14, 24, r=2) for i in range(9))
    _far(s, p, books, 0.5, depth=10)


def _papers(s: Scene, p: Person) -> None:
    for x, y, turn in ((70, 90, -12), (150, 180, 8), (60, 260, 6), (420, 80, 10), (450, 200, -8), (370, 150, -16)):
        sheet = vector.group(rect(-44, -56, 88, 112), at=(x, y), turn=turn)
        s.block(sheet, colour=mix(p.paper, p.tone, 0.15), rim=0, engrave=0.2, depth=10, line_colour=p.tone, keyline=3)
        s.paint(vector.group("".join(rect(-34, -44 + i * 11, 68 - (i * 17) % 24, 3) for i in range(8)), at=(x, y), turn=turn), p.ink, 0.65)
    s.paint(stroke("M70 90 L150 180 L60 260 M420 80 L450 200 L370 150 Z", 2), rgb("#8A1F1A"), 0.8)


def _hills(s: Scene, p: Person) -> None:
    _far(s, p, horizons.ridge([(-10, 220), (100, 120), (230, 200), (360, 110), (514, 210)], 430, 0.015, 3), 0.15, depth=70)
    stones = horizons.obelisks([(80, 128, 14, 46), (104, 124, 12, 38), (128, 132, 14, 44), (342, 120, 13, 42), (366, 112, 15, 50), (392, 122, 12, 40)])
    s.paint(stones, p.ink, 0.9)
    s.paint(horizons.firs(-10, 514, 330, 120, 14, 2), mix(p.tone, p.ink, 0.6))


def _clocks(s: Scene, p: Person) -> None:
    for x, y, r, a, b in ((92, 100, 66, -60, 20), (420, 88, 58, 100, -10), (456, 250, 44, 200, 80), (52, 262, 46, 10, 150)):
        s.block(circle(x, y, r), colour=mix(p.paper, p.tone, 0.25), rim=3, rim_colour=p.paper, engrave=0.3, depth=20, line_colour=p.tone)
        marks = "".join(lens(vector.polar(x, y, r * 0.92, i * 30), vector.polar(x, y, r * 0.74, i * 30), 4) for i in range(12))
        hands = lens(vector.polar(x, y, r * 0.16, a + 180), vector.polar(x, y, r * 0.8, a), 5) + lens((x, y), vector.polar(x, y, r * 0.54, b), 6)
        s.paint(ring(x, y, r, 5) + marks + hands + circle(x, y, 4), p.ink)


def _bricks(s: Scene, p: Person) -> None:
    wall = "".join(rect(-20 + (row % 2) * 24 + i * 48, row * 22, 45, 19, r=1) for row in range(20) for i in range(12))
    _far(s, p, wall, 0.35, engrave=0.25, depth=8)
    s.paint(poly([(400, -10), (440, -10), (520, 430), (320, 430)]), p.paper, 0.28, blur=6, specks=0)
    s.block(line([(430, 430), (430, 60), (396, 44)], 8) + poly([(376, 44), (416, 44), (408, 76), (384, 76)]), colour=p.ink, rim=2, rim_colour=p.paper, engrave=0)
    s.paint(poly([(380, 48), (412, 48), (406, 72), (386, 72)]), p.paper)


def _bottles(s: Scene, p: Person) -> None:
    parts = []
    for row in range(4):
        for i in range(9):
            x, y = 10 + i * 58 + (row % 2) * 10, 96 + row * 96
            if (i + row) % 3:
                parts.append(rect(x, y - 50, 34, 50, r=6) + rect(x + 10, y - 70, 14, 24) + rect(x + 7, y - 76, 20, 8, r=2) + rect(x + 5, y - 36, 24, 18, CUT))
            else:
                parts.append(circle(x + 18, y - 22, 22) + rect(x + 12, y - 72, 12, 40) + circle(x + 18, y - 22, 9, CUT))
        parts.append(rect(-10, 96 + row * 96, 530, 8))
    _far(s, p, "".join(parts), 0.45, engrave=0.4, depth=9)


def _angles(s: Scene, p: Person) -> None:
    lines = [((0, 0), (252, 150)), ((504, 0), (280, 130)), ((0, 420), (210, 250)), ((504, 420), (330, 260)), ((252, 150), (280, 130)), ((210, 250), (252, 150)), ((330, 260), (280, 130)), ((0, 210), (210, 250)), ((504, 190), (330, 260)), ((120, 0), (252, 150)), ((400, 0), (280, 130))]
    planes = poly([(0, 0), (252, 150), (210, 250), (0, 420)]) + poly([(504, 0), (280, 130), (330, 260), (504, 420)])
    _far(s, p, planes, 0.3, depth=40)
    s.paint("".join(line([a, b], 3.6) for a, b in lines), p.ink)
    marks = vector.chord_star(92, 120, 40, 7, 3, 2.4) + ring(92, 120, 40, 2.4) + vector.chord_star(430, 280, 34, 5, 2, 2.4) + ring(430, 280, 34, 2.4)
    curve = stroke("M392 60 C420 20 470 40 452 80 C436 112 396 96 412 70 C424 52 444 66 436 76", 3)
    s.paint(marks + curve + stroke("M40 300 q20 -40 40 0 t40 0 t40 0", 3), p.paper, 0.9)


def _steeple(s: Scene, p: Person) -> None:
    s.paint(circle(392, 96, 52), p.paper, 0.9)
    town, lights = horizons.town(-10, 514, 420, 150, 6)
    _far(s, p, town, 0.5, depth=16)
    s.paint(lights, p.paper)
    s.paint(horizons.steeple(96, 330, 56, 300), mix(p.tone, p.ink, 0.75))
    s.paint("".join(path(f"M{x} 214 v-34 q7 -16 14 0 v34Z") for x in (80, 100)), p.paper, 0.9)


def _reef(s: Scene, p: Person) -> None:
    s.paint(circle(396, 100, 46), p.paper, 0.9)
    s.sea(196, mix(p.tone, p.ink, 0.55), mix(p.paper, p.tone, 0.3))
    s.gleam(396, 196, p.paper, spread=46)
    s.paint(horizons.ridge([(20, 206), (70, 186), (120, 200), (180, 190), (210, 206)], 216, 0.1, 4), p.ink)
    heads = "".join(circle(x, y, 9) + path(f"M{x - 16} {y + 18} Q{x} {y - 4} {x + 16} {y + 18}Z") for x, y in ((60, 260), (110, 236), (450, 250), (486, 300), (24, 320)))
    s.paint(heads, p.ink)
    s.paint("".join(circle(x + d, y - 2, 1.9) for x, y in ((60, 260), (110, 236), (450, 250), (486, 300), (24, 320)) for d in (-3.4, 3.4)), p.paper)


def _shunned(s: Scene, p: Person) -> None:
    house = poly([(50, 420), (50, 150), (120, 70), (384, 70), (456, 150), (456, 420)]) + rect(90, 40, 30, 60) + rect(380, 40, 30, 60)
    _far(s, p, house, 0.35, depth=30, angle=2)
    panes = "".join(rect(x, y, 40, 56) for x in (74, 134, 330, 394) for y in (180, 280))
    s.paint(panes, p.ink)
    s.paint("".join(rect(x + 19, y, 2, 56) + rect(x, y + 27, 40, 2) for x in (74, 134, 330, 394) for y in (180, 280)), p.tone)
    s.paint(horizons.bare_tree(474, 420, 360, 4, lean=-6) + horizons.bare_tree(22, 420, 330, 7, lean=5), p.ink)
    mist = "".join(limb([(60 + i * 80, 420), (80 + i * 76, 380 - i % 2 * 20), (60 + i * 84, 340)], taper(40, 6)) for i in range(6))
    s.paint(mist, p.paper, 0.35, blur=8, specks=0)


def _hold(icon: str, x: float, y: float, side: float, *, turn: float = 0.0, flip: bool = False) -> Drawing:
    """Return a drawing of a thing that the investigator shows: the icon, in paper with engraved lines."""

    def draw(s: Scene, p: Person) -> None:
        s.block(placed(icon, x, y, side, turn=turn, flip=flip), colour=mix(p.paper, p.tone, 0.12), rim=0, engrave=0.45, depth=10, line_colour=p.tone,
                keyline=4)

    return draw


SEPIA, SEPIA_TONE, SEPIA_INK = rgb("#EBD9B4"), rgb("#9A7A50"), rgb("#22170F")

PEOPLE: dict[str, Person] = {
    "dyer": Person(rgb("#E6EEEE"), rgb("#7C98A4"), rgb("#14222B"), _mountains, hair="", hat="hood", beard="full", coat="fur", age=2,
                   prop=_hold("compass", 398, 326, 104), flip=True),
    "carter": Person(rgb("#F0E2BC"), rgb("#8A7A9A"), rgb("#1E1830"), _key_stairs, hair="parted", coat="cravat", jaw=20, long=1.04,
                     prop=_hold("skeleton-key", 396, 300, 130, turn=20)),
    "armitage": Person(SEPIA, rgb("#8C6A42"), rgb("#24160C"), _shelves, hair="bald", beard="full", glasses="half", coat="bow", age=3,
                       prop=_hold("secret-book", 400, 316, 120, turn=-8)),
    "legrasse": Person(rgb("#E2E4C4"), rgb("#7C8658"), rgb("#191D10"), _swamp, hair="short", hat="cap", beard="walrus", coat="uniform", jaw=30,
                       prop=_hold("old-lantern", 404, 318, 112)),
    "angell": Person(rgb("#EFE0C8"), rgb("#A07860"), rgb("#281814"), _relief, hair="wild", beard="goatee", glasses="round", flip=True, coat="bow", age=2, at=(226, 172)),
    "thurston": Person(rgb("#EEE6D4"), rgb("#96866E"), rgb("#201A14"), _papers, hair="short", glasses="round", coat="lapels", jaw=22),
    "wilmarth": Person(rgb("#E6E8CC"), rgb("#6E8A72"), rgb("#13201A"), _hills, hair="parted", hat="flat", beard="moustache", flip=True, coat="lapels", jaw=26,
                       prop=_hold("pocket-watch", 398, 322, 104)),
    "peaslee": Person(rgb("#E9E2CE"), rgb("#7A8290"), rgb("#171B24"), _clocks, hair="bald", beard="whiskers", coat="cravat", age=2, long=1.06),
    "malone": Person(rgb("#EBD8C4"), rgb("#9A6450"), rgb("#24110E"), _bricks, hair="short", hat="fedora", coat="trench", jaw=32,
                     prop=_hold("police-badge", 112, 328, 88)),
    "willett": Person(rgb("#E4EADB"), rgb("#6C908C"), rgb("#10211F"), _bottles, hair="bald", beard="goatee", glasses="monocle", flip=True, coat="lapels", age=2, jaw=26,
                      prop=_hold("stethoscope", 252, 330, 150)),
    "gilman": Person(rgb("#E6DDEE"), rgb("#7A6894"), rgb("#1A1226"), _angles, hair="wild", coat="lapels", jaw=18, long=1.05,
                     prop=_hold("rat", 404, 344, 110)),
    "blake": Person(rgb("#F2D9C0"), rgb("#A8583C"), rgb("#2A0F0C"), _steeple, hair="long", flip=True, coat="cravat", jaw=19, long=1.03,
                    prop=_hold("palette", 404, 322, 112)),
    "olmstead": Person(rgb("#DCEBE4"), rgb("#5E8E8A"), rgb("#0E2024"), _reef, hair="short", hat="bowler", coat="trench", jaw=20),
    "whipple": Person(rgb("#F0E4CC"), rgb("#8E7A66"), rgb("#1E1712"), _shunned, hair="wig", hat="", beard="whiskers", glasses="half", coat="cravat", age=3,
                      prop=_hold("candle-holder", 404, 318, 104)),
}

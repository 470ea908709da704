"""What Sacrament's screens are drawn from: vellum, medallions, wax seals, harm boxes, cost dots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.theme import Colour, Style

if TYPE_CHECKING:
    from scenes.app import App

UNCIAL = Style("uncial", 26, leading=1.15)
"""Titles; never below 20 units (the letter forms need the room)."""
PAGE_TITLE = Style("uncial", 40, leading=1.15)

OCHRE: Colour = theme.rgb("#B98A3A")
WOAD: Colour = theme.rgb("#2F4B63")
STONE: Colour = theme.rgb("#A9A08C")
VELLUM: Colour = theme.rgb("#E4D5B0")
RUBRIC: Colour = theme.rgb("#7A1B17")
"""Rubricated words: blood, dark enough for the stained parts of the vellum."""

POOL, BOXES, WOUND = 6, 12, 4
ATTRIBUTE_ICONS = {"strength": "biceps", "agility": "sprint", "wits": "brain", "will": "prayer"}
PRACTICE_ICONS = {
    "meditation": "meditation",
    "prayer": "prayer",
    "atonement": "kneeling",
    "vigil": "candle-flame",
}
MILESTONE_ICONS = {9: "evil-moon", 15: "bleeding-eye", 21: "daemon-skull"}
ITEM_ICONS = {
    "arming_sword": "broadsword",
    "hand_axe": "hatchet",
    "spade": "trench-spade",
    "seax": "sacrificial-dagger",
    "spear": "spears",
    "quarterstaff": "wizard-staff",
    "flail": "flanged-mace",
    "great_axe": "fire-axe",
    "hunting_bow": "bow-arrow",
    "sling": "thrown-knife",
    "crossbow": "archer",
    "censer": "lit-candelabra",
    "chalk_ward": "rune-stone",
    "reliquary_focus": "locked-chest",
    "iron_lantern": "old-lantern",
    "lantern": "old-lantern",
    "rations": "bread",
    "salve": "herbs-bundle",
    "bandages": "healing",
    "repair_kit": "cog",
    "holy_water": "holy-water",
    "lamp_oil": "potion-ball",
    "incense": "fluffy-flame",
    "rope": "rope-coil",
    "shovel": "trench-spade",
    "lockpicks": "skeleton-key",
    "chalk": "rune-stone",
    "candles": "candles",
    "black_milk": "potion-ball",
    "chest_key": "skeleton-key",
    "tower_key": "house-keys",
    "ledger_book": "white-book",
    "silver_ring": "gem-pendant",
    "candle_stub": "candle-holder",
}
_KIND_ICONS = {"light": "leather-armor", "medium": "chain-mail", "heavy": "breastplate"}


def item_icon(id: str, weight: str = "") -> str:
    """The icon of a thing; `weight` where it is a suit of armour."""
    return ITEM_ICONS.get(id) or _KIND_ICONS.get(weight) or "gem-pendant"


_FRAME = 90
"""Pixels of a sheet's picture that belong to its torn edge."""
_STRETCH = 2.4
"""How much the middle of a sheet may be drawn out one way."""


def vellum(app: App, surface: pygame.Surface, box: pygame.Rect, kind: str = "vellum") -> None:
    """A torn sheet of vellum (``vellum`` large, ``slip`` small), or plain paper where textures are off."""
    if box.width < 4 or box.height < 4:
        return
    key = ("sac-vellum", kind, box.size, app.scale.u)
    sheet = app.assets.kept(key)
    if sheet is None:
        source = None if app.paint.plain else app.assets.original(f"sacrament/{kind}")
        if source is None:
            app.paint.panel(surface, box, "parchment", f"{kind}{box.size}")
            return
        sheet = app.assets.keep(key, _sheet(source, box.size, max(4, app.scale.px(38))))
    surface.blit(sheet, box)


def _sheet(source: pygame.Surface, size: tuple[int, int], edge: int) -> pygame.Surface:
    """A sheet of any shape from a picture of one: its edges kept, its middle stretched a little, beyond that cut."""
    width, height = size
    edge = min(edge, width // 2, height // 2)
    wide, high = source.get_width() - 2 * _FRAME, source.get_height() - 2 * _FRAME
    shape = max(1, width - 2 * edge) / max(1, height - 2 * edge) / (wide / high)
    inner = pygame.Rect(0, 0, wide, high)
    if shape > _STRETCH:
        inner.height = max(2, round(high * _STRETCH / shape))
    elif shape < 1 / _STRETCH:
        inner.width = max(2, round(wide * shape * _STRETCH))
    inner.center = source.get_rect().center
    xs = (
        (0, _FRAME, 0, edge),
        (inner.left, inner.width, edge, width - 2 * edge),
        (source.get_width() - _FRAME, _FRAME, width - edge, edge),
    )
    ys = (
        (0, _FRAME, 0, edge),
        (inner.top, inner.height, edge, height - 2 * edge),
        (source.get_height() - _FRAME, _FRAME, height - edge, edge),
    )
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    for sx, sw, dx, dw in xs:
        for sy, sh, dy, dh in ys:
            if dw > 0 and dh > 0:
                part = source.subsurface(pygame.Rect(sx, sy, sw, sh))
                sheet.blit(pygame.transform.smoothscale(part, (dw, dh)), (dx, dy))
    return sheet.convert_alpha() if pygame.display.get_surface() is not None else sheet


def ink(app: App) -> Colour:
    """The colour of words on vellum."""
    return theme.INK if app.settings.high_contrast else theme.PRINT


def red(app: App) -> Colour:
    """The colour of rubricated words on vellum."""
    return theme.INK if app.settings.high_contrast else RUBRIC


def picture(app: App, name: str, size: tuple[int, int]) -> pygame.Surface:
    """A picture of ``sprites/sacrament``; a plain disc or box where it is missing."""
    found = app.assets.sprite(f"sacrament/{name}", size)
    if found is not None:
        return found

    def draw(large: pygame.Surface, k: int) -> None:
        pygame.draw.ellipse(large, theme.OXBLOOD if name.startswith("foes") else OCHRE, large.get_rect())

    return app.paint.made(("sac-plain", name), size, draw)


def leaning(abilities: Sequence[str]) -> str:
    """The path that most abilities of a character lie on, by their ids' stems."""
    stems = {"can": "cantor", "arc": "arcane", "pen": "penitent", "war": "warden"}
    count = dict.fromkeys(stems.values(), 0)
    for id in abilities:
        path = stems.get(id.partition(".")[0])
        if path is not None:
            count[path] += 1
    return max(count, key=lambda path: count[path])


def person_picture(app: App, id: str, abilities: Sequence[str]) -> str:
    """The medallion of a character: its own where there is one, else its path's."""
    return f"people/{id}" if id and app.assets.has(f"sacrament/people/{id}") else f"people/{leaning(abilities)}"


def foe_picture(app: App, kind: str) -> str:
    """The medallion of a kind of adversary."""
    return f"foes/{kind}" if app.assets.has(f"sacrament/foes/{kind}") else "foes/unknown"


def draw_medallion(
    app: App,
    surface: pygame.Surface,
    name: str,
    centre: tuple[int, int],
    size: int,
    *,
    seat: int | None = None,
    dim: bool = False,
    dead: bool = False,
) -> None:
    """A medallion; `seat` adds the seat's shape, `dim` darkens who has had a turn, `dead` strikes it out."""
    image = picture(app, name, (size, size))
    if dim:
        key = ("sac-dim", name, size)
        kept = app.assets.kept(key)
        if kept is None:
            kept = image.copy()
            kept.fill((112, 104, 96), special_flags=pygame.BLEND_RGB_MULT)
            app.assets.keep(key, kept)
        image = kept
    surface.blit(image, image.get_rect(center=centre))
    if dead:
        mark = app.assets.icon("cross-mark", round(size * 0.8), theme.BLOOD)
        surface.blit(mark, mark.get_rect(center=centre))
    if seat is not None:
        side = max(app.scale.px(18), round(size * 0.32))
        offset = round(size * 0.33)
        app.paint.seat_mark(surface, (centre[0] - offset, centre[1] - offset), side, seat)


def draw_wax(app: App, surface: pygame.Surface, box: pygame.Rect, tokens: int) -> None:
    """Six action tokens in a row: whole seals for those left, rings for those spent."""
    side = min(box.height, box.width // POOL)
    step = min(round(side * 1.1), (box.width - side) // (POOL - 1))
    for number in range(POOL):
        image = picture(app, "wax" if number < tokens else "wax_spent", (side, side))
        surface.blit(image, (box.left + number * step, box.centery - side // 2))


GROUP_GAP = 0.55
"""Between two groups of harm boxes, as a share of a box."""


def harm_box(box: pygame.Rect) -> float:
    """The width of one of the twelve harm boxes that fill `box`."""
    return min(box.width / (BOXES + 2 * GROUP_GAP), box.height * 0.87)


def wound_middle(box: pygame.Rect, group: int) -> int:
    """The middle of a group of four in the row of harm boxes that fills `box`."""
    return box.left + round((group * (WOUND + GROUP_GAP) + WOUND / 2) * harm_box(box))


def draw_harm(app: App, surface: pygame.Surface, box: pygame.Rect, harm: int) -> None:
    """Twelve harm boxes in three groups of four (SAC-HARM-01)."""
    wide = harm_box(box)
    high = round(min(box.height, wide * 1.15))
    size = (max(4, round(wide)), max(5, high))
    for number in range(BOXES):
        left = box.left + round((number + GROUP_GAP * (number // WOUND)) * wide)
        image = picture(app, "harm" if number < harm else "harm_open", size)
        surface.blit(image, (left, box.centery - high // 2))


def draw_dots(app: App, surface: pygame.Surface, at: tuple[int, int], cost: int, size: int) -> int:
    """A cost as ochre dots; returns the width."""
    step = round(size * 1.25)

    def draw(large: pygame.Surface, k: int) -> None:
        middle = (large.get_width() / 2, large.get_height() / 2)
        pygame.draw.circle(large, theme.PRINT, middle, large.get_width() * 0.48)
        pygame.draw.circle(large, OCHRE, middle, large.get_width() * 0.36)

    image = app.paint.made("sac-dot", (size, size), draw)
    for number in range(cost):
        surface.blit(image, (at[0] + number * step, at[1]))
    return cost * step


def draw_rule(app: App, surface: pygame.Surface, left: int, right: int, y: int) -> None:
    """A pen stroke with a rubricated lozenge."""
    app.paint.rule(surface, left, right, y, theme.mix(theme.PRINT, VELLUM, 0.35))


def fit(app: App, words: str, style: Style, width: int, pixels: float = 11) -> Style:
    """The style, smaller where `words` are wider than `width`, down to so many pixels."""
    return app.text.fitting(words, style, width, pixels / (app.scale.u * app.scale.text_factor))


def fit_line(app: App, words: str, style: Style, box: pygame.Rect, pixels: float = 9) -> Style:
    """The style, smaller where one line of `words` is wider or higher than `box`."""
    style = fit(app, words, style, box.width, pixels)
    least = pixels / (app.scale.u * app.scale.text_factor)
    while style.size > least and app.text.measure(words, style)[1] > box.height:
        style = style.sized(style.size - 0.5)
    return style


def added(n: int) -> str:
    """A number as it is added to another in a sum; nothing for 0."""
    return f"+ {n}" if n > 0 else f"− {-n}" if n < 0 else ""


def signed(n: int) -> str:
    """A number with its sign; the minus is the type's own."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"

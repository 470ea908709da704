"""A character sheet in a scroll area: the builder's live sheet, and the play sheet that is looked up at the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.numbers import whole_number
from game.sacrament.characters import Character, Fault, Item, abilities_of, pick_counter, uses_left
from game.sacrament.content import ATTRIBUTES, Content
from game.sacrament.kit import kit_of
from scenes import theme
from scenes.sacrament import paper
from scenes.widgets import Drawn, Label, ScrollArea, Widget

if TYPE_CHECKING:
    from scenes.app import App


def item_words(app: App, item: Item) -> str:
    """A thing of the pack: its name, its tier above 1, how many."""
    name = app.tr(f"item.{item.id}.name")
    words = app.tr("sac.item.tier", item=name, tier=item.tier) if item.tier > 1 else name
    return app.tr("sac.item.count", item=words, n=item.n) if item.n > 1 else words


def fault_words(app: App, fault: Fault) -> str:
    """A fault of a character in a sentence; one without a sentence of its own names the field."""
    if fault.key:
        return app.tr(fault.key, fault.values)
    field, _, rest = fault.field.partition("[")
    key = f"sac.field.{field}"
    name = app.tr(key) if app.strings.has(key) else field
    if rest:
        place = whole_number(rest.rstrip("]"))
        name = name if place is None else f"{name} {place + 1}"
    return app.tr("sac.fault", field=name, found=fault.found, expected=fault.expected)


HARM_HIGH = 30.0
"""Height of the row of harm boxes, in units."""


class SheetView:
    """Fills a scroll area, from the top down."""

    def __init__(self, app: App, content: Content, area: ScrollArea, region: str = "right") -> None:
        self.app, self.content, self.area, self.region = app, content, area, region
        self.y = 0

    # Pieces

    def words(
        self, id: str, text: str, style: theme.Style, colour: theme.Colour, *, indent: int = 0, gap: float = 4
    ) -> None:
        """A paragraph."""
        width = self.area.inner_width - indent
        high = self.app.text.measure(text, style, width)[1]
        place = pygame.Rect(indent, self.y, width, high)
        self.area.add(Label(self.app, f"sheet.{id}", place, text, style, colour, region=self.region))
        self.y += high + self.app.scale.px(gap)

    def head(self, id: str, text: str) -> None:
        """A rubric over a part."""
        self.y += self.app.scale.px(8)
        self.words(f"head.{id}", text, paper.UNCIAL.sized(21), paper.red(self.app), gap=3)

    def drawn(self, id: str, high: int, paint: object, text: str) -> None:
        """A drawing across the whole width."""
        place = pygame.Rect(0, self.y, self.area.inner_width, high)
        self.area.add(Drawn(self.app, f"sheet.{id}", place, paint, text=text, region=self.region))  # type: ignore[arg-type]
        self.y += high + self.app.scale.px(6)

    def finish(self) -> None:
        """Say how high it became."""
        self.area.content_height = self.y

    # Parts

    def title(self, sheet: Character) -> None:
        """Name, what it is, look."""
        app = self.app
        size = app.scale.px(76)
        name = sheet.name or app.tr("sac.nameless")
        self.drawn(
            "title",
            max(size, self._title_high(sheet, name, size)),
            partial(self._draw_title, sheet=sheet, name=name, size=size),
            name,
        )
        if sheet.look:
            self.words("look", sheet.look, theme.BODY_ITALIC, paper.ink(app))

    def _title_style(self, name: str, width: int) -> theme.Style:
        longest = max(name.split() or [name], key=lambda word: self.app.text.measure(word, paper.UNCIAL.sized(30))[0])
        return paper.fit(self.app, longest, paper.UNCIAL.sized(30), width, 20)

    def _title_high(self, sheet: Character, name: str, size: int) -> int:
        width = self.area.inner_width - size - self.app.scale.px(12)
        style = self._title_style(name, width)
        return (
            self.app.text.measure(name, style, width)[1]
            + self.app.text.measure(self.summary(sheet), theme.SECONDARY, width)[1]
            + self.app.scale.px(8)
        )

    def summary(self, sheet: Character) -> str:
        """What a character is in one line."""
        abilities = abilities_of(sheet)
        path = self.app.tr(f"path.{paper.leaning(abilities)}.name") if abilities else self.app.tr("sac.no_path")
        return self.app.tr("sac.summary", path=path, level=sheet.level)

    def _draw_title(self, surface: pygame.Surface, widget: Widget, *, sheet: Character, name: str, size: int) -> None:
        app, box = self.app, widget.box
        picture = paper.person_picture(app, sheet.id, abilities_of(sheet))
        paper.draw_medallion(app, surface, picture, (box.left + size // 2, box.top + size // 2), size)
        left = box.left + size + app.scale.px(12)
        words = pygame.Rect(left, box.top + app.scale.px(2), box.right - left, box.height)
        style = self._title_style(name, words.width)
        high = app.text.measure(name, style, words.width)[1]
        app.text.draw(surface, name, pygame.Rect(words.left, words.top, words.width, high), style, paper.red(app))
        below = pygame.Rect(words.left, words.top + high, words.width, box.bottom - words.top - high)
        app.text.draw(surface, self.summary(sheet), below, theme.SECONDARY, paper.ink(app))

    def attributes(self, sheet: Character) -> None:
        """The four values, base and bonus apart (SAC-ATTR-04)."""
        kit = kit_of(sheet)
        text = ", ".join(
            f"{self.app.tr(f'attribute.{name}.name')} {paper.signed(kit.value[name])}" for name in ATTRIBUTES
        )
        each, columns = self._attribute_columns()
        rows = -(-len(ATTRIBUTES) // columns)
        self.drawn("attributes", rows * each, partial(self._draw_attributes, sheet=sheet), text)

    def _attribute_columns(self) -> tuple[int, int]:
        """The height of a value with its name, and how many stand side by side."""
        app = self.app
        style = paper.UNCIAL.sized(28)
        value = app.text.measure("+2", style)[0] + app.scale.px(36)
        word = max(app.text.measure(app.tr(f"attribute.{name}.name"), theme.SECONDARY)[0] for name in ATTRIBUTES)
        high = app.text.line_height(style) + app.text.line_height(theme.SECONDARY)
        return high, 4 if 4 * max(value, word + app.scale.px(6)) <= self.area.inner_width else 2

    def _draw_attributes(self, surface: pygame.Surface, widget: Widget, *, sheet: Character) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        kit = kit_of(sheet)
        high, columns = self._attribute_columns()
        each = box.width // columns
        style = paper.UNCIAL.sized(28)
        first, line = app.text.line_height(style), app.text.line_height(theme.SECONDARY)
        for number, name in enumerate(ATTRIBUTES):
            place = pygame.Rect(box.left + number % columns * each, box.top + number // columns * high, each, high)
            side = scale.px(26)
            icon = app.assets.icon(paper.ATTRIBUTE_ICONS[name], side, paper.ink(app))
            value = paper.signed(kit.value[name])
            wide = app.text.measure(value, style)[0]
            left = place.centerx - (side + scale.px(6) + wide) // 2
            surface.blit(icon, (left, place.top + (first - side) // 2))
            colour = paper.red(app) if kit.bonus[name] else paper.ink(app)
            spot = pygame.Rect(left + side + scale.px(6), place.top, wide + 4, first)
            app.text.draw(surface, value, spot, style, colour, valign="middle", wrap=False)
            word = app.tr(f"attribute.{name}.name")
            fitting = paper.fit(app, word, theme.SECONDARY, each - scale.px(4), 11)
            below = pygame.Rect(place.left, place.top + first, each, line)
            app.text.draw(surface, word, below, fitting, paper.ink(app), align="center", wrap=False)

    def boxes(self, harm: int = 0, tokens: int = paper.POOL) -> None:
        """Twelve harm boxes with the Wounds named, six tokens."""
        app = self.app
        self.drawn(
            "harm", app.scale.px(HARM_HIGH), lambda surface, widget: paper.draw_harm(app, surface, widget.box, harm),
            app.tr("sac.harm.text", harm=harm, wounds=harm // paper.WOUND),
        )  # fmt: skip
        self.drawn("wounds", app.text.line_height(theme.SECONDARY), self._draw_wounds, app.tr("sac.wounds.text"))
        self.drawn(
            "tokens", app.scale.px(34), lambda surface, widget: paper.draw_wax(app, surface, widget.box, tokens),
            app.tr("sac.tokens.text", tokens=tokens),
        )  # fmt: skip

    def _draw_wounds(self, surface: pygame.Surface, widget: Widget) -> None:
        """The names below the middle of each group."""
        box = widget.box
        row = pygame.Rect(box.left, box.top, box.width, self.app.scale.px(HARM_HIGH))
        wide = round(paper.harm_box(row) * (paper.WOUND + paper.GROUP_GAP))
        for number in range(3):
            word = self.app.tr("sac.wound", number=number + 1)
            place = pygame.Rect(0, box.top, wide, box.height)
            place.centerx = paper.wound_middle(row, number)
            style = paper.fit(self.app, word, theme.SECONDARY, place.width, 11)
            self.app.text.draw(surface, word, place, style, paper.ink(self.app), align="center", wrap=False)

    def abilities(self, sheet: Character, *, full: bool) -> None:
        """What the picks bought: name, cost, risk; with their texts where `full`."""
        app = self.app
        self.head("abilities", app.tr("sac.head.abilities"))
        earned, spent, left = pick_counter(sheet)
        self.words(
            "picks", app.tr("sac.picks.sheet", earned=earned, spent=spent, left=left), theme.SECONDARY, paper.ink(app)
        )
        for number, pick in enumerate(sheet.picks):
            if pick.startswith("+"):
                text = app.tr("sac.raise", attribute=f"@attribute.{pick[1:]}.name")
                self.words(f"pick.{number}", text, theme.BODY_BOLD, paper.ink(app))
                continue
            self.words(f"pick.{number}", self.ability_line(pick), theme.BODY_BOLD, paper.ink(app), gap=1 if full else 4)
            if full:
                self.words(
                    f"pick.{number}.text",
                    app.tr(f"ability.{pick}.text"),
                    theme.BODY,
                    paper.ink(app),
                    indent=app.scale.px(14),
                )

    def ability_line(self, id: str) -> str:
        """An ability with its kind, cost and the rise of the ladder."""
        app, ability = self.app, self.content.abilities.get(id)
        name = app.tr(f"ability.{id}.name")
        if ability is None:
            return name
        if ability.kind == "passive":
            return app.tr("sac.ability.passive", name=name)
        if ability.is_spell:
            return app.tr("sac.ability.spell", name=name, count=ability.cost, rise=max(1, ability.risk))
        return app.tr("sac.ability.action", name=name, count=ability.cost)

    def gear(self, sheet: Character, durability: int | None = None) -> None:
        """What is in hand, worn and carried, how much of it is left, and the slots it fills. ``durability``: the
        suit's in a running game."""
        app, kit = self.app, kit_of(sheet)
        self.head("gear", app.tr("sac.head.gear"))
        if kit.armour is not None:
            suit = item_words(app, kit.armour)
            if durability is None:
                durability = kit.durability if kit.armour.left < 0 else kit.armour.left
            words = app.tr("sac.worn", item=suit, dice=kit.armour_dice, durability=durability, whole=kit.durability)
            self.words("worn", words, theme.BODY, paper.ink(app))
        held = ", ".join(item_words(app, item) for item in sheet.items if item.key in sheet.hands)
        self.words("hands", app.tr("sac.in_hand", items=held or app.tr("sac.nothing")), theme.BODY, paper.ink(app))
        rest = [item for item in sheet.items if item.key not in (sheet.worn, *sheet.hands)]
        if rest:
            carried = ", ".join(self._carried(item) for item in rest)
            self.words("pack", app.tr("sac.carried", items=carried), theme.BODY, paper.ink(app))
        words = app.tr("sac.slots", used=kit.used, capacity=kit.capacity, gold=sheet.gold)
        self.words("slots", words, theme.BODY_BOLD, paper.ink(app))

    def _carried(self, item: Item) -> str:
        """A thing of the pack with what is left in it."""
        words = item_words(self.app, item)
        left, most = uses_left(self.content, item)
        return self.app.tr("sac.item.left", item=words, left=left, most=most) if most else words

    def vow(self, sheet: Character) -> None:
        """Practice and vow."""
        app = self.app
        self.head("vow", app.tr("sac.head.vow"))
        if sheet.practice:
            self.words("practice", app.tr(f"practice.{sheet.practice}.name"), theme.BODY_BOLD, paper.ink(app))
        self.words("vow", sheet.vow or app.tr("sac.no_vow"), theme.FLAVOUR.sized(19), paper.ink(app))
        if app.strings.has(f"sac.about.{sheet.vow_tag}"):
            told = app.tr("sac.about", about=f"@sac.about.{sheet.vow_tag}")
            self.words("vow_tag", told, theme.SECONDARY, paper.ink(app))

    def overrides(self, sheet: Character) -> None:
        """What a game master allowed, stamped."""
        if sheet.overrides:
            self.head("overrides", self.app.tr("sac.head.overrides"))
            for number, stamp in enumerate(sheet.overrides):
                self.words(
                    f"override.{number}", self.app.tr("sac.stamp", what=stamp), theme.BODY_BOLD, paper.red(self.app)
                )

    def faults(self, faults: Sequence[Fault]) -> None:
        """What still keeps the character out of play."""
        app = self.app
        self.head("faults", app.tr("sac.head.faults" if faults else "sac.head.sound"))
        for number, fault in enumerate(faults):
            self.words(f"fault.{number}", fault_words(app, fault), theme.BODY, paper.ink(app))

    def whole(self, sheet: Character, *, harm: int = 0, tokens: int = paper.POOL, full: bool = False) -> None:
        """All of it."""
        self.title(sheet)
        self.attributes(sheet)
        self.boxes(harm, tokens)
        self.abilities(sheet, full=full)
        self.gear(sheet)
        self.vow(sheet)
        self.overrides(sheet)

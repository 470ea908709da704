"""The stage: the layout of Elder Gods above, the own hand below; or both as lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.kingsport.actions import Invoke, Play, Raid
from scenes import theme
from scenes.frame import Frame
from scenes.kingsport import facts
from scenes.kingsport.cards import LEAST_TYPE
from scenes.kingsport.geometry import Heading, StageLayout, hand_places, raised, stage_layout
from scenes.kingsport.parts import CardWidget, DropZone, Part, socket_places
from scenes.scale import Layout
from scenes.widgets import Button, Drawn, Label, ScrollArea, Ui, Why, Widget
from scenes.widgets import Choice as ChoiceWidget

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from scenes.kingsport.table import KingsportTable


FILTERS = ("all", "payable", "dice", "turning", "sanity", "raid")
EQUATION = theme.Style("cinzel", 40, 2, 1.15)
LEAST_EQUATION = 26.0
EQUATION_EDGE = 190.0
"""Units that the shields take beside the sum, on both sides together."""


@dataclass(frozen=True)
class _Look:
    """All that the look of a pile depends on."""

    card: str
    count: int
    words: str
    payable: bool
    lifted: bool
    bright: bool


class Stage(Part):
    """The stage: the layout of Elder Gods above, the own hand below; or both as lists."""

    def __init__(self, table: KingsportTable) -> None:
        super().__init__(table)
        self.filter = "all"

    def build_stage(self, ui: Ui, frame: Frame) -> None:
        stage = stage_layout(self.app.scale, frame.stage, self.cards)
        self._build_zones(ui, stage)
        if stage.lists:
            self._build_lists(ui, stage)
            return
        for heading in stage.headings:
            ui.add(
                Drawn(
                    self.app,
                    f"level.{heading.level}",
                    heading.rect,
                    partial(self._draw_heading, heading=heading),
                    text=self.app.tr("kpt.level", level=f"@level.{heading.level}"),
                )
            )
        for card, place in stage.piles.items():
            ui.add(self._pile_widget(card, place, self._draw_pile))
        free = self._build_filter(ui, stage.side)
        tray = self.table.tray.tray_kind()
        if tray:
            self.table.tray.build_tray(ui, stage.hand_area, tray)
            return
        if self.table.question == "raid_cards" or self.motion.equation is not None:
            self._build_equation(ui, [free, *self._beside_rows(stage)], stage.hand_area)
        self._build_hand(ui, stage.hand_area)

    def _build_zones(self, ui: Ui, stage: StageLayout) -> None:
        """Where dragged cards may be let go: those of the hand on the table, those of a pile in the hand."""
        for zone, place in (("table", stage.pile_area), ("hand", stage.hand_area)):
            ui.add(
                DropZone(
                    self.app,
                    f"zone.{zone}",
                    place,
                    lambda surface, widget: None,
                    on_drop=self.table.dropped,
                    accepts=partial(self.table.why_not_dropped, zone=zone),
                )
            )

    def _pile_widget(self, card: str, place: pygame.Rect, paint: Callable[..., None]) -> CardWidget:
        action = Invoke(card=card)
        reason = self.table.action_bar.reason(action) if self.table.ready else None
        return CardWidget(
            self.app,
            f"pile.{card}",
            place,
            partial(paint, card=card),
            card,
            legal=reason is None and self.table.my_choice,
            art=self.art,
            on_press=lambda: self.table.do(action, f"pile.{card}"),
            payload=("pile", card),
            reason=reason,
            text=self.table.pile_text(card),
            tooltip=self.app.tr(f"god.{card}.text"),
            on_inspect=lambda: self.table.inspect(card),
            why=lambda: Why(self.app.tr(f"god.{card}.text"), "KPT-INV-03"),
            region="stage",
        )

    def shown_by_filter(self, card: str) -> bool:
        """Whether the filter leaves a pile bright."""
        god = self.gods[card]
        words = {type(facts.core_of(clause)).__name__ for clause in god.effect}
        return {
            "all": True,
            "payable": self.table.payable(card),
            "dice": bool(words & {"Gain", "Copy", "Roll"}),
            "turning": bool(words & {"TurnDice", "Reroll"}),
            "sanity": bool(words & {"GainSanity", "Steal"}),
            "raid": bool(god.strength or god.raid),
        }[self.filter]

    def _draw_heading(self, surface: pygame.Surface, widget: Widget, *, heading: Heading) -> None:
        box, scale = widget.box, self.app.scale
        if not heading.above:
            seal = self.art.seal(heading.level, min(box.width, scale.px(38)))
            pygame.draw.line(
                surface, theme.GOLD, (box.centerx, box.top), (box.centerx, box.bottom), max(1, scale.px(1.5))
            )
            surface.blit(seal, seal.get_rect(center=box.center))
            return
        text = self.app.tr("kpt.level", level=f"@level.{heading.level}")
        style = self.app.text.fitting(text, theme.Style("cinzel", 16, 2, 1.2), box.width, 9)
        width = self.app.text.lay(text, style).width
        self.app.text.draw(surface, text, box, style, theme.LIGHT_GOLD, valign="middle", wrap=False)
        start = box.left + width + scale.px(12)
        if start < box.right:
            pygame.draw.line(surface, theme.GOLD, (start, box.centery), (box.right, box.centery), max(1, scale.px(1.5)))

    def look_of(self, card: str, widget: Widget) -> _Look:
        """What a pile looks like now."""
        payable = self.table.payable(card)
        lifted = payable or (widget.hovered and widget.enabled)
        words = self.table.missing_words(card)
        return _Look(card, self.view.piles[card], words, payable, lifted, self.shown_by_filter(card))

    def _draw_pile(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        look = self.look_of(card, widget)
        self.still(surface, look, widget.box, partial(self._paint_pile, look=look))

    def _paint_pile(self, surface: pygame.Surface, box: pygame.Rect, *, look: _Look) -> None:
        u, card = self.app.scale.u, look.card
        if not look.count:
            image = self.art.small(card, *box.size).copy()
            image.set_alpha(46)
            surface.blit(image, box)
            pygame.draw.rect(surface, theme.ASH, box, max(1, round(1.5 * u)), round(7 * u))
            self._tag(surface, card, self.app.tr("kpt.empty"), box, theme.BONE)
            return
        lift = round(5 * u) if look.lifted else 0
        self.app.paint.shadow(surface, box, 170 if lift else 130)
        for number in range(min(look.count - 1, 3), 0, -1):
            edge = box.move(round(2 * number * u), round(1.6 * number * u) - lift)
            pygame.draw.rect(surface, theme.PRINT, edge, border_radius=round(7 * u))
            inner = edge.inflate(-round(2 * u), -round(2 * u))
            pygame.draw.rect(surface, theme.AGED, inner, max(1, round(u)), round(6 * u))
        place = box.move(0, -lift)
        surface.blit(self.art.small(card, *box.size), place)
        if look.payable:
            self._glow(surface, place)
        if look.words:
            self._tag(surface, card, look.words, place, theme.BONE)
        self._count_tab(surface, place, look.count)
        if not look.bright:
            self._veil(surface, place.inflate(round(6 * u), round(6 * u)))

    def _glow(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """The lifted edge of what can be had now."""
        u = self.app.scale.u

        def draw(large: pygame.Surface, k: int) -> None:
            box = large.get_rect()
            for number, alpha in enumerate((40, 70, 110, 255)):
                inset = round((number * 2.2) * u * k)
                pygame.draw.rect(
                    large,
                    (*theme.CANDLE, alpha),
                    box.inflate(-2 * inset, -2 * inset),
                    max(1, round(2.4 * u * k)),
                    round((12 - number) * u * k),
                )

        grown = place.inflate(round(14 * u), round(14 * u))
        surface.blit(self.app.paint.made("glow", grown.size, draw), grown)

    def _veil(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        veil = pygame.Surface(place.size, pygame.SRCALPHA)
        pygame.draw.rect(veil, (*theme.INK, 165), veil.get_rect(), border_radius=self.app.scale.px(9))
        surface.blit(veil, place)

    def _tag(self, surface: pygame.Surface, card: str, words: str, box: pygame.Rect, colour: theme.Colour) -> None:
        """A dark flag at the foot of a card's picture."""
        scale = self.app.scale
        least = LEAST_TYPE / (scale.u * scale.text_factor)
        style = self.app.text.fitting(words, theme.Style("label_bold", 16, 0, 1.1), box.width - scale.px(24), least)
        wide, high = self.app.text.measure(words, style)
        strip = pygame.Rect(box.left + scale.px(4), 0, wide + scale.px(14), high + scale.px(2))
        strip.bottom = box.top + self.art.picture_bottom(card, *box.size) - scale.px(3)
        plate = pygame.Surface(strip.size, pygame.SRCALPHA)
        plate.fill((*theme.INK, 225))
        surface.blit(plate, strip)
        pygame.draw.line(surface, theme.GOLD, strip.topleft, (strip.right - 1, strip.top), max(1, scale.px(1)))
        pygame.draw.line(
            surface, theme.GOLD, (strip.right - 1, strip.top), (strip.right - 1, strip.bottom), max(1, scale.px(1))
        )
        self.app.text.draw(surface, words, strip, style, colour, align="center", valign="middle", wrap=False)

    def _count_tab(self, surface: pygame.Surface, box: pygame.Rect, count: int) -> None:
        """How many cards a pile holds, on a tab at its foot between points and strength."""
        if count < 2:
            return
        scale = self.app.scale
        words = self.app.tr("kpt.times", count=count)
        size = max(13, min(scale.text_px(17), round(box.width * 0.17)))
        image = self.app.text.font("AlegreyaSans-700", size).render(words, True, theme.BONE)
        tab = image.get_rect().inflate(scale.px(8), -scale.px(1))
        tab.midbottom = (box.left + round(box.width * 0.56), box.bottom - scale.px(5))
        pygame.draw.rect(surface, theme.PRINT, tab, border_radius=scale.px(4))
        pygame.draw.rect(surface, theme.GOLD, tab, max(1, scale.px(1)), scale.px(4))
        surface.blit(image, image.get_rect(center=tab.center))

    def _build_filter(self, ui: Ui, side: pygame.Rect) -> pygame.Rect:
        """The filter on top of the room beside the last row; what is left of the room."""
        scale = self.app.scale
        if side.width < scale.px(200):
            return side
        width = min(side.width - scale.px(16), scale.px(330))
        title = self.app.tr("kpt.filter")
        label_high = Label.height_for(self.app, title, theme.SECONDARY, width)
        choices = [(name, self.app.tr(f"kpt.filter.{name}")) for name in FILTERS]
        high = max(
            scale.px(48),
            *(
                self.app.text.measure(word, theme.LABEL_BOLD, max(40, width - scale.px(60)))[1] + scale.px(8)
                for _, word in choices
            ),
        )
        total = label_high + high + scale.px(4)
        if total > side.height:
            return side
        left = side.right - width
        top = side.top
        ui.add(
            Label(
                self.app,
                "filter.title",
                pygame.Rect(left, top, width, label_high),
                title,
                theme.SECONDARY,
                theme.LIGHT_GOLD,
            ),
            ChoiceWidget(
                self.app,
                "filter",
                pygame.Rect(left, top + label_high + scale.px(4), width, high),
                "",
                choices,
                self.filter,
                self._set_filter,
                region="stage",
            ),
        )
        used = total + scale.px(10)
        return pygame.Rect(side.left, top + used, side.width, side.height - used)

    def _set_filter(self, name: str) -> None:
        self.filter = name
        self.table.refresh()

    # The hand

    def _build_hand(self, ui: Ui, area: pygame.Rect) -> None:
        if self.table.viewer is None:
            self._build_covered_hand(ui, area)
            return
        if self.app.settings.peek:
            area = self._add_peek(ui, area)
            if not self.table.peeking:
                self._build_covered_hand(ui, area)
                return
        if not self.view.hand:
            words = self.app.tr("kpt.no_hand")
            high = Label.height_for(self.app, words, theme.FLAVOUR, area.width)
            place = pygame.Rect(area.left, area.centery - high // 2, area.width, high)
            ui.add(Label(self.app, "no_hand", place, words, theme.FLAVOUR, theme.FAINT_ON_DARK, align="center"))
            return
        bottom = pygame.Rect(area.left, 0, area.width, area.bottom)
        for card, place in zip(self.view.hand, hand_places(self.app.scale, area, len(self.view.hand)), strict=True):
            ui.add(self._hand_widget(card, place, raised(self.app.scale, place, bottom)))
        ui.add(Drawn(self.app, "hand.top", pygame.Rect(0, 0, 1, 1), self._draw_raised))

    def _add_peek(self, ui: Ui, area: pygame.Rect) -> pygame.Rect:
        """The button that turns the hand up and down; returns the room beside it."""
        word = self.app.tr("kpt.hide_hand" if self.table.peeking else "kpt.show_hand")
        width = min(self.app.scale.px(180), area.width // 4)
        high = min(area.height, Button.height_for(self.app, word, width))
        place = pygame.Rect(area.right - width, area.centery - high // 2, width, high)
        ui.add(Button(self.app, "peek", place, word, self.table.toggle_peek, region="stage"))
        return pygame.Rect(area.left, area.top, area.width - width - self.app.scale.px(12), area.height)

    def _build_covered_hand(self, ui: Ui, area: pygame.Rect) -> None:
        """Nobody's hand may be seen: the backs of the acting cultist's, as all see them."""
        text = self.app.tr("kpt.covered", name=self.table.wording.names[self._covered_seat()])
        ui.add(Drawn(self.app, "covered", area, self._draw_covered, text=text))

    def _covered_seat(self) -> int:
        return self.table.viewer if self.table.viewer is not None else self.view.turn

    def _draw_covered(self, surface: pygame.Surface, widget: Widget) -> None:
        families = [family for family in range(3) for _ in range(self.view.backs[self._covered_seat()][family])]
        for family, place in zip(families, hand_places(self.app.scale, widget.box, len(families)), strict=True):
            clip = surface.get_clip()
            surface.set_clip(self.frame.stage.clip(clip))
            surface.blit(self.art.back(family, place.width), place)
            surface.set_clip(clip)

    def _hand_widget(self, card: str, place: pygame.Rect, lifted: pygame.Rect | None) -> CardWidget:
        question = self.table.question
        reason: Why | None = None
        legal = False
        if self.table.ready:
            if question == "raid_cards":
                gathered = self.table.in_order({*self.table.sent, card})
                sums = None if card in self.table.sent else facts.sum_raid(self.state, self.table.viewer or 0, gathered)
                if card not in self.table.sent and sums is None:
                    reason = self.table.why_not(Raid(card=card))
                legal = reason is None
            else:
                reason = self.table.action_bar.reason(Play(card=card))
                legal = reason is None
        return CardWidget(
            self.app,
            f"hand.{card}",
            place,
            partial(self._draw_hand_card, card=card),
            card,
            legal=legal,
            lifted=lifted,
            art=self.art,
            on_press=lambda: self.table.press_hand(card),
            payload=("hand", card),
            reason=reason,
            text=self.table.hand_text(card),
            tooltip=self.app.tr(f"god.{card}.text"),
            on_inspect=lambda: self.table.inspect(card),
            why=lambda: self._why_card(card),
            region="stage",
        )

    def _why_card(self, card: str) -> Why:
        """What playing a card would do, in a sentence."""
        words = self.app.tr(f"god.{card}.text")
        preview = self.table.shown_preview()
        if preview is not None and preview.after != preview.sanity:
            words += " " + self.app.tr("kpt.why.sanity", before=preview.sanity, after=preview.after)
        if preview is not None and preview.lost:
            lost = ", ".join(self.app.tr(f"god.{card}.name") for card in preview.lost)
            words += " " + self.app.tr("kpt.why.lost", gods=lost)
        if preview is not None and preview.blocked:
            words += " " + self.app.tr("kpt.why.blocked", count=preview.blocked)
        return Why(words, "KPT-EXP-02")

    def _draw_hand_card(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        if not (isinstance(widget, CardWidget) and widget.raised):
            self._paint_hand_card(surface, widget, card)

    def _draw_raised(self, surface: pygame.Surface, widget: Widget) -> None:
        for one in self.ui.widgets:
            if isinstance(one, CardWidget) and one.raised:
                self._paint_hand_card(surface, one, one.card)

    def _paint_hand_card(self, surface: pygame.Surface, widget: Widget, card: str) -> None:
        if f"hand.{card}" in self.motion.hidden:
            return
        u = self.app.scale.u
        place = widget.box.copy()
        lifted = isinstance(widget, CardWidget) and widget.raised
        if card in self.table.sent and not lifted:
            place.move_ip(0, -round(20 * u))
        legal = isinstance(widget, CardWidget) and widget.legal and self.table.my_choice
        dim = widget.reason is not None and self.table.my_choice and not lifted
        look = (card, card in self.table.sent, legal, dim, lifted)
        clip = surface.get_clip()
        surface.set_clip(self.frame.stage.clip(clip))
        self.still(surface, ("hand", *look), place, partial(self._paint_hand, look=look))
        surface.set_clip(clip)

    def _paint_hand(
        self, surface: pygame.Surface, place: pygame.Rect, *, look: tuple[str, bool, bool, bool, bool]
    ) -> None:
        card, sent, legal, dim, lifted = look
        u = self.app.scale.u
        self.app.paint.shadow(surface, place, 190 if lifted else 140)
        surface.blit(self.art.small(card, *place.size), place)
        if sent:
            self._glow(surface, place)
        elif legal:
            pygame.draw.rect(surface, theme.CANDLE, place, max(2, round(2.6 * u)), round(8 * u))
        elif dim:
            self._dim(surface, place)

    def _dim(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        key = ("dim", place.size)
        veil = self.app.assets.kept(key)
        if veil is None:
            veil = pygame.Surface(place.size, pygame.SRCALPHA)
            pygame.draw.rect(veil, (*theme.INK, 95), veil.get_rect(), border_radius=self.app.scale.px(8))
            self.app.assets.keep(key, veil)
        surface.blit(veil, place)

    # Lists, where there is no room for cards

    def _build_lists(self, ui: Ui, stage: StageLayout) -> None:
        scale = self.app.scale
        left = ScrollArea(self.app, "piles", stage.pile_area)
        y = 0
        for god in self.cards.gods:
            high = self._row_height(self._pile_row_words(god.id), left.inner_width)
            left.add(self._pile_widget(god.id, pygame.Rect(0, y, left.inner_width, high), self._draw_pile_row))
            y += high + scale.px(8)
        ui.add(left)
        tray = self.table.tray.tray_kind()
        if tray:
            self.table.tray.build_tray(ui, stage.hand_area, tray)
            return
        right = ScrollArea(self.app, "hand", stage.hand_area)
        y = 0
        strip = scale.px(64) if self.frame.layout == Layout.SINGLE else 0
        if strip:
            self._add_dice_strip(right, strip)
            y = strip + scale.px(8)
        if self.table.question == "raid_cards":
            words = self.table.equation_words()
            high = Label.height_for(self.app, words, theme.HEADING, right.inner_width)
            right.add(
                Label(
                    self.app, "equation", pygame.Rect(0, y, right.inner_width, high), words, theme.HEADING, theme.CANDLE
                )
            )
            y += high + scale.px(8)
        if self.app.settings.peek and self.table.viewer is not None:
            word = self.app.tr("kpt.hide_hand" if self.table.peeking else "kpt.show_hand")
            high = Button.height_for(self.app, word, right.inner_width)
            place = pygame.Rect(0, y, right.inner_width, high)
            right.add(Button(self.app, "peek", place, word, self.table.toggle_peek, region="stage"))
            y += high + scale.px(8)
        covered = self.table.viewer is None or (self.app.settings.peek and not self.table.peeking)
        for card in [] if covered else self.view.hand:
            high = self._row_height(self.app.tr(f"god.{card}.text"), right.inner_width)
            widget = self._hand_widget(card, pygame.Rect(0, y, right.inner_width, high), None)
            widget.paint = partial(self._draw_hand_row, card=card)
            right.add(widget)
            y += high + scale.px(8)
        ui.add(right)

    def _add_dice_strip(self, area: ScrollArea, high: int) -> None:
        """Single: dial and sockets stand above the hand, since the bar has no room for them."""
        gap = self.app.scale.px(6)
        dial = self.table.dice.dial_widget(pygame.Rect(0, 0, high, high), "stage")
        area.add(dial)
        room = pygame.Rect(high + gap, 0, area.inner_width - high - gap, high)
        for number, place in enumerate(socket_places(room.inflate(0, -2 * gap), gap)):
            area.add(self.table.dice.socket_widget(number, place, "stage"))

    def _row_height(self, detail: str, width: int) -> int:
        """The height of a row whose words below the name are `detail`."""
        scale = self.app.scale
        least = self._least_row()
        words = self.app.text.measure(detail, theme.SECONDARY, width - self._tile_width(least) - scale.px(28))[1]
        return max(least, words + self.app.text.line_height(theme.LABEL_BOLD) + scale.px(12))

    def _least_row(self) -> int:
        lines = self.app.text.line_height(theme.LABEL_BOLD) + self.app.text.line_height(theme.SECONDARY)
        return max(self.app.scale.px(64), lines + self.app.scale.px(10))

    def _tile_width(self, row: int) -> int:
        return round((min(row, self.app.scale.px(96)) - self.app.scale.px(12)) * 0.9)

    def _draw_row(self, surface: pygame.Surface, widget: Widget, card: str, detail: str, *, on: bool) -> None:
        """A card as a row: picture, name, cost, and words below the name."""
        scale, box, god = self.app.scale, widget.box, self.gods[card]
        look = "on" if on else "hover" if widget.hovered else "normal" if widget.enabled else "dim"
        self.app.paint.button(surface, box, look, "plain")
        pad = scale.px(6)
        wide = self._tile_width(self._least_row())
        tile = pygame.Rect(box.left + pad, box.top + pad, wide, min(box.height - 2 * pad, round(wide / 0.9)))
        surface.blit(self.art.tile(card, *tile.size), tile)
        left = tile.right + scale.px(10)
        size = round(self.app.text.line_height(theme.SECONDARY) * 0.86)
        cost = self.art.cost(god.price.terms, size, max(40, (box.right - left) // 2))
        surface.blit(cost, cost.get_rect(topright=(box.right - scale.px(10), box.top + scale.px(7))))
        line = self.app.text.line_height(theme.LABEL_BOLD)
        room = box.right - left - scale.px(18) - cost.get_width()
        name = pygame.Rect(left, box.top + scale.px(3), room, line)
        title = self.app.tr(f"god.{card}.name")
        self.app.text.draw(surface, title, name, theme.LABEL_BOLD, theme.BONE, wrap=False, must_fit=False)
        low = pygame.Rect(left, name.bottom, box.right - left - scale.px(10), box.bottom - name.bottom)
        self.app.text.draw(surface, detail, low, theme.SECONDARY, theme.FAINT_ON_DARK)

    def _pile_row_words(self, card: str) -> str:
        god = self.gods[card]
        words = self.app.tr(
            "kpt.row",
            level=f"@level.{god.level}",
            count=self.view.piles[card],
            points=god.points,
            strength=god.strength,
        )
        missing = self.table.missing_words(card)
        return f"{words} · {missing}" if missing else words

    def _draw_pile_row(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        self._draw_row(surface, widget, card, self._pile_row_words(card), on=self.table.payable(card))

    def _draw_hand_row(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        self._draw_row(surface, widget, card, self.app.tr(f"god.{card}.text"), on=card in self.table.sent)

    @staticmethod
    def _beside_rows(stage: StageLayout) -> list[pygame.Rect]:
        """The rooms beside the rows of piles above the last, the lowest first."""
        rooms = []
        for top in sorted({place.top for place in stage.piles.values()}, reverse=True)[1:]:
            row = [place for place in stage.piles.values() if place.top == top]
            left = max(place.right for place in row)
            rooms.append(pygame.Rect(left, top, stage.pile_area.right - left, row[0].height))
        return rooms

    def _build_equation(self, ui: Ui, rooms: Sequence[pygame.Rect], hand: pygame.Rect) -> None:
        """The Raid's sum beside the piles, or above the hand where there is no room for large type."""
        scale, text = self.app.scale, self.app.text
        words = self.table.equation_words()
        edge = scale.px(EQUATION_EDGE)
        for room in rooms:
            style = text.fitting(words, EQUATION, room.width - edge, LEAST_EQUATION)
            box = pygame.Rect((0, 0), text.measure(words, style)).inflate(edge, scale.px(22))
            box.midbottom = room.midbottom
            if room.contains(box):
                break
        else:
            style = text.fitting(words, EQUATION, hand.width - edge, 18)
            box = pygame.Rect((0, 0), text.measure(words, style)).inflate(edge, scale.px(22))
            box.midbottom = (hand.centerx, hand.top - scale.px(26))
        ui.add(Drawn(self.app, "equation", box, partial(self._draw_equation, style=style), text=words, region="stage"))

    def _draw_equation(self, surface: pygame.Surface, widget: Widget, *, style: theme.Style) -> None:
        box, scale = widget.box, self.app.scale
        self.app.text.next_layer()
        self.app.paint.shadow(surface, box)
        self.app.paint.panel(surface, box, "ink", "equation")
        words = self.table.equation_words()
        self.app.text.draw(surface, words, box, style, theme.CANDLE, align="center", valign="middle", wrap=False)
        side = min(box.height - scale.px(16), scale.px(56))
        own = self.art.shield("", side)
        surface.blit(own, own.get_rect(midleft=(box.left + scale.px(24), box.centery)))
        against = self.art.shield("", side, points=True)
        surface.blit(against, against.get_rect(midright=(box.right - scale.px(24), box.centery)))

"""Sheets over the table: a card to read, a cultist, the Investigator, and what to discard for missing Sanity."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.kingsport.actions import Invoke, Play, Raid
from scenes import theme
from scenes.dialogs import Dialog
from scenes.kingsport import facts
from scenes.kingsport.cards import LEAST_TYPE
from scenes.kingsport.parts import CardWidget, draw_backs, draw_dial
from scenes.widgets import Button, Chip, Drawn, Label, ScrollArea, Why, Widget

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.kingsport.table import KingsportTable

CARD = 460.0
CARD_HEIGHT = 644.0


class _CardDialog(Dialog, ABC):
    """A picture at the left, paragraphs with their clauses at the right; below it where the sheet is narrow."""

    width = 1080.0

    def __init__(self, app: App, table: KingsportTable, title: str) -> None:
        super().__init__(app, title)
        self.table = table
        self.ui.focus_first("close")

    @abstractmethod
    def image(self, width: int) -> pygame.Surface:
        """The card, `width` pixels wide."""

    def sentence(self) -> str:
        """The card in words."""
        return self.title

    def paragraphs(self) -> Sequence[tuple[theme.Style, str, str]]:
        """Style, text and clause (or empty) of each."""
        return ()

    def _draw_image(self, surface: pygame.Surface, widget: Widget) -> None:
        surface.blit(self.image(widget.box.width), widget.box)

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        gap = scale.px(28)
        card = min(scale.px(CARD), round((scale.height * 0.8 - scale.px(190)) / 1.4))
        beside = width - card - gap >= scale.px(320) * scale.text_factor and card >= scale.px(240)
        if not beside:
            card = min(scale.px(CARD), width, max(scale.px(240), card))
        left = 0 if beside else (width - card) // 2
        place = pygame.Rect(left, 0, card, round(card * 1.4))
        area.add(Drawn(app, "card", place, self._draw_image, text=self.sentence()))
        x = card + gap if beside else 0
        y = 0 if beside else place.bottom + gap
        room = width - x
        for number, (style, text, clause) in enumerate(self.paragraphs()):
            chip_width, chip_high = Chip.size_for(app, clause) if clause else (0, 0)
            inline = clause and room - chip_width - scale.px(12) > scale.px(220) * scale.text_factor
            words = room - chip_width - scale.px(12) if inline else room
            high = Label.height_for(app, text, style, words)
            area.add(Label(app, f"line.{number}", pygame.Rect(x, y, words, high), text, style, self.ink))
            bottom = y + high
            if clause:
                top = y if inline else bottom + scale.px(4)
                area.add(
                    Chip(
                        app,
                        f"line.{number}.chip",
                        pygame.Rect(x + room - chip_width if inline else x, top, chip_width, chip_high),
                        clause,
                    )
                )
                bottom = max(bottom, top + chip_high)
            y = bottom + scale.px(14)
        area.content_height = max(area.content_height, place.bottom + scale.px(4), y)


class CardSheet(_CardDialog):
    """An Elder God: the printed card, and how it stands now."""

    name = "inspect_card"

    def __init__(self, app: App, table: KingsportTable, card: str) -> None:
        super().__init__(app, table, app.tr(f"god.{card}.name"))
        self.card = card

    def image(self, width: int) -> pygame.Surface:
        return self.table.art.front(self.card, width)

    def sentence(self) -> str:
        return self.table.pile_text(self.card)

    def paragraphs(self) -> Sequence[tuple[theme.Style, str, str]]:
        tr, table, card = self.app.tr, self.table, self.card
        god = table.gods[card]
        body = theme.BODY.sized(20)
        found = [
            (theme.FLAVOUR, tr(f"god.{card}.flavour"), ""),
            (body, tr("kpt.sheet.level", level=f"@level.{god.level}", family=f"@back.{god.family}"), "KPT-INFO-02"),
            (body, tr("kpt.sheet.cost", cost=table.cost_words(god)), "KPT-COST-01"),
        ]
        if god.effect or god.final is not None:
            found.append(
                (
                    body,
                    tr("kpt.sheet.effect", effect=f"@god.{card}.text"),
                    "KPT-AZA-03" if god.final is not None else "KPT-EXP-02",
                )
            )
        if god.raid is not None:
            found.append((body, tr("kpt.sheet.raid", effect=f"@god.{card}.raid"), "KPT-RAID-02"))
        if god.final is None:
            found.append((body, tr("kpt.sheet.worth", points=god.points, strength=god.strength), "KPT-INFO-06"))
        found.append((body, tr("kpt.sheet.pile", count=table.view.piles[card]), "KPT-SETUP-05"))
        now = self._now()
        if now is not None:
            found.append((theme.BODY_BOLD.sized(20), now.text, now.clause))
        return found

    def _now(self) -> Why | None:
        """What can or cannot be done with it at this moment."""
        table, card = self.table, self.card
        if not table.my_choice:
            return None
        question = table.question
        action: Action
        if card in table.view.hand:
            action = Raid(card=card) if question == "raid_cards" else Play(card=card)
        else:
            action = Invoke(card=card)
        refusal = table.state.refusal(action)
        if refusal is not None:
            return table.as_why(refusal)
        return Why(self.app.tr("kpt.sheet.possible"), "")


class InvestigatorSheet(_CardDialog):
    """The Investigator in force: Scenario effect and Raids."""

    name = "inspect_investigator"

    def __init__(self, app: App, table: KingsportTable) -> None:
        assert table.view.investigator is not None
        self.id = table.view.investigator
        super().__init__(app, table, app.tr(f"investigator.{self.id}.name"))

    def image(self, width: int) -> pygame.Surface:
        return self.table.art.investigator(self.id, width)

    def paragraphs(self) -> Sequence[tuple[theme.Style, str, str]]:
        tr, table = self.app.tr, self.table
        body = theme.BODY.sized(20)
        effect = tr(f"investigator.{self.id}.text")
        found = [(theme.FLAVOUR, tr(f"investigator.{self.id}.flavour"), "")]
        key = "kpt.sheet.scenario" if table.view.scenario else "kpt.sheet.scenario_off"
        found.append((body, tr(key, effect=effect), "KPT-INVEST-01" if table.view.scenario else "KPT-INVEST-02"))
        for number, strength in table.view.raids.items():
            key = (
                "kpt.sheet.raid_past"
                if number < table.view.round
                else "kpt.sheet.raid_now"
                if number == table.view.round
                else "kpt.sheet.raid_coming"
            )
            found.append((body, tr(key, round=number, strength=strength), "KPT-RAID-01"))
        found.append((body, tr("kpt.sheet.raid_rule"), "KPT-RAID-05"))
        return found


class SeatSheet(Dialog):
    """A cultist as the table sees him: Sanity, the backs of his hand, what he has in play."""

    name = "inspect_seat"
    width = 760.0

    def __init__(self, app: App, table: KingsportTable, seat: int) -> None:
        super().__init__(app, table.wording.names[seat])
        self.table, self.seat = table, seat
        self.ui.focus_first("close")

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale, table = self.app, self.app.scale, self.table
        dial = scale.px(120)
        area.add(
            Drawn(
                app,
                "dial",
                pygame.Rect(0, 0, dial, dial),
                lambda s, w: draw_dial(app, s, w.box, table.view.sanity[self.seat]),
            )
        )
        fan = pygame.Rect(
            dial + scale.px(24), scale.px(10), min(width - dial - scale.px(24), scale.px(420)), scale.px(96)
        )
        area.add(Drawn(app, "backs", fan, self._draw_backs, text=table.seat_text(self.seat)))
        y = dial + scale.px(16)
        lines = [table.seat_text(self.seat), app.tr("kpt.sheet.backs")]
        if self.seat == table.view.turn and table.view.in_play:
            names = ", ".join(app.tr(f"god.{card}.name") for card in table.view.in_play)
            lines.append(app.tr("kpt.sheet.in_play", gods=names))
        why = table.why_seat(self.seat)
        if why is not None and table.session.seats[self.seat].person is None:
            lines.append(why.text)
        for number, line in enumerate(dict.fromkeys(lines)):
            high = Label.height_for(app, line, theme.BODY.sized(20), width)
            area.add(Label(app, f"line.{number}", pygame.Rect(0, y, width, high), line, theme.BODY.sized(20), self.ink))
            y += high + scale.px(10)
        area.content_height = y

    def _draw_backs(self, surface: pygame.Surface, widget: Widget) -> None:
        draw_backs(self.app, self.table.art, surface, widget.box, self.table.view.backs[self.seat], self.ink)


class DeficitSheet(Dialog):
    """Missing Sanity: the gods that may be discarded, the cheapest choice marked, the waste in plain figures."""

    name = "deficit"
    width = 980.0

    def __init__(self, app: App, table: KingsportTable) -> None:
        super().__init__(app, app.tr("kpt.deficit.title"))
        self.table = table
        assert table.viewer is not None
        self.seat = table.viewer
        self.payments = facts.payments(table.state, self.seat)
        self.chosen = table.paying
        """The gods chosen so far. The table keeps them, so that nothing is lost where the sheet is put away."""
        if not self.chosen and self.payments:
            self.chosen |= set(self.payments[0].cards)
        self.ui.focus_first("pay")

    @property
    def needed(self) -> int:
        """How many Sanity are still to be covered by gods."""
        decision = self.table.state.decision()
        return int(decision.values["deficit"]) if decision is not None and "deficit" in decision.values else 0

    def _payment(self) -> facts.Payment | None:
        """The complete payment that is chosen, ``None`` while it is not complete."""
        return next((one for one in self.payments if set(one.cards) == self.chosen), None)

    def _reason(self, card: str) -> Why | None:
        """Why a god can be no part of any payment."""
        if any(card in one.cards for one in self.payments):
            return None
        refusal = facts.discard_refusal(self.table.state, self.seat, [card])
        if refusal is None:
            return None
        return self.table.as_why(refusal)

    def summary(self) -> str:
        """What the choice comes to, in a sentence."""
        tr = self.app.tr
        payment = self._payment()
        points = sum(self.table.gods[card].points for card in self.chosen)
        if payment is not None:
            return tr(
                "kpt.deficit.wasted" if payment.wasted else "kpt.deficit.exact",
                points=payment.points,
                needed=self.needed,
                wasted=payment.wasted,
            )
        return tr(
            "kpt.deficit.short" if points < self.needed else "kpt.deficit.too_much", points=points, needed=self.needed
        )

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale, table = self.app, self.app.scale, self.table
        y = 0
        for number, text in enumerate((app.tr("kpt.deficit.text", needed=self.needed), self.summary())):
            style = theme.BODY.sized(20) if not number else theme.BODY_BOLD.sized(22)
            high = Label.height_for(app, text, style, width)
            area.add(Label(app, f"line.{number}", pygame.Rect(0, y, width, high), text, style, self.ink))
            y += high + scale.px(8)
        cards = table.in_order({*table.view.hand, *(table.view.in_play if table.view.turn == self.seat else [])})
        card_width, card_high = scale.px(128), scale.px(180)
        notes = [app.tr("kpt.deficit.cannot"), app.tr("kpt.deficit.cheapest")]
        words = max(app.text.measure(note, self._note_style(note, card_width), card_width)[1] for note in notes)
        gap = scale.px(14)
        columns = max(1, (width + gap) // (card_width + gap))
        cheapest = set(self.payments[0].cards) if self.payments else set()
        y += scale.px(6)
        for number, card in enumerate(cards):
            x = (number % columns) * (card_width + gap)
            top = y + (number // columns) * (card_high + words + gap)
            place = pygame.Rect(x, top, card_width, card_high)
            reason = self._reason(card)
            area.add(
                CardWidget(
                    app,
                    f"discard.{card}",
                    place,
                    partial(self._draw_card, card=card),
                    card,
                    legal=reason is None,
                    on_press=partial(self._toggle, card),
                    reason=reason,
                    text=app.tr("kpt.deficit.card", god=f"@god.{card}.name", points=table.gods[card].points),
                    on_inspect=lambda card=card: app.manager.push(CardSheet(app, table, card)),
                )
            )
            note = self._note(card, reason, cheapest)
            if note:
                below = pygame.Rect(x, place.bottom + scale.px(2), card_width, words)
                ink = theme.BLOOD if reason is not None else self.ink
                area.add(
                    Label(app, f"note.{card}", below, note, self._note_style(note, card_width), ink, align="center")
                )
        rows = (len(cards) + columns - 1) // columns
        y += rows * (card_high + words + gap)
        for card in cards:
            barred = self._reason(card)
            if barred is not None:
                y = self._add_reason(area, card, barred, y, width)
        area.content_height = y

    def _note(self, card: str, reason: Why | None, cheapest: set[str]) -> str:
        """What stands below a card: that it cannot go, or that it belongs to the cheapest choice."""
        if reason is not None:
            return self.app.tr("kpt.deficit.cannot")
        return self.app.tr("kpt.deficit.cheapest") if card in cheapest else ""

    def _note_style(self, note: str, width: int) -> theme.Style:
        """Small enough that no word of the note is wider than a card."""
        least = LEAST_TYPE / (self.app.scale.u * self.app.scale.text_factor)
        longest = max(note.split(" "), key=lambda word: self.app.text.measure(word, theme.SECONDARY)[0])
        return self.app.text.fitting(longest, theme.SECONDARY, width, least)

    def _add_reason(self, area: ScrollArea, card: str, reason: Why, y: int, width: int) -> int:
        """Why a god cannot go, with its clause; returns the bottom."""
        app, gap = self.app, self.app.scale.px(12)
        chip_width, chip_high = Chip.size_for(app, reason.clause)
        words = max(width // 2, width - chip_width - gap)
        high = Label.height_for(app, reason.text, theme.BODY, words)
        beside = words + gap + chip_width <= width
        area.add(Label(app, f"reason.{card}", pygame.Rect(0, y, words, high), reason.text, theme.BODY, self.ink))
        top = y if beside else y + high
        place = pygame.Rect(width - chip_width if beside else 0, top, chip_width, chip_high)
        area.add(Chip(app, f"reason.{card}.chip", place, reason.clause))
        return max(y + high, place.bottom) + app.scale.px(6)

    def _toggle(self, card: str) -> None:
        self.chosen ^= {card}
        self.app.audio.play("card", caption=False)
        self.refresh()

    def _draw_card(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        scale, box = self.app.scale, widget.box
        image = self.table.art.small(card, *box.size)
        if not widget.enabled:
            image = image.copy()
            image.set_alpha(110)
        surface.blit(image, box)
        if card in self.chosen:
            pygame.draw.rect(surface, theme.BLOOD, box.inflate(4, 4), max(3, scale.px(5)), scale.px(9))
            cross = self.app.assets.icon("card-burn", scale.px(56), theme.BLOOD)
            plate = pygame.Rect(0, 0, scale.px(70), scale.px(70))
            plate.center = (box.centerx, box.top + round(box.height * 0.38))
            pygame.draw.circle(surface, theme.PARCHMENT, plate.center, plate.width // 2)
            pygame.draw.circle(surface, theme.PRINT, plate.center, plate.width // 2, max(1, scale.px(2)))
            surface.blit(cross, cross.get_rect(center=plate.center))
        elif widget.hovered and widget.enabled:
            pygame.draw.rect(surface, theme.GOLD, box.inflate(4, 4), max(2, scale.px(3)), scale.px(9))

    def build(self, ui: object) -> None:
        super().build(ui)  # type: ignore[arg-type]
        pay = self.ui.find("pay")
        if isinstance(pay, Button):
            pay.reason = None if self._payment() is not None else self._pay_reason()

    def _pay_reason(self) -> Why:
        points = sum(self.table.gods[card].points for card in self.chosen)
        if points < self.needed:
            return Why(self.app.tr("kingsport.refusal.san_07", deficit=self.needed - points), "KPT-SAN-07")
        return Why(self.app.tr("kpt.deficit.too_much", points=points, needed=self.needed), "KPT-SAN-09")

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        tr = self.app.tr
        return (
            ("look", tr("kpt.deficit.look"), self.back, "plain"),
            ("cheapest", tr("kpt.deficit.take_cheapest"), self._take_cheapest, "plain"),
            ("pay", tr("kpt.deficit.pay"), self._pay, "primary"),
        )

    def _take_cheapest(self) -> None:
        self.chosen.clear()
        self.chosen |= set(self.payments[0].cards) if self.payments else set()
        self.refresh()

    def _pay(self) -> None:
        payment = self._payment()
        if payment is not None:
            self.app.manager.pop()
            self.table.act(*payment.actions)

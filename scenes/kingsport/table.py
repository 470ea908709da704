"""The board of Kingsport: the layout of Elder Gods, the own hand, the cultists, the Investigator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.core.contract import Action, Choice, Event, Outcome
from game.core.session import Entry, Session
from game.kingsport.actions import (
    DECLINE,
    END_EXPANSION,
    END_TURN,
    PASS,
    USE,
    ChooseDice,
    ChooseFace,
    ChooseVictim,
    Invoke,
    Play,
    Raid,
    Turn,
)
from game.kingsport.cards import God
from scenes import theme
from scenes.app import App
from scenes.frame import Frame
from scenes.input import Do, Intent
from scenes.kingsport import facts
from scenes.kingsport.cards import CardArt, cost_groups
from scenes.kingsport.geometry import Heading, StageLayout, hand_places, raised, stage_layout
from scenes.kingsport.motion import Motion
from scenes.kingsport.parts import CardWidget, draw_backs, draw_dial, draw_socket, draw_track, socket_places
from scenes.kingsport.sheets import CardSheet, DeficitSheet, InvestigatorSheet, SeatSheet
from scenes.kingsport.view import FACES, View
from scenes.result import Reckoning
from scenes.scale import Layout
from scenes.table import BarAction, TableScene
from scenes.widgets import Button, Drawn, IconButton, Label, ScrollArea, Ui, Why, Widget
from scenes.widgets import Choice as ChoiceWidget

FILTERS = ("all", "payable", "dice", "turning", "sanity", "raid")


class KingsportTable(TableScene):
    """One table of Kingsport."""

    backdrop = "table"

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.cards = session.game.cards  # type: ignore[attr-defined]  # Kingsport's public face
        self.art = CardArt(app, self.cards)
        self.gods: dict[str, God] = {god.id: god for god in self.cards.gods}
        self.view = View.of(self.cards, session.state, None)
        self.motion = Motion(self)
        self.filter = "all"
        self.sent: set[str] = set()
        """The gods gathered for the Raid, before they are named one by one."""
        self.picked: dict[int, str] = {}
        """Dice chosen for an effect: place in the row to new face (empty: to be rolled again)."""
        self._bar_icons = True
        self._holding = False
        self._hinting: tuple[int, str] | None = None
        self._sheet_for = -1
        self._base: pygame.Surface | None = None
        self._base_key: object = None
        self._version = 0
        self._previews: dict[tuple[int, str], facts.Preview] = {}
        self.stage: StageLayout | None = None

    # ------------------------------------------------------------------------------------------------- the view

    def _apply(self, action: Action, group: int | None, *, mine: bool) -> None:
        """The shown view stays as it was until `animate` has taken over."""
        self._holding = True
        try:
            super()._apply(action, group, mine=mine)
        finally:
            self._holding = False

    def _sync(self) -> None:
        """Take what is shown from the state, unless movements are still on their way there."""
        if self.view.viewer != self.viewer:
            fresh = View.of(self.cards, self.state, self.viewer)
            if self._holding or self.animator.busy:
                self.view = self.view.copy()
                self.view.viewer, self.view.hand = self.viewer, fresh.hand
            else:
                self.view = fresh
        elif not self._holding and not self.animator.busy:
            self.view = View.of(self.cards, self.state, self.viewer)

    def land(self) -> None:
        """Everything has arrived: show the state as it is."""
        self.motion.clear()
        self.view = View.of(self.cards, self.state, self.viewer)
        self.refresh()

    def animate(self, events: Sequence[Event], entry: Entry) -> None:
        self.motion.play(events, entry)

    def _clear_private(self) -> None:
        super()._clear_private()
        self.motion.clear()
        self.sent.clear()
        self.picked.clear()
        self._previews.clear()
        self._stop_hint()

    def _settle(self) -> None:
        self.sent.clear()
        self.picked.clear()
        self._previews.clear()
        self._stop_hint()
        super()._settle()

    def _lift(self, person: int) -> None:
        super()._lift(person)
        self.motion.replay_opening()

    @property
    def question(self) -> str:
        """The open decision's name while this person is to answer it, else empty."""
        decision = self.state.decision()
        return decision.name if decision is not None and self.my_choice else ""

    @property
    def ready(self) -> bool:
        """Whether what is shown is where the game stands: nothing moves."""
        return not self.animator.busy and not self._holding

    # ------------------------------------------------------------------------------------------------- the bar

    def phases(self) -> Sequence[tuple[str, bool]]:
        now = self.view.phase
        phases = ["expansion", "invocation", *(["raid"] if self.view.round in self.view.raids else []), "end"]
        return [
            (self.app.tr("kpt.round", round=self.view.round), False),
            *((self.app.tr(f"kpt.phase.{phase}"), phase == now and not self.view.over) for phase in phases),
        ]

    def _bar_reason(self, action: Action) -> Why | None:
        if not self.my_choice:
            return Why(self.app.tr("table.not_your_choice"))
        return self.why_not(action)

    def bar_actions(self) -> Sequence[BarAction]:
        tr = self.app.tr
        icons = self._bar_icons
        raid_reason = None if self.question == "raid_cards" else self._bar_reason(Raid(card=""))
        return (
            BarAction(
                "end_expansion",
                tr("kpt.act.end_expansion"),
                lambda: self.do(END_EXPANSION, "end_expansion"),
                icon="moon-orbit" if icons else "",
                reason=self._bar_reason(END_EXPANSION),
                kind=self._kind("expansion_action"),
            ),
            BarAction(
                "pass",
                tr("kpt.act.pass"),
                lambda: self.do(PASS, "pass"),
                icon="cancel" if icons else "",
                reason=self._bar_reason(PASS),
                kind=self._kind("invoke"),
            ),
            BarAction(
                "raid",
                tr("kpt.act.raid"),
                self.send_raid,
                icon="shield" if icons else "",
                reason=raid_reason,
                kind=self._kind("raid_cards"),
            ),
        )

    def _kind(self, question: str) -> str:
        return "primary" if self.question == question else "plain"

    def do(self, action: Action, widget_id: str) -> None:
        """One press that is one action."""
        self.act(action, at=self.ui.find(widget_id))

    def end_turn(self) -> tuple[Action | None, Why | None, str]:
        if not self.my_choice:
            return None, None, ""
        reason = self.why_not(END_TURN)
        tr = self.app.tr
        if reason is None:
            return END_TURN, None, "" if self.view.invoked else tr("kpt.undone.no_invocation")
        open_phases = ["expansion", "invocation", *(["raid"] if self.view.round in self.view.raids else [])]
        left = open_phases[open_phases.index(self.view.phase) :] if self.view.phase in open_phases else []
        words = ", ".join(tr(f"kpt.phase.{phase}") for phase in left)
        return END_TURN, reason, tr("kpt.undone.phases", phases=words) if words else ""

    def _build_row(self, ui: Ui, row: pygame.Rect) -> None:
        scale = self.app.scale
        if self.frame.layout == Layout.SINGLE:
            super()._build_row(ui, row)
            return
        small, gap = scale.px(44), scale.px(8)
        full = self.frame.layout == Layout.FULL
        x = row.left
        for number, (id, icon, word, act) in enumerate(self._helpers()[: 4 if full else 2]):
            place = pygame.Rect(x + (number // 2) * (small + gap), row.top + (number % 2) * (small + gap), small, small)
            ui.add(IconButton(self.app, id, place, icon, word, act, region="actions"))
        x += (2 if full else 1) * (small + gap) + gap
        if full:
            dial = min(row.height, scale.px(104))
            place = pygame.Rect(x, row.centery - dial // 2, dial, dial)
            ui.add(self._dial_widget(place, "actions"))
            x += dial + 2 * gap
        wide = scale.px(58 if full else 46)
        sockets = pygame.Rect(x, row.top, 5 * wide + 4 * gap, row.height)
        self._build_sockets(ui, sockets, gap)
        left = sockets.right + 2 * gap
        room = pygame.Rect(left, row.top, row.right - left, row.height)
        words = [word for act in ("end_expansion", "pass", "raid") for word in self.app.tr(f"kpt.act.{act}").split()]
        longest = max(self.app.text.measure(word, theme.BUTTON_TEXT)[0] for word in words)
        beside = round(scale.text_px(theme.BUTTON_TEXT.size) * 1.7) + scale.px(32)
        self._bar_icons = room.width // 3 - scale.px(10) >= longest + beside
        super()._build_row(ui, room)

    def _dial_widget(self, place: pygame.Rect, region: str) -> Drawn:
        text = self._dial_text()
        return Drawn(self.app, "dial", place, self._draw_own_dial, text=text, tooltip=text, region=region)

    def _helpers(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        tr = self.app.tr
        return [
            ("redo", "clockwise-rotation", tr("kpt.redo"), self.redo),
            ("hint", "light-bulb", tr("kpt.hint"), self.hint),
            ("recap", "backward-time", tr("kpt.recap"), self.show_recap),
            ("explain", "help", tr("kpt.explain"), self.explain_last),
        ]

    def _seat_of_dial(self) -> int:
        return self.viewer if self.viewer is not None else self.view.turn

    def _dial_text(self) -> str:
        seat = self._seat_of_dial()
        return self.app.tr("kpt.dial", name=self.wording.names[seat], count=self.view.sanity[seat])

    def _draw_own_dial(self, surface: pygame.Surface, widget: Widget) -> None:
        seat = self._seat_of_dial()
        draw_dial(self.app, surface, widget.box, self.motion.sanity(seat), self._ghost_sanity())

    def _ghost_sanity(self) -> int | None:
        """The Sanity that would be left after playing the card that is looked at."""
        preview = self.shown_preview()
        return preview.after if preview is not None and preview.after != preview.sanity else None

    def _build_sockets(self, ui: Ui, box: pygame.Rect, gap: int) -> None:
        for number, place in enumerate(socket_places(box, gap)):
            ui.add(self._socket_widget(number, place, "actions"))

    def _socket_widget(self, number: int, place: pygame.Rect, region: str) -> Drawn:
        face = self.view.dice[number] if number < len(self.view.dice) else ""
        text = self.app.tr("kpt.die", face=f"@face.{face}") if face else self.app.tr("kpt.socket")
        press = partial(self.pick_die, number) if face and self.question == "choose_dice" and self.ready else None
        paint = partial(self._draw_die, number=number)
        return Drawn(self.app, f"die.{number}", place, paint, press, text=text, tooltip=text, region=region)

    def _draw_die(self, surface: pygame.Surface, widget: Widget, *, number: int) -> None:
        box = widget.box
        draw_socket(self.app, surface, box)
        size = round(box.width * 0.88)
        have = len(self.view.dice)
        if number < have:
            if number in self.motion.hidden_dice:
                return
            image = self.art.die(self.view.dice[number], size)
            place = image.get_rect(center=box.center)
            chosen = number in self.picked or number in self._paying()
            if chosen:
                place.move_ip(0, -round(box.height * 0.12))
            surface.blit(image, place)
            if chosen:
                pygame.draw.rect(
                    surface, theme.CANDLE, place.inflate(4, 4), max(2, self.app.scale.px(3)), round(size * 0.2)
                )
            return
        preview = self.shown_preview()
        if preview is None:
            return
        index = number - have
        if index < len(preview.gained):
            image = self.art.die(preview.gained[index], size, ghost=True)
            surface.blit(image, image.get_rect(center=box.center))
        elif index < len(preview.gained) + preview.blocked:
            image = self.art.die("?", size, ghost=True, struck=True)
            surface.blit(image, image.get_rect(center=box.center))

    def _paying(self) -> frozenset[int]:
        """The dice that would pay for the pile that is looked at."""
        card = self.looked_at("pile")
        if card is None or not self.ready or facts.lacking(self.gods[card], self.view.dice):
            return frozenset()
        best: tuple[int, ...] = ()
        price = self.gods[card].price
        from game.kingsport.dice import MULTISETS, of_faces

        payment = price.payment(of_faces(FACES.index(face) for face in self.view.dice))
        assert payment is not None
        need = list(MULTISETS[payment])
        for number, face in enumerate(self.view.dice):
            if need[FACES.index(face)]:
                need[FACES.index(face)] -= 1
                best += (number,)
        return frozenset(best)

    def looked_at(self, kind: str) -> str | None:
        """The card of a widget ``<kind>.<card>`` that is pointed at, or has the focus while keys are used."""
        found = [w for w in self.ui.all() if isinstance(w, CardWidget) and w.id.startswith(f"{kind}.")]
        looked = (w.card for w in found if w.hovered or (w.focused and self.ui.show_ring))
        return next(looked, None)

    def shown_preview(self) -> facts.Preview | None:
        """What playing the card of the hand that is looked at would do."""
        card = self.looked_at("hand")
        if card is None or self.viewer is None or not self.ready or self.question != "expansion_action":
            return None
        key = (len(self.session.entries), card)
        if key not in self._previews:
            self._previews[key] = facts.preview_play(self.state, self.viewer, self.gods[card])
        return self._previews[key]

    # ------------------------------------------------------------------------------------------------ the board

    def build(self, ui: Ui) -> None:
        self._sync()
        self._version += 1
        super().build(ui)

    def build_board(self, ui: Ui, frame: Frame) -> None:
        if self.shows("stage"):
            self._build_stage(ui, frame)
        if self.shows("left"):
            if frame.layout == Layout.COMPACT:
                self._build_strip(ui, frame.left)
            else:
                self._build_seats_rail(ui, frame.left)
        if self.shows("right"):
            self._build_right(ui, frame)

    def _build_stage(self, ui: Ui, frame: Frame) -> None:
        stage = stage_layout(self.app.scale, frame.stage, self.cards)
        self.stage = stage
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
        self._build_filter(ui, stage.side)
        tray = self._tray_kind()
        if tray:
            self._build_tray(ui, stage.hand_area, tray)
            return
        if self.question == "raid_cards" or self.motion.equation is not None:
            self._build_equation(ui, stage.hand_area)
        self._build_hand(ui, stage.hand_area)

    # Piles

    def pile_text(self, card: str) -> str:
        """A pile in one sentence."""
        god = self.gods[card]
        return self.app.tr(
            "kpt.pile",
            god=f"@god.{card}.name",
            level=f"@level.{god.level}",
            count=self.view.piles[card],
            cost=self.cost_words(god),
            points=god.points,
            strength=god.strength,
        )

    def cost_words(self, god: God) -> str:
        """A cost in words."""
        tr = self.app.tr
        parts = []
        for kind, count, not_evil in cost_groups(god.price.terms):
            if kind in FACES:
                parts.append(tr(f"face.{kind}"))
            elif kind == "U":
                parts.append(tr("kpt.cost.different", dice=count))
            else:
                key = "kpt.cost.alike_not_evil" if not_evil else "kpt.cost.alike" if count > 1 else "kpt.cost.any"
                parts.append(tr(key, dice=count))
        return ", ".join(parts)

    def _pile_widget(self, card: str, place: pygame.Rect, paint: Callable[..., None]) -> CardWidget:
        action = Invoke(card=card)
        reason = self._bar_reason(action) if self.ready else None
        return CardWidget(
            self.app,
            f"pile.{card}",
            place,
            partial(paint, card=card),
            card,
            legal=reason is None and self.my_choice,
            art=self.art,
            on_press=lambda: self.do(action, f"pile.{card}"),
            reason=reason,
            text=self.pile_text(card),
            tooltip=self.app.tr(f"god.{card}.text"),
            on_inspect=lambda: self.inspect(card),
            why=lambda: Why(self.app.tr(f"god.{card}.text"), "KPT-INV-03"),
            region="stage",
        )

    def payable(self, card: str) -> bool:
        """Whether the viewer's dice pay for a pile now and nothing that is seen speaks against taking it."""
        if self.viewer is None or self.view.turn != self.viewer or self.view.phase not in ("expansion", "invocation"):
            return False
        owned = card in self.view.hand or card in self.view.in_play
        return bool(self.view.piles[card]) and not owned and not facts.lacking(self.gods[card], self.view.dice)

    def missing_words(self, card: str) -> str:
        """The tag of a pile that cannot be paid: what is missing."""
        if self.viewer is None or self.view.turn != self.viewer or self.view.phase not in ("expansion", "invocation"):
            return ""
        if not self.view.piles[card]:
            return ""
        if card in self.view.hand or card in self.view.in_play:
            return self.app.tr("kpt.tag.owned")
        god = self.gods[card]
        faces = facts.shortfall(god, self.view.dice)
        if faces == ():
            return ""
        if faces is not None and len(set(faces)) == 1:
            return self.app.tr("kpt.tag.face", count=len(faces), face=f"@face.{faces[0]}")
        return self.app.tr("kpt.tag.dice", count=facts.lacking(god, self.view.dice))

    def shown_by_filter(self, card: str) -> bool:
        """Whether the filter leaves a pile bright."""
        god = self.gods[card]
        words = {type(facts.core_of(clause)).__name__ for clause in god.effect}
        return {
            "all": True,
            "payable": self.payable(card),
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

    def _draw_pile(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        u, box = self.app.scale.u, widget.box
        count = self.view.piles[card]
        if not count:
            image = self.art.small(card, *box.size).copy()
            image.set_alpha(46)
            surface.blit(image, box)
            pygame.draw.rect(surface, theme.ASH, box, max(1, round(1.5 * u)), round(7 * u))
            self._tag(surface, card, self.app.tr("kpt.empty"), box, theme.BONE)
            return
        payable = self.payable(card)
        lift = round(5 * u) if payable or (widget.hovered and widget.enabled) else 0
        self.app.paint.shadow(surface, box, 170 if lift else 130)
        for number in range(min(count - 1, 3), 0, -1):
            edge = box.move(round(2 * number * u), round(1.6 * number * u) - lift)
            pygame.draw.rect(surface, theme.PRINT, edge, border_radius=round(7 * u))
            pygame.draw.rect(
                surface, theme.AGED, edge.inflate(-round(2 * u), -round(2 * u)), max(1, round(u)), round(6 * u)
            )
        place = box.move(0, -lift)
        surface.blit(self.art.small(card, *box.size), place)
        if payable:
            self._glow(surface, place)
        words = self.missing_words(card)
        if words:
            self._tag(surface, card, words, place, theme.BONE)
        self._count_tab(surface, place, count)
        if not self.shown_by_filter(card):
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
        style = self.app.text.fitting(words, theme.Style("label_bold", 16, 0, 1.1), box.width - scale.px(22), 10)
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

    def _build_filter(self, ui: Ui, side: pygame.Rect) -> None:
        scale = self.app.scale
        if side.width < scale.px(200):
            return
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
            return
        left = side.right - width
        top = side.centery - total // 2
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

    def _set_filter(self, name: str) -> None:
        self.filter = name
        self.refresh()

    # The hand

    def _build_hand(self, ui: Ui, area: pygame.Rect) -> None:
        if self.viewer is None:
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

    def _build_covered_hand(self, ui: Ui, area: pygame.Rect) -> None:
        """Nobody's hand may be seen: the backs of the acting cultist's, as all see them."""
        seat = self.view.turn
        text = self.app.tr("kpt.covered", name=self.wording.names[seat])
        ui.add(Drawn(self.app, "covered", area, self._draw_covered, text=text))

    def _draw_covered(self, surface: pygame.Surface, widget: Widget) -> None:
        families = [family for family in range(3) for _ in range(self.view.backs[self.view.turn][family])]
        for family, place in zip(families, hand_places(self.app.scale, widget.box, len(families)), strict=True):
            clip = surface.get_clip()
            surface.set_clip(self.frame.stage.clip(clip))
            surface.blit(self.art.back(family, place.width), place)
            surface.set_clip(clip)

    def _hand_widget(self, card: str, place: pygame.Rect, lifted: pygame.Rect | None) -> CardWidget:
        question = self.question
        reason: Why | None = None
        legal = False
        if self.ready:
            if question == "raid_cards":
                sums = (
                    None
                    if card in self.sent
                    else facts.sum_raid(self.state, self.viewer or 0, self._in_order({*self.sent, card}))
                )
                if card not in self.sent and sums is None:
                    reason = self.why_not(Raid(card=card))
                legal = reason is None
            else:
                reason = self._bar_reason(Play(card=card))
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
            on_press=lambda: self.press_hand(card),
            reason=reason,
            text=self.hand_text(card),
            tooltip=self.app.tr(f"god.{card}.text"),
            on_inspect=lambda: self.inspect(card),
            why=lambda: self._why_card(card),
            region="stage",
        )

    def hand_text(self, card: str) -> str:
        """A card of the hand in one sentence."""
        god = self.gods[card]
        key = "kpt.hand_sent" if card in self.sent else "kpt.hand"
        return self.app.tr(
            key, god=f"@god.{card}.name", effect=f"@god.{card}.text", points=god.points, strength=god.strength
        )

    def _why_card(self, card: str) -> Why:
        """What playing a card would do, in a sentence."""
        words = self.app.tr(f"god.{card}.text")
        preview = self.shown_preview()
        if preview is not None and preview.after != preview.sanity:
            words += " " + self.app.tr("kpt.why.sanity", before=preview.sanity, after=preview.after)
        if preview is not None and preview.blocked:
            words += " " + self.app.tr("kpt.why.blocked", count=preview.blocked)
        return Why(words, "KPT-EXP-02")

    def press_hand(self, card: str) -> None:
        """A card of the hand is pressed: played, or put into the Raid and taken out again."""
        if self.question == "raid_cards":
            self.sent ^= {card}
            self.app.audio.play("card", caption=False)
            self.refresh()
        else:
            self.do(Play(card=card), f"hand.{card}")

    def _in_order(self, cards: set[str]) -> list[str]:
        return [god.id for god in self.cards.gods if god.id in cards]

    def send_raid(self) -> None:
        """Commit the gathered gods, one by one in layout order, then done (unless the Raid ends by itself)."""
        cards = self._in_order(self.sent)
        actions: list[Action] = list(facts.raid_actions(cards))
        trial: Any = self.state.clone()
        needed: list[Action] = []
        for action in actions:
            decision = trial.decision()
            if decision is None or decision.name != "raid_cards" or trial.refusal(action) is not None:
                break
            needed.append(action)
            trial.apply_action(action)
        if self.act(*needed, at=self.ui.find("raid")):
            self.sent.clear()

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
        if card in self.sent and not lifted:
            place.move_ip(0, -round(20 * u))
        clip = surface.get_clip()
        surface.set_clip(self.frame.stage.clip(clip))
        self.app.paint.shadow(surface, place, 190 if lifted else 140)
        surface.blit(self.art.small(card, *place.size), place)
        if card in self.sent:
            self._glow(surface, place)
        elif isinstance(widget, CardWidget) and widget.legal and self.my_choice:
            pygame.draw.rect(surface, theme.CANDLE, place, max(2, round(2.6 * u)), round(8 * u))
        elif widget.reason is not None and self.my_choice and not lifted:
            self._dim(surface, place)
        surface.set_clip(clip)

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
        tray = self._tray_kind()
        if tray:
            self._build_tray(ui, stage.hand_area, tray)
            return
        right = ScrollArea(self.app, "hand", stage.hand_area)
        y = 0
        strip = scale.px(64) if self.frame.layout == Layout.SINGLE else 0
        if strip:
            self._add_dice_strip(right, strip)
            y = strip + scale.px(8)
        if self.question == "raid_cards":
            words = self.equation_words()
            high = Label.height_for(self.app, words, theme.HEADING, right.inner_width)
            right.add(
                Label(
                    self.app, "equation", pygame.Rect(0, y, right.inner_width, high), words, theme.HEADING, theme.CANDLE
                )
            )
            y += high + scale.px(8)
        for card in self.view.hand if self.viewer is not None else []:
            high = self._row_height(self.app.tr(f"god.{card}.text"), right.inner_width)
            widget = self._hand_widget(card, pygame.Rect(0, y, right.inner_width, high), None)
            widget.paint = partial(self._draw_hand_row, card=card)
            right.add(widget)
            y += high + scale.px(8)
        ui.add(right)

    def _add_dice_strip(self, area: ScrollArea, high: int) -> None:
        """Single: dial and sockets stand above the hand, since the bar has no room for them."""
        gap = self.app.scale.px(6)
        dial = self._dial_widget(pygame.Rect(0, 0, high, high), "stage")
        area.add(dial)
        room = pygame.Rect(high + gap, 0, area.inner_width - high - gap, high)
        for number, place in enumerate(socket_places(room.inflate(0, -2 * gap), gap)):
            area.add(self._socket_widget(number, place, "stage"))

    def _row_height(self, detail: str, width: int) -> int:
        """The height of a row whose words below the name are `detail`."""
        scale = self.app.scale
        least = max(
            scale.px(64),
            self.app.text.line_height(theme.LABEL_BOLD) + self.app.text.line_height(theme.SECONDARY) + scale.px(10),
        )
        words = self.app.text.measure(detail, theme.SECONDARY, width - self._tile_width(least) - scale.px(28))[1]
        return max(least, words + self.app.text.line_height(theme.LABEL_BOLD) + scale.px(12))

    def _tile_width(self, row: int) -> int:
        return round((min(row, self.app.scale.px(96)) - self.app.scale.px(12)) * 0.9)

    def _draw_row(self, surface: pygame.Surface, widget: Widget, card: str, detail: str, *, on: bool) -> None:
        """A card as a row: picture, name, cost, and words below the name."""
        scale, box, god = self.app.scale, widget.box, self.gods[card]
        look = "on" if on else "hover" if widget.hovered else "normal" if widget.enabled else "dim"
        self.app.paint.button(surface, box, look, "plain")
        pad = scale.px(6)
        wide = self._tile_width(box.height)
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
        missing = self.missing_words(card)
        return f"{words} · {missing}" if missing else words

    def _draw_pile_row(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        self._draw_row(surface, widget, card, self._pile_row_words(card), on=self.payable(card))

    def _draw_hand_row(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        self._draw_row(surface, widget, card, self.app.tr(f"god.{card}.text"), on=card in self.sent)

    # The tray: questions that are neither a card of the hand nor a pile

    def _tray_kind(self) -> str:
        question = self.question if self.ready else ""
        return (
            question
            if question in ("choose_face", "choose_dice", "choose_victim", "scenario_reroll", "pay_deficit")
            else ""
        )

    def _build_tray(self, ui: Ui, area: pygame.Rect, kind: str) -> None:
        """A panel in place of the hand with the answers side by side."""
        scale = self.app.scale
        decision = self.state.decision()
        assert decision is not None
        from scenes.widgets import Panel

        box = area.inflate(0, -scale.px(12))
        box.width = min(box.width, scale.px(1040))
        box.centerx = area.centerx
        ui.add(Panel(self.app, "tray", box, "soot"))
        inner = box.inflate(-scale.px(40), -scale.px(24))
        buttons = {
            "choose_face": self._face_buttons,
            "choose_dice": self._dice_buttons,
            "choose_victim": self._victim_buttons,
            "scenario_reroll": self._reroll_buttons,
            "pay_deficit": self._deficit_buttons,
        }[kind]
        god = decision.values.get("god")
        if god is not None and inner.height >= scale.px(110) and inner.width > scale.px(560):
            card = str(god).split(".")[1]
            width = round(inner.height / 180 * 128)
            place = pygame.Rect(inner.left, inner.top, width, inner.height)
            ui.add(
                CardWidget(
                    self.app,
                    f"asking.{card}",
                    place,
                    lambda s, w: s.blit(self.art.small(card, *w.box.size), w.box),
                    card,
                    on_inspect=lambda: self.inspect(card),
                    text=self.app.tr(f"god.{card}.text"),
                    region="stage",
                )
            )
            inner = pygame.Rect(
                inner.left + width + scale.px(24), inner.top, inner.width - width - scale.px(24), inner.height
            )
        buttons(ui, inner)

    def _side_by_side(
        self, ui: Ui, box: pygame.Rect, items: Sequence[tuple[str, str, Action, str, Callable[..., None] | None]]
    ) -> None:
        """Answers as large buttons: id, word, action, icon, extra drawing above the word."""
        scale = self.app.scale
        gap = scale.px(16)
        width = min(scale.px(240), (box.width - gap * (len(items) - 1)) // len(items))
        total = width * len(items) + gap * (len(items) - 1)
        x = box.centerx - total // 2
        for id, word, action, icon, paint in items:
            button = _Answer(
                self.app,
                id,
                pygame.Rect(x, box.top, width, box.height),
                word,
                partial(self.do, action, id),
                icon=icon,
                reason=self.why_not(action),
                region="stage",
            )
            button.extra = paint
            button.legal = button.reason is None
            ui.add(button)
            x += width + gap

    def _face_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        self._side_by_side(
            ui,
            box,
            [
                (
                    f"face.{face}",
                    self.app.tr(f"face.{face}"),
                    ChooseFace(face=face),
                    "",
                    partial(self._paint_face, face=face),
                )
                for face in FACES
            ],
        )

    def _paint_face(self, surface: pygame.Surface, box: pygame.Rect, face: str) -> None:
        image = self.art.die(face, min(box.size))
        surface.blit(image, image.get_rect(center=box.center))

    def _victim_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        seats = [seat for seat in range(self.view.players) if seat != self.viewer]
        self._side_by_side(
            ui,
            box,
            [
                (
                    f"victim.{seat}",
                    self.wording.names[seat],
                    ChooseVictim(victim=seat),
                    "",
                    partial(self._paint_victim, seat=seat),
                )
                for seat in seats
            ],
        )

    def _paint_victim(self, surface: pygame.Surface, box: pygame.Rect, seat: int) -> None:
        side = min(box.height, box.width // 2)
        left = pygame.Rect(box.centerx - side, box.centery - side // 2, side, side)
        self.app.paint.seat_mark(surface, left.center, round(side * 0.7), seat)
        draw_dial(self.app, surface, left.move(side, 0), self.view.sanity[seat])

    def _reroll_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        decision = self.state.decision()
        assert decision is not None
        words = self.app.tr("kpt.act.use", price=int(decision.values["price"]))
        self._side_by_side(
            ui,
            box,
            [
                ("use", words, USE, "rolling-dices", None),
                ("decline", self.app.tr("kpt.act.decline"), DECLINE, "halt", None),
            ],
        )

    def _deficit_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        word = self.app.tr("kpt.act.discard")
        width = min(box.width, max(self.app.scale.px(320), Button.width_for(self.app, word, icon=True)))
        place = pygame.Rect(0, 0, width, min(box.height, self.app.scale.px(80)))
        place.center = box.center
        ui.add(
            Button(
                self.app, "deficit", place, word, self.open_deficit, icon="card-discard", kind="primary", region="stage"
            )
        )

    def open_deficit(self) -> None:
        """The sheet with the gods that may make up for missing Sanity."""
        if self.question == "pay_deficit":
            self.app.manager.push(DeficitSheet(self.app, self))

    def _dice_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        """One column a die; what is chosen is lifted. Below each its possible new faces, or nothing for a reroll."""
        scale = self.app.scale
        legal = [action for action in self.state.legal_actions() if isinstance(action, ChooseDice)]
        turning = any(action.turn for action in legal)
        count = len(self.view.dice)
        word = self.app.tr("kpt.act.turn" if turning else "kpt.act.reroll")
        confirm = min(scale.px(240), box.width // 3)
        gap = scale.px(12)
        columns = box.width - confirm - 2 * gap
        each = min(scale.px(150), (columns - gap * (count - 1)) // max(1, count))
        side = min(each, max(scale.px(44), box.height - (scale.px(60) if turning else 0)), scale.px(96))
        x = box.left
        for number, face in enumerate(self.view.dice):
            column = pygame.Rect(x, box.top, each, box.height)
            place = pygame.Rect(0, 0, side, side)
            place.midtop = (column.centerx, column.top + (0 if turning else (box.height - side) // 2))
            ways = sorted({turn.to for action in legal for turn in action.turn if turn.origin == face}, key=FACES.index)
            widget = Drawn(
                self.app,
                f"pick.{number}",
                place,
                partial(self._draw_pick, number=number),
                partial(self.pick_die, number),
                text=self.app.tr("kpt.die", face=f"@face.{face}"),
                region="stage",
            )
            widget.legal = bool(ways) or not turning  # type: ignore[attr-defined]
            ui.add(widget)
            if turning:
                small = min(
                    scale.px(52), (each - scale.px(8)) // max(1, len(ways) or 1), box.height - side - scale.px(6)
                )
                left = column.centerx - (small * len(ways) + scale.px(6) * (len(ways) - 1)) // 2
                for way in ways:
                    target = Drawn(
                        self.app,
                        f"turn.{number}.{way}",
                        pygame.Rect(left, place.bottom + scale.px(6), small, small),
                        partial(self._draw_way, number=number, face=way),
                        partial(self.turn_die, number, way),
                        text=self.app.tr("kpt.turn_to", face=f"@face.{face}", to=f"@face.{way}"),
                        region="stage",
                        tooltip=self.app.tr("kpt.turn_to", face=f"@face.{face}", to=f"@face.{way}"),
                    )
                    target.legal = True  # type: ignore[attr-defined]
                    ui.add(target)
                    left += small + scale.px(6)
            x += each + gap
        action = self._dice_action(turning)
        high = min(box.height, max(scale.px(64), Button.height_for(self.app, word, confirm)))
        place = pygame.Rect(box.right - confirm, box.centery - high // 2, confirm, high)
        ui.add(
            Button(
                self.app,
                "confirm_dice",
                place,
                word,
                lambda: self.do(action, "confirm_dice"),
                kind="primary",
                reason=self.why_not(action),
                region="stage",
            )
        )

    def _dice_action(self, turning: bool) -> ChooseDice:
        chosen = sorted(self.picked)
        if turning:
            return ChooseDice(turn=tuple(Turn(self.view.dice[number], self.picked[number]) for number in chosen))
        return ChooseDice(reroll=tuple(self.view.dice[number] for number in chosen))

    def pick_die(self, number: int) -> None:
        """Choose a die for the effect, or leave it again; a die to be turned takes its first possible face."""
        face = self.view.dice[number]
        legal = [action for action in self.state.legal_actions() if isinstance(action, ChooseDice)]
        ways = sorted({turn.to for action in legal for turn in action.turn if turn.origin == face}, key=FACES.index)
        turning = any(action.turn for action in legal)
        if number in self.picked:
            after = ways[ways.index(self.picked[number]) + 1 :] if turning else []
            if after:
                self.picked[number] = after[0]
            else:
                del self.picked[number]
        elif turning and not ways:
            self.ui.refuse(Why(self.app.tr("kingsport.refusal.exp_08"), "KPT-EXP-08"), self.ui.find(f"pick.{number}"))
            return
        else:
            self.picked[number] = ways[0] if turning else ""
        self.app.audio.play("die_touch", caption=False)
        self.refresh()

    def turn_die(self, number: int, face: str) -> None:
        """Choose a die and its new face, or take that back."""
        if self.picked.get(number) == face:
            del self.picked[number]
        else:
            self.picked[number] = face
        self.app.audio.play("die_touch", caption=False)
        self.refresh()

    def _draw_pick(self, surface: pygame.Surface, widget: Widget, *, number: int) -> None:
        self._paint_die_button(surface, widget, self.view.dice[number], number in self.picked)

    def _draw_way(self, surface: pygame.Surface, widget: Widget, *, number: int, face: str) -> None:
        self._paint_die_button(surface, widget, face, self.picked.get(number) == face)

    def _paint_die_button(self, surface: pygame.Surface, widget: Widget, face: str, chosen: bool) -> None:
        box = widget.box
        image = self.art.die(face, round(box.width * (0.94 if chosen or widget.hovered else 0.84)))
        surface.blit(image, image.get_rect(center=box.center))
        if chosen:
            pygame.draw.rect(surface, theme.CANDLE, box, max(2, self.app.scale.px(4)), round(box.width * 0.2))
            check = self.app.assets.icon("check-mark", round(box.width * 0.36), theme.CANDLE)
            surface.blit(check, check.get_rect(topleft=box.topleft))

    # The Raid's sum

    def raid_sum(self) -> facts.RaidSum | None:
        """What the gods gathered so far come to."""
        if self.question != "raid_cards" or self.viewer is None:
            return None
        return facts.sum_raid(self.state, self.viewer, self._in_order(self.sent))

    def equation_words(self) -> str:
        """The sum in large type: strength, the Investigator's, the difference."""
        shown = self.motion.equation
        if shown is not None:
            strength, against = shown
        else:
            total = self.raid_sum()
            if total is None:
                return ""
            strength, against = total.strength, total.against
        difference = strength - against
        sign = f"+{difference}" if difference > 0 else f"\u2212{-difference}" if difference < 0 else "0"
        return self.app.tr("kpt.equation", strength=strength, against=against, difference=sign)

    def _build_equation(self, ui: Ui, hand: pygame.Rect) -> None:
        scale = self.app.scale
        words = self.equation_words()
        style = theme.Style("cinzel", 40, 2, 1.15)
        style = self.app.text.fitting(words, style, hand.width - scale.px(320), 18)
        width, height = self.app.text.measure(words, style)
        box = pygame.Rect(0, 0, width + scale.px(240), height + scale.px(22))
        box.midbottom = (hand.centerx, hand.top - scale.px(26))
        ui.add(Drawn(self.app, "equation", box, partial(self._draw_equation, style=style), text=words, region="stage"))

    def _draw_equation(self, surface: pygame.Surface, widget: Widget, *, style: theme.Style) -> None:
        box, scale = widget.box, self.app.scale
        self.app.text.next_layer()
        self.app.paint.shadow(surface, box)
        self.app.paint.panel(surface, box, "ink", "equation")
        words = self.equation_words()
        self.app.text.draw(surface, words, box, style, theme.CANDLE, align="center", valign="middle", wrap=False)
        side = min(box.height - scale.px(16), scale.px(56))
        own = self.art.shield("", side)
        surface.blit(own, own.get_rect(midleft=(box.left + scale.px(24), box.centery)))
        against = self.art.shield("", side, points=True)
        surface.blit(against, against.get_rect(midright=(box.right - scale.px(24), box.centery)))

    # Left: the cultists

    def seat_order(self) -> list[int]:
        """The own seat first, then the others as they sit."""
        first = self.viewer if self.viewer is not None else self.view.first
        return [(first + offset) % self.view.players for offset in range(self.view.players)]

    def seat_text(self, seat: int) -> str:
        """A cultist in one sentence."""
        lesser, elder, great = self.view.backs[seat]
        key = "kpt.seat.first" if seat == self.view.first else "kpt.seat"
        return self.app.tr(
            key,
            name=self.wording.names[seat],
            count=self.view.sanity[seat],
            cards=self.view.hand_size(seat),
            lesser=lesser,
            elder=elder,
            great=great,
        )

    def _build_seats_rail(self, ui: Ui, rail: pygame.Rect) -> None:
        scale = self.app.scale
        area = ScrollArea(self.app, "cultists", rail.inflate(-scale.px(16), -scale.px(12)), region="left")
        width = min(area.inner_width + (area.bar_width if self.frame.layout == Layout.FULL else 0), scale.px(560))
        y = 0
        if self.frame.layout == Layout.SINGLE:
            side = scale.px(48)
            for number, (id, icon, word, act) in enumerate(self._helpers()):
                area.add(
                    IconButton(
                        self.app,
                        id,
                        pygame.Rect(number * (side + scale.px(8)), 0, side, side),
                        icon,
                        word,
                        act,
                        region="left",
                    )
                )
            y = side + scale.px(10)
        for seat in self.seat_order():
            y = self._add_seat(area, seat, y, width) + scale.px(10)
        area.content_height = y
        ui.add(area)

    def _add_seat(self, area: ScrollArea, seat: int, y: int, width: int) -> int:
        """A cultist's panel, with dice and cards in play while acting; returns its bottom."""
        scale = self.app.scale
        own = seat == self.viewer
        acting = seat == self.view.turn and not self.view.over
        head = max(scale.px(34), self.app.text.line_height(theme.LABEL_BOLD) + scale.px(4))
        body = scale.px(84 if own else 66)
        play = scale.px(80) if acting else 0
        dice = scale.px(40) if acting else 0
        high = head + body + play + dice + scale.px(18)
        press = None
        if self.question == "choose_victim" and self.ready and seat != self.viewer:
            press = partial(self.do, ChooseVictim(victim=seat), f"seat.{seat}")
        area.add(
            Drawn(
                self.app,
                f"seat.{seat}",
                pygame.Rect(0, y, width, high),
                partial(self._draw_seat_panel, seat=seat, head=head, body=body),
                press,
                text=self.seat_text(seat),
                tooltip=self.seat_text(seat),
                region="left",
                on_inspect=lambda: self.app.manager.push(SeatSheet(self.app, self, seat)),
                why=lambda: self._why_seat(seat),
            )
        )
        if acting:
            self._add_in_play(
                area, pygame.Rect(scale.px(12), y + head + body + dice + scale.px(10), width - scale.px(24), play)
            )
        return y + high

    def _add_in_play(self, area: ScrollArea, box: pygame.Rect) -> None:
        scale = self.app.scale
        high = box.height - scale.px(6)
        wide = round(high * 0.8)
        count = len(self.view.in_play)
        step = min(wide + scale.px(6), (box.width - wide) // max(1, count - 1)) if count > 1 else 0
        for number, card in enumerate(self.view.in_play):
            area.add(
                CardWidget(
                    self.app,
                    f"play.{card}",
                    pygame.Rect(box.left + number * step, box.top, wide, high),
                    partial(self._draw_in_play, card=card),
                    card,
                    art=self.art,
                    region="left",
                    text=self.app.tr("kpt.in_play", god=f"@god.{card}.name"),
                    tooltip=self.app.tr(f"god.{card}.name"),
                    on_inspect=lambda card=card: self.inspect(card),
                )
            )

    def _draw_in_play(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        if f"play.{card}" not in self.motion.hidden:
            surface.blit(self.art.tile(card, *widget.box.size), widget.box)

    def _why_seat(self, seat: int) -> Why | None:
        """What a computer player thought at its last choice."""
        for number in sorted(self.choices, reverse=True):
            if number < len(self.session.entries) and self.session.entries[number].seat == seat:
                return self._why_choice(self.choices[number])
        return Why(self.seat_text(seat))

    def _why_choice(self, choice: Choice) -> Why:
        reasons = " ".join(self.wording.reason(reason) for reason in choice.reasons)
        return Why(reasons or self.app.tr("kpt.no_reason"))

    def _draw_seat_panel(self, surface: pygame.Surface, widget: Widget, *, seat: int, head: int, body: int) -> None:
        scale, box = self.app.scale, widget.box
        acting = seat == self.view.turn and not self.view.over
        self.app.paint.panel(surface, box, "soot", f"seat{seat}")
        if acting:
            pygame.draw.rect(
                surface,
                theme.CANDLE,
                pygame.Rect(box.left + scale.px(2), box.top + scale.px(8), scale.px(4), box.height - scale.px(16)),
            )
        pad = scale.px(12)
        side = scale.px(28)
        top = pygame.Rect(box.left + pad, box.top + scale.px(7), box.width - 2 * pad, head)
        self.app.paint.seat_mark(surface, (top.left + side // 2, top.centery), side, seat)
        right = top.right
        if seat == self.view.first:
            icon = self.app.assets.icon("pocket-watch", side, theme.LIGHT_GOLD)
            surface.blit(icon, icon.get_rect(midright=(right, top.centery)))
            right -= side + scale.px(6)
        role = self._seat_role(seat)
        role_width = min(self.app.text.measure(role, theme.SECONDARY)[0], top.width // 2)
        place = pygame.Rect(right - role_width, top.top, role_width, top.height)
        self.app.text.draw(
            surface,
            role,
            place,
            theme.SECONDARY,
            theme.FAINT_ON_DARK,
            align="right",
            valign="middle",
            wrap=False,
            must_fit=False,
        )
        name = pygame.Rect(
            top.left + side + scale.px(8), top.top, place.left - top.left - side - scale.px(14), top.height
        )
        self.app.text.draw(
            surface,
            self.wording.names[seat],
            name,
            theme.LABEL_BOLD,
            theme.BONE,
            valign="middle",
            wrap=False,
            must_fit=False,
        )
        middle = pygame.Rect(top.left, top.bottom + scale.px(2), top.width, body)
        dial = pygame.Rect(middle.left, middle.top, body, body)
        draw_dial(self.app, surface, dial, self.motion.sanity(seat))
        right_part = pygame.Rect(dial.right + scale.px(12), middle.top, middle.right - dial.right - scale.px(12), body)
        fan = right_part.copy()
        if seat == self.viewer:
            line = self.app.text.line_height(theme.SECONDARY)
            fan.height -= line
            words = self.app.tr("kpt.points", count=self.view.points())
            self.app.text.draw(
                surface,
                words,
                pygame.Rect(fan.left, fan.bottom, fan.width, line),
                theme.SECONDARY,
                theme.GOOD_ON_DARK,
                wrap=False,
                must_fit=False,
            )
        fan.inflate_ip(0, -scale.px(10))
        draw_backs(self.app, self.art, surface, fan, self.view.backs[seat])
        if acting:
            row = pygame.Rect(top.left, middle.bottom + scale.px(4), top.width, scale.px(34))
            for number, face in enumerate(self.view.dice):
                if number in self.motion.hidden_dice:
                    continue
                image = self.art.die(face, row.height)
                surface.blit(image, (row.left + number * (row.height + scale.px(6)), row.top))

    def _seat_role(self, seat: int) -> str:
        plan = self.session.seats[seat]
        if self.thinking_seat == seat:
            return self.app.tr("kpt.role.thinking")
        if plan.person is None:
            return self.app.tr(f"kpt.role.{plan.kind}")
        return self.app.tr("kpt.role.you") if seat == self.viewer else self.app.tr("kpt.role.person")

    def _build_strip(self, ui: Ui, rail: pygame.Rect) -> None:
        """Compact: each cultist as a narrow panel: mark, dial, backs in digits."""
        scale = self.app.scale
        gap = scale.px(6)
        count = self.view.players
        high = min(scale.px(150), (rail.height - gap * (count + 1)) // count)
        y = rail.top + gap
        for seat in self.seat_order():
            place = pygame.Rect(rail.left + scale.px(4), y, rail.width - scale.px(8), high)
            press = None
            if self.question == "choose_victim" and self.ready and seat != self.viewer:
                press = partial(self.do, ChooseVictim(victim=seat), f"seat.{seat}")
            ui.add(
                Drawn(
                    self.app,
                    f"seat.{seat}",
                    place,
                    partial(self._draw_strip_seat, seat=seat),
                    press,
                    text=self.seat_text(seat),
                    tooltip=self.seat_text(seat),
                    region="left",
                    why=lambda seat=seat: self._why_seat(seat),
                    on_inspect=lambda seat=seat: self.app.manager.push(SeatSheet(self.app, self, seat)),
                )
            )
            y += high + gap

    def _draw_strip_seat(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        scale, box = self.app.scale, widget.box
        self.app.paint.panel(surface, box, "soot", f"seat{seat}")
        if seat == self.view.turn and not self.view.over:
            pygame.draw.rect(
                surface,
                theme.CANDLE,
                pygame.Rect(box.left + scale.px(2), box.top + scale.px(8), scale.px(4), box.height - scale.px(16)),
            )
        side = min(scale.px(26), box.height // 4)
        self.app.paint.seat_mark(
            surface, (box.left + scale.px(10) + side // 2, box.top + scale.px(6) + side // 2), side, seat
        )
        if seat == self.view.first:
            icon = self.app.assets.icon("pocket-watch", side, theme.LIGHT_GOLD)
            surface.blit(icon, icon.get_rect(topright=(box.right - scale.px(8), box.top + scale.px(6))))
        low = max(scale.px(20), box.height // 5)
        dial = pygame.Rect(box.left, box.top + side + scale.px(6), box.width, box.height - side - low - scale.px(12))
        draw_dial(
            self.app, surface, dial, self.motion.sanity(seat), self._ghost_sanity() if seat == self.viewer else None
        )
        each = (box.width - scale.px(12)) // 3
        for family, number in enumerate(self.view.backs[seat]):
            left = box.left + scale.px(6) + family * each
            image = self.art.back(family, max(6, round(low * 0.62)))
            surface.blit(image, image.get_rect(midleft=(left, box.bottom - low // 2 - scale.px(4))))
            digit = self.app.text.font("AlegreyaSans-700", max(11, round(low * 0.75))).render(
                str(number), True, theme.BONE
            )
            surface.blit(
                digit,
                digit.get_rect(midleft=(left + image.get_width() + scale.px(2), box.bottom - low // 2 - scale.px(4))),
            )

    # Right: the Investigator, the rounds, the log

    def _build_right(self, ui: Ui, frame: Frame) -> None:
        scale = self.app.scale
        rail = frame.right
        if frame.layout == Layout.COMPACT:
            from scenes.widgets import Panel

            ui.add(Panel(self.app, "drawer.panel", rail, "ink"))
        pad = scale.px(12)
        inner = rail.inflate(-2 * pad, -2 * pad)
        y = inner.top
        if frame.layout == Layout.COMPACT:
            side = scale.px(44)
            for number, (id, icon, word, act) in enumerate(self._helpers()[2:]):
                place = pygame.Rect(inner.left + number * (side + scale.px(8)), y, side, side)
                ui.add(IconButton(self.app, id, place, icon, word, act, region="right"))
            y += side + scale.px(10)
        if self.view.investigator is not None:
            y = self._build_investigator(ui, pygame.Rect(inner.left, y, inner.width, inner.height)) + scale.px(8)
        track = pygame.Rect(inner.left, y, inner.width, scale.px(78))
        if track.bottom < inner.bottom:
            ui.add(
                Drawn(
                    self.app,
                    "track",
                    track,
                    lambda s, w: draw_track(self.app, self.art, s, w.box, self.view),
                    text=self.track_text(),
                    tooltip=self.track_text(),
                    region="right",
                )
            )
        y = track.bottom + scale.px(10)
        if inner.bottom - y > scale.px(90):
            self.add_log(ui, pygame.Rect(inner.left, y, inner.width, inner.bottom - y))

    def track_text(self) -> str:
        """The rounds in a sentence."""
        raids = ", ".join(
            self.app.tr("kpt.raid_in", round=number, strength=strength) for number, strength in self.view.raids.items()
        )
        return self.app.tr("kpt.track" if raids else "kpt.track_quiet", round=self.view.round, raids=raids)

    def _build_investigator(self, ui: Ui, box: pygame.Rect) -> int:
        scale = self.app.scale
        id = self.view.investigator
        assert id is not None
        portrait = scale.px(112)
        name = self.app.tr(f"investigator.{id}.name")
        effect = self.app.tr(f"investigator.{id}.text") if self.view.scenario else self.app.tr("kpt.no_scenario")
        words = box.width - portrait - scale.px(36)
        name_high = self.app.text.measure(name, theme.CARD_TITLE.sized(19), words)[1]
        effect_high = self.app.text.measure(effect, theme.BODY, words)[1]
        high = max(round(portrait * 0.92), name_high + effect_high + scale.px(4)) + scale.px(24)
        place = pygame.Rect(box.left, box.top, box.width, min(high, box.height))
        ui.add(
            Drawn(
                self.app,
                "investigator",
                place,
                partial(self._draw_investigator, id=id, portrait=portrait),
                lambda: self.app.manager.push(InvestigatorSheet(self.app, self)),
                region="right",
                text=self.app.tr("kpt.investigator", name=name, effect=effect),
                on_inspect=lambda: self.app.manager.push(InvestigatorSheet(self.app, self)),
            )
        )
        return place.bottom

    def _draw_investigator(self, surface: pygame.Surface, widget: Widget, *, id: str, portrait: int) -> None:
        scale, box = self.app.scale, widget.box
        self.app.paint.panel(surface, box, "slip", "investigator")
        pad = scale.px(12)
        frame = pygame.Rect(box.left + pad, box.top + pad, portrait, min(round(portrait * 0.92), box.height - 2 * pad))
        surface.blit(self.art.portrait(id, frame.size), frame)
        pygame.draw.rect(surface, theme.PRINT, frame, max(1, scale.px(2.5)))
        left = frame.right + pad
        name = self.app.tr(f"investigator.{id}.name")
        effect = self.app.tr(f"investigator.{id}.text") if self.view.scenario else self.app.tr("kpt.no_scenario")
        words = box.right - pad - left
        style = theme.CARD_TITLE.sized(19)
        high = self.app.text.measure(name, style, words)[1]
        self.app.text.draw(surface, name, pygame.Rect(left, box.top + pad, words, high), style, theme.BLOOD)
        below = pygame.Rect(
            left, box.top + pad + high + scale.px(4), words, box.bottom - box.top - pad - high - scale.px(8)
        )
        self.app.text.draw(surface, effect, below, theme.BODY, theme.PRINT)

    # ------------------------------------------------------------------------------------------------ looking up

    def inspect(self, card: str) -> None:
        """The whole card, large, with all that can be said about it now."""
        self.app.manager.push(CardSheet(self.app, self, card))

    def explain_last(self) -> None:
        """Why the last computer player did what it did."""
        known = [number for number in self.choices if number < len(self.session.entries)]
        widget = self.ui.find("explain")
        if not known:
            self.ui.tell(Why(self.app.tr("kpt.no_reason")), widget.visible_box if widget is not None else None)
            return
        why = self._why_choice(self.choices[max(known)])
        self.ui.tell(why, widget.visible_box if widget is not None else None)

    def hint(self) -> None:
        """Ask the adept what it would do here; the answer comes when it has thought."""
        widget = self.ui.find("hint")
        place = widget.visible_box if widget is not None else None
        if not self.app.settings.hints:
            self.ui.tell(Why(self.app.tr("kpt.hints_off")), place)
        elif not self.my_choice:
            self.ui.refuse(Why(self.app.tr("table.not_your_choice")), widget)
        elif self._hinting is None:
            level = self.session.game.levels[-1]
            self._hinting = (len(self.session.entries), level)
            self._worker(level).ask(self.state, self._choice_seed(self.current))
            self.ui.tell(Why(self.app.tr("kpt.hint_thinking")), place)

    def _stop_hint(self) -> None:
        if self._hinting is not None:
            self._worker(self._hinting[1]).cancel()
            self._hinting = None

    def _poll_hint(self) -> bool:
        if self._hinting is None:
            return False
        choice = self._worker(self._hinting[1]).poll()
        if choice is None:
            return False
        self._hinting = None
        target = self.widget_of(choice.action)
        reasons = " ".join(self.wording.reason(reason) for reason in choice.reasons[:2])
        words = self.app.tr("kpt.hint_says", action=self.wording.action(choice.action), reasons=reasons)
        if target is not None:
            self.ui.set_focus(target)
        self.ui.tell(Why(words), target.visible_box if target is not None else None)
        return True

    def widget_of(self, action: Action) -> Widget | None:
        """What a person would press for `action`."""
        fields = {name: getattr(action, name) for name in action.__struct_fields__}
        tag = str(action.__struct_config__.tag)
        ids = [f"{place}.{fields['card']}" for place in ("hand", "pile") if fields.get("card") is not None] + [
            f"face.{fields.get('face')}",
            f"victim.{fields.get('victim')}",
            tag,
            "confirm_dice" if tag == "choose_dice" else "",
        ]
        if tag == "invoke":
            ids.insert(0, f"pile.{fields['card']}")
        if tag == "done":
            ids.append("raid")
        return next((found for found in map(self.ui.find, ids) if found is not None), None)

    # ------------------------------------------------------------------------------------------------ the loop

    def handle(self, intent: Intent) -> bool:
        if intent.do == Do.HINT:
            self.hint()
            return True
        if intent.do in (Do.NEXT, Do.PREVIOUS) and self._walk(1 if intent.do == Do.NEXT else -1):
            self.ui.show_ring = True
            return True
        return super().handle(intent)

    def _walk(self, by: int) -> bool:
        """Tab: the next thing that can be pressed now to some effect."""
        targets = [
            widget
            for widget in self.ui.focusables()
            if widget.enabled
            and (
                getattr(widget, "legal", False)
                or (isinstance(widget, Button) and widget.region in ("actions", "stage"))
            )
        ]
        if not targets:
            return False
        here = targets.index(self.ui.focus) if self.ui.focus in targets else (-1 if by > 0 else 0)
        self.ui.set_focus(targets[(here + by) % len(targets)])
        return True

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.motion.moved:
            changed = True
        if self._poll_hint():
            changed = True
        if self.ready and self.app.manager.top is self:
            entries = len(self.session.entries)
            if self.question == "pay_deficit" and self._sheet_for != entries:
                self._sheet_for = entries
                self.open_deficit()
            elif self._forced():
                changed = True
        return changed

    @property
    def waiting(self) -> bool:
        return super().waiting or self._hinting is not None

    def _forced(self) -> bool:
        """Take a step that leaves no choice, if the person wants that; whether one was taken."""
        question = self.question
        if not self.app.settings.auto_forced or question not in ("expansion_action", "invoke", "raid_cards"):
            return False
        actions = self.state.legal_actions()
        if len(actions) != 1 or self.session.can_redo():
            return False
        last = self.session.entries[-1]
        same_press = last.person is not None and last.seat == self.viewer
        group = last.group if same_press else self.session.next_group()
        self._apply(actions[0], group, mine=True)
        self._settle()
        return True

    # ------------------------------------------------------------------------------------------------ drawing

    def _look_key(self) -> object:
        """All that the still picture depends on; while it stays the same the last one is shown again."""
        ui = self.ui
        return (
            self._version,
            self.motion.stills,
            ui.focus.id if ui.focus is not None else "",
            ui.show_ring,
            ui.carried.id if ui.carried is not None else "",
            round(ui.nudge),
            tuple((w.id, w.pressed) for w in ui.all() if w.hovered or w.pressed),
            tuple(round(w.offset) for w in ui.widgets if isinstance(w, ScrollArea)),
            self.app.scale.window.size,
        )

    def draw(self, surface: pygame.Surface) -> None:
        key = self._look_key()
        recording = self.app.text.recorder is not None
        if (
            recording
            or self._base is None
            or key != self._base_key
            or self._base.get_size() != surface.get_size()
            or self.ui.moving
        ):
            if self._base is None or self._base.get_size() != surface.get_size():
                self._base = pygame.Surface(surface.get_size()).convert()
            self.draw_ground(self._base)
            self.ui.draw(self._base)
            self._base_key = key
        surface.blit(self._base, (0, 0))
        self.motion.draw(surface)
        self.ui.draw_over(surface)

    def rebuild(self) -> None:
        self._base = None
        super().rebuild()

    # ------------------------------------------------------------------------------------------------ the end

    def reckonings(self, outcome: Outcome) -> Sequence[Reckoning]:
        tr = self.app.tr
        rows = []
        for seat, owned in enumerate(outcome.details["gods"]):
            lines: list[tuple[str, int]] = []
            for card in owned:
                god = self.gods[card]
                if god.final is not None:
                    left = 9 - int(outcome.details["azathoth_round"])
                    lines.append(
                        (
                            tr("kpt.points_final", god=f"@god.{card}.name", rounds=left),
                            god.final.points + god.final.per_round_left * left,
                        )
                    )
                else:
                    lines.append((tr(f"god.{card}.name"), god.points))
            rows.append(Reckoning(seat, lines))
        return rows

    def tie_lines(self, outcome: Outcome) -> Sequence[str]:
        tr = self.app.tr
        if not outcome.tie_break:
            return ()
        keys = outcome.details["keys"]
        best = max(key[0] for key in keys)
        tied = [seat for seat, key in enumerate(keys) if key[0] == best]
        lines = [tr("kpt.tie.start", names=", ".join(self.wording.names[seat] for seat in tied), score=best)]
        for number, criterion in enumerate(outcome.tie_break, start=1):
            top = max(keys[seat][number] for seat in tied)
            values = ", ".join(f"{self.wording.names[seat]} {keys[seat][number]}" for seat in tied)
            tied = [seat for seat in tied if keys[seat][number] == top]
            name = (
                tr("kpt.tie.sanity") if criterion == "sanity" else tr("kpt.tie.level", level=f"@level.{criterion[-1]}")
            )
            lines.append(tr("kpt.tie.step", criterion=name, values=values))
        lines.append(
            tr(
                "kpt.tie.shared" if len(tied) > 1 else "kpt.tie.won",
                names=", ".join(self.wording.names[seat] for seat in tied),
            )
        )
        return lines


class _Answer(Button):
    """A large answer: a drawing above its word."""

    extra: Callable[..., None] | None = None
    legal = False

    def draw(self, surface: pygame.Surface) -> None:
        if self.extra is None:
            super().draw(surface)
            return
        look = self.drawn_look
        self.app.paint.button(surface, self.box, look, self.kind)
        ink = self.app.paint.button_ink(look, self.kind)
        inside = self.box.inflate(-self.app.scale.px(16), -self.app.scale.px(12))
        high = min(self.app.text.measure(self.label, self.style, inside.width)[1], inside.height // 2)
        word = pygame.Rect(inside.left, inside.bottom - high, inside.width, high)
        self.extra(
            surface, pygame.Rect(inside.left, inside.top, inside.width, inside.height - high - self.app.scale.px(4))
        )
        self.app.text.draw(surface, self.label, word, self.style, ink, align="center", valign="middle", must_fit=False)

"""The board of Kingsport: the layout of Elder Gods, the own hand, the cultists, the Investigator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.core.contract import Action, Choice, Event, Outcome
from game.core.session import Entry, Session
from game.kingsport import events as ev
from game.kingsport.actions import (
    END_EXPANSION,
    END_TURN,
    PASS,
    Invoke,
    Play,
    Raid,
)
from game.kingsport.cards import Cards, God
from scenes import theme
from scenes.app import App
from scenes.frame import Frame
from scenes.input import Do, Intent
from scenes.kingsport import facts
from scenes.kingsport.cards import CardArt, cost_groups
from scenes.kingsport.dice import Dice
from scenes.kingsport.motion import Motion
from scenes.kingsport.parts import CardWidget
from scenes.kingsport.rails import Rails
from scenes.kingsport.sheets import CardSheet, DeficitSheet, InvestigatorSheet, SeatSheet
from scenes.kingsport.stage import Stage
from scenes.kingsport.tray import Tray
from scenes.kingsport.view import FACES, View
from scenes.result import Reckoning
from scenes.scale import Layout
from scenes.table import PLAY_NOW_SHOWN, BarAction, TableScene
from scenes.widgets import Button, IconButton, ScrollArea, Ui, Why, Widget

TELLING = (ev.CounterPassed, ev.GodInvoked, ev.InvocationPassed, ev.RaidResolved, ev.GodDiscarded)
"""Events that a recap tells of, beside Sanity that was taken."""
LEAST_RECAP = 3
HINTING_LEVEL = "adept"
LOWER = frozenset({"filter", "filter.title", "investigator", "track", "log"})
"""Widgets that, beside the piles and the top bar, are drawn on the layer that seldom changes (layout Full)."""
FORCED = ("expansion_action", "invoke", "raid_cards")
"""Questions that are answered by themselves where there is one answer."""


def _is_telling(event: Event) -> bool:
    """Whether a recap tells of `event`."""
    if isinstance(event, ev.SanityChanged):
        return event.cause in ("stolen", "scenario")
    return isinstance(event, TELLING)


class KingsportTable(TableScene):
    """One table of Kingsport."""

    backdrop = "table"

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.cards: Cards = session.game.cards  # type: ignore[attr-defined]  # Kingsport's public face
        self.art = CardArt(app, self.cards)
        self.gods: dict[str, God] = {god.id: god for god in self.cards.gods}
        self.view = View.of(self.cards, session.state, None)
        self.motion = Motion(self)
        self.stage = Stage(self)
        self.dice = Dice(self)
        self.tray = Tray(self)
        self.rails = Rails(self)
        self.sent: set[str] = set()
        """The gods gathered for the Raid, before they are named one by one."""
        self.peeking = False
        """With the setting Peek: whether the hand is face up for the moment."""
        self._bar_icons = True
        self._holding = False
        self._hinting: tuple[int, str] | None = None
        self._sheet_for = -1
        self._base: pygame.Surface | None = None
        self._lower: pygame.Surface | None = None
        self._base_key: object = None
        self._lower_key: object = None
        self._version = 0
        self._previews: dict[tuple[int, str], facts.Preview] = {}

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
        self.peeking = False
        self.motion.clear()
        self.sent.clear()
        self.tray.picked.clear()
        self._previews.clear()
        self._stop_hint()

    def _settle(self) -> None:
        self.sent.clear()
        self.tray.picked.clear()
        self._previews.clear()
        self._stop_hint()
        super()._settle()

    def _lift(self, person: int) -> None:
        super()._lift(person)
        self.motion.replay_opening()

    def recap_lines(self, person: int) -> list[str]:
        """What matters of what was missed: gods called and lost, Raids, Sanity taken; all where that is little."""
        events = [event for entry in self.missed(person) for event in entry.events]
        telling = [self.wording.event(event) for event in events if _is_telling(event)]
        return telling if len(telling) >= LEAST_RECAP else super().recap_lines(person)

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

    def bar_reason(self, action: Action) -> Why | None:
        if not self.my_choice:
            return Why(self.app.tr("table.not_your_choice"))
        return self.why_not(action)

    def bar_actions(self) -> Sequence[BarAction]:
        tr = self.app.tr
        if self.frame.layout != Layout.FULL and self._asked and self._thinking >= PLAY_NOW_SHOWN:
            return ()  # the narrow row has room for Play now alone
        icons = self._bar_icons
        raid_reason = None if self.question == "raid_cards" else self.bar_reason(Raid(card=""))
        return (
            BarAction(
                "end_expansion",
                tr("kpt.act.end_expansion"),
                lambda: self.do(END_EXPANSION, "end_expansion"),
                icon="moon-orbit" if icons else "",
                reason=self.bar_reason(END_EXPANSION),
                kind=self._kind("expansion_action"),
            ),
            BarAction(
                "pass",
                tr("kpt.act.pass"),
                lambda: self.do(PASS, "pass"),
                icon="cancel" if icons else "",
                reason=self.bar_reason(PASS),
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
        for number, (id, icon, word, act) in enumerate(self.helpers()[: 4 if full else 2]):
            place = pygame.Rect(x + (number // 2) * (small + gap), row.top + (number % 2) * (small + gap), small, small)
            ui.add(IconButton(self.app, id, place, icon, word, act, region="actions"))
        x += (2 if full else 1) * (small + gap) + gap
        if full:
            dial = min(row.height, scale.px(104))
            place = pygame.Rect(x, row.centery - dial // 2, dial, dial)
            ui.add(self.dice.dial_widget(place, "actions"))
            x += dial + 2 * gap
        wide = scale.px(58 if full else 46)
        sockets = pygame.Rect(x, row.top, 5 * wide + 4 * gap, row.height)
        self.dice.build_sockets(ui, sockets, gap)
        left = sockets.right + 2 * gap
        room = pygame.Rect(left, row.top, row.right - left, row.height)
        words = [word for act in ("end_expansion", "pass", "raid") for word in self.app.tr(f"kpt.act.{act}").split()]
        longest = max(self.app.text.measure(word, theme.BUTTON_TEXT)[0] for word in words)
        beside = round(scale.text_px(theme.BUTTON_TEXT.size) * 1.7) + scale.px(32)
        self._bar_icons = room.width // 3 - scale.px(10) >= longest + beside
        super()._build_row(ui, room)

    def helpers(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        tr = self.app.tr
        return [
            ("redo", "clockwise-rotation", tr("kpt.redo"), self.redo),
            ("hint", "light-bulb", tr("kpt.hint"), self.hint),
            ("recap", "backward-time", tr("kpt.recap"), self.show_recap),
            ("explain", "help", tr("kpt.explain"), self.explain_last),
        ]

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
        if frame.layout == Layout.COMPACT and self.drawer_open:
            stage = frame.stage.copy()
            stage.width -= frame.right.width
            self.frame = frame = replace(frame, stage=stage)
        if self.shows("stage"):
            self.stage.build_stage(ui, frame)
        if self.shows("left"):
            if frame.layout == Layout.COMPACT:
                self.rails.build_strip(ui, frame.left)
            else:
                self.rails.build_seats_rail(ui, frame.left)
        if self.shows("right"):
            self.rails.build_right(ui, frame)

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

    def hand_text(self, card: str) -> str:
        """A card of the hand in one sentence."""
        god = self.gods[card]
        key = "kpt.hand_sent" if card in self.sent else "kpt.hand"
        return self.app.tr(
            key, god=f"@god.{card}.name", effect=f"@god.{card}.text", points=god.points, strength=god.strength
        )

    def toggle_peek(self) -> None:
        """Turn the own hand face up, or down again (setting Peek)."""
        self.peeking = not self.peeking
        self.refresh()

    def why_not_dropped(self, payload: tuple[str, str], zone: str) -> Why | None:
        """Why a card that is dragged may not be put on the `table` or into the `hand`."""
        kind, card = payload
        if (kind == "hand") == (zone == "hand"):
            return Why(self.app.tr("kpt.drop.here"))
        if not self.my_choice:
            return Why(self.app.tr("table.not_your_choice"))
        if kind == "pile":
            return self.why_not(Invoke(card=card))
        return None if self.question == "raid_cards" else self.why_not(Play(card=card))

    def dropped(self, payload: tuple[str, str]) -> None:
        """A card was put where it may go: what a press on it would have done."""
        kind, card = payload
        if kind == "pile":
            self.do(Invoke(card=card), f"pile.{card}")
        else:
            self.press_hand(card)

    def press_hand(self, card: str) -> None:
        """A card of the hand is pressed: played, or put into the Raid and taken out again."""
        if self.question == "raid_cards":
            self.sent ^= {card}
            self.app.audio.play("card", caption=False)
            self.refresh()
        else:
            self.do(Play(card=card), f"hand.{card}")

    def in_order(self, cards: set[str]) -> list[str]:
        return [god.id for god in self.cards.gods if god.id in cards]

    def send_raid(self) -> None:
        """Commit the gathered gods, one by one in layout order, then done (unless the Raid ends by itself)."""
        cards = self.in_order(self.sent)
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

    def open_deficit(self) -> None:
        """The sheet with the gods that may make up for missing Sanity."""
        if self.question == "pay_deficit":
            self.app.manager.push(DeficitSheet(self.app, self))

    # The Raid's sum

    def raid_sum(self) -> facts.RaidSum | None:
        """What the gods gathered so far come to."""
        if self.question != "raid_cards" or self.viewer is None:
            return None
        return facts.sum_raid(self.state, self.viewer, self.in_order(self.sent))

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

    def why_seat(self, seat: int) -> Why | None:
        """What a computer player thought at its last choice."""
        for number in sorted(self.choices, reverse=True):
            if number < len(self.session.entries) and self.session.entries[number].seat == seat:
                return self._why_choice(self.choices[number])
        return Why(self.seat_text(seat))

    def _why_choice(self, choice: Choice) -> Why:
        reasons = " ".join(self.wording.reason(reason) for reason in choice.reasons)
        return Why(reasons or self.app.tr("kpt.no_reason"))

    def track_text(self) -> str:
        """The rounds in a sentence."""
        raids = ", ".join(
            self.app.tr("kpt.raid_in", round=number, strength=strength) for number, strength in self.view.raids.items()
        )
        return self.app.tr("kpt.track" if raids else "kpt.track_quiet", round=self.view.round, raids=raids)

    # ------------------------------------------------------------------------------------------------ looking up

    def inspect(self, card: str) -> None:
        """The whole card, large, with all that can be said about it now."""
        self.app.manager.push(CardSheet(self.app, self, card))

    def inspect_investigator(self) -> None:
        """The Investigator's card."""
        if self.view.investigator is not None:
            self.app.manager.push(InvestigatorSheet(self.app, self))

    def inspect_seat(self, seat: int) -> None:
        """A cultist as the table sees him."""
        self.app.manager.push(SeatSheet(self.app, self, seat))

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
            level = HINTING_LEVEL
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
            elif self.take_forced(FORCED):
                changed = True
        return changed

    @property
    def waiting(self) -> bool:
        return super().waiting or self._hinting is not None

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
            ui._drag_pos,
            tuple((w.id, w.pressed) for w in ui.all() if w.hovered or w.pressed),
            tuple(round(w.offset) for w in ui.widgets if isinstance(w, ScrollArea)),
            self.app.scale.window.size,
        )

    def draw(self, surface: pygame.Surface) -> None:
        key = self._look_key()
        if self.app.text.recorder is not None or self.ui.moving or key != self._base_key:
            self._draw_base(surface.get_size())
            self._base_key = key
        assert self._base is not None
        surface.blit(self._base, (0, 0))
        self.motion.draw(surface)
        self.ui.draw_over(surface)

    def _draw_base(self, size: tuple[int, int]) -> None:
        """Make the still picture: what seldom changes comes from a layer of its own, the rest is drawn upon it."""
        if self._base is None or self._lower is None or self._base.get_size() != size:
            self._base, self._lower = pygame.Surface(size).convert(), pygame.Surface(size).convert()
            self._lower_key = None
        everything = self.ui.widgets
        if self.app.text.recorder is not None:
            self.draw_ground(self._base)
            self.ui.draw(self._base)
            return
        lower = [widget for widget in everything if self._is_lower(widget)]
        key = (self.phases(), self.current, self.view.round, *map(self._look_of_lower, lower))
        if key != self._lower_key:
            self.draw_ground(self._lower)
            for widget in lower:
                widget.draw(self._lower)
            self._lower_key = key
        self._base.blit(self._lower, (0, 0))
        self.ui.widgets = [widget for widget in everything if not self._is_lower(widget)]
        self.ui.draw(self._base)
        self.ui.widgets = everything

    def _is_lower(self, widget: Widget) -> bool:
        """Whether a widget is of those that seldom change and lie below the others."""
        if widget.id.startswith(("pile.", "level.")):
            return widget.area is None
        return self.frame.layout == Layout.FULL and (widget.region == "top" or widget.id in LOWER)

    def _look_of_lower(self, widget: Widget) -> object:
        """All that the look of a widget of the lower layer depends on."""
        look: object = widget.text
        if isinstance(widget, CardWidget):
            look = self.stage.look_of(widget.card, widget)
        elif isinstance(widget, ScrollArea):
            touched = tuple(child.id for child in widget.children if child.hovered or child.pressed)
            look = (id(widget), round(widget.offset), widget.pressed, touched)
        return widget.id, tuple(widget.rect), look, widget.hovered, widget.pressed, widget.enabled

    def rebuild(self) -> None:
        self._base = self._lower = None
        self._base_key = None
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

"""The board of Kingsport: the layout of Elder Gods, the own hand, the cultists, the Investigator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.ai.players import Player
from game.core.contract import Action, Event
from game.core.session import Entry, Session
from game.kingsport import events as ev
from game.kingsport.actions import (
    END_TURN,
    ChooseDice,
    ChooseFace,
    ChooseVictim,
    Discard,
    Done,
    Invoke,
    Play,
    Raid,
)
from game.kingsport.cards import Cards, God
from scenes.action_bar import BarAction
from scenes.app import App
from scenes.frame import Frame
from scenes.kingsport import facts
from scenes.kingsport.bar import Bar
from scenes.kingsport.cards import CardArt
from scenes.kingsport.dice import Dice
from scenes.kingsport.ending import Ended
from scenes.kingsport.motion import Motion
from scenes.kingsport.parts import CardWidget
from scenes.kingsport.rails import Rails
from scenes.kingsport.sheets import CardSheet, DeficitSheet, InvestigatorSheet, SeatSheet
from scenes.kingsport.stage import Stage
from scenes.kingsport.tray import Tray
from scenes.kingsport.view import View
from scenes.scale import Layout
from scenes.still import Layer
from scenes.widgets import ScrollArea, Ui, Why, Widget

TELLING = (ev.CounterPassed, ev.GodInvoked, ev.InvocationPassed, ev.RaidResolved, ev.GodDiscarded)
"""Events that a recap tells of, beside Sanity that was taken."""
LEAST_RECAP = 3
HINTING_LEVEL = "adept"
LOWER = frozenset({"filter", "filter.title", "investigator", "track", "log"})
"""Widgets that, beside the piles and the top bar, are drawn on the layer that seldom changes (layout Full)."""
SHADOW = 28.0
"""Units by which shadow and lift of a card reach beyond it."""
FORCED = ("expansion_action", "invoke", "raid_cards")
"""Questions that are answered by themselves where there is one answer."""


def _is_telling(event: Event) -> bool:
    """Whether a recap tells of `event`."""
    if isinstance(event, ev.SanityChanged):
        return event.cause in ("stolen", "scenario")
    return isinstance(event, TELLING)


class KingsportTable(Ended):
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
        self.action_bar: Bar = Bar(self)
        self.sent: set[str] = set()
        self.paying: set[str] = set()
        """The gods chosen for the open deficit."""
        self.peeking = False
        """With the setting Peek: whether the hand is face up for the moment."""
        self._sheet_for = -1
        self._lower = Layer()
        """What seldom changes below everything else; the still picture is drawn upon it."""
        self._previews: dict[tuple[int, str], facts.Preview] = {}

    # ------------------------------------------------------------------------------------------------- the view

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
        if not self.animator.ending:  # else the table is laid out when that is over, a moment later
            self.refresh()

    def animate(self, events: Sequence[Event], entry: Entry) -> None:
        self.motion.play(events, entry)

    def _clear_private(self) -> None:
        super()._clear_private()
        self.peeking = False
        self.motion.clear()
        self.sent.clear()
        self.paying.clear()
        self.tray.picked.clear()
        self._previews.clear()

    def _settle(self) -> None:
        self.sent.clear()
        self.paying.clear()
        self.tray.picked.clear()
        self._previews.clear()
        super()._settle()

    def _lift(self, person: int) -> None:
        super()._lift(person)
        self.motion.replay_opening()

    def chapter_word(self, chapter: int) -> str:
        return self.app.tr("kpt.banner.round", round=chapter)

    def recap_told(self, person: int) -> list[tuple[int, str]]:
        """What matters of what was missed: gods called and lost, Raids, Sanity taken; all where that is little."""
        events: list[tuple[int, Event]] = []
        for entry in self.missed(person):
            chapter = entry.chapter
            for event in entry.events:
                if isinstance(event, ev.CounterPassed):
                    chapter = event.round  # what ends a round also begins the next
                events.append((chapter, event))
        telling = [one for one in events if _is_telling(one[1])]
        shown = telling if len(telling) >= LEAST_RECAP else events
        return [(chapter, self.wording.event(event)) for chapter, event in shown]

    # ------------------------------------------------------------------------------------------------- the bar

    def phases(self) -> Sequence[tuple[str, bool]]:
        now = self.view.phase
        phases = ["expansion", "invocation", *(["raid"] if self.view.round in self.view.raids else []), "end"]
        return [
            (self.app.tr("kpt.round", round=self.view.round), False),
            *((self.app.tr(f"kpt.phase.{phase}"), phase == now and not self.view.over) for phase in phases),
        ]

    def bar_actions(self) -> Sequence[BarAction]:
        return self.action_bar.acts()

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

    def payable(self, card: str) -> bool:
        """Whether the viewer's dice pay for a pile now and nothing that is seen speaks against taking it."""
        if self.viewer is None or self.view.turn != self.viewer or self.view.phase not in ("expansion", "invocation"):
            return False
        owned = card in self.view.hand or card in self.view.in_play
        return bool(self.view.piles[card]) and not owned and not facts.lacking(self.gods[card], self.view.dice)

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
            return self.not_mine
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
        state: Any = self.state
        trial = state.trial()
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

    def why_seat(self, seat: int) -> Why | None:
        """What a computer player thought at its last choice."""
        return self.thinking.why_seat(seat) or Why(self.seat_text(seat))

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

    @property
    def hint_level(self) -> str:
        return HINTING_LEVEL

    def is_target(self, widget: Widget) -> bool:
        return getattr(widget, "legal", False) or super().is_target(widget)

    def widget_of(self, action: Action) -> Widget | None:
        """What a person would press for `action`."""
        ids: list[str] = []
        if isinstance(action, (Play, Raid)):
            ids = [f"hand.{action.card}", "peek"]
        elif isinstance(action, Invoke):
            ids = [f"pile.{action.card}"]
        elif isinstance(action, Discard):
            ids = ["deficit"]
        elif isinstance(action, ChooseFace):
            ids = [f"face.{action.face}"]
        elif isinstance(action, ChooseVictim):
            ids = [f"victim.{action.victim}"]
        elif isinstance(action, ChooseDice):
            ids = ["confirm_dice"]
        elif isinstance(action, Done):
            ids = ["raid"]
        ids.append(str(action.__struct_config__.tag))
        return next((found for found in map(self.ui.find, ids) if found is not None), None)

    def next_part(self, action: Action) -> tuple[Widget | None, str]:
        if isinstance(action, ChooseDice):
            id, part = self.tray.next_part(action)
            return self.ui.find(id), part
        if self.question == "raid_cards":
            card = self.next_for_raid(action)
            if card is None:
                return self.ui.find("raid"), self.app.tr("kpt.act.raid")
            return self.ui.find(f"hand.{card}") or self.ui.find("peek"), self.app.tr(f"god.{card}.name")
        return super().next_part(action)

    def next_for_raid(self, action: Action) -> str | None:
        """Of the gods that the hint sends, the first that is not among those gathered yet: what a person still has to
        press before the Raid. A hint for the open question names only the first; the others follow the same way."""
        gathered: Any = self.state.clone()
        adviser = Player(self.session.game, self.hint_level)
        while True:
            if isinstance(action, Raid) and action.card not in self.sent:
                return action.card
            if not isinstance(action, Raid):
                return None
            gathered.step(action)
            decision = gathered.decision()
            if decision is None or decision.name != "raid_cards":
                return None
            action = adviser.choose(gathered, 0).action

    # ------------------------------------------------------------------------------------------------ the loop

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.motion.moved:
            changed = True
        if self.ready and self.app.manager.top is self:
            entries = len(self.session.entries)
            if self.question == "pay_deficit" and self._sheet_for != entries:
                self._sheet_for = entries
                self.open_deficit()
            elif self.take_forced(FORCED):
                changed = True
        return changed

    # ------------------------------------------------------------------------------------------------ drawing

    def look_key(self) -> tuple[object, ...]:
        """All that the still picture depends on; while it stays the same the last one is shown again."""
        ui = self.ui
        return (
            *super().look_key(),
            self.motion.stills,
            ui.focus.id if ui.focus is not None else "",
            ui.show_ring,
            ui._drag_pos,
            tuple((w.id, w.pressed) for w in ui.all() if w.hovered or w.pressed),
        )

    def draw(self, surface: pygame.Surface) -> None:
        anew = self.app.text.recorder is not None or self.ui.moving
        surface.blit(self.still.picture(surface.get_size(), self.look_key(), self._draw_still, anew=anew), (0, 0))
        self.motion.draw(surface)
        self.ui.draw_over(surface)

    def _draw_still(self, surface: pygame.Surface) -> None:
        """What seldom changes comes from a layer of its own, the rest is drawn upon it."""
        if self.app.text.recorder is not None:
            self.draw_ground(surface)
            self.ui.draw(surface)
            return
        everything = self.ui.widgets
        lower = {widget: self._look_of_lower(widget) for widget in everything if self._is_lower(widget)}
        surface.blit(
            self._lower.picture(surface.get_size(), lower, self.draw_ground, self.app.scale.px(SHADOW)), (0, 0)
        )
        self.ui.widgets = [widget for widget in everything if not self._is_lower(widget)]
        self.ui.draw(surface)
        self.ui.widgets = everything

    def _is_lower(self, widget: Widget) -> bool:
        """Whether a widget is of those that seldom change and lie below the others."""
        if widget.id.startswith(("pile.", "level.")):
            return widget.area is None
        return self.frame.layout == Layout.FULL and (widget.region == "top" or widget.id in LOWER)

    def _look_of_lower(self, widget: Widget) -> object:
        """All that the look of a widget of the lower layer depends on."""
        look: object = widget.text, self.view.round, widget.enabled
        if widget.region == "top":
            look = widget.text, self.phases(), self.current, widget.enabled
        elif isinstance(widget, CardWidget):
            look = self.stage.look_of(widget.card, widget)
        elif isinstance(widget, ScrollArea):
            touched = tuple(child.id for child in widget.children if child.hovered or child.pressed)
            look = (tuple(child.text for child in widget.children), round(widget.offset), touched)
        return tuple(widget.rect), look, widget.hovered, widget.pressed

    def rebuild(self) -> None:
        self._lower.forget()
        super().rebuild()

"""The board of Kanata: the town by night, the player boards, what hunts whom, the roadblock."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.core.contract import Action, Choice, Event
from game.core.session import Entry, Session
from game.kanata import events as ev
from game.kanata.actions import END_TURN, MOVE, PLAYER_BOARD, SEARCH, STAY, STOP, Aim, Shoot, Step, UseItem
from scenes import theme
from scenes.app import App
from scenes.frame import TOP, Frame, frame_for
from scenes.input import Do, Intent
from scenes.kanata.cards import CaseFiles
from scenes.kanata.feeding import Feeding
from scenes.kanata.motion import Motion
from scenes.kanata.parts import SpaceTarget, item_icon, kind_of
from scenes.kanata.rails import Rails, is_free
from scenes.kanata.sheets import CardSheet, PersonSheet
from scenes.kanata.stage import Stage
from scenes.kanata.tray import Tray
from scenes.kanata.view import Person, Piece, View
from scenes.scale import Layout
from scenes.table import BarAction, TableScene
from scenes.widgets import Button, Drawn, IconButton, Label, ScrollArea, Ui, Why, Widget

COLUMN = 420.0
"""Units of the column that is action bar and right rail together in Compact."""
LEAST_RAIL = 170.0
"""Units that the rail keeps above the acts in that column."""
SLOT = 58.0
CHAIN = 34.0
SHOOTING = ("shoot_target", "assign_abominator")
FORCED = ("trade_card", "puppet_pick", "puppet_move", "choose_step", "next_weapon", "shoot_again", "assign_abominator")
"""Questions whose only answer is given at once, if the person wants that."""
LONE_BIKE = -1
"""In a threat: the 4-wheeler itself is hunted. What lies below is a place to go home to."""
PROMPT = theme.BODY_BOLD.sized(20)
SLOT_STYLE = theme.Style("label_bold", 19, leading=1.1)
ICONS = {
    "move": "walk",
    "stay": "halt",
    "player_board": "divided-spiral",
    "shoot": "pistol-gun",
    "search": "magnifying-glass",
    "end_turn": "police-car",
    "add_die": "rolling-dices",
    "keep": "check-mark",
    "stop": "halt",
    "hide": "crucifix",
    "decline": "cancel",
    "get_on": "scooter",
    "get_off": "walk",
    "get_in": "surfer-van",
    "get_out": "exit-door",
    "rescue": "healing",
    "trade": "trade",
    "give": "card-play",
    "ask_for": "card-draw",
    "done": "check-mark",
    "accept": "check-mark",
    "refuse": "cancel",
    "deliver": "hand-saw",
    "put_away": "corn",
    "fire": "targeting",
    "cease": "halt",
    "use_nde": "life-support",
    "use_talisman": "gem-pendant",
    "use_trait": "upgrade",
    "choose_friend": "meeple",
    "choose_abomination": "floating-ghost",
}


@dataclass(frozen=True)
class ThreatLine:
    """One line of the threats panel."""

    piece: str
    space: str
    words: str


class KanataTable(TableScene):
    """One table of Kanata. Everything is open: seats change with a banner instead of a curtain."""

    backdrop = "table"
    has_drawer = False

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.view = View.of(session.game, session.state)
        self.art = CaseFiles(app)
        self.motion = Motion(self)
        self.stage = Stage(self)
        self.rails = Rails(self)
        self.tray = Tray(self)
        self.feeding = Feeding(self)
        self.rest: list[str] = []
        """What is left of a way that was interrupted by something to pick up or to deliver."""
        self.stop_action = STOP
        self._shown: int | None = None
        self._walk = 1
        self._holding = False
        self._pending = 0
        """Actions whose movements have not arrived yet."""
        self._threats: list[ThreatLine] = []
        self._prompt = ""
        self._hinting: tuple[int, str] | None = None
        self._reach: tuple[object, dict[str, tuple[str, ...]]] = (None, {})
        self._version = 0
        self._base: pygame.Surface | None = None
        self._base_key: object = None
        self._asked_before = -1

    # ------------------------------------------------------------------------------------------------- the view

    def _look_at_who_chooses(self) -> None:
        """Nothing is hidden between seats: whoever must choose looks."""
        person = self.session.person_to_act()
        if person is not None:
            self.person, self.viewer = person, self.current
        elif self.viewer is None:
            persons = self.session.persons()
            self.viewer = self._seats_of(persons[0])[0] if persons else None
            self.person = persons[0] if persons else None

    def _curtain(self) -> None:
        """No curtain in Kanata (its rules hide nothing): a banner names the seat."""
        self._look_at_who_chooses()
        self.refresh()

    def _cover(self) -> None:
        """Nothing to cover."""

    def _apply(self, action: Action, group: int | None, *, mine: bool) -> None:
        """The shown view stays as it was until `animate` has taken over."""
        self._holding = True
        try:
            super()._apply(action, group, mine=mine)
        finally:
            self._holding = False

    def animate(self, events: Sequence[Event], entry: Entry) -> None:
        self._pending += 1
        self.motion.play(events, entry, walk=self._walk)

    def _sync(self) -> None:
        """Take what is shown from the state, unless movements are still on their way there."""
        if self.ready:
            self.view = View.of(self.session.game, self.state)

    def land(self) -> None:
        """What one action brought has arrived; after the last one, show the state as it is."""
        self._pending -= 1
        if not self._pending:
            self.motion.clear()
            self.refresh()

    def arrange(self) -> None:
        """A piece has arrived somewhere: those on its space make room."""
        self.stage.arrange()
        self.app.invalidate()

    def touch(self) -> None:
        """Something that the still picture shows has changed."""
        self._version += 1
        self.app.invalidate()

    def _settle(self) -> None:
        self.stage.via.clear()
        self.stage.choosing_via = False
        self.tray.open = ""
        if self.question != "choose_step":
            self.rest.clear()
        if self.question not in ("", "choose_action") and self.tab != "stage":
            self.tab = "stage"
        self._stop_hint()
        super()._settle()

    @property
    def question(self) -> str:
        """The open decision's name while this person is to answer it, else empty."""
        decision = self.state.decision()
        return decision.name if decision is not None and self.my_choice else ""

    @property
    def ready(self) -> bool:
        """Whether what is shown is where the game stands: nothing moves."""
        return not self._pending and not self._holding

    @property
    def shooting(self) -> bool:
        """Whether a target is being chosen."""
        return self.ready and self.question in SHOOTING

    @property
    def shown_person(self) -> Person:
        """Whose player board lies open: the one asked for, else the turn's owner."""
        seat = self._shown if self._shown is not None else self.view.turn
        return self.view.persons[min(seat, len(self.view.persons) - 1)]

    def show_person(self, seat: int) -> None:
        """Lay somebody's player board open."""
        self._shown = None if seat == self.view.turn else seat
        if self.frame.layout != Layout.FULL and self.frame.layout == Layout.COMPACT and self.ready:
            self.rails.open = "turn"
        self.refresh()

    # ------------------------------------------------------------------------------------------------- words

    def person_name(self, seat: int) -> str:
        """A seat's name with its character, where the seat has a name of its own."""
        return self.app.tr(
            "kan.name", name=self.wording.names[seat], character=f"@character.{self.view.persons[seat].character}.name"
        )

    def space_name(self, space: str) -> str:
        """What people call a space."""
        return self.app.tr(f"kanata.space.{space}")

    def item_name(self, item: str) -> str:
        """An item or token in words."""
        return self.app.tr(f"kanata.thing.{item}")

    def item_words(self, item: str) -> str:
        """An item with its figures."""
        name = self.item_name(item)
        rounds = self.view.ammo.get(item)
        if rounds is None:
            return name
        scope = self.view.scopes.get(item, 0)
        reach = self.entry(item).range + scope
        return self.app.tr("kan.gun", item=name, ammo=rounds, range=reach)

    def item_of(self, index: str) -> str:
        """The id of an item that the position names by its place in the box."""
        content: Any = self.session.game.content  # type: ignore[attr-defined]  # Kanata's public face
        return str(content.items[int(index)].id)

    def entry(self, item: str) -> Any:
        """The printed figures of an item."""
        content: Any = self.session.game.content  # type: ignore[attr-defined]  # Kanata's public face
        return content.items[content.item_index[item]].entry

    def full_ammo(self, item: str) -> int:
        """The rounds that a gun comes with."""
        return int(self.entry(item).ammo)

    def piece_text(self, piece: Piece) -> str:
        """A piece in one sentence."""
        tr = self.app.tr
        space = self.space_name(piece.space)
        head, _, number = piece.id.partition(".")
        if head == "seat":
            return tr("kan.piece.seat", name=self.person_name(int(number)), space=space)
        if head == "abomination":
            one = next(one for one in self.view.abominations if str(one.number) == number)
            key = "kan.piece.dormant" if one.dormant else "kan.piece.abomination"
            return tr(key, number=one.number, space=space)
        if head == "ambulance":
            return tr("kan.piece.ambulance", space=space, tires=self.view.tires)
        if head == "bike":
            return tr("kan.piece.bike", space=space, gas=self.view.gas)
        return tr(f"kan.piece.{head}", space=space)

    def percent(self, chance: float) -> str:
        """A chance in hundredths."""
        return self.app.tr("kan.percent", percent=round(chance * 100))

    def fire_words(self, action: Action) -> str:
        """What the line to a target says: how far, how likely."""
        state: Any = self.state
        chance = state.odds(action)
        words = [self.wording.action(action)]
        piece = next((one for one in self.view.pieces() if one.id == self.piece_of(action)), None)
        weapon = str(self.view.frame.get("item", ""))
        weapon = self.item_of(weapon) if weapon.isdigit() else weapon
        if piece is not None and weapon:
            (x0, y0), (x1, y1) = self.stage.spot(self.walker_space()), self.stage.spot(piece.space)
            reach = self.entry(weapon).range + self.view.scopes.get(weapon, 0)
            if reach:
                words.append(self.app.tr("kan.distance", distance=round(math.hypot(x1 - x0, y1 - y0), 1), range=reach))
        if chance is not None:
            words.append(self.app.tr("kan.hits", chance=self.percent(chance)))
            rounds = self.view.ammo.get(weapon, 0)
            shots = min(3, rounds)
            if shots > 1:
                words.append(self.app.tr("kan.hits_with", shots=shots, chance=self.percent(1 - (1 - chance) ** shots)))
        return "\n".join(words)

    def target_words(self, action: Action) -> str:
        """The tooltip of something to choose: what it would do, with its odds."""
        state: Any = self.state
        chance = state.odds(action)
        words = self.wording.action(action)
        return words if chance is None else f"{words}\n{self.app.tr('kan.hits', chance=self.percent(chance))}"

    def why_action(self, action: Action) -> Why | None:
        """What W tells about an act: its odds, and the clause of the question."""
        decision = self.state.decision()
        if decision is None:
            return None
        tag = str(action.__struct_config__.tag)
        clause = decision.clauses[0] if decision.clauses else ""
        if self.app.strings.has(f"kan.why.{tag}"):
            return Why(self.app.tr(f"kan.why.{tag}"), clause)
        return Why(self.target_words(action), clause)

    def why_seat(self, seat: int) -> Why | None:
        """What a computer player thought at its last choice."""
        for number in sorted(self.choices, reverse=True):
            if number < len(self.session.entries) and self.session.entries[number].seat == seat:
                return self._why_choice(self.choices[number])
        return None

    def _why_choice(self, choice: Choice) -> Why:
        reasons = " ".join(self.wording.reason(reason) for reason in choice.reasons)
        return Why(reasons or self.app.tr("kan.no_reason"))

    def act_icon(self, action: Action) -> str:
        """The icon of an act: that of the item it names, else its own."""
        item = getattr(action, "item", None) or getattr(action, "token", None)
        tag = str(action.__struct_config__.tag)
        if tag in ("attach",):
            return item_icon(str(getattr(action, "token", "")))
        return item_icon(str(item)) if item else ICONS.get(tag, "")

    # ------------------------------------------------------------------------------------------------- choosing

    def piece_of(self, action: Action) -> str:
        """The piece that an act is about; empty for none."""
        if isinstance(action, Aim):
            if action.enemy in ("sheriff", "ambulance"):
                return action.enemy
            if action.enemy == "abomination":
                return f"abomination.{action.number}"
            return f"corpse.{action.space}" if action.enemy == "corpse" else f"seat.{action.victim}"
        number = getattr(action, "number", None)
        if number is not None:
            return f"abomination.{number}"
        friend = getattr(action, "friend", None)
        return f"seat.{friend}" if friend is not None and not hasattr(action, "item") else ""

    def aim_at(self, piece: Piece) -> Aim | None:
        """The act of shooting at a piece; ``None`` for what is no enemy of the shooter."""
        head, _, rest = piece.id.partition(".")
        if head in ("sheriff", "ambulance"):
            return Aim(enemy=head)
        if head == "abomination":
            return Aim(enemy=head, number=int(rest))
        if head == "corpse":
            return Aim(enemy=head, space=rest)
        if head == "seat" and self.view.persons[int(rest)].status == "turned":
            return Aim(enemy="turned", victim=int(rest))
        return None

    def do(self, action: Action) -> None:
        """One press that is one action."""
        self._walk = 1
        self.act(action, at=self.ui.focus)

    def press_target(self, action: Action, id: str) -> None:
        """Something on the town was chosen."""
        self._walk = 1
        self.act(action, at=self.ui.find(id))

    def reach(self) -> dict[str, tuple[str, ...]]:
        """Where the walker can go, each space with the steps there, over the chosen middle spaces."""
        key = (len(self.session.entries), tuple(self.stage.via), self.question)
        if self._reach[0] != key:
            self._reach = (key, self._find_reach())
        return self._reach[1]

    def _find_reach(self) -> dict[str, tuple[str, ...]]:
        state: Any = self.state
        if self.question == "puppet_move":
            steps = [one for one in state.legal_actions() if isinstance(one, Step)]
            return {one.space: (one.space,) for one in steps}
        before: tuple[str, ...] = ()
        for via in self.stage.via:
            ways = state.reachable()
            if via not in ways:
                return {}
            path = ways.path(via)
            state = state.clone()
            for space in path:
                state.apply_action(Step(space=space))
            before += path
        ways = state.reachable()
        return {space: before + ways.path(space) for space in ways}

    def walker_space(self) -> str:
        """Where the one who moves or shoots stands."""
        number = self.view.frame.get("number")
        if self.question == "puppet_move" and number is not None:
            return next((one.space for one in self.view.abominations if one.number == number), self.view.owner.space)
        return self.view.owner.space

    def press_space(self, space: str) -> None:
        """A space to go to was chosen; or, with "via here", one to go over."""
        if self.stage.choosing_via:
            self.toggle_via(space)
            self.stage.choosing_via = False
            self.refresh()
            return
        self.walk(self.reach().get(space, ()))

    def toggle_via(self, space: str) -> None:
        """Let the way lead over a space, or no longer."""
        via = self.stage.via
        if space in via:
            via.remove(space)
        else:
            via.append(space)
        self.app.audio.play("press", caption=False)
        self.refresh()

    def press_via(self) -> None:
        """Choose a middle space next, or forget those that were chosen."""
        if self.stage.via:
            self.stage.via.clear()
            self.stage.choosing_via = False
        else:
            self.stage.choosing_via = not self.stage.choosing_via
        self.refresh()

    def walk(self, path: Sequence[str]) -> None:
        """Send the steps of a way, as far as nothing on it has to be decided (something to pick up, to deliver)."""
        trial: Any = self.state.clone()
        question = self.question
        steps: list[Action] = []
        rest = list(path)
        while rest:
            step = Step(space=rest[0])
            if trial.refusal(step) is not None:
                break
            steps.append(step)
            rest.pop(0)
            if self._reveals(trial.apply_action(step)):
                break
            decision = trial.decision()
            if decision is None or decision.name != question:
                break
            if any(str(one.__struct_config__.tag) in ("take", "deliver") for one in trial.legal_actions()):
                break
        if not steps:
            self.ui.refuse(self.why_not(Step(space=path[0] if path else "")) or Why(""), self.ui.focus)
            return
        self._walk = len(steps)
        if self.act(*steps, at=self.ui.focus):
            self.rest = rest
            self.refresh()
            stop = self.ui.find("stop") or self.ui.find("walk_on")
            if stop is not None and self.ui.show_ring:
                self.ui.set_focus(stop)

    @staticmethod
    def _reveals(events: Sequence[Event]) -> bool:
        return any(event.reveals for event in events)

    def walk_on(self) -> None:
        """Go on with what is left of the way."""
        self.walk(tuple(self.rest))

    def stop(self) -> None:
        """The move ends here."""
        self.rest.clear()
        self.do(self.stop_action)

    def refuse_space(self, space: str) -> None:
        """A space was pressed that is none of the targets: the rules say why not."""
        question = self.question
        action: Action | None = None
        if question in ("choose_step", "puppet_move"):
            action = Step(space=space)
        elif question:
            listed = [one for one in self.state.legal_actions() if getattr(one, "space", None) is not None]
            if listed and not isinstance(listed[0], Aim):
                action = type(listed[0])(space=space)  # type: ignore[call-arg]  # every such act names its space
        if action is not None:
            why = self.why_not(action)
            if why is not None:
                self.ui.refuse(why, None)

    def press_item(self, item: str) -> None:
        """An item of the board was pressed: do the one thing that can be done with it, or offer the choice."""
        acts = self.acts_with(item)
        if not acts:
            self.ui.refuse(self.why_not(UseItem(item=item)) or Why(self.item_words(item)), self.ui.focus)
        else:
            self.tray.open = item
            self.tab = "stage"
            self.refresh()

    def acts_with(self, item: str) -> list[Action]:
        """What may be done with an item or token now."""
        if self.question != "choose_action":
            return []
        return [
            one
            for one in self.state.legal_actions()
            if item in (getattr(one, "item", None), getattr(one, "token", None))
        ]

    def free_acts(self) -> list[Action]:
        """The free acts that need no item of the board to be pressed first."""
        if self.question != "choose_action" or self.shown_person.seat != self.current:
            return []
        held = {*self.shown_person.items, *(name for name, _ in self.shown_person.tokens)}
        return [
            one
            for one in self.state.legal_actions()
            if is_free(one)
            and (
                str(one.__struct_config__.tag) in ("deliver", "rescue", "take")
                or getattr(one, "item", None) not in held
            )
            and str(one.__struct_config__.tag) != "attach"
        ]

    def close_tray(self) -> None:
        """Choose no weapon, no item."""
        self.tray.open = ""
        self.refresh()

    def shoot(self) -> None:
        """The Shoot slot: the only weapon at once, or a choice."""
        acts = [one for one in self.state.legal_actions() if isinstance(one, Shoot)]
        if len(acts) == 1:
            self.do(acts[0])
        else:
            self.tray.open = "" if self.tray.open == "shoot" else "shoot"
            self.tab = "stage"
            self.refresh()

    def open_card(self) -> tuple[str, str] | None:
        """Deck and id of the card whose question is open."""
        if self.question != "card_choice":
            return None
        for entry in reversed(self.session.entries[-12:]):
            for event in reversed(entry.events):
                if isinstance(event, ev.CardDrawn):
                    return event.deck, event.card
        return None

    # ------------------------------------------------------------------------------------------------- panels

    def threats(self) -> list[ThreatLine]:
        """Every enemy on the board in a sentence, as things stand in the picture: not ahead of what still moves."""
        if self.ready or not self._threats:
            self._threats = self._find_threats()
        return self._threats

    def _find_threats(self) -> list[ThreatLine]:
        tr = self.app.tr
        state: Any = self.state
        lines: list[ThreatLine] = []
        told: set[str] = set()
        for threat in state.forecast():
            piece = threat.enemy if threat.enemy != "abomination" else f"abomination.{threat.number}"
            told.add(piece)
            hunts = [
                self.wording.names[seat] if seat >= 0 else tr("kan.the_bike")
                for seat in threat.hunts
                if seat >= LONE_BIKE
            ]
            values: dict[str, str | int] = {
                "enemy": tr(f"kan.enemy.{threat.enemy}", number=threat.number),
                "space": self.space_name(threat.space),
                "names": ", ".join(hunts),
                "steps": threat.needs,
                "dice": threat.dice,
                "chance": self.percent(threat.chance),
            }
            if not hunts:
                key = "kan.threat.nobody"
            elif not threat.chance:
                key = "kan.threat.never"
            elif threat.door:
                key = "kan.threat.door"
            else:
                key = "kan.threat"
            words = tr(key, values)
            if threat.enemy == "ambulance":
                words = f"{words} {tr('kan.threat.tires', tires=self.view.tires)}"
            lines.append(ThreatLine(piece, threat.space, words))
        if "sheriff" not in told:
            words = tr("kan.threat.held", space=self.space_name(self.view.sheriff))
            lines.insert(0, ThreatLine("sheriff", self.view.sheriff, words))
        for one in self.view.abominations:
            piece = f"abomination.{one.number}"
            if piece not in told:
                key = "kan.piece.dormant" if one.dormant else "kan.piece.abomination"
                lines.append(ThreatLine(piece, one.space, tr(key, number=one.number, space=self.space_name(one.space))))
        return lines

    def deliveries(self) -> list[tuple[int, str]]:
        """Who brought what to the roadblock, in order."""
        return [
            (event.seat, event.item)
            for entry in self.session.entries
            for event in entry.events
            if isinstance(event, ev.Delivered)
        ]

    def look_at(self, space: str) -> None:
        """Bring a space into the middle."""
        self.tab = "stage"
        self.stage.town.zoom_to(max(1.8, self.stage.town.camera.zoom))
        self.stage.town.camera.x, self.stage.town.camera.y = self.stage.spot(space)
        self.stage.town.clamp()
        self.refresh()

    def inspect_piece(self, piece: Piece) -> None:
        """A piece in words; a person with the whole player board."""
        if piece.id.startswith("seat."):
            self.app.manager.push(PersonSheet(self.app, self, int(piece.id.partition(".")[2])))
        else:
            self.ui.tell(Why(self.piece_text(piece)), self.stage.piece_box(piece))

    def inspect_card(self, deck: str, card: str) -> None:
        """A card, large."""
        self.app.manager.push(CardSheet(self.app, self, deck, card))

    # ------------------------------------------------------------------------------------------------- the frame

    def make_frame(self) -> Frame:
        scale = self.app.scale
        grow = max(1.0, 1 + (scale.text_factor - 1) * 0.6)
        if scale.layout == Layout.FULL:
            return frame_for(scale, extra_actions=self._extra_lines())
        width, height = scale.window.size
        if scale.layout == Layout.SINGLE:
            return frame_for(scale, extra_actions=SLOT * grow + 20 + self._extra_lines())
        column = scale.px(COLUMN)
        top = pygame.Rect(0, 0, width, scale.px(TOP * grow))
        prompt = self.app.text.measure(self.prompt(), PROMPT, column - scale.px(32))[1]
        slot = scale.px(SLOT * grow)
        high = prompt + 4 * (slot + scale.px(8)) + self._chain_height() + scale.px(34)
        high = min(high, height - top.height - scale.px(LEAST_RAIL))
        actions = pygame.Rect(width - column, height - high, column, high)
        right = pygame.Rect(width - column, top.bottom, column, actions.top - top.bottom)
        stage = pygame.Rect(0, top.bottom, width - column, height - top.bottom)
        none = pygame.Rect(0, 0, 0, 0)
        return Frame(scale.layout, top, none, stage, right, actions, none)

    def shows(self, pane: str) -> bool:
        if self.frame.layout == Layout.COMPACT:
            return pane != "left"
        return super().shows(pane)

    def build(self, ui: Ui) -> None:
        self._sync()
        self._version += 1
        if self.view.turn != self._asked_before:
            self._asked_before, self._shown = self.view.turn, None
        super().build(ui)

    def build_board(self, ui: Ui, frame: Frame) -> None:
        if self.shows("left"):
            self.rails.build_board(ui, frame.left.inflate(-self.app.scale.px(4), -self.app.scale.px(4)))
        if self.shows("right"):
            self.rails.build_right(ui, frame.right, turn=frame.layout == Layout.COMPACT)
        if self.shows("stage"):
            self.stage.build(ui, frame.stage.inflate(-self.app.scale.px(8), -self.app.scale.px(8)))
            self.tray.build(ui, self.stage.town.stage)

    def prompt(self) -> str:
        """What is asked; while something moves still what was asked before, so that nothing is told too early."""
        if self.ready or not self._prompt:
            self._prompt = super().prompt()
        return self._prompt

    def phases(self) -> Sequence[tuple[str, bool]]:
        tr = self.app.tr
        return [
            (tr("kan.round", round=self.view.round), False),
            (tr("kan.parts", parts=self.view.monoliths + self.view.wall), False),
        ]

    # The bar

    def _slot_reason(self, action: Action) -> Why | None:
        if not self.my_choice:
            return Why(self.app.tr("table.not_your_choice"))
        return self.why_not(action)

    def _shoot_reason(self) -> Why | None:
        if not self.my_choice:
            return Why(self.app.tr("table.not_your_choice"))
        if any(isinstance(one, Shoot) for one in self.state.legal_actions()):
            return None
        weapons = [
            item for item in self.view.owner.items if self.entry(item).kind in ("gun", "belt", "blade", "dynamite")
        ]
        if not weapons:
            return Why(self.app.tr("kan.no_weapon"), "KAN-SHOOT-01")
        return self.why_not(Shoot(item=weapons[0]))

    def slots(self) -> list[BarAction]:
        """The five slots in printed colours; Move and Stay share the first."""
        acts: tuple[tuple[str, str, Action], ...] = (
            ("move", "primary", MOVE),
            ("stay", "primary", STAY),
            ("player_board", "plain", PLAYER_BOARD),
            ("search", "plain", SEARCH),
        )
        slots = [
            BarAction(
                tag,
                self.app.tr(f"kan.slot.{tag}"),
                partial(self.do, action),
                ICONS[tag],
                self._slot_reason(action),
                kind,
            )
            for tag, kind, action in acts
        ]
        shoot = self.app.tr("kan.slot.shoot")
        shooting = self.tray.open == "shoot"
        slots.insert(3, BarAction("shoot", shoot, self.shoot, ICONS["shoot"], self._shoot_reason(), on=shooting))
        enemies = self.app.tr("kan.slot.enemies")
        reason = self._slot_reason(END_TURN)
        return [*slots, BarAction("enemies", enemies, self._end_turn, ICONS["end_turn"], reason, "danger")]

    def end_turn(self) -> tuple[Action | None, Why | None, str]:
        if not self.my_choice:
            return None, None, ""
        reason = self._slot_reason(END_TURN)
        undone = []
        if reason is None:
            legal = self.state.legal_actions()
            if SEARCH in legal:
                undone.append(self.app.tr("kan.undone.search"))
            if any(isinstance(one, Shoot) for one in legal):
                undone.append(self.app.tr("kan.undone.shoot"))
        return END_TURN, reason, ", ".join(undone)

    def _build_actions(self, ui: Ui, frame: Frame) -> None:
        """Prompt, five slots, the dice chain, Undo and End turn: in a bar, or in the column."""
        app, scale = self.app, self.app.scale
        pad, gap = scale.px(16), scale.px(8)
        inside = frame.actions.inflate(-2 * pad, -2 * scale.px(8))
        prompt = self.prompt()
        prompt_high = app.text.measure(prompt, PROMPT, inside.width)[1]
        ui.add(
            Label(
                app, "prompt", pygame.Rect(inside.left, inside.top, inside.width, prompt_high), prompt, PROMPT,
                theme.BONE, region="prompt",
            )
        )  # fmt: skip
        top = inside.top + prompt_high + gap
        rest = pygame.Rect(inside.left, top, inside.width, inside.bottom - top)
        if frame.layout == Layout.FULL:
            self._build_wide(ui, rest, gap)
        else:
            self._build_column(ui, rest, gap, 2 if frame.layout == Layout.COMPACT else 6)

    def _build_wide(self, ui: Ui, rest: pygame.Rect, gap: int) -> None:
        scale = self.app.scale
        chain = self._chain_height()
        side = min(scale.px(240), rest.width // 7)
        self._add_undo(ui, pygame.Rect(rest.left, rest.top, side, rest.height - scale.px(2)))
        self._add_end(ui, pygame.Rect(rest.right - side, rest.top, side, rest.height - scale.px(2)))
        small = scale.px(44)
        x = rest.left + side + 2 * gap
        for number, (id, icon, word, act) in enumerate(self.helpers()):
            place = pygame.Rect(
                x + (number // 2) * (small + gap), rest.top + (number % 2) * (small + scale.px(6)), small, small
            )
            ui.add(IconButton(self.app, id, place, icon, word, act, region="actions"))
        left = x + 2 * (small + gap) + gap
        row = pygame.Rect(left, rest.top, rest.right - side - 2 * gap - left, rest.height - chain)
        places = self._slot_places(row, gap)
        self._add_slots(ui, places)
        below = pygame.Rect(row.left, row.bottom, row.width, chain)
        self._add_chain(ui, below, places)

    def _slot_places(self, row: pygame.Rect, gap: int) -> list[pygame.Rect]:
        """Six buttons in five equal slots: the first is shared."""
        slot = (row.width - 4 * gap) // 5
        half = (slot - gap // 2) // 2
        lefts = [row.left + number * (slot + gap) for number in range(5)]
        places = [
            pygame.Rect(lefts[0], row.top, half, row.height),
            pygame.Rect(lefts[0] + slot - half, row.top, half, row.height),
        ]
        return [*places, *(pygame.Rect(left, row.top, slot, row.height) for left in lefts[1:])]

    def _build_column(self, ui: Ui, rest: pygame.Rect, gap: int, columns: int) -> None:
        """The slots in rows, the chain, and Undo and End turn below them."""
        scale = self.app.scale
        rows = 3 if columns == 2 else 1
        chain = self._chain_height() if columns == 2 else 0
        high = (rest.height - chain - gap * rows) // (rows + 1)
        places = []
        if columns == 2:
            wide = (rest.width - gap) // 2
            places = [
                pygame.Rect(rest.left + (n % 2) * (wide + gap), rest.top + (n // 2) * (high + gap), wide, high)
                for n in range(6)
            ]
        else:
            places = self._slot_places(pygame.Rect(rest.left, rest.top, rest.width, high), gap)
        single = self.frame.layout == Layout.SINGLE
        if not (single and self.tray.build_row(ui, pygame.Rect(rest.left, rest.top, rest.width, high))):
            self._add_slots(ui, places)
        if chain:
            self._add_chain(ui, pygame.Rect(rest.left, places[-1].bottom, rest.width, chain), [])
        bottom = pygame.Rect(rest.left, rest.bottom - high, rest.width, high)
        side = min(scale.px(200), (rest.width - scale.px(164)) // 2)
        self._add_undo(ui, pygame.Rect(bottom.left, bottom.top, side, high))
        self._add_end(ui, pygame.Rect(bottom.right - side, bottom.top, side, high))
        small, x = scale.px(44), bottom.left + side + gap
        room = (bottom.width - 2 * side) // (small + gap)
        for id, icon, word, act in self.helpers()[1 : max(1, room)]:
            place = pygame.Rect(x, bottom.centery - small // 2, small, small)
            ui.add(IconButton(self.app, id, place, icon, word, act, region="actions"))
            x += small + gap

    def _add_slots(self, ui: Ui, places: Sequence[pygame.Rect]) -> None:
        app, scale = self.app, self.app.scale
        for one, place in zip(self.slots(), places, strict=True):
            longest = max(app.text.measure(word, SLOT_STYLE)[0] for word in one.word.split())
            icon = one.icon if place.width >= longest + app.scale.text_px(19) * 1.7 + scale.px(32) else ""
            style = self._fitting(one.word, SLOT_STYLE, place)
            ui.add(
                Button(
                    app, f"slot_{one.id}", place, one.word, one.act, icon=icon, kind=one.kind, reason=one.reason,
                    on=one.on, region="actions", style=style, text=one.word,
                )
            )  # fmt: skip

    def _fitting(self, word: str, style: theme.Style, place: pygame.Rect) -> theme.Style:
        """`style`, made smaller until a button of that size holds the word without breaking it."""
        app, scale = self.app, self.app.scale
        wide, high = place.width - scale.px(28), place.height - scale.px(8)
        while style.size > 6:
            longest = max(app.text.measure(part, style)[0] for part in word.split())
            if longest <= wide and app.text.measure(word, style, wide)[1] <= high:
                break
            style = style.sized(style.size - 1)
        return style

    def _detail(self, words: str, place: pygame.Rect) -> str:
        """The second line of a button, where there is room for it."""
        app = self.app
        beside = round(app.scale.text_px(theme.BUTTON_TEXT.size) * 1.7)
        high = app.text.measure(words, theme.SECONDARY, max(1, place.width - app.scale.px(28) - beside))[1]
        room = place.height - app.text.line_height(theme.BUTTON_TEXT) - app.scale.px(14)
        return words if words and high <= room else ""

    def _add_undo(self, ui: Ui, place: pygame.Rect) -> None:
        app = self.app
        word, reason = self.undo_word()
        icon = (
            "return-arrow"
            if place.width >= app.text.measure(app.tr("table.undo"), theme.BUTTON_TEXT)[0] + app.scale.px(70)
            else ""
        )
        ui.add(
            Button(
                app, "undo", place, app.tr("table.undo"), self.undo, icon=icon, reason=reason, region="actions",
                tooltip=word, text=word, style=self._fitting(app.tr("table.undo"), theme.BUTTON_TEXT, place),
                detail=self._detail(self.undo_detail(), place),
            )
        )  # fmt: skip

    def _add_end(self, ui: Ui, place: pygame.Rect) -> None:
        app = self.app
        action, why, undone = self.end_turn()
        if action is None and why is None:
            why = Why(app.tr("table.not_your_choice"))
        ui.add(
            Button(
                app, "end_turn", place, app.tr("table.end_turn"), self._end_turn, kind="primary", reason=why,
                region="actions", tooltip=undone, detail=self._detail(undone, place),
                style=self._fitting(app.tr("table.end_turn"), theme.BUTTON_TEXT, place),
            )
        )  # fmt: skip

    def helpers(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        """Redo, hint, recap and "why did you do that?"."""
        tr = self.app.tr
        return [
            ("redo", "clockwise-rotation", tr("kan.redo"), self.redo),
            ("hint", "light-bulb", tr("kan.hint"), self.hint),
            ("recap", "backward-time", tr("kan.recap"), self.show_recap),
            ("explain", "help", tr("kan.explain"), self.explain_last),
        ]

    # The dice chain

    def chain_words(self) -> str:
        """Why the cord binds as many dice as it does."""
        view = self.view
        if view.owner.mount == "bike" and view.dice != 1:
            return self.app.tr("kan.chain.bike")
        if view.owner.mount == "van" and view.dice != 1:
            return self.app.tr("kan.chain.van")
        if any(kind_of(item) == "dynamite" for item in view.owner.items):
            return self.app.tr("kan.chain.dynamite")
        if view.boost and view.moved == "no":
            return self.app.tr("kan.chain.boost")
        return self.app.tr(f"kan.chain.{view.dice}")

    def _chain_height(self) -> int:
        """The height of the cord with its words."""
        return max(self.app.scale.px(CHAIN), self.app.text.line_height(theme.SECONDARY) + self.app.scale.px(10))

    def _add_chain(self, ui: Ui, place: pygame.Rect, slots: Sequence[pygame.Rect]) -> None:
        words = self.chain_words()
        knots = [slots[number].centerx for number in (0, 2, 5)] if slots else []
        ui.add(
            Drawn(
                self.app,
                "chain",
                place,
                partial(self._draw_chain, knots=knots, words=words),
                text=words,
                tooltip=words,
                region="actions",
                why=Why(words, "KAN-TURN-03"),
                on_inspect=lambda: self.app.open_clause("KAN-TURN-03"),
            )
        )

    def _draw_chain(self, surface: pygame.Surface, widget: Widget, *, knots: list[int], words: str) -> None:
        """A cord from Move over Player board to Enemies, knotted at each, with the number of dice."""
        app, scale, box = self.app, self.app.scale, widget.box
        if not knots:
            knots = [box.left + box.width // 8, box.centerx, box.right - box.width // 8]
        y = box.top + scale.px(8)
        colour = theme.CANDLE if self.view.dice else theme.ASH
        points = []
        steps = 48
        for n in range(steps + 1):
            x = knots[0] + (knots[-1] - knots[0]) * n // steps
            sag = max(0.0, min(abs(x - knot) for knot in knots) / max(1, knots[-1] - knots[0]))
            points.append((x, y + round(sag * scale.px(22))))
        pygame.draw.lines(surface, theme.INK, False, points, scale.px(6))
        pygame.draw.lines(surface, colour, False, points, scale.px(3))
        done = (self.view.moved != "no", self.view.tracked, False)
        for knot, tied in zip(knots, done, strict=True):
            pygame.draw.circle(surface, theme.INK, (knot, y), scale.px(8))
            pygame.draw.circle(surface, colour, (knot, y), scale.px(6), 0 if tied else scale.px(2))
        width = app.text.measure(words, theme.SECONDARY)[0]
        place = pygame.Rect(0, 0, min(width, box.width) + scale.px(16), app.text.line_height(theme.SECONDARY))
        place.midbottom = (box.centerx if not knots else (knots[0] + knots[-1]) // 2, box.bottom)
        place.clamp_ip(box)
        app.paint.panel(surface, place, "ink", "chain")
        app.text.draw(
            surface, words, place.inflate(-scale.px(12), 0), theme.SECONDARY, theme.BONE, align="center",
            valign="middle", wrap=False, must_fit=False,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------- help

    def explain_last(self) -> None:
        """Why the last computer player did what it did."""
        known = [number for number in self.choices if number < len(self.session.entries)]
        widget = self.ui.find("explain")
        place = widget.visible_box if widget is not None else None
        self.ui.tell(self._why_choice(self.choices[max(known)]) if known else Why(self.app.tr("kan.no_reason")), place)

    def hint(self) -> None:
        """Ask the best computer player what it would do here; the answer comes when it has thought."""
        widget = self.ui.find("hint")
        place = widget.visible_box if widget is not None else None
        if not self.app.settings.hints:
            self.ui.tell(Why(self.app.tr("kan.hints_off")), place)
        elif not self.my_choice:
            self.ui.refuse(Why(self.app.tr("table.not_your_choice")), widget)
        elif self._hinting is None:
            level = self.session.game.levels[-1]
            self._hinting = (len(self.session.entries), level)
            self._worker(level).ask(self.state, self._choice_seed(self.current))
            self.ui.tell(Why(self.app.tr("kan.hint_thinking")), place)

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
        words = self.app.tr("kan.hint_says", action=self.wording.action(choice.action), reasons=reasons)
        if target is not None:
            self.ui.set_focus(target)
        self.ui.tell(Why(words), target.visible_box if target is not None else None)
        return True

    def widget_of(self, action: Action) -> Widget | None:
        """What a person would press for `action`."""
        tag = str(action.__struct_config__.tag)
        legal = list(self.state.legal_actions())
        ids = [f"answer.{legal.index(action)}"] if action in legal else []
        ids += [f"slot_{tag}", f"space.{getattr(action, 'space', '')}", f"aim.{self.piece_of(action)}"]
        if tag in ("end_turn", "stop"):
            ids.insert(0, tag)
        if tag == "feeding_roll":
            ids.append(f"die.{getattr(action, 'face', 0)}.1")
        if tag == "feeding_mode":
            ids.append("mode.rolls" if getattr(action, "mode", "") == "rolls" else "mode.1.0")
        free = self.free_acts()
        if action in free:
            ids.append(f"free.{free.index(action)}")
        for name in (getattr(action, "item", None), getattr(action, "token", None)):
            if name in self.shown_person.items:
                ids.append(f"slot.{self.shown_person.items.index(name)}")
            elif name is not None:
                ids.append(f"token.{name}")
        return next((found for found in map(self.ui.find, ids) if found is not None), None)

    # ------------------------------------------------------------------------------------------------- the loop

    def handle(self, intent: Intent) -> bool:
        town = self.stage.town
        if intent.do == Do.HINT:
            self.hint()
            return True
        if intent.do == Do.SCROLL and town.stage.collidepoint(intent.pos) and self.shows("stage"):
            over = self.ui.at(intent.pos)
            if over is None or over.area is None:
                self.stage.zoom(1 if intent.delta > 0 else -1, intent.pos)
                return True
        if intent.do == Do.DRAG_VIEW:
            town.pan(*intent.move)
            return True
        step = round(town.tile * 1.5)
        pans = {
            Do.PAN_LEFT: (step, 0), Do.PAN_RIGHT: (-step, 0), Do.PAN_UP: (0, step), Do.PAN_DOWN: (0, -step),
        }  # fmt: skip
        if intent.do in pans:
            town.pan(*pans[intent.do])
            return True
        if intent.do in (Do.ZOOM_IN, Do.ZOOM_OUT):
            self.stage.zoom(1 if intent.do == Do.ZOOM_IN else -1)
            return True
        if intent.do == Do.ZOOM_RESET:
            town.zoom_to(1.0)
            return True
        if intent.do == Do.CENTRE:
            self.stage.centre()
            return True
        if intent.do == Do.VIA and self.question == "choose_step":
            looked = self.stage.looked_at()
            if looked is None:
                self.press_via()
            else:
                self.toggle_via(looked.space)
            return True
        if intent.do == Do.BACK and self.tray.open and self.ui.bubble is None:
            self.close_tray()
            return True
        if intent.do in (Do.NEXT, Do.PREVIOUS) and self._walk_focus(1 if intent.do == Do.NEXT else -1):
            self.ui.show_ring = True
            return True
        used = super().handle(intent)
        if used and intent.do not in (Do.POINT, Do.SCROLL):
            self._follow_focus()
        return used

    def _follow_focus(self) -> None:
        """Bring the target that the keys have gone to into sight."""
        focus = self.ui.focus
        if isinstance(focus, SpaceTarget) and self.ui.show_ring and not self.stage.town.stage.contains(focus.box):
            self.stage.town.camera.x, self.stage.town.camera.y = self.stage.spot(focus.space)
            self.stage.town.clamp()
            self.app.invalidate()

    def _walk_focus(self, by: int) -> bool:
        """Tab: the next thing that can be pressed now to some effect."""
        targets = [
            widget
            for widget in self.ui.focusables()
            if widget.enabled
            and (
                isinstance(widget, SpaceTarget)
                or (
                    isinstance(widget, Button)
                    and (widget.region in ("actions", "stage") or widget.id.startswith("free."))
                )
                or widget.id.startswith("die.")
            )
        ]
        if not targets:
            return False
        here = targets.index(self.ui.focus) if self.ui.focus in targets else (-1 if by > 0 else 0)
        self.ui.set_focus(targets[(here + by) % len(targets)])
        self._follow_focus()
        return True

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.feeding.update(dt):
            changed = True
        if self._poll_hint():
            changed = True
        if self.ready and self.app.manager.top is self and self.take_forced(FORCED):
            changed = True
        if self.shows("stage") and self.stage.town.pending and self.stage.town.work():
            changed = True
        return changed

    @property
    def moving(self) -> bool:
        return super().moving or self.feeding.timed or (self.shows("stage") and self.stage.town.pending)

    @property
    def waiting(self) -> bool:
        return super().waiting or self._hinting is not None

    # ------------------------------------------------------------------------------------------------ drawing

    def _look_key(self) -> object:
        """All that the still part of the picture depends on; while it stays the same the last one is shown again."""
        ui = self.ui
        marked = (w for w in ui.all() if (w.hovered or w.pressed) and w.region != "stage")
        return (
            self._version,
            tuple((w.id, w.hovered, w.pressed) for w in marked),
            ui.carried.id if ui.carried is not None else "",
            round(ui.nudge),
            tuple(round(w.offset) for w in ui.widgets if isinstance(w, ScrollArea)),
            self.motion.last_dice,
            self.app.scale.window.size,
        )

    def draw(self, surface: pygame.Surface) -> None:
        """The rails are kept as a picture while they stay the same; the stage is drawn anew each time."""
        key = self._look_key()
        if self._base is None or self._base.get_size() != surface.get_size():
            self._base = pygame.Surface(surface.get_size()).convert()
            self._base_key = None
        if key != self._base_key or self.app.text.recorder is not None:
            self.draw_ground(self._base)
            for widget in self.ui.widgets:
                if widget.region != "stage":
                    widget.draw(self._base)
            self._base_key = key
        surface.blit(self._base, (0, 0))
        if self.motion.marking:
            self._draw_track(surface)
        for widget in self.ui.widgets:
            if widget.region == "stage":
                widget.draw(surface)
        self._draw_stage_frame(surface)
        self.motion.draw(surface)
        self.ui.draw_marks(surface)
        self.ui.draw_over(surface)

    def _draw_track(self, surface: pygame.Surface) -> None:
        """The round of the player board anew, over the kept picture, while a marker moves on it."""
        track, board = self.ui.find("board.track"), self.ui.find("board")
        if track is not None and board is not None:
            before = surface.get_clip()
            surface.set_clip(track.visible_box.clip(before))
            board.draw(surface)
            track.draw(surface)
            surface.set_clip(before)

    def _draw_stage_frame(self, surface: pygame.Surface) -> None:
        if self.shows("stage"):
            stage = self.stage.town.stage
            pygame.draw.rect(surface, theme.INK, stage.inflate(4, 4), 3, self.app.scale.px(6))
            pygame.draw.rect(surface, theme.GOLD, stage, 1, self.app.scale.px(5))

    def rebuild(self) -> None:
        self._base = None
        self.stage.town.forget()
        super().rebuild()

"""The board of Kanata: the town by night, the player boards, what hunts whom, the roadblock."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from game.core.contract import Action, Event, Outcome
from game.core.session import Entry, Session
from game.kanata import events as ev
from game.kanata.actions import END_TURN, SEARCH, Aim, Shoot, Step, UseItem
from scenes import theme
from scenes.action_bar import PROMPT
from scenes.app import App
from scenes.frame import TOP, Frame, frame_for
from scenes.input import Do, Intent
from scenes.kanata.bar import Bar
from scenes.kanata.cards import CaseFiles
from scenes.kanata.feeding import Feeding
from scenes.kanata.motion import Motion
from scenes.kanata.parts import ICONS, SpaceTarget, item_icon
from scenes.kanata.rails import Rails, is_free
from scenes.kanata.sheets import CardSheet, PersonSheet
from scenes.kanata.stage import Stage
from scenes.kanata.tabs import Tabs
from scenes.kanata.threats import ThreatLine, threat_lines
from scenes.kanata.tray import Tray
from scenes.kanata.view import Person, Piece, View
from scenes.kanata.walking import Walking
from scenes.kanata.words import Worded
from scenes.paint import around
from scenes.scale import Layout
from scenes.widgets import Ui, Why, Widget

COLUMN = 420.0
"""Units of the column that is action bar and right rail together in Compact."""
UPRIGHT_TOWN = 1.1
"""The most height of the town in an upright window, as a share of its width."""
LEAST_RAIL = 170.0
"""Units that the rail keeps above the acts in that column."""
SLOT = 58.0
SHOOTING = ("shoot_target", "assign_abominator")
MOST_KEPT = 6
"""Cards that lie at the edge of the stage at most."""
WALKS = ("choose_step", "puppet_move")
FORCED = ("trade_card", "puppet_pick", "puppet_move", "choose_step", "next_weapon", "shoot_again", "assign_abominator")
"""Questions whose only answer is given at once, if the person wants that."""


class KanataTable(Worded):
    """One table of Kanata. Everything is open: seats change with a banner instead of a curtain."""

    backdrop = "table"
    has_drawer = False
    hold = 0.0  # each movement has its own time

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.view = View.of(session.game, session.state)
        self.art = CaseFiles(app)
        self.motion = Motion(self)
        self.stage = Stage(self)
        self.rails = Rails(self)
        self.tabs = Tabs(self)
        self.tray = Tray(self)
        self.feeding = Feeding(self)
        self.walking = Walking(self)
        self.action_bar: Bar = Bar(self)
        self._shown: int | None = None
        self._pending = 0
        """Actions whose movements have not arrived yet."""
        self._unshown: list[tuple[Sequence[Event], Entry]] = []
        """Steps of a walk that goes on."""
        self.kept: list[tuple[str, str, int]] = []
        """Cards that others drew, for people to read: deck, card, seat. One stays until it is pressed."""
        self._threats: list[ThreatLine] = []
        self._prompt = ""
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

    def animate(self, events: Sequence[Event], entry: Entry) -> None:
        """Play what happened. The steps of a walk are gathered, and shown as one way."""
        self._pending += 1
        self._unshown.append((events, entry))
        if not self._walks_on(entry):
            self._show_gathered()

    def _show_gathered(self) -> None:
        """Play what has been gathered."""
        shown, self._unshown = self._unshown, []
        if shown:
            self.motion.play(shown)

    def act(self, *actions: Action, at: Widget | None = None) -> bool:
        done = super().act(*actions, at=at)
        self.walking.steps = 1
        self._show_gathered()
        return done

    def _walks_on(self, entry: Entry) -> bool:
        """Whether who has just acted is in the middle of a walk: a person, of one that was sent in one press."""
        if entry.person is not None:
            return isinstance(entry.action, Step) and len(self._unshown) < self.walking.steps
        decision = self.state.decision()
        asked = decision is not None and decision.name in WALKS and self.current == entry.seat
        return asked and isinstance(entry.action, Step)

    def announces(self, action: Action) -> bool:
        """A banner has told whose turn it is."""
        return False

    def is_move(self, action: Action) -> bool:
        return not self._unshown  # a walk is one move

    def keep_card(self, deck: str, card: str, seat: int) -> None:
        """A card that somebody drew while nobody could stop to read it lies at the edge of the stage."""
        self.kept = [*self.kept, (deck, card, seat)][-MOST_KEPT:]
        self.refresh()

    def put_cards_away(self) -> None:
        """All cards that lie at the edge have been seen."""
        self.kept = []
        self.refresh()

    def read_kept(self, number: int) -> None:
        """Read a card that lies at the edge; it is put away."""
        deck, card, _ = self.kept.pop(number)
        self.refresh()
        self.inspect_card(deck, card)

    def _sync(self) -> None:
        """Take what is shown from the state, unless movements are still on their way there."""
        if self.ready:
            self.view = View.of(self.session.game, self.state)

    def land(self, acts: int = 1) -> None:
        """What so many acts brought has arrived; after the last one, show the state as it is."""
        self._pending -= acts
        if not self._pending:
            self.motion.clear()
            self.refresh()

    def arrange(self) -> None:
        """A piece has arrived somewhere: those on its space make room."""
        self.stage.arrange()
        self.app.invalidate()

    def _settle(self) -> None:
        self.stage.via.clear()
        self.stage.choosing_via = False
        self.tray.open = ""
        if self.question != "choose_step":
            self.walking.rest.clear()
        if self.question not in ("", "choose_action") and self.tab != "stage":
            self.tab = "stage"
        super()._settle()

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
            self.tabs.open = "turn"
        self.refresh()

    def act_icon(self, action: Action) -> str:
        """The icon of an act: that of the item it names, else its own."""
        item = getattr(action, "item", None) or getattr(action, "token", None)
        tag = str(action.__struct_config__.tag)
        if tag in ("attach",):
            return item_icon(str(getattr(action, "token", "")))
        return item_icon(str(item)) if item else ICONS.get(tag, "")

    # ------------------------------------------------------------------------------------------------- choosing

    def do(self, action: Action) -> None:
        """One press that is one action."""
        self.walking.steps = 1
        self.act(action, at=self.ui.focus)

    def press_target(self, action: Action, id: str) -> None:
        """Something on the town was chosen."""
        self.walking.steps = 1
        self.act(action, at=self.ui.find(id))

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
        """The Shoot slot: the only weapon is taken up where its target is asked for next; else a choice with odds, so
        that no press on the slot costs a round."""
        acts = [one for one in self.state.legal_actions() if isinstance(one, Shoot)]
        if len(acts) == 1 and not self.fires_at_once(acts[0]):
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
            self._threats = threat_lines(self)
        return self._threats

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
            return frame_for(scale, extra_actions=self.action_bar.extra_lines())
        width, height = scale.window.size
        if scale.layout == Layout.SINGLE:
            return frame_for(scale, extra_actions=SLOT * grow + 20 + self.action_bar.extra_lines())
        column = scale.px(COLUMN)
        top = pygame.Rect(0, 0, width, scale.px(TOP * grow))
        prompt = self.app.text.measure(self.prompt_line(), PROMPT, column - scale.px(32))[1]
        slot = scale.px(SLOT * grow)
        high = prompt + 4 * (slot + scale.px(8)) + self.action_bar.chain_height() + scale.px(34)
        none = pygame.Rect(0, 0, 0, 0)
        if height > width:  # upright: the town across the window, board and actions side by side below it
            low = max(high, height - top.height - round(width * UPRIGHT_TOWN))
            right = pygame.Rect(0, height - low, column, low)
            actions = pygame.Rect(column, height - low, width - column, low)
            stage = pygame.Rect(0, top.bottom, width, right.top - top.bottom)
            return Frame(scale.layout, top, none, stage, right, actions, none)
        high = min(high, height - top.height - scale.px(LEAST_RAIL))
        actions = pygame.Rect(width - column, height - high, column, high)
        right = pygame.Rect(width - column, top.bottom, column, actions.top - top.bottom)
        stage = pygame.Rect(0, top.bottom, width - column, height - top.bottom)
        return Frame(scale.layout, top, none, stage, right, actions, none)

    def shows(self, pane: str) -> bool:
        if self.frame.layout == Layout.COMPACT:
            return pane != "left"
        return super().shows(pane)

    def build(self, ui: Ui) -> None:
        self._sync()
        if self.view.turn != self._asked_before:
            self._asked_before, self._shown = self.view.turn, None
        super().build(ui)

    def build_board(self, ui: Ui, frame: Frame) -> None:
        if self.shows("left"):
            self.rails.build_board(ui, frame.left.inflate(-self.app.scale.px(4), -self.app.scale.px(4)))
        if self.shows("right"):
            self.tabs.build(ui, frame.right, turn=frame.layout == Layout.COMPACT)
        if self.shows("stage"):
            self.stage.build(ui, frame.stage.inflate(-self.app.scale.px(8), -self.app.scale.px(8)))
            self.tray.build(ui, self.stage.town.stage)

    def prompt(self) -> str:
        """What is asked; while something moves still what was asked before, so that nothing is told too early."""
        if self.ready or not self._prompt or self.motion.ending:
            self._prompt = super().prompt()
        return self._prompt

    def chapter_word(self, chapter: int) -> str:
        return self.app.tr("kan.round", round=chapter)

    def phases(self) -> Sequence[tuple[str, bool]]:
        tr = self.app.tr
        return [
            (tr("kan.round", round=self.view.round), False),
            (tr("kan.parts", parts=self.view.monoliths + self.view.wall), False),
        ]

    def end_turn(self) -> tuple[Action | None, Why | None, str]:
        if not self.my_choice:
            return None, None, ""
        reason = self.why_not(END_TURN)
        undone = []
        if reason is None:
            legal = self.state.legal_actions()
            if SEARCH in legal:
                undone.append(self.app.tr("kan.undone.search"))
            if any(isinstance(one, Shoot) for one in legal):
                undone.append(self.app.tr("kan.undone.shoot"))
        return END_TURN, reason, ", ".join(undone)

    def fates(self, outcome: Outcome) -> Mapping[int, str]:
        statuses = enumerate(outcome.details["status"])
        served = {seat: outcome.lost and seat in outcome.winners for seat in range(len(self.view.persons))}
        escaped = outcome.reason == "escaped"
        keys = {seat: "served" if served[seat] else "out" if escaped and status != "turned" else status
                for seat, status in statuses}  # fmt: skip
        return {seat: self.app.tr(f"kan.fate.{key}") for seat, key in keys.items()}

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
                self.walking.press_via()
            else:
                self.walking.toggle_via(looked.space)
            return True
        if intent.do == Do.BACK and self.tray.open and self.ui.bubble is None:
            self.close_tray()
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

    def is_target(self, widget: Widget) -> bool:
        return isinstance(widget, SpaceTarget) or widget.id.startswith(("free.", "die.")) or super().is_target(widget)

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.feeding.update(dt):
            changed = True
        if self.ready and self.app.manager.top is self and self.take_forced(FORCED):
            changed = True
        if self.shows("stage") and self.stage.town.pending and self.stage.town.work():
            changed = True
        return changed

    @property
    def moving(self) -> bool:
        return super().moving or self.feeding.timed or (self.shows("stage") and self.stage.town.pending)

    # ------------------------------------------------------------------------------------------------ drawing

    def look_key(self) -> tuple[object, ...]:
        """All that the still part of the picture depends on."""
        marked = (w for w in self.ui.all() if (w.hovered or w.pressed) and w.region != "stage")
        return *super().look_key(), tuple((w.id, w.hovered, w.pressed) for w in marked), self.motion.last_dice

    def _draw_rails(self, surface: pygame.Surface) -> None:
        self.draw_ground(surface)
        for widget in self.ui.widgets:
            if widget.region != "stage":
                widget.draw(surface)

    def _beside_stage(self) -> list[pygame.Rect]:
        """The window without the stage, which is drawn anew each time."""
        window = self.app.scale.window
        return around(window, self.stage.town.stage) if self.shows("stage") else [window]

    def draw_ground(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        for part in self._beside_stage():
            surface.set_clip(part.clip(before))
            super().draw_ground(surface)
        surface.set_clip(before)

    def draw(self, surface: pygame.Surface) -> None:
        """The rails are kept as a picture while they stay the same; the stage is drawn anew each time."""
        anew = self.app.text.recorder is not None
        still = self.still.picture(surface.get_size(), self.look_key(), self._draw_rails, anew=anew)
        for part in self._beside_stage():
            surface.blit(still, part, part)
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
        self.stage.town.forget()
        super().rebuild()

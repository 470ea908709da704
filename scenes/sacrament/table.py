"""The table of Sacrament: the story's page or the map, party, ladder, tiles; and the game master's screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from game.core.contract import Action, Event
from game.core.session import Entry, Session
from game.sacrament import actions as act
from game.sacrament.frames import GM
from scenes.app import App
from scenes.frame import Frame
from scenes.input import Do, Intent
from scenes.sacrament.bar import Bar, TileButton
from scenes.sacrament.ending import Ending
from scenes.sacrament.gm import GmScreen
from scenes.sacrament.hand import Hand
from scenes.sacrament.looking import RECALLED, WINDOWS
from scenes.sacrament.menu import Menu, targets_of
from scenes.sacrament.motion import Motion
from scenes.sacrament.page import Page
from scenes.sacrament.rails import Rails
from scenes.sacrament.sheets import DiceSheet, FoeSheet, LadderSheet, PcSheet
from scenes.sacrament.sight import Sight
from scenes.sacrament.stage import OnMap, Stage, Target
from scenes.sacrament.view import View
from scenes.scale import Layout
from scenes.table import TableScene
from scenes.widgets import Ui, Why, Widget


class SacramentTable(Hand):
    """One table of Sacrament."""

    backdrop = "table"

    def __init__(self, app: App, session: Session, leave: Callable[[], None]) -> None:
        super().__init__(app, session, leave)
        self.view = View.of(session.state, None)
        self.motion = Motion(self)
        self.menu = Menu(self)
        self.stage = Stage(self)
        self.page = Page(self)
        self.rails = Rails(self)
        self.bar = self.action_bar = Bar(self)
        self.gm = GmScreen(self)
        self.sight = Sight(session)
        self.ui.focus_first("answer.0")
        self._pending = 0

    def players_view(self) -> pygame.Surface:
        """The players' table as it looks now, window-sized, for the game master's inset."""
        kept = (
            self.viewer,
            self.person,
            self.view,
            self.gm_open,
            self.menu.tiles,
            self.menu.aim,
            self.stage.selected,
            self.frame,
        )
        recorder, self.app.text.recorder = self.app.text.recorder, None
        sheet = (self.stage.sheet.zoom, pygame.Vector2(self.stage.sheet.centre))
        place = self.stage.sheet.stage
        surface = pygame.Surface(self.app.scale.window.size).convert()
        try:
            self.viewer, self.gm_open, self.menu.tiles, self.menu.aim, self.stage.selected = None, False, [], "", ""
            self.view = View.of(self.state, None)
            ui = Ui(self.app, lambda _: None)
            TableScene.build(self, ui)
            self.draw_ground(surface)
            for widget in ui.widgets:
                widget.draw(surface)
        finally:
            (
                self.viewer,
                self.person,
                self.view,
                self.gm_open,
                self.menu.tiles,
                self.menu.aim,
                self.stage.selected,
                self.frame,
            ) = kept
            self.app.text.recorder = recorder
            if self.stage.sheet.drawing is not None:
                self.stage.sheet.zoom, self.stage.sheet.centre = sheet
                self.stage.sheet.place(place)
                self.stage.arrange()
        return surface

    def enter(self) -> None:
        self._recall()
        super().enter()

    def _recall(self) -> None:
        """The rolls that everybody has seen lie in the tray again."""
        self.motion.recall(self.session.log(None)[-RECALLED:])

    # ------------------------------------------------------------------------------------------------- the view

    def carry_out(self, action: Action, group: int | None) -> list[Event]:
        events = super().carry_out(action, group)
        self.tell_twin(events)
        return events

    def animate(self, events: Sequence[Event], entry: Entry) -> None:
        self._pending += 1
        fresh = View.of(self.state, self.viewer)
        self.view = self.view.copy()
        self.view.fresh = fresh
        self.motion.play(events, entry)

    def land(self) -> None:
        """What one action brought has arrived; after the last one, show the state as it is."""
        self._pending = max(0, self._pending - 1)
        if not self._pending:
            self.motion.clear()
            self.view = View.of(self.state, self.viewer)
            self.refresh()

    def open_map(self) -> None:
        """A fight has begun: the map comes onto the stage before anything moves on it."""
        self.view = View.of(self.state, self.viewer)
        self.view.fresh = self.view
        self.stage.selected = ""
        if self.frame.layout == Layout.SINGLE:
            self.tab = "stage"
        self.refresh()

    def touch(self) -> None:
        """Something that the still picture shows has changed."""
        super().touch()
        if self.view.fight and self.stage.sheet.drawing is not None:
            self.stage.arrange()

    @property
    def ready(self) -> bool:
        """Whether what is shown is where the game stands: nothing moves."""
        return not self._pending and not self._holding

    def _settle(self) -> None:
        self.menu.aim = ""
        self.bar.page = 0
        super()._settle()

    # ------------------------------------------------------------------------------------------------- why

    def why_tile(self, id: str) -> Why | None:
        """What W tells about a tile: its reason, or its odds and clause."""
        tile = self.menu.tile(id)
        decision = self.state.decision()
        if tile is None or decision is None:
            return None
        if tile.reason is not None:
            return tile.reason
        words = self.target_words(tile.actions) or tile.help
        return Why(f"{words}\n{tile.help}".strip(), decision.clauses[0] if decision.clauses else "")

    def why_target(self, target: tuple[str, str | int]) -> Why | None:
        actions = self.menu.targets().get(target, [])
        decision = self.state.decision()
        if not actions or decision is None:
            return None
        return Why(self.target_words(actions), decision.clauses[0] if decision.clauses else "")

    def why_seat(self, seat: int) -> Why | None:
        """What a companion or the computer game master thought at its last choice."""
        why = self.thinking.why_seat(seat)
        return why or (Why(self.pc_text(self.view.pcs[seat])) if seat in self.view.pcs else None)

    def ask_gm(self) -> None:
        """Ask the game master why: the last choice that the computer made, with its reasons."""
        widget = self.ui.find("ask_gm")
        number = self.thinking.last_choice(GM)
        why = Why(self.app.tr("table.no_choice"))
        if number is not None:
            events = self.session.entries[number].events
            clause = events[0].clauses[0] if events else ""
            why = Why(self.thinking.why(number).text, clause)
        self.ui.tell(why, widget.visible_box if widget is not None else None)

    # ------------------------------------------------------------------------------------------------- looking up

    def inspect_pc(self, seat: int) -> None:
        self.app.manager.push(PcSheet(self.app, self, seat))

    def inspect_foe(self, token: str) -> None:
        if token in self.view.foes:
            self.app.manager.push(FoeSheet(self.app, self, token))

    def inspect_ladder(self) -> None:
        self.app.manager.push(LadderSheet(self.app, self))

    def open_dice(self) -> None:
        if self.viewer is not None:
            self.app.manager.push(DiceSheet(self.app, self))

    # ------------------------------------------------------------------------------------------------- help

    def helpers(self) -> list[tuple[str, str, str, Callable[[], None]]]:
        tr = self.app.tr
        found: list[tuple[str, str, str, Callable[[], None]]] = [
            ("turn_start", "backward-time", tr("sac.turn_start"), self.turn_start),
            ("hint", "light-bulb", tr("table.hint"), self.thinking.hint),
            ("redo", "clockwise-rotation", tr("table.redo"), self.redo),
        ]
        if self.sealed_notes():
            word = tr("sac.notes", name=self.wording.names[self.viewer or GM])
            found.insert(0, ("notes", "tied-scroll", word, self.read_notes))
        if self.gm_person is not None and self.viewer != GM and self.twin is None:
            found.insert(0, ("go_behind", "evil-eyes", tr("sac.gm.go"), self.go_behind))
        else:
            found.append(("ask_gm", "help", tr("sac.ask_gm"), self.ask_gm))
        return found

    def is_move(self, action: Action) -> bool:
        return not isinstance(action, act.Hold)

    @property
    def hint_level(self) -> str:
        return "gm" if self.viewer == GM else super().hint_level

    def widget_of(self, action: Action) -> Widget | None:
        """What a person would press for `action`."""
        tile = next((tile for tile in self.menu.tiles if action in tile.actions), None)
        ids = []
        target = targets_of(action)
        direct = self.menu.targets()
        if target is not None and target in direct and direct[target] == [action]:
            ids.append(
                {"space": f"space.{target[1]}", "token": f"foe.{target[1]}", "ally": f"pc.{target[1]}"}[target[0]]
            )
            ids.append(f"card.{target[1]}")
        if isinstance(action, (act.EndTurn, act.EndFoe)):
            ids.insert(0, "end_turn")
        if tile is not None:
            self.bar.show_tile(tile.id)
            ids.append(tile.id)
        return next((found for found in map(self.ui.find, ids) if found is not None), None)

    # ------------------------------------------------------------------------------------------------- layout

    def phases(self) -> Sequence[tuple[str, bool]]:
        view, tr = self.view, self.app.tr
        clocks = [(words, False) for words in self.clock_words()]
        if view.fight:
            return [
                (tr("sac.banner.round", round=view.round), False),
                (tr("sac.phase.party"), not view.acting and not view.over),
                (tr("sac.phase.foes"), bool(view.acting)),
                *clocks,
            ]
        return [(self.page.place_name(), not view.over), *clocks]

    def build(self, ui: Ui) -> None:
        if self.ready:
            self.view = View.of(self.state, self.viewer)
        self.menu.gather()
        super().build(ui)

    def make_frame(self) -> Frame:
        """The frame; where the ladder's rail is not always in view, a strip of the ladder lies over the stage."""
        frame = super().make_frame()
        self.strip = pygame.Rect(0, 0, 0, 0)
        if frame.layout == Layout.FULL:
            return frame
        high = self.rails.strip_high(frame.stage)
        self.strip = pygame.Rect(frame.stage.left, frame.stage.top, frame.stage.width, high)

        def below(rect: pygame.Rect) -> pygame.Rect:
            return pygame.Rect(rect.left, rect.top + high, rect.width, rect.height - high)

        left = below(frame.left) if frame.layout == Layout.SINGLE else frame.left
        return replace(frame, stage=below(frame.stage), right=below(frame.right), left=left)

    def build_board(self, ui: Ui, frame: Frame) -> None:
        if self.strip.height:
            self.rails.build_ladder_strip(ui, self.strip)
        if self.viewer == GM and not self.view.over and self.gm_person is not None:
            self.gm.build(ui, frame)
            return
        if self.shows("stage"):
            if self.view.fight and self.view.seen.map:
                self.stage.build(ui, frame.stage)
            else:
                self.page.build(ui, frame.stage)
        if self.shows("left"):
            if frame.layout == Layout.COMPACT:
                self.rails.build_strip(ui, frame.left)
            else:
                self.rails.build_party(ui, frame.left)
        if self.shows("right"):
            self.rails.build_right(ui, frame)

    # ------------------------------------------------------------------------------------------------- the loop

    def handle(self, intent: Intent) -> bool:
        sheet = self.stage.sheet
        fighting = bool(self.view.fight) and sheet.drawing is not None
        if intent.do == Do.BACK and self.menu.aim and self.ui.bubble is None:
            self.menu.aim = ""
            self.refresh()
            return True
        if fighting:
            if intent.do == Do.SCROLL and sheet.stage.collidepoint(intent.pos) and self.shows("stage"):
                over = self.ui.at(intent.pos)
                if over is None or over.area is None:
                    sheet.zoom_by(1 if intent.delta > 0 else -1)
                    self.refresh()
                    return True
            step = round(sheet.tile * 0.8)
            pans = {Do.PAN_LEFT: (step, 0), Do.PAN_RIGHT: (-step, 0), Do.PAN_UP: (0, step), Do.PAN_DOWN: (0, -step)}
            if intent.do in pans:
                sheet.pan(*pans[intent.do])
                return True
            if intent.do == Do.DRAG_VIEW:
                sheet.pan(*intent.move)
                return True
            if intent.do in (Do.ZOOM_IN, Do.ZOOM_OUT):
                sheet.zoom_by(1 if intent.do == Do.ZOOM_IN else -1)
                self.refresh()
                return True
            if intent.do == Do.ZOOM_RESET:
                sheet.zoom_by(-9)
                self.refresh()
                return True
            if intent.do == Do.CENTRE:
                self.stage.centre()
                return True
        return super().handle(intent)

    def is_target(self, widget: Widget) -> bool:
        if isinstance(widget, OnMap) and widget.on_press is not None:
            return True
        more = widget.id.startswith("tiles.")  # the arrows to further tiles
        return more or isinstance(widget, (Target, TileButton)) or super().is_target(widget)

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        waits = self.leads and self.ready and self.app.manager.top is self and not self.animator.busy
        if waits and self.passes_by_itself and self.viewer is not None:
            self._hold()
            changed = True
        return changed

    def _show_result(self) -> None:
        if self.leads and self.twin is not None:
            return  # the ending is told in the first window
        outcome = self.state.outcome()
        assert outcome is not None
        self.view = View.of(self.state, None)
        self.app.manager.push(Ending(self, outcome))

    def _hold(self) -> None:
        """The token's moment passes: the key that spends one stays."""
        self._apply(act.HOLD, self.session.entries[-1].group, mine=True)
        self._settle()

    @property
    def turn_goes_on(self) -> bool:
        """Whether it is the turn of who looks, and only a moment passes in it: a movement, or a token's."""
        if self.viewer is None or self.viewer == GM or self.view.turn != self.viewer:
            return False
        decision = self.state.decision()
        return decision is not None and decision.name in ("turn_action", *WINDOWS)

    @property
    def waiting(self) -> bool:
        return super().waiting or self.passes_by_itself

    def prompt(self) -> str:
        if self.turn_goes_on and self.current == GM:
            tokens = self.app.tr("sacrament.prompt.turn_action", tokens=self.view.pcs[self.view.turn].tokens)
            return self.app.tr("table.prompt", name=self.wording.names[self.view.turn], question=tokens)
        if self.menu.aim:
            tile = self.menu.tile(self.menu.aim)
            if tile is not None:
                return self.app.tr("sac.aim", deed=tile.word)
        stakes = self.stakes_words() if self.view.fight else ""  # between fights the page tells it
        return f"{super().prompt()} {stakes}".strip()

    # ------------------------------------------------------------------------------------------------ drawing

    def look_key(self) -> tuple[object, ...]:
        """All that the still part of the picture depends on."""
        fighting = bool(self.view.fight)
        marked = (w for w in self.ui.all() if w.hovered or w.pressed or w.focused)
        return (
            *super().look_key(),
            tuple((w.id, w.hovered, w.pressed, w.focused) for w in marked if not fighting or w.region != "stage"),
            self.ui.show_ring,
        )

    def draw(self, surface: pygame.Surface) -> None:
        """The rails are kept as a picture while they stay the same; the map is drawn anew each time."""
        fighting = bool(self.view.fight) and self.shows("stage")

        def rails(still: pygame.Surface) -> None:
            self.draw_ground(still)
            for widget in self.ui.widgets:
                if not fighting or widget.region != "stage":
                    widget.draw(still)

        anew = self.app.text.recorder is not None or self.ui.moving
        surface.blit(self.still.picture(surface.get_size(), self.look_key(), rails, anew=anew), (0, 0))
        if fighting:
            for widget in self.ui.widgets:
                if widget.region == "stage":
                    widget.draw(surface)
            if self.frame.layout == Layout.COMPACT and self.drawer_open:
                for widget in self.ui.widgets:
                    if widget.region == "right" or widget.id == "drawer.panel":
                        widget.draw(surface)
        self.motion.draw(surface)
        self.ui.draw_marks(surface)
        self.ui.draw_over(surface)

    def rebuild(self) -> None:
        self.stage.sheet.forget()
        super().rebuild()

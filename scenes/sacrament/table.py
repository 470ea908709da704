"""The table of Sacrament: the story's page or the map, party, ladder, tiles; and the game master's screen."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import pygame
from msgspec import structs

from game.core.chance import NeedRoll
from game.core.contract import Action, Event
from game.core.session import Closed, Entry, Session
from game.sacrament import actions as act
from game.sacrament import events as ev
from game.sacrament.frames import GM
from scenes.app import App
from scenes.frame import Frame
from scenes.input import Do, Intent
from scenes.sacrament import paper
from scenes.sacrament.bar import Bar, TileButton
from scenes.sacrament.ending import Ending
from scenes.sacrament.gm import GmScreen
from scenes.sacrament.looking import RECALLED, Looking
from scenes.sacrament.menu import ICONS, Menu, targets_of
from scenes.sacrament.motion import Motion
from scenes.sacrament.page import Page
from scenes.sacrament.rails import Rails
from scenes.sacrament.sheets import DeedList, DiceSheet, FoeSheet, LadderSheet, PcSheet, RealDie
from scenes.sacrament.stage import OnMap, Stage, Target
from scenes.sacrament.view import View
from scenes.scale import Layout
from scenes.table import TableScene
from scenes.widgets import Ui, Why, Widget

SHORT_PAUSE = 2000.0


class SacramentTable(Looking):
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
        self.ui.focus_first("answer.0")
        self._window_left = SHORT_PAUSE
        self._pending = 0
        self._thrown: tuple[int | str, ...] = ()
        """What people have rolled for the action that is being carried out (real dice)."""

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
                self.stage.sheet.place(self.frame.stage)
                self.stage.arrange()
        return surface

    def enter(self) -> None:
        self._recall()
        super().enter()

    def _recall(self) -> None:
        """The rolls that everybody has seen lie in the tray again."""
        self.motion.recall(self.session.log(None)[-RECALLED:])

    # ------------------------------------------------------------------------------------------------- the view

    def _apply(self, action: Action, group: int | None, *, mine: bool) -> None:
        try:
            super()._apply(action, group, mine=mine)
            self._thrown = ()
        except NeedRoll as need:
            self._ask_die(need, action, group, mine)

    def carry_out(self, action: Action, group: int | None) -> list[Event]:
        events = self.session.apply(action, group=group, dice=self._thrown)
        self.tell_twin(events)
        return events

    def _ask_die(self, need: NeedRoll, action: Action, group: int | None, mine: bool) -> None:
        """Real dice (SAC-DICE-03): a person types the die in that the rules ask for; what is no die is drawn here."""

        def thrown(value: int | str) -> None:
            self._thrown = (*self._thrown, value)
            self._apply(action, group, mine=mine)
            self._settle()

        def left() -> None:
            self._thrown = ()

        if need.choices:
            self._thrown = (*self._thrown, secrets.choice(need.choices))
            self._apply(action, group, mine=mine)
            return
        words = self.app.tr("sac.real.for", deed=self.act_words(action), number=len(self._thrown) + 1)
        self.app.manager.push(RealDie(self.app, int(need.die.removeprefix("d")), words, thrown, left))

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
        self._window_left = SHORT_PAUSE
        super()._settle()

    # ------------------------------------------------------------------------------------------------- acting

    def act(self, *actions: Action, at: Widget | None = None) -> bool:
        """A press that answers the question; where the party answers as one, for the seat of who pressed."""
        speaker = self.session.state.current_player()
        if self.viewer is not None and self.viewer != speaker and self.my_choice:
            actions = tuple(structs.replace(action, seat=self.viewer) for action in actions)
        return super().act(*actions, at=at)

    def act_out(self, action: Action, at: Widget | None = None) -> bool:
        """An act that no question asked for: dice for show, words, the game master's powers."""
        refusal = self.state.refusal(action)
        if refusal is not None:
            self.ui.refuse(self.as_why(refusal), at)
            return False
        self.animator.finish()
        self._apply(action, self.session.next_group(), mine=True)
        self._settle()
        return True

    def press_tile(self, id: str) -> None:
        """A tile: carried out at once where there is nothing to choose, else its targets light up."""
        tile = self.menu.tile(id)
        widget = self.ui.find(id)
        if tile is None or not tile.actions:
            return
        if id == "more":
            deeds = [(action, self.act_words(action), self._deed_icon(action)) for action in tile.actions]
            self.app.manager.push(DeedList(self.app, self.app.tr("sac.more"), deeds, lambda action: self.do(action)))
            return
        if len(tile.actions) == 1 and (targets_of(tile.actions[0]) is None or id.startswith("answer.")):
            self.act(tile.actions[0], at=widget)
            return
        self.menu.aim = "" if self.menu.aim == id else id
        if self.frame.layout == Layout.SINGLE:
            self.tab = "stage"
        self.refresh()

    def _deed_icon(self, action: Action) -> str:
        item = getattr(action, "item", "")
        return (
            paper.item_icon(str(item).partition(".")[0])
            if item
            else ICONS.get(str(action.__struct_config__.tag), "choice")
        )

    def do(self, action: Action) -> None:
        """One action."""
        self.act(action, at=self.ui.focus)

    def press_target(self, target: tuple[str, str | int], id: str) -> None:
        """Something that an action may be aimed at: a tile, a token, a portrait."""
        actions = self.menu.targets().get(target, []) if self.ready and self.my_choice else []
        if not actions and self.my_choice and self.question == "turn_action":
            actions = self._walk_to(target)
        if not actions:
            if target[0] == "space":
                self.refuse_space(str(target[1]))
            elif self.menu.aim:
                tile = self.menu.tile(self.menu.aim)
                sample = tile.actions[0] if tile is not None else None
                why = self._aim_refusal(sample, target)
                self.ui.refuse(why, self.ui.find(id))
            else:
                self.stage.select(f"pc.{target[1]}" if target[0] == "ally" else f"foe.{target[1]}")
            return
        if len(actions) == 1:
            self.act(actions[0], at=self.ui.find(id))
            return
        deeds = [(action, self.act_words(action), self._deed_icon(action)) for action in actions]
        self.app.manager.push(DeedList(self.app, self.app.tr("sac.choose_deed"), deeds, lambda action: self.do(action)))

    def _walk_to(self, target: tuple[str, str | int]) -> list[Action]:
        """The step to where a token stands: an adversary that cannot be struck from here, any while aiming a Move."""
        kind, value = target
        if kind == "space" or (kind == "ally" and self.menu.aim != "move") or self.menu.aim not in ("", "move"):
            return []
        one = self.view.foes.get(str(value)) if kind == "token" else self.view.pcs.get(int(value))
        return self.menu.targets().get(("space", one.at), []) if one is not None and one.at else []

    def _aim_refusal(self, sample: Action | None, target: tuple[str, str | int]) -> Why:
        """Why what is being aimed cannot be aimed there."""
        if sample is not None:
            blank: dict[str, str | int] = {"token": "", "ally": 0, "space": ""}
            fields = {name: value for name, value in blank.items() if hasattr(sample, name)}
            kind, value = target
            if kind in fields:
                fields[kind] = value
                why = self.why_not(structs.replace(sample, **fields))
                if why is not None:
                    return why
        return Why(self.app.tr("sac.no_target"), "SAC-ATTACK-04")

    def press_object(self, thing: str, space: str) -> None:
        """A thing of the map: used, or the rules say why not."""
        if self.view.is_gm or not self.my_choice or self.question != "turn_action":
            return
        self.act(act.Operate(thing=thing, space=space), at=self.ui.find(f"thing.{thing}@{space}"))

    def drop_on(self, space: str, payload: Any) -> None:
        """A token was dragged to a tile."""
        if payload == f"pc.{self.view.turn}" and self.question == "turn_action":
            self.press_target(("space", space), f"space.{space}")
        elif self.view.is_gm:
            self.gm.shift(str(payload), space)

    def refuse_space(self, space: str) -> None:
        """A tile that cannot be chosen was pressed: what the rules say to it."""
        if self.view.is_gm and self.gm.press_space(space):
            return
        if self.question == "turn_action" and not self.menu.aim:
            why = self.why_not(act.Move(space=space))
        elif self.my_choice and self.menu.aim:
            tile = self.menu.tile(self.menu.aim)
            why = self._aim_refusal(tile.actions[0] if tile is not None and tile.actions else None, ("space", space))
        else:
            why = None
        if why is not None:
            self.ui.tell(why, self.stage.sheet.rect(space))
            self.app.audio.play("knock", caption=False)

    def end_turn(self) -> tuple[Action | None, Why | None, str]:
        if not self.my_choice:
            return None, None, ""
        if self.question in ("turn_action",):
            left = self.view.pcs[self.viewer].tokens if self.viewer in self.view.pcs else 0
            return act.END_TURN, self.why_not(act.END_TURN), self.app.tr("sac.left_over", count=left) if left else ""
        if self.question == "adversary_turn":
            return act.END_FOE, self.why_not(act.END_FOE), ""
        return act.END_TURN, self.why_not(act.END_TURN), ""

    # ------------------------------------------------------------------------------------------------- undo

    def turn_start(self) -> None:
        """Take back everything of this turn that nothing has been revealed by."""
        seat = self.viewer
        taken = 0
        while self.my_choice and self.question == "turn_action" and self.viewer == seat:
            press = self.session.entries[-1].group
            acts = [entry for entry in self.session.entries if entry.group == press]
            if any(isinstance(event, ev.TurnBegan) for entry in acts for event in entry.events):
                break
            label = self.session.undo_label()
            if isinstance(label, Closed):
                break
            self.session.undo()
            taken += 1
        widget = self.ui.find("turn_start")
        if not taken:
            label = self.session.undo_label()
            why = self._closed_why(label) if isinstance(label, Closed) else Why(self.app.tr("sac.turn_start.none"))
            self.ui.refuse(why, widget)
            return
        self.app.audio.play("paper", caption=False)
        self._went_back()

    def undo(self) -> None:
        super().undo()
        self._went_back()

    def redo(self) -> None:
        super().redo()
        self._went_back()

    def rewind(self, keep: int) -> None:
        """The game master goes back as far as within the scene, whatever was revealed since (SAC-GM-09)."""
        self.animator.finish()
        self.session.rewind(keep, "SAC-GM-09")
        self.gm_open = self.twin is None and self.current != GM
        self.app.audio.play("paper", caption=False)
        self._went_back()

    def _went_back(self) -> None:
        """Something was taken back or done again: both windows show where the game stands."""
        self.catch_up()
        if self.twin is not None:
            self.twin.catch_up()

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
            why = Why(self.thinking.why(self.thinking.choices[number]).text, clause)
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
        if view.fight:
            return [
                (tr("sac.banner.round", round=view.round), False),
                (tr("sac.phase.party"), not view.acting and not view.over),
                (tr("sac.phase.foes"), bool(view.acting)),
            ]
        return [(self.page.place_name(), not view.over)]

    def build(self, ui: Ui) -> None:
        if self.ready:
            self.view = View.of(self.state, self.viewer)
        self.menu.gather()
        super().build(ui)

    def build_board(self, ui: Ui, frame: Frame) -> None:
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
        if waits and self.passes_by_itself:
            self._window_left -= dt if self.app.settings.gm_pause == "short" else SHORT_PAUSE
            if self._window_left <= 0 and self.viewer is not None:
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
        """The token's moment passes: the table says so for the game master."""
        self._window_left = SHORT_PAUSE
        self._apply(act.HOLD, self.session.entries[-1].group, mine=True)
        self._settle()

    def spend_in_pause(self) -> None:
        """The game master interrupts while the table waits."""
        self.act_for_gm(act.SPEND_TOKEN)

    def act_for_gm(self, action: Action) -> bool:
        """An answer of the game master from where everybody looks (a token is public)."""
        refusal = self.state.refusal(action)
        if refusal is not None:
            self.ui.refuse(self.as_why(refusal))
            return False
        self.animator.finish()
        self._apply(action, self.session.next_group(), mine=True)
        self._settle()
        return True

    @property
    def waiting(self) -> bool:
        return super().waiting or self.passes_by_itself

    def prompt(self) -> str:
        if not self.state.is_terminal() and self.passes_by_itself and self.viewer != GM:
            return self.app.tr("sac.window", ladder=self.view.ladder)
        if self.menu.aim:
            tile = self.menu.tile(self.menu.aim)
            if tile is not None:
                return self.app.tr("sac.aim", deed=tile.word)
        return super().prompt()

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

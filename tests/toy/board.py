"""The toy on the screen: points on the stage, every act as a button, the log at the right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from scenes import theme
from scenes.app import App
from scenes.board import Board, DoorLook
from scenes.frame import Frame
from scenes.shots import Shot
from scenes.table import TableScene
from scenes.widgets import Button, Label, Ui, Widget
from tests.toy.rules import END, ToyAction


class ToyTable(TableScene):
    """Builds from what the viewer may see; between two persons nobody is the viewer, and only what is public shows."""

    def build_board(self, ui: Ui, frame: Frame) -> None:
        if self.shows("stage"):
            self._add_stage(ui, frame.stage.inflate(-self.app.scale.px(64), -self.app.scale.px(48)))
        if self.shows("right"):
            self.add_log(ui, frame.right)

    def _add_stage(self, ui: Ui, place: pygame.Rect) -> None:
        tr, gap = self.app.tr, self.app.scale.px(8)
        seen = self.state.observation(self.viewer or 0)
        lines = [
            tr("toy.table.points", name=name, points=points)
            for name, points in zip(self.wording.names, seen.points, strict=True)
        ]
        if self.viewer is not None:
            lines += self.wording.sight(seen)
        y = place.top
        for number, line in enumerate(lines):
            high = Label.height_for(self.app, line, theme.BODY, place.width)
            at = pygame.Rect(place.left, y, place.width, high)
            ui.add(Label(self.app, f"line.{number}", at, line, theme.BODY, theme.BONE, region="stage"))
            y += high + gap
        high = self.app.scale.px(48)
        for number, action in enumerate(self.offered()):
            at = pygame.Rect(place.left, y, place.width // 2, high)
            press = partial(self.act, action)
            ui.add(Button(self.app, f"act.{number}", at, self.act_words(action), press, region="stage"))
            y += high + gap

    def offered(self) -> Sequence[ToyAction]:
        """The acts that somebody may press now; the end of the turn has its own button."""
        if not self.my_choice:
            return ()
        return [action for action in self.state.legal_actions() if action != END]

    def end_turn(self):
        if not self.my_choice:
            return None, self.not_mine, ""
        refusal = self.state.refusal(END)
        return END, self.as_why(refusal) if refusal is not None else None, ""

    def widget_of(self, action: ToyAction) -> Widget | None:
        if action == END:
            return self.ui.find("end_turn")
        offered = self.offered()
        return self.ui.find(f"act.{offered.index(action)}") if action in offered else None


def _shown(app: App) -> None:
    from game.core.session import SeatPlan, Session
    from tests.toy.rules import GAME

    one = 0  # person for both seats: between two a curtain falls
    session = Session.start(GAME, [SeatPlan("human", "Ann", one), SeatPlan("human", "Bob", one)])
    app.manager.push(ToyTable(app, session, app.manager.pop))


class ToyBoard(Board):
    """What the toy gives the shell."""

    door = DoorLook(sign="dice-six-faces-three")

    def table(self) -> type[TableScene]:
        return ToyTable

    def shots(self) -> Sequence[Shot]:
        return [Shot("toy", "start", _shown)]


BOARD = ToyBoard()

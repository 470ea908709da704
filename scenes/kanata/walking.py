"""A walk in Kanata: where the walker can go, over which spaces, and what is left of a way that was interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from game.core.contract import Action, Event
from game.kanata.actions import STOP, Step
from scenes.widgets import Why

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable


class Walking:
    """Turns a space that was pressed into steps."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.app = table.app
        self.rest: list[str] = []
        """What is left of a way that was interrupted by something to pick up or to deliver."""
        self.steps = 1
        """How many steps the act that is carried out was sent with."""
        self.stop_action: Action = STOP
        self._reach: tuple[object, dict[str, tuple[str, ...]]] = (None, {})

    def reach(self) -> dict[str, tuple[str, ...]]:
        """Where the walker can go, each space with the steps there, over the chosen middle spaces."""
        key = (len(self.table.session.entries), tuple(self.table.stage.via), self.table.question)
        if self._reach[0] != key:
            self._reach = (key, self._find_reach())
        return self._reach[1]

    def _find_reach(self) -> dict[str, tuple[str, ...]]:
        state: Any = self.table.state
        if self.table.question == "puppet_move":
            steps = [one for one in state.legal_actions() if isinstance(one, Step)]
            return {one.space: (one.space,) for one in steps}
        before: tuple[str, ...] = ()
        for via in self.table.stage.via:
            ways = state.reachable()
            if via not in ways:
                return {}
            path = ways.path(via)
            state = state.trial()
            for space in path:
                state.apply_action(Step(space=space))
            before += path
        ways = state.reachable()
        return {space: before + ways.path(space) for space in ways}

    def press_space(self, space: str) -> None:
        """A space to go to was chosen; or, with "via here", one to go over."""
        if self.table.stage.choosing_via:
            self.toggle_via(space)
            self.table.stage.choosing_via = False
            self.table.refresh()
            return
        self.walk(self.reach().get(space, ()))

    def toggle_via(self, space: str) -> None:
        """Let the way lead over a space, or no longer."""
        via = self.table.stage.via
        if space in via:
            via.remove(space)
        else:
            via.append(space)
        self.app.audio.play("press", caption=False)
        self.table.refresh()

    def press_via(self) -> None:
        """Choose a middle space next, or forget those that were chosen."""
        if self.table.stage.via:
            self.table.stage.via.clear()
            self.table.stage.choosing_via = False
        else:
            self.table.stage.choosing_via = not self.table.stage.choosing_via
        self.table.refresh()

    def walk(self, path: Sequence[str]) -> None:
        """Send the steps of a way, as far as nothing on it has to be decided (something to pick up, to deliver)."""
        state: Any = self.table.state
        trial = state.trial()
        question = self.table.question
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
        table = self.table
        if not steps:
            table.ui.refuse(table.why_not(Step(space=path[0] if path else "")) or Why(""), table.ui.focus)
            return
        self.steps = len(steps)
        if table.act(*steps, at=table.ui.focus):
            self.rest = rest
            table.refresh()
            stop = table.ui.find("stop") or table.ui.find("walk_on")
            if stop is not None and table.ui.show_ring:
                table.ui.set_focus(stop)

    @staticmethod
    def _reveals(events: Sequence[Event]) -> bool:
        return any(event.reveals for event in events)

    def walk_on(self) -> None:
        """Go on with what is left of the way."""
        self.walk(tuple(self.rest))

    def stop(self) -> None:
        """The move ends here."""
        self.rest.clear()
        self.table.do(self.stop_action)

"""The game master's brushes: what a press on a tile of the map does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from game.sacrament import actions as act
from game.sacrament.content import standard_content
from game.sacrament.frames import GM
from scenes import theme
from scenes.dialogs import PickList
from scenes.sacrament.gm_part import GmPart
from scenes.widgets import ScrollArea

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

BRUSHES = ("fog", "clear", "light", "place", "hide")


class GmBrushes(GmPart):
    """Which brush is in the hand: fog, clearing it, light, placing an adversary, placing one hidden; or none."""

    def __init__(self, table: SacramentTable) -> None:
        super().__init__(table)
        self.mode = ""
        self.kind = "shallow_dead"

    def fill(self, area: ScrollArea, y: int) -> int:
        """A key for each brush, as many side by side as their words allow; returns the bottom."""
        app = self.table.app
        entries = [
            (f"brush.{mode}", app.tr(f"sac.gm.brush.{mode}"), partial(self._take, mode), None, self.mode == mode)
            for mode in BRUSHES
        ]
        widest = max(app.text.measure(word, theme.LABEL_BOLD)[0] for _, word, *_ in entries) + app.scale.px(36)
        beside = next(n for n in (5, 3, 2, 1) if n == 1 or n * widest <= area.inner_width)
        for first in range(0, len(entries), beside):
            y = self._row(area, entries[first : first + beside], y)
        return y

    def _take(self, mode: str) -> None:
        if mode in ("place", "hide") and self.mode != mode:
            kinds = [(id, self._foe_words(id)) for id in standard_content().bestiary]

            def chosen(kind: str) -> None:
                self.kind, self.mode = kind, mode
                self.table.refresh()

            self.table.app.manager.push(
                PickList(self.table.app, self.table.app.tr(f"sac.gm.brush.{mode}"), kinds, self.kind, chosen)
            )
            return
        self.mode = "" if self.mode == mode else mode
        self.table.refresh()

    def _foe_words(self, kind: str) -> str:
        app, block = self.table.app, standard_content().bestiary[kind]
        return app.tr(
            "sac.gm.foe",
            name=f"@foe.{kind}.name",
            level=block.level,
            difficulty=block.difficulty,
            harm=block.harm,
            dice=block.dice,
        )

    @property
    def armed(self) -> bool:
        """Whether a brush is in the hand: presses on the map paint then, and do nothing else."""
        return bool(self.mode) and self.table.view.is_gm

    def press_space(self, space: str) -> bool:
        """A tile under the brush; whether there is one in the hand."""
        if not self.armed:
            return False
        if self.mode in ("fog", "clear"):
            self.table.act_out(act.Fog(seat=GM, spaces=(space,), hidden=self.mode == "fog"))
        elif self.mode == "light":
            grid = self.table.view.grid
            burns = grid is not None and any(grid.names[tile] == space for tile, _ in self.table.view.seen.lights)
            self.table.act_out(act.Light(seat=GM, spaces=(space,), lit=not burns))
        else:
            self.table.act_out(act.Place(seat=GM, kind=self.kind, space=space, hidden=self.mode == "hide"))
        return True

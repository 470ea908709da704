"""Kingsport's action bar: helpers, the own dial, the five sockets, the three acts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.kingsport.actions import END_EXPANSION, PASS, Raid
from scenes import theme
from scenes.action_bar import ActionBar, BarAction
from scenes.scale import Layout
from scenes.widgets import Ui, Why

if TYPE_CHECKING:
    from scenes.kingsport.table import KingsportTable

ACTS = ("end_expansion", "pass", "raid")


class Bar(ActionBar):
    """Builds the middle of the action bar."""

    table: KingsportTable

    def __init__(self, table: KingsportTable) -> None:
        super().__init__(table)
        self._icons = True

    def reason(self, action: Action) -> Why | None:
        """Why an act is not possible now."""
        if not self.table.my_choice:
            return self.table.not_mine
        return self.table.why_not(action)

    def acts(self) -> Sequence[BarAction]:
        """The three acts; where the row is narrow, Play now takes their place."""
        table = self.table
        if table.frame.layout != Layout.FULL and table.thinking.long:
            return ()
        raid_reason = None if table.question == "raid_cards" else self.reason(Raid(card=""))
        return (
            self._act("end_expansion", "expansion_action", "moon-orbit", END_EXPANSION),
            self._act("pass", "invoke", "cancel", PASS),
            BarAction(
                "raid", self.app.tr("kpt.act.raid"), table.send_raid, icon="shield" if self._icons else "",
                reason=raid_reason, kind=self._kind("raid_cards"),
            ),
        )  # fmt: skip

    def _act(self, id: str, question: str, icon: str, action: Action) -> BarAction:
        return BarAction(
            id, self.app.tr(f"kpt.act.{id}"), partial(self.table.do, action, id), icon=icon if self._icons else "",
            reason=self.reason(action), kind=self._kind(question),
        )  # fmt: skip

    def _kind(self, question: str) -> str:
        return "primary" if self.table.question == question else "plain"

    def build_row(self, ui: Ui, row: pygame.Rect) -> None:
        """Helpers, dial, sockets and acts from the left; keys come to the acts first."""
        table, scale = self.table, self.app.scale
        if table.frame.layout == Layout.SINGLE:
            super().build_row(ui, row)
            return
        gap = scale.px(8)
        full = table.frame.layout == Layout.FULL
        helpers = self.helper_buttons(row.topleft, self.helpers()[: 4 if full else 2], rows=2)
        x = helpers[-1].rect.right + 2 * gap
        side = min(row.height, scale.px(104)) if full else 0
        dial = pygame.Rect(x, row.centery - side // 2, side, side)
        if full:
            x = dial.right + 2 * gap
        wide = scale.px(58 if full else 46)
        sockets = pygame.Rect(x, row.top, 5 * wide + 4 * gap, row.height)
        left = sockets.right + 2 * gap
        room = pygame.Rect(left, row.top, row.right - left, row.height)
        words = [word for act in ACTS for word in self.app.tr(f"kpt.act.{act}").split()]
        longest = max(self.app.text.measure(word, theme.BUTTON_TEXT)[0] for word in words)
        beside = round(scale.text_px(theme.BUTTON_TEXT.size) * 1.7) + scale.px(32)
        self._icons = room.width // 3 - scale.px(10) >= longest + beside
        super().build_row(ui, room)
        table.dice.build_sockets(ui, sockets, gap)
        if full:
            ui.add(table.dice.dial_widget(dial, "actions"))
        ui.add(*helpers)

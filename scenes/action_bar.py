"""The action bar of a table: the prompt, Undo at the left, the acts, End turn at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.frame import Frame
from scenes.widgets import Button, IconButton, Label, Ui, Why

if TYPE_CHECKING:
    from scenes.table import TableScene

PROMPT = theme.BODY_BOLD.sized(20)

Helper = tuple[str, str, str, Callable[[], None]]
"""Id, icon, word and act of a small button that helps."""


@dataclass(frozen=True)
class BarAction:
    """One place in the action bar. Its id, word and place never change; `reason` dims it."""

    id: str
    word: str
    act: Callable[[], None]
    icon: str = ""
    reason: Why | None = None
    kind: str = "plain"
    on: bool = False
    tooltip: str = ""
    detail: str = ""
    """A second line, where there is room for it."""

TAKES_BACK = ("redo", "turn_start")
"""Helpers that take back or do again, as Undo does."""


class ActionBar:
    """Builds the action bar of a table. A board with a bar of its own subclasses it."""

    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.app = table.app

    def extra_lines(self) -> float:
        """The height, in units, of the prompt's lines beyond the first: the bar grows by it."""
        scale = self.app.scale
        high = self.app.text.measure(self.table.prompt_line(), PROMPT, scale.width - 2 * scale.px(16))[1]
        return (high - self.app.text.line_height(PROMPT)) / scale.u

    def build(self, ui: Ui, frame: Frame) -> None:
        """Add the bar's widgets, in the order in which keys walk them: what takes back comes last."""
        scale = self.app.scale
        pad = scale.px(16)
        row = self.add_prompt(ui, frame.actions.inflate(-2 * pad, -2 * scale.px(10)))
        undo = pygame.Rect(row.left, row.top, min(scale.px(260), row.width // 6), row.height)
        end_width = min(scale.px(300), row.width // 6)
        end = pygame.Rect(row.right - end_width, row.top, end_width, row.height)
        self.build_row(ui, pygame.Rect(undo.right + pad, row.top, end.left - undo.right - 2 * pad, row.height))
        self.add_end(ui, end)
        self.add_undo(ui, undo)

    def add_prompt(self, ui: Ui, place: pygame.Rect) -> pygame.Rect:
        """The prompt line on top of `place`; what is left of it below."""
        prompt = self.table.prompt_line()
        high = self.app.text.measure(prompt, PROMPT, place.width)[1]
        ui.add(
            Label(
                self.app, "prompt", pygame.Rect(place.left, place.top, place.width, high), prompt, PROMPT, theme.BONE,
                region="prompt", must_fit=False,
            )
        )  # fmt: skip
        top = place.top + high + self.app.scale.px(8)
        return pygame.Rect(place.left, top, place.width, place.bottom - top)

    def add_undo(self, ui: Ui, place: pygame.Rect) -> None:
        """Undo, with what it takes back, or why it is closed."""
        table, word = self.table, self.app.tr("table.undo")
        what, reason = table.undo_word()
        fits = place.width >= self.app.text.measure(word, theme.BUTTON_TEXT)[0] + self.app.scale.px(70)
        button = Button(
            self.app, "undo", place, word, table.undo, icon="return-arrow" if fits else "", reason=reason,
            region="actions", tooltip=what, text=what, detail=table.undo_detail(),
        )  # fmt: skip
        button.by_choice = True
        ui.add(button)

    def add_end(self, ui: Ui, place: pygame.Rect) -> None:
        """End turn, with what would be left undone; where the table is looked back on, the way back to the present."""
        table, word = self.table, self.app.tr("table.end_turn")
        if table.past is not None:
            word = self.app.tr("table.looking_back.return")
            ui.add(Button(self.app, "looking_back", place, word, table.leave, kind="paper", region="actions"))
            return
        action, why, undone = table.end_turn()
        if action is None and why is None:
            why = table.not_mine
        ui.add(
            Button(
                self.app, "end_turn", place, word, table.press_end_turn, kind="primary", reason=why, detail=undone,
                region="actions", tooltip=undone,
            )
        )  # fmt: skip

    def helpers(self) -> list[Helper]:
        """Redo, hint, recap and "why did you do that?"."""
        tr, table = self.app.tr, self.table
        return [
            ("redo", "clockwise-rotation", tr("table.redo"), table.redo),
            ("hint", "light-bulb", tr("table.hint"), table.thinking.hint),
            ("recap", "backward-time", tr("table.recap"), table.sheets.recap),
            ("explain", "help", tr("table.explain"), table.thinking.explain_last),
        ]

    def helper_buttons(
        self, corner: tuple[int, int], helpers: Sequence[Helper], *, rows: int = 1, region: str = "actions"
    ) -> list[IconButton]:
        """Small buttons from `corner` on, in columns of `rows`."""
        small, gap = self.app.scale.px(44), self.app.scale.px(8)
        buttons = []
        for number, (id, icon, word, act) in enumerate(helpers):
            column, row = divmod(number, rows)
            place = pygame.Rect(corner[0] + column * (small + gap), corner[1] + row * (small + gap), small, small)
            buttons.append(IconButton(self.app, id, place, icon, word, act, region=region))
            buttons[-1].by_choice = id in TAKES_BACK
        return buttons

    def build_row(self, ui: Ui, row: pygame.Rect) -> None:
        """Fill the bar between Undo and End turn: the acts side by side, each at most 280 units wide."""
        app, scale, thinking = self.app, self.app.scale, self.table.thinking
        acts = list(self.table.bar_actions())
        if thinking.long:
            word, help = app.tr("table.play_now"), app.tr("table.play_now.help", level=f"@seats.kind.{thinking.quick}")
            detail = app.tr("table.play_now.detail")
            acts.append(BarAction("play_now", word, thinking.play_now, "next-button", tooltip=help, detail=detail))
        if not acts:
            return
        gap = scale.px(10)
        width = min(scale.px(280), (row.width - gap * (len(acts) - 1)) // len(acts))
        x = row.centerx - (width * len(acts) + gap * (len(acts) - 1)) // 2
        for one in acts:
            ui.add(
                Button(
                    app, one.id, pygame.Rect(x, row.top, width, row.height), one.word, one.act,
                    icon=one.icon if width > scale.px(150) else "", kind=one.kind, on=one.on, reason=one.reason,
                    region="actions", tooltip=one.tooltip, detail=one.detail,
                )
            )  # fmt: skip
            x += width + gap

"""Kanata's action bar: five slots in printed colours, the dice chain, helpers; in a bar, or in a column."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.kanata.actions import END_TURN, MOVE, PLAYER_BOARD, SEARCH, STAY, Shoot
from scenes import theme
from scenes.action_bar import ActionBar, BarAction
from scenes.frame import Frame
from scenes.kanata.parts import ICONS, kind_of
from scenes.scale import Layout
from scenes.widgets import Button, Drawn, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

CHAIN = 34.0
SLOT_STYLE = theme.Style("label_bold", 19, leading=1.1)
WEAPONS = ("gun", "belt", "blade", "dynamite")


class Bar(ActionBar):
    """Builds the action bar."""

    table: KanataTable

    # ------------------------------------------------------------------------------------------------- the slots

    def reason(self, action: Action) -> Why | None:
        """Why an act is not possible now."""
        if not self.table.my_choice:
            return self.table.not_mine
        return self.table.why_not(action)

    def _shoot_reason(self) -> Why | None:
        table = self.table
        if not table.my_choice:
            return self.table.not_mine
        if any(isinstance(one, Shoot) for one in table.state.legal_actions()):
            return None
        weapons = [item for item in table.view.owner.items if table.entry(item).kind in WEAPONS]
        if not weapons:
            return Why(self.app.tr("kan.no_weapon"), "KAN-SHOOT-01")
        return table.why_not(Shoot(item=weapons[0]))

    def slots(self) -> list[BarAction]:
        """The five slots in printed colours; Move and Stay share the first."""
        table = self.table
        return [
            self._slot("move", MOVE, "primary"),
            self._slot("stay", STAY, "primary"),
            self._slot("player_board", PLAYER_BOARD, "plain"),
            BarAction(
                "shoot", self.app.tr("kan.slot.shoot"), table.shoot, ICONS["shoot"], self._shoot_reason(),
                on=table.tray.open == "shoot",
            ),
            self._slot("search", SEARCH, "plain"),
            BarAction(
                "enemies", self.app.tr("kan.slot.enemies"), table.press_end_turn, ICONS["end_turn"],
                self.reason(END_TURN), "danger",
            ),
        ]  # fmt: skip

    def _slot(self, tag: str, action: Action, kind: str) -> BarAction:
        act = partial(self.table.do, action)
        return BarAction(tag, self.app.tr(f"kan.slot.{tag}"), act, ICONS[tag], self.reason(action), kind)

    # ------------------------------------------------------------------------------------------------- layout

    def build(self, ui: Ui, frame: Frame) -> None:
        """Prompt, slots, chain, Undo and End turn."""
        scale = self.app.scale
        rest = self.add_prompt(ui, frame.actions.inflate(-2 * scale.px(16), -2 * scale.px(8)))
        if frame.layout == Layout.FULL:
            self._build_wide(ui, rest, scale.px(8))
        else:
            self._build_column(ui, rest, scale.px(8), 2 if frame.layout == Layout.COMPACT else 6)

    def _build_wide(self, ui: Ui, rest: pygame.Rect, gap: int) -> None:
        scale = self.app.scale
        chain = self.chain_height()
        side = min(scale.px(240), rest.width // 7)
        helpers = self.helper_buttons((rest.left + side + 2 * gap, rest.top), self.helpers(), rows=2)
        left = helpers[-1].rect.right + 2 * gap
        row = pygame.Rect(left, rest.top, rest.right - side - 2 * gap - left, rest.height - chain)
        places = self._slot_places(row, gap)
        self._add_slots(ui, places)
        below = pygame.Rect(row.left, row.bottom, row.width, chain)
        self._add_chain(ui, below, [places[number].centerx for number in (0, 2, 5)])
        self.add_end(ui, pygame.Rect(rest.right - side, rest.top, side, rest.height - scale.px(2)))
        self.add_undo(ui, pygame.Rect(rest.left, rest.top, side, rest.height - scale.px(2)))
        ui.add(*helpers)

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
        table, scale = self.table, self.app.scale
        rows = 3 if columns == 2 else 1
        chain = self.chain_height() if columns == 2 else 0
        high = (rest.height - chain - gap * rows) // (rows + 1)
        if columns == 2:
            wide = (rest.width - gap) // 2
            places = [
                pygame.Rect(rest.left + (n % 2) * (wide + gap), rest.top + (n // 2) * (high + gap), wide, high)
                for n in range(6)
            ]
        else:
            places = self._slot_places(pygame.Rect(rest.left, rest.top, rest.width, high), gap)
        single = table.frame.layout == Layout.SINGLE
        if not (single and table.tray.build_row(ui, pygame.Rect(rest.left, rest.top, rest.width, high))):
            self._add_slots(ui, places)
        if chain:
            below = pygame.Rect(rest.left, places[-1].bottom, rest.width, chain)
            self._add_chain(ui, below, [below.left + below.width // 8, below.centerx, below.right - below.width // 8])
        bottom = pygame.Rect(rest.left, rest.bottom - high, rest.width, high)
        side = min(scale.px(200), (rest.width - scale.px(164)) // 2)
        self.add_end(ui, pygame.Rect(bottom.right - side, bottom.top, side, high))
        self.add_undo(ui, pygame.Rect(bottom.left, bottom.top, side, high))
        small = scale.px(44)
        room = (bottom.width - 2 * side) // (small + gap)
        corner = bottom.left + side + gap, bottom.centery - small // 2
        ui.add(*self.helper_buttons(corner, self.helpers()[1 : max(1, room)]))

    def _add_slots(self, ui: Ui, places: Sequence[pygame.Rect]) -> None:
        app, scale = self.app, self.app.scale
        for one, place in zip(self.slots(), places, strict=True):
            longest = max(app.text.measure(word, SLOT_STYLE)[0] for word in one.word.split())
            icon = one.icon if place.width >= longest + scale.text_px(19) * 1.7 + scale.px(32) else ""
            ui.add(
                Button(
                    app, f"slot_{one.id}", place, one.word, one.act, icon=icon, kind=one.kind, reason=one.reason,
                    on=one.on, region="actions", style=SLOT_STYLE, text=one.word,
                )
            )  # fmt: skip

    # ------------------------------------------------------------------------------------------------- the dice chain

    def chain_words(self) -> str:
        """Why the cord binds as many dice as it does."""
        view = self.table.view
        if view.owner.mount in ("bike", "van") and view.dice != 1:
            return self.app.tr(f"kan.chain.{view.owner.mount}")
        if any(kind_of(item) == "dynamite" for item in view.owner.items):
            return self.app.tr("kan.chain.dynamite")
        if view.boost and view.moved == "no":
            return self.app.tr("kan.chain.boost")
        return self.app.tr(f"kan.chain.{view.dice}")

    def chain_height(self) -> int:
        """The height of the cord with its words."""
        return max(self.app.scale.px(CHAIN), self.app.text.line_height(theme.SECONDARY) + self.app.scale.px(10))

    def _add_chain(self, ui: Ui, place: pygame.Rect, knots: Sequence[int]) -> None:
        words = self.chain_words()
        ui.add(
            Drawn(
                self.app, "chain", place, partial(self._draw_chain, knots=knots, words=words), text=words,
                tooltip=words, region="actions", why=Why(words, "KAN-TURN-03"),
                on_inspect=partial(self.app.open_clause, "KAN-TURN-03"),
            )
        )  # fmt: skip

    def _draw_chain(self, surface: pygame.Surface, widget: Widget, *, knots: Sequence[int], words: str) -> None:
        """A cord from Move over Player board to Enemies, knotted at each, with the number of dice."""
        app, scale, box, view = self.app, self.app.scale, widget.box, self.table.view
        y = box.top + scale.px(8)
        colour = theme.CANDLE if view.dice else theme.ASH
        span = knots[-1] - knots[0]
        points = []
        steps = 48
        for n in range(steps + 1):
            x = knots[0] + span * n // steps
            sag = min(abs(x - knot) for knot in knots) / max(1, span)
            points.append((x, y + round(sag * scale.px(22))))
        pygame.draw.lines(surface, theme.INK, False, points, scale.px(6))
        pygame.draw.lines(surface, colour, False, points, scale.px(3))
        done = (view.moved != "no", view.tracked, False)
        for knot, tied in zip(knots, done, strict=True):
            pygame.draw.circle(surface, theme.INK, (knot, y), scale.px(8))
            pygame.draw.circle(surface, colour, (knot, y), scale.px(6), 0 if tied else scale.px(2))
        width = app.text.measure(words, theme.SECONDARY)[0]
        place = pygame.Rect(0, 0, min(width, box.width) + scale.px(16), app.text.line_height(theme.SECONDARY))
        place.midbottom = ((knots[0] + knots[-1]) // 2, box.bottom)
        place.clamp_ip(box)
        app.paint.panel(surface, place, "ink", "chain")
        app.text.draw(
            surface, words, place.inflate(-scale.px(12), 0), theme.SECONDARY, theme.BONE, align="center",
            valign="middle", wrap=False, must_fit=False,
        )  # fmt: skip

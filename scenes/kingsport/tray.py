"""Questions that are neither a pile nor a card of the hand: a tray in place of the hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.kingsport.actions import DECLINE, USE, ChooseDice, ChooseFace, ChooseVictim, Turn
from scenes import theme
from scenes.kingsport.parts import CardWidget, Part, draw_dial
from scenes.kingsport.view import FACES
from scenes.widgets import Button, Drawn, Panel, Ui, Why, Widget

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from scenes.kingsport.table import KingsportTable


class Tray(Part):
    """Questions that are neither a pile nor a card of the hand: a tray in place of the hand."""

    def __init__(self, table: KingsportTable) -> None:
        super().__init__(table)
        self.picked: dict[int, str] = {}
        """Dice chosen for an effect: place in the row to new face (empty: to be rolled again)."""

    # The tray: questions that are neither a card of the hand nor a pile

    def tray_kind(self) -> str:
        question = self.table.question if self.table.ready else ""
        return (
            question
            if question in ("choose_face", "choose_dice", "choose_victim", "scenario_reroll", "pay_deficit")
            else ""
        )

    def build_tray(self, ui: Ui, area: pygame.Rect, kind: str) -> None:
        """A panel in place of the hand with the answers side by side."""
        scale = self.app.scale
        decision = self.state.decision()
        assert decision is not None

        box = area.inflate(0, -scale.px(12))
        box.width = min(box.width, scale.px(1040))
        box.centerx = area.centerx
        ui.add(Panel(self.app, "tray", box, "soot"))
        inner = box.inflate(-scale.px(40), -scale.px(24))
        buttons = {
            "choose_face": self._face_buttons,
            "choose_dice": self._dice_buttons,
            "choose_victim": self._victim_buttons,
            "scenario_reroll": self._reroll_buttons,
            "pay_deficit": self._deficit_buttons,
        }[kind]
        god = decision.values.get("god")
        if god is not None and inner.height >= scale.px(110) and inner.width > scale.px(560):
            card = str(god).split(".")[1]
            width = round(inner.height / 180 * 128)
            place = pygame.Rect(inner.left, inner.top, width, inner.height)
            ui.add(
                CardWidget(
                    self.app,
                    f"asking.{card}",
                    place,
                    partial(self._draw_asking, card=card),
                    card,
                    on_inspect=lambda: self.table.inspect(card),
                    text=self.app.tr(f"god.{card}.text"),
                    region="stage",
                )
            )
            inner = pygame.Rect(
                inner.left + width + scale.px(24), inner.top, inner.width - width - scale.px(24), inner.height
            )
        buttons(ui, inner)

    def _draw_asking(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        surface.blit(self.art.small(card, *widget.box.size), widget.box)

    def _side_by_side(
        self, ui: Ui, box: pygame.Rect, items: Sequence[tuple[str, str, Action, str, Callable[..., None] | None]]
    ) -> None:
        """Answers as large buttons: id, word, action, icon, extra drawing above the word."""
        scale = self.app.scale
        gap = scale.px(16)
        width = min(scale.px(240), (box.width - gap * (len(items) - 1)) // len(items))
        total = width * len(items) + gap * (len(items) - 1)
        x = box.centerx - total // 2
        for id, word, action, icon, paint in items:
            button = _Answer(
                self.app,
                id,
                pygame.Rect(x, box.top, width, box.height),
                word,
                partial(self.table.do, action, id),
                icon=icon,
                reason=self.table.why_not(action),
                region="stage",
            )
            button.extra = paint
            button.legal = button.reason is None
            ui.add(button)
            x += width + gap

    def _face_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        self._side_by_side(
            ui,
            box,
            [
                (
                    f"face.{face}",
                    self.app.tr(f"face.{face}"),
                    ChooseFace(face=face),
                    "",
                    partial(self._paint_face, face=face),
                )
                for face in FACES
            ],
        )

    def _paint_face(self, surface: pygame.Surface, box: pygame.Rect, face: str) -> None:
        image = self.art.die(face, min(box.size))
        surface.blit(image, image.get_rect(center=box.center))

    def _victim_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        seats = [seat for seat in range(self.view.players) if seat != self.table.viewer]
        self._side_by_side(
            ui,
            box,
            [
                (
                    f"victim.{seat}",
                    self.table.wording.names[seat],
                    ChooseVictim(victim=seat),
                    "",
                    partial(self._paint_victim, seat=seat),
                )
                for seat in seats
            ],
        )

    def _paint_victim(self, surface: pygame.Surface, box: pygame.Rect, seat: int) -> None:
        side = min(box.height, box.width // 2)
        left = pygame.Rect(box.centerx - side, box.centery - side // 2, side, side)
        self.app.paint.seat_mark(surface, left.center, round(side * 0.7), seat)
        draw_dial(self.app, surface, left.move(side, 0), self.view.sanity[seat])

    def _reroll_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        decision = self.state.decision()
        assert decision is not None
        words = self.app.tr("kpt.act.use", price=int(decision.values["price"]))
        self._side_by_side(
            ui,
            box,
            [
                ("use", words, USE, "rolling-dices", None),
                ("decline", self.app.tr("kpt.act.decline"), DECLINE, "halt", None),
            ],
        )

    def _deficit_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        word = self.app.tr("kpt.act.discard")
        width = min(box.width, max(self.app.scale.px(320), Button.width_for(self.app, word, icon=True)))
        place = pygame.Rect(0, 0, width, min(box.height, self.app.scale.px(80)))
        place.center = box.center
        ui.add(
            Button(
                self.app,
                "deficit",
                place,
                word,
                self.table.open_deficit,
                icon="card-discard",
                kind="primary",
                region="stage",
            )
        )

    def _dice_buttons(self, ui: Ui, box: pygame.Rect) -> None:
        """One column a die; what is chosen is lifted. Below each its possible new faces, or nothing for a reroll."""
        scale = self.app.scale
        legal = [action for action in self.state.legal_actions() if isinstance(action, ChooseDice)]
        turning = any(action.turn for action in legal)
        count = len(self.view.dice)
        word = self.app.tr("kpt.act.turn" if turning else "kpt.act.reroll")
        confirm = min(scale.px(240), box.width // 3)
        gap = scale.px(12)
        columns = box.width - confirm - 2 * gap
        each = min(scale.px(150), (columns - gap * (count - 1)) // max(1, count))
        side = min(each, max(scale.px(44), box.height - (scale.px(60) if turning else 0)), scale.px(96))
        x = box.left
        for number, face in enumerate(self.view.dice):
            column = pygame.Rect(x, box.top, each, box.height)
            place = pygame.Rect(0, 0, side, side)
            place.midtop = (column.centerx, column.top + (0 if turning else (box.height - side) // 2))
            ways = sorted({turn.to for action in legal for turn in action.turn if turn.origin == face}, key=FACES.index)
            widget = Drawn(
                self.app,
                f"pick.{number}",
                place,
                partial(self._draw_pick, number=number),
                partial(self.pick_die, number),
                text=self.app.tr("kpt.die", face=f"@face.{face}"),
                region="stage",
            )
            widget.legal = bool(ways) or not turning  # type: ignore[attr-defined]
            ui.add(widget)
            if turning:
                small = min(
                    scale.px(52), (each - scale.px(8)) // max(1, len(ways) or 1), box.height - side - scale.px(6)
                )
                left = column.centerx - (small * len(ways) + scale.px(6) * (len(ways) - 1)) // 2
                for way in ways:
                    target = Drawn(
                        self.app,
                        f"turn.{number}.{way}",
                        pygame.Rect(left, place.bottom + scale.px(6), small, small),
                        partial(self._draw_way, number=number, face=way),
                        partial(self.turn_die, number, way),
                        text=self.app.tr("kpt.turn_to", face=f"@face.{face}", to=f"@face.{way}"),
                        region="stage",
                        tooltip=self.app.tr("kpt.turn_to", face=f"@face.{face}", to=f"@face.{way}"),
                    )
                    target.legal = True  # type: ignore[attr-defined]
                    ui.add(target)
                    left += small + scale.px(6)
            x += each + gap
        action = self._dice_action(turning)
        high = min(box.height, max(scale.px(64), Button.height_for(self.app, word, confirm)))
        place = pygame.Rect(box.right - confirm, box.centery - high // 2, confirm, high)
        ui.add(
            Button(
                self.app,
                "confirm_dice",
                place,
                word,
                lambda: self.table.do(action, "confirm_dice"),
                kind="primary",
                reason=self.table.why_not(action),
                region="stage",
            )
        )

    def _dice_action(self, turning: bool) -> ChooseDice:
        chosen = sorted(self.picked)
        if turning:
            return ChooseDice(turn=tuple(Turn(self.view.dice[number], self.picked[number]) for number in chosen))
        return ChooseDice(reroll=tuple(self.view.dice[number] for number in chosen))

    def pick_die(self, number: int) -> None:
        """Choose a die for the effect, or leave it again; a die to be turned takes its first possible face."""
        face = self.view.dice[number]
        legal = [action for action in self.state.legal_actions() if isinstance(action, ChooseDice)]
        ways = sorted({turn.to for action in legal for turn in action.turn if turn.origin == face}, key=FACES.index)
        turning = any(action.turn for action in legal)
        if number in self.picked:
            after = ways[ways.index(self.picked[number]) + 1 :] if turning else []
            if after:
                self.picked[number] = after[0]
            else:
                del self.picked[number]
        elif turning and not ways:
            self.ui.refuse(Why(self.app.tr("kingsport.refusal.exp_08"), "KPT-EXP-08"), self.ui.find(f"pick.{number}"))
            return
        else:
            self.picked[number] = ways[0] if turning else ""
        self.app.audio.play("die_touch", caption=False)
        self.table.refresh()

    def turn_die(self, number: int, face: str) -> None:
        """Choose a die and its new face, or take that back."""
        if self.picked.get(number) == face:
            del self.picked[number]
        else:
            self.picked[number] = face
        self.app.audio.play("die_touch", caption=False)
        self.table.refresh()

    def _draw_pick(self, surface: pygame.Surface, widget: Widget, *, number: int) -> None:
        self._paint_die_button(surface, widget, self.view.dice[number], number in self.picked)

    def _draw_way(self, surface: pygame.Surface, widget: Widget, *, number: int, face: str) -> None:
        self._paint_die_button(surface, widget, face, self.picked.get(number) == face)

    def _paint_die_button(self, surface: pygame.Surface, widget: Widget, face: str, chosen: bool) -> None:
        box = widget.box
        image = self.art.die(face, round(box.width * (0.94 if chosen or widget.hovered else 0.84)))
        surface.blit(image, image.get_rect(center=box.center))
        if chosen:
            pygame.draw.rect(surface, theme.CANDLE, box, max(2, self.app.scale.px(4)), round(box.width * 0.2))
            check = self.app.assets.icon("check-mark", round(box.width * 0.36), theme.CANDLE)
            surface.blit(check, check.get_rect(topleft=box.topleft))


class _Answer(Button):
    """A large answer: a drawing above its word."""

    extra: Callable[..., None] | None = None
    legal = False

    def draw(self, surface: pygame.Surface) -> None:
        if self.extra is None:
            super().draw(surface)
            return
        look = self.drawn_look
        self.app.paint.button(surface, self.box, look, self.kind)
        ink = self.app.paint.button_ink(look, self.kind)
        inside = self.box.inflate(-self.app.scale.px(16), -self.app.scale.px(12))
        high = min(self.app.text.measure(self.label, self.style, inside.width)[1], inside.height // 2)
        word = pygame.Rect(inside.left, inside.bottom - high, inside.width, high)
        self.extra(
            surface, pygame.Rect(inside.left, inside.top, inside.width, inside.height - high - self.app.scale.px(4))
        )
        self.app.text.draw(surface, self.label, word, self.style, ink, align="center", valign="middle", must_fit=False)

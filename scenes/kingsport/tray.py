"""Questions that are neither a pile nor a card of the hand: a tray in place of the hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.kingsport.actions import DECLINE, USE, ChooseDice, ChooseFace, ChooseVictim, Turn
from scenes import theme
from scenes.kingsport.parts import CardWidget, Part, draw_dial
from scenes.kingsport.view import FACES
from scenes.widgets import Button, Drawn, Panel, ScrollArea, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.kingsport.table import KingsportTable

QUESTIONS = ("choose_face", "choose_dice", "choose_victim", "scenario_reroll", "pay_deficit")

Paint = Callable[[pygame.Surface, pygame.Rect], None]


@dataclass(frozen=True)
class Answer:
    """One answer of a question: its button's id and word, what is drawn beside the word, an icon instead."""

    id: str
    word: str
    action: Action
    paint: Paint | None = None
    icon: str = ""


class Tray(Part):
    """The open question's answers. In a wide tray they stand side by side, in a tall one below each other."""

    def __init__(self, table: KingsportTable) -> None:
        super().__init__(table)
        self.picked: dict[int, str] = {}
        """Dice chosen for an effect: place in the row to new face (empty: to be rolled again)."""

    def tray_kind(self) -> str:
        """The question that the tray is there for, empty where there is none."""
        question = self.table.question if self.table.ready else ""
        return question if question in QUESTIONS else ""

    def build_tray(self, ui: Ui, area: pygame.Rect, kind: str) -> None:
        """Add the tray for a question in the place of the hand."""
        scale = self.app.scale
        box = area.inflate(0, -scale.px(12))
        box.width = min(box.width, scale.px(1040))
        box.centerx = area.centerx
        ui.add(Panel(self.app, "tray", box, "soot"))
        tall = box.height > box.width * 0.45
        inner = box.inflate(-scale.px(24 if tall else 40), -scale.px(24))
        if not tall:
            inner = self._add_asking(ui, inner)
        if kind == "choose_dice":
            self._add_dice(ui, inner, tall)
        elif kind == "pay_deficit":
            self._add_deficit(ui, inner)
        else:
            answers = {
                "choose_face": self._faces,
                "choose_victim": self._victims,
                "scenario_reroll": self._reroll,
            }[kind]()
            self._add_answers(ui, inner, answers, tall)

    def _add_asking(self, ui: Ui, inner: pygame.Rect) -> pygame.Rect:
        """The god whose effect asks, at the left; returns the room beside it."""
        scale = self.app.scale
        decision = self.state.decision()
        god = decision.values.get("god") if decision is not None else None
        width = round(inner.height / 180 * 128)
        if god is None or inner.height < scale.px(90):
            return inner
        card = str(god).split(".")[1]
        place = pygame.Rect(inner.left, inner.top, width, inner.height)
        widget = CardWidget(
            self.app,
            f"asking.{card}",
            place,
            partial(self._draw_asking, card=card),
            card,
            art=self.art,
            on_inspect=partial(self.table.inspect, card),
            text=self.app.tr(f"god.{card}.text"),
            tooltip=self.app.tr(f"god.{card}.text"),
        )
        ui.add(widget)
        gap = scale.px(24)
        return pygame.Rect(inner.left + width + gap, inner.top, inner.width - width - gap, inner.height)

    def _draw_asking(self, surface: pygame.Surface, widget: Widget, *, card: str) -> None:
        surface.blit(self.art.small(card, *widget.box.size), widget.box)

    # One answer of several

    def _add_answers(self, ui: Ui, box: pygame.Rect, answers: Sequence[Answer], tall: bool) -> None:
        scale = self.app.scale
        gap = scale.px(12)
        if tall:
            area = ScrollArea(self.app, "answers", box)
            y = 0
            for answer in answers:
                inside = area.inner_width - scale.px(96)
                high = max(
                    scale.px(56), self.app.text.measure(answer.word, theme.BUTTON_TEXT, inside)[1] + scale.px(18)
                )
                area.add(self._answer_button(answer, pygame.Rect(0, y, area.inner_width, high)))
                y += high + gap
            ui.add(area)
            return
        width = min(scale.px(240), (box.width - gap * (len(answers) - 1)) // len(answers))
        x = box.centerx - (width * len(answers) + gap * (len(answers) - 1)) // 2
        for answer in answers:
            ui.add(self._answer_button(answer, pygame.Rect(x, box.top, width, box.height)))
            x += width + gap

    def _answer_button(self, answer: Answer, place: pygame.Rect) -> Button:
        button = _AnswerButton(
            self.app,
            answer.id,
            place,
            answer.word,
            partial(self.table.do, answer.action, answer.id),
            icon=answer.icon,
            reason=self.table.why_not(answer.action),
        )
        button.extra = answer.paint
        button.legal = button.reason is None
        return button

    def _faces(self) -> list[Answer]:
        tr = self.app.tr
        return [
            Answer(f"face.{face}", tr(f"face.{face}"), ChooseFace(face=face), partial(self._paint_face, face))
            for face in FACES
        ]

    def _paint_face(self, face: str, surface: pygame.Surface, box: pygame.Rect) -> None:
        image = self.art.die(face, min(box.size))
        surface.blit(image, image.get_rect(center=box.center))

    def _victims(self) -> list[Answer]:
        names = self.table.wording.names
        return [
            Answer(f"victim.{seat}", names[seat], ChooseVictim(victim=seat), partial(self._paint_victim, seat=seat))
            for seat in range(self.view.players)
            if seat != self.table.viewer
        ]

    def _paint_victim(self, surface: pygame.Surface, box: pygame.Rect, *, seat: int) -> None:
        side = min(box.height, box.width // 2)
        left = pygame.Rect(box.centerx - side, box.centery - side // 2, side, side)
        self.app.paint.seat_mark(surface, left.center, round(side * 0.7), seat)
        draw_dial(self.app, surface, left.move(side, 0), self.view.sanity[seat])

    def _reroll(self) -> list[Answer]:
        decision = self.state.decision()
        assert decision is not None
        words = self.app.tr("kpt.act.use", price=int(decision.values["price"]))
        return [
            Answer("use", words, USE, icon="rolling-dices"),
            Answer("decline", self.app.tr("kpt.act.decline"), DECLINE, icon="halt"),
        ]

    def _add_deficit(self, ui: Ui, box: pygame.Rect) -> None:
        word = self.app.tr("kpt.act.discard")
        width = min(box.width, max(self.app.scale.px(320), Button.width_for(self.app, word, icon=True)))
        high = max(self.app.scale.px(72), Button.height_for(self.app, word, width, icon=True))
        place = pygame.Rect(0, 0, width, min(box.height, high))
        place.center = box.center
        act = self.table.open_deficit
        ui.add(Button(self.app, "deficit", place, word, act, icon="card-discard", kind="primary", region="stage"))

    # Dice to roll again or to turn

    def _legal_dice(self) -> list[ChooseDice]:
        return [action for action in self.state.legal_actions() if isinstance(action, ChooseDice)]

    def _turning(self) -> bool:
        """Whether dice are turned; otherwise they are rolled again."""
        return any(action.turn for action in self._legal_dice())

    def _ways(self, face: str) -> list[str]:
        """The faces that a die showing `face` may be turned to."""
        ways = {turn.to for action in self._legal_dice() for turn in action.turn if turn.origin == face}
        return sorted(ways, key=FACES.index)

    def _add_dice(self, ui: Ui, box: pygame.Rect, tall: bool) -> None:
        """A die and, where dice are turned, its possible faces: a column each, in a tall tray a row each."""
        scale = self.app.scale
        word = self.app.tr("kpt.act.turn" if self._turning() else "kpt.act.reroll")
        gap = scale.px(12)
        action = self._dice_action()
        confirm = min(scale.px(240), box.width // 3) if not tall else box.width
        high = max(scale.px(56), Button.height_for(self.app, word, confirm))
        place = pygame.Rect(box.right - confirm, box.centery - high // 2, confirm, high)
        if tall:
            place.bottom = box.bottom
            area = ScrollArea(self.app, "dice", pygame.Rect(box.left, box.top, box.width, box.height - high - gap))
            side = scale.px(56)
            for number in range(len(self.view.dice)):
                row = pygame.Rect(0, number * (side + gap), area.inner_width, side)
                area.add(*self._die_buttons(number, row, side, True))
            ui.add(area)
        else:
            count = max(1, len(self.view.dice))
            each = min(scale.px(150), (box.width - confirm - 2 * gap - gap * (count - 1)) // count)
            side = min(each, max(scale.px(44), box.height - (scale.px(60) if self._turning() else 0)), scale.px(96))
            for number in range(len(self.view.dice)):
                column = pygame.Rect(box.left + number * (each + gap), box.top, each, box.height)
                ui.add(*self._die_buttons(number, column, side, False))
        ui.add(
            Button(
                self.app,
                "confirm_dice",
                place,
                word,
                partial(self.table.do, action, "confirm_dice"),
                kind="primary",
                reason=self.table.why_not(action),
                region="stage",
            )
        )

    def _die_buttons(self, number: int, box: pygame.Rect, side: int, row: bool) -> list[Widget]:
        """The button of a die, and those of its possible faces beside or below it."""
        scale = self.app.scale
        face = self.view.dice[number]
        ways = self._ways(face)
        turning = self._turning()
        place = pygame.Rect(box.left, box.top, side, side)
        if not row:
            place.midtop = (box.centerx, box.top + (0 if turning else (box.height - side) // 2))
        text = self.app.tr("kpt.die", face=f"@face.{face}")
        paint = partial(self._draw_die, face=face, chosen=number in self.picked)
        press = partial(self.pick_die, number)
        found: list[Widget] = [_DieButton(self.app, f"pick.{number}", place, paint, press, text=text)]
        gap = scale.px(6)
        small = min(scale.px(52), side)
        if not row and ways:
            room = (box.width - gap * (len(ways) - 1)) // len(ways)
            small = min(small, room, max(scale.px(30), box.height - side - gap))
        left = place.right + scale.px(24)
        top = place.centery - small // 2
        if not row:
            left = box.centerx - (small * len(ways) + gap * (len(ways) - 1)) // 2
            top = place.bottom + gap
        for way in ways:
            words = self.app.tr("kpt.turn_to", face=f"@face.{face}", to=f"@face.{way}")
            paint = partial(self._draw_die, face=way, chosen=self.picked.get(number) == way)
            press = partial(self.turn_die, number, way)
            target = pygame.Rect(left, top, small, small)
            found.append(_DieButton(self.app, f"turn.{number}.{way}", target, paint, press, text=words, tooltip=words))
            left += small + gap
        return found

    def _dice_action(self) -> ChooseDice:
        """The action that names the dice chosen so far."""
        chosen = sorted(self.picked)
        if self._turning():
            return ChooseDice(turn=tuple(Turn(self.view.dice[number], self.picked[number]) for number in chosen))
        return ChooseDice(reroll=tuple(self.view.dice[number] for number in chosen))

    def next_part(self, action: ChooseDice) -> tuple[str, str]:
        """Of an answer in dice, what is still to be pressed: the widget's id and its word. A die that does not belong
        to it comes first, then those that are missing, then the answer itself."""
        tr, dice = self.app.tr, self.view.dice
        wanted = [(face, "") for face in action.reroll] or [(turn.origin, turn.to) for turn in action.turn]
        for number, to in sorted(self.picked.items()):
            if (dice[number], to) in wanted:
                wanted.remove((dice[number], to))
            else:
                return self._die_part(number, to, "kpt.hint.leave")
        for face, to in wanted:
            number = next(n for n, shown in enumerate(dice) if shown == face and n not in self.picked)
            return self._die_part(number, to, "kpt.turn_to" if to else "kpt.die")
        return "confirm_dice", tr("kpt.act.turn" if action.turn else "kpt.act.reroll")

    def _die_part(self, number: int, to: str, word: str) -> tuple[str, str]:
        """The widget that picks a die (or leaves it), and how that is called."""
        id = f"turn.{number}.{to}" if to else f"pick.{number}"
        return id, self.app.tr(word, face=f"@face.{self.view.dice[number]}", to=f"@face.{to}" if to else "")

    def pick_die(self, number: int) -> None:
        """Choose a die for the effect, or leave it again; one to be turned goes through its possible faces."""
        ways = self._ways(self.view.dice[number])
        turning = self._turning()
        if turning and not ways:
            why = Why(self.app.tr("kingsport.refusal.exp_08"), "KPT-EXP-08")
            self.ui.refuse(why, self.ui.find(f"pick.{number}"))
            return
        if number not in self.picked:
            self.picked[number] = ways[0] if turning else ""
        else:
            after = ways[ways.index(self.picked[number]) + 1 :] if turning else []
            del self.picked[number]
            if after:
                self.picked[number] = after[0]
        self._touched()

    def turn_die(self, number: int, face: str) -> None:
        """Choose a die and its new face, or take that back."""
        if self.picked.pop(number, "") != face:
            self.picked[number] = face
        self._touched()

    def _touched(self) -> None:
        self.app.audio.play("flip", caption=False)
        self.table.refresh()

    def _draw_die(self, surface: pygame.Surface, widget: Widget, *, face: str, chosen: bool) -> None:
        box = widget.box
        image = self.art.die(face, round(box.width * (0.94 if chosen or widget.hovered else 0.84)))
        surface.blit(image, image.get_rect(center=box.center))
        if chosen:
            pygame.draw.rect(surface, theme.CANDLE, box, max(2, self.app.scale.px(4)), round(box.width * 0.2))
            check = self.app.assets.icon("check-mark", round(box.width * 0.36), theme.CANDLE)
            surface.blit(check, check.get_rect(topleft=box.topleft))


class _DieButton(Drawn):
    """A die that can be chosen."""

    legal = True


class _AnswerButton(Button):
    """A large answer: a drawing above its word, or before it where the button is low."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.extra: Paint | None = None
        self.legal = False

    def draw(self, surface: pygame.Surface) -> None:
        if self.extra is None:
            super().draw(surface)
            return
        scale = self.app.scale
        look = self.drawn_look
        self.app.paint.button(surface, self.box, look, self.kind)
        ink = self.app.paint.button_ink(look, self.kind)
        inside = self.box.inflate(-scale.px(16), -scale.px(12))
        if self.box.width > 2.2 * self.box.height:
            picture = pygame.Rect(inside.left, inside.top, inside.height * 2, inside.height)
            left = picture.right + scale.px(8)
            word = pygame.Rect(left, inside.top, inside.right - left, inside.height)
        else:
            high = min(self.app.text.measure(self.label, self.style, inside.width)[1], inside.height // 2)
            picture = pygame.Rect(inside.left, inside.top, inside.width, inside.height - high - scale.px(4))
            word = pygame.Rect(inside.left, inside.bottom - high, inside.width, high)
        self.extra(surface, picture)
        self.app.text.draw(surface, self.label, word, self.style, ink, align="center", valign="middle", must_fit=False)

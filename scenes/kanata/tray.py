"""The tray on the stage's lower edge: whatever is asked that the town itself does not answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.core.session import Closed
from game.kanata.actions import AskFor, Give
from scenes import theme
from scenes.kanata.cards import RATIO
from scenes.kanata.parts import draw_die
from scenes.scale import Layout
from scenes.widgets import Button, Drawn, Label, Panel, ScrollArea, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

TITLE = theme.Style("elite", 20, spacing=0.5, leading=1.2)


@dataclass(frozen=True)
class Answer:
    """One answer: its id and words, what it does, how it looks."""

    id: str
    words: str
    act: Callable[[], None]
    icon: str = ""
    kind: str = "paper"
    reason: Why | None = None
    why: Why | None = None
    on: bool = False
    tooltip: str = ""


class Tray:
    """Builds the tray for the open question."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.open: str = ""
        """What the person is choosing before an act is named: ``shoot`` (a weapon), or an item's id."""

    # What is to be answered

    def answers(self) -> list[Answer]:
        """The answers that have no place on the town."""
        table = self.table
        question = table.question
        if question == "choose_action":
            return self._opened()
        if question == "choose_step":
            return self._stepping()
        if question == "trade_card":
            return self._trading()
        found = []
        for action in table.state.legal_actions():
            if table.piece_of(action) and not hasattr(action, "friend"):
                continue
            if getattr(action, "space", None) is not None:
                continue
            found.append(self._answer(action))
        if question == "shoot_target" and not isinstance(table.session.undo_label(), Closed):
            found.append(Answer("tray.close", table.app.tr("kan.put_away"), table.undo, "cancel", "plain"))
        card = table.open_card()
        if card is not None and table.frame.layout == Layout.SINGLE:
            words = table.app.tr("kan.read_card", card=table.art.words(card[1], card[0])[0])
            found.append(Answer("read_card", words, partial(table.inspect_card, *card), "magnifying-glass", "plain"))
        return found

    def _answer(self, action: Action, *, kind: str = "paper") -> Answer:
        """A legal act as an answer; its id is its place among all that are legal."""
        table = self.table
        number = list(table.state.legal_actions()).index(action)
        words = table.answer_words(action)
        return Answer(
            f"answer.{number}", words, partial(table.do, action), table.act_icon(action), kind,
            why=table.why_action(action), tooltip=table.target_words(action),
        )  # fmt: skip

    def _opened(self) -> list[Answer]:
        """Weapons, or what can be done with one item."""
        table = self.table
        if not self.open:
            return []
        if self.open == "shoot":
            acts = [one for one in table.state.legal_actions() if one.__struct_config__.tag == "shoot"]
        else:
            acts = table.acts_with(self.open)
        found = [self._answer(action) for action in acts]
        return [*found, Answer("tray.close", table.app.tr("button.cancel"), table.close_tray, "cancel", "plain")]

    def _stepping(self) -> list[Answer]:
        table, tr = self.table, self.table.app.tr
        found = [
            self._answer(action)
            for action in table.state.legal_actions()
            if action.__struct_config__.tag not in ("step", "stop")
        ]
        walking = table.walking
        if walking.rest:
            words = tr("kan.walk_on", space=table.space_name(walking.rest[-1]))
            found.append(Answer("walk_on", words, walking.walk_on, "footsteps", "primary"))
        via = table.stage.choosing_via
        found.append(
            Answer(
                "via", tr("kan.via_on" if via else "kan.via"), walking.press_via, "path-distance", on=via,
                tooltip=tr("kan.via.help"),
            )
        )  # fmt: skip
        why = table.why_not(walking.stop_action)
        found.append(Answer("stop", tr("kan.stop"), walking.stop, "halt", "primary", reason=why))
        return found

    def _trading(self) -> list[Answer]:
        table = self.table
        return [
            self._answer(action, kind="paper" if isinstance(action, (Give, AskFor)) else "plain")
            for action in table.state.legal_actions()
        ]

    def looked_at(self) -> Action | None:
        """The answer that is pointed at, or has the focus while keys are used."""
        ui = self.table.ui
        for widget in ui.all():
            if widget.id.startswith("answer.") and (widget.hovered or (widget.focused and ui.show_ring)):
                number = int(widget.id.partition(".")[2])
                legal = self.table.state.legal_actions()
                return legal[number] if number < len(legal) else None
        return None

    # Building

    def build(self, ui: Ui, stage: pygame.Rect) -> None:
        """Add the tray to the stage, if anything is asked."""
        table = self.table
        if not table.my_choice or not table.ready:
            return
        if table.question == "feeding_roll":
            table.feeding.build(ui, stage)
            return
        answers = self.answers()
        if not answers:
            return
        card = table.open_card()
        if card is not None and stage.height > table.app.scale.px(420):
            self._build_card(ui, stage, card)
        if table.frame.layout != Layout.SINGLE:
            self._build_answers(ui, stage, answers)

    def build_row(self, ui: Ui, row: pygame.Rect) -> bool:
        """In Single: the answers in the place of the slots; whether there are any."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        if not table.my_choice or not table.ready or table.question == "feeding_roll":
            return False
        answers = self.answers()
        if not answers:
            return False
        gap = scale.px(8)
        columns = min(3, len(answers))
        area = ScrollArea(app, "tray.area", row, region="actions")
        wide = (area.inner_width - gap * (columns - 1)) // columns
        high = max(row.height, *(Button.height_for(app, one.words, wide) for one in answers))
        for number, one in enumerate(answers):
            place = pygame.Rect((number % columns) * (wide + gap), (number // columns) * (high + gap), wide, high)
            area.add(
                Button(
                    app, one.id, place, one.words, one.act, kind=one.kind, on=one.on, reason=one.reason, why=one.why,
                    tooltip=one.tooltip, region="actions",
                )
            )  # fmt: skip
        ui.add(area)
        return True

    def _build_card(self, ui: Ui, stage: pygame.Rect, card: tuple[str, str]) -> None:
        app, scale = self.table.app, self.table.app.scale
        width = min(scale.px(380), round((stage.height * 0.66) / RATIO), stage.width - scale.px(40))
        place = pygame.Rect(0, 0, width, round(width * RATIO))
        place.midtop = (stage.centerx, stage.top + scale.px(10))
        name, text = self.table.art.words(card[1], card[0])

        def draw(surface: pygame.Surface, widget: Widget) -> None:
            surface.blit(self.table.art.front(card[0], card[1], widget.box.width), widget.box)

        ui.add(
            Drawn(
                app, "card", place, draw, text=f"{name}. {text}", region="stage",
                on_inspect=partial(self.table.inspect_card, *card),
            )
        )  # fmt: skip

    def _title(self) -> str:
        table = self.table
        if table.question == "choose_action":
            return table.app.tr("kan.tray.shoot") if self.open == "shoot" else table.item_name(self.open)
        decision = table.state.decision()
        return table.wording.decision(decision) if decision is not None else ""

    def _dice(self) -> tuple[int, ...]:
        frame = self.table.view.frame
        return tuple(frame.get("dice", ())) if self.table.question in ("choose_dice", "van_reroll") else ()

    def _build_answers(self, ui: Ui, stage: pygame.Rect, answers: Sequence[Answer]) -> None:
        app, scale = self.table.app, self.table.app.scale
        pad, gap = scale.px(16), scale.px(8)
        most = min(stage.width - scale.px(16), scale.px(920))
        dice = self._dice()
        side = scale.px(60) if dice else 0
        title = self._title()
        columns = self._columns(answers, most - 2 * pad)
        wide = (most - 2 * pad - gap * (columns - 1)) // columns
        if len(answers) < columns:
            columns = len(answers)
        natural = max(Button.width_for(app, one.words, icon=bool(one.icon)) for one in answers)
        wide = min(wide, max(natural, scale.px(150)))
        width = max(columns * wide + gap * (columns - 1) + 2 * pad, min(most, scale.px(420)))
        high = max(Button.height_for(app, one.words, wide, icon=bool(one.icon)) for one in answers)
        rows = -(-len(answers) // columns)
        title_high = app.text.measure(title, TITLE, width - 2 * pad)[1]
        content = rows * (high + gap) - gap
        shown = min(content, max(high, round(stage.height * 0.46)))
        total = title_high + shown + 2 * pad + scale.px(8) + (side + gap if side else 0)
        box = pygame.Rect(0, 0, width, total)
        box.midbottom = (stage.centerx, stage.bottom - scale.px(8))
        ui.add(Panel(app, "tray", box, "parchment", region="stage"))
        y = box.top + pad
        ui.add(
            Label(
                app, "tray.title", pygame.Rect(box.left + pad, y, width - 2 * pad, title_high), title, TITLE,
                theme.PRINT, align="center", region="stage",
            )
        )  # fmt: skip
        y += title_high + scale.px(8)
        if dice:
            place = pygame.Rect(box.left + pad, y, width - 2 * pad, side)
            ui.add(
                Drawn(
                    app,
                    "tray.dice",
                    place,
                    partial(self._draw_dice, dice=dice),
                    region="stage",
                    text=" ".join(map(str, dice)),
                )
            )
            y += side + gap
        area: ScrollArea | None = None
        if shown < content:
            area = ScrollArea(
                app, "tray.area", pygame.Rect(box.left + pad, y, width - 2 * pad, shown), paper=True, region="stage"
            )
            wide = (area.inner_width - gap * (columns - 1)) // columns
        for number, one in enumerate(answers):
            row, column = divmod(number, columns)
            in_row = min(columns, len(answers) - row * columns)
            left = (width - 2 * pad - in_row * wide - (in_row - 1) * gap) // 2 if area is None else 0
            place = pygame.Rect(left + column * (wide + gap), row * (high + gap), wide, high)
            button = Button(
                app, one.id, place if area is not None else place.move(box.left + pad, y), one.words, one.act,
                icon=one.icon, kind=one.kind, on=one.on, reason=one.reason, why=one.why, tooltip=one.tooltip,
                region="stage",
            )  # fmt: skip
            if area is not None:
                area.add(button)
            else:
                ui.add(button)
        if area is not None:
            ui.add(area)

    def _columns(self, answers: Sequence[Answer], width: int) -> int:
        app, scale = self.table.app, self.table.app.scale
        natural = max(Button.width_for(app, one.words, icon=bool(one.icon)) for one in answers)
        each = max(scale.px(150), min(natural, scale.px(320)))
        return max(1, min(4, len(answers), (width + scale.px(8)) // (each + scale.px(8))))

    def _draw_dice(self, surface: pygame.Surface, widget: Widget, *, dice: tuple[int, ...]) -> None:
        scale, box = self.table.app.scale, widget.box
        side, gap = box.height, scale.px(10)
        total = len(dice) * (side + gap) - gap
        for number, face in enumerate(dice):
            draw_die(
                self.table.app,
                surface,
                face,
                (box.centerx - total // 2 + number * (side + gap) + side // 2, box.centery),
                side,
            )

"""What is looked up over the table: a character's sheet, an adversary, the ladder, the dice, a list of deeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.sacrament.actions import GmRoll, RollForShow
from game.sacrament.adversaries import dice_of
from game.sacrament.content import standard_content
from game.sacrament.formulas import FormulaError, parse_formula
from scenes import theme
from scenes.dialogs import Dialog
from scenes.sacrament import paper
from scenes.sacrament.bar import draw_die
from scenes.sacrament.sheet_view import SheetView
from scenes.widgets import Button, Drawn, Label, ScrollArea, TextField, Toggle, Widget

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.sacrament.table import SacramentTable

QUICK = ("d20", "d6", "2d6", "2d6+1", "2d6kh1")


class PcSheet(Dialog):
    """A character's whole sheet with what has happened to it."""

    name = "pc_sheet"
    width = 760.0

    def __init__(self, app: App, table: SacramentTable, seat: int) -> None:
        super().__init__(app)
        self.table, self.seat = table, seat

    def fill(self, area: ScrollArea, width: int) -> None:
        state: Any = self.table.state
        pc = self.table.view.pcs[self.seat]
        sheet = state.pc(self.seat).sheet
        view = SheetView(self.app, standard_content(), area, region="stage")
        view.title(sheet)
        view.attributes(sheet)
        view.boxes(pc.harm, pc.tokens if self.table.view.fight else paper.POOL)
        words = self.table.pc_text(pc)
        view.words("state", words, theme.BODY_BOLD, paper.red(self.app))
        view.abilities(sheet, full=True)
        if pc.items is not None:
            view.gear(sheet, pc.durability)
        view.vow(sheet)
        view.overrides(sheet)
        view.finish()


def _plain(words: Sequence[str]) -> str:
    """Words of the bestiary's files side by side."""
    return ", ".join(words).replace("_", " ")


class FoeSheet(Dialog):
    """What is known of an adversary."""

    name = "foe_sheet"
    width = 560.0

    def __init__(self, app: App, table: SacramentTable, token: str) -> None:
        super().__init__(app, table.foe_name(token))
        self.table, self.token = table, token

    def fill(self, area: ScrollArea, width: int) -> None:
        app, table = self.app, self.table
        foe = table.view.foes[self.token]
        size = app.scale.px(110)
        area.add(Drawn(app, "picture", pygame.Rect(0, 0, width, size), partial(self._draw, kind=foe.kind)))
        view = SheetView(app, standard_content(), area, region="stage")
        view.y = size + app.scale.px(8)
        view.words("state", table.foe_text(foe), theme.BODY_BOLD, self.ink)
        key = f"foe.{foe.kind}.text"
        if app.strings.has(key):
            view.words("text", app.tr(key), theme.BODY, self.ink)
        if table.view.is_gm:
            true = table.state.foes[foe.token]
            block = true.block
            view.words(
                "tactics",
                app.tr("sac.foe.tactics", tactics=_plain(block.tactics), tags=_plain(block.tags)),
                theme.BODY,
                self.ink,
            )
            view.words(
                "block",
                app.tr(
                    "sac.foe.block",
                    dice=dice_of(true),
                    attacks=true.attacks,
                    speed=block.speed,
                    reach=block.reach,
                    harm=true.most,
                ),
                theme.BODY,
                self.ink,
            )
        view.finish()

    def _draw(self, surface: pygame.Surface, widget: Widget, *, kind: str) -> None:
        box = widget.box
        paper.draw_medallion(self.app, surface, paper.foe_picture(self.app, kind), box.center, box.height)


class DeedList(Dialog):
    """Deeds to choose one from, each in its words."""

    name = "deeds"
    width = 620.0

    def __init__(
        self, app: App, title: str, deeds: Sequence[tuple[Action, str, str]], take: Callable[[Action], None]
    ) -> None:
        super().__init__(app, title)
        self.deeds, self.take = list(deeds), take
        self.ui.focus_first("deed.0")

    def fill(self, area: ScrollArea, width: int) -> None:
        y = 0
        for number, (action, words, icon) in enumerate(self.deeds):
            high = Button.height_for(self.app, words, width, icon=True)
            area.add(
                Button(
                    self.app,
                    f"deed.{number}",
                    pygame.Rect(0, y, width, high),
                    words,
                    partial(self._taken, action),
                    icon=icon,
                    kind="paper",
                    align="left",
                )
            )
            y += high + self.app.scale.px(8)

    def _taken(self, action: Action) -> None:
        self.app.manager.pop()
        self.take(action)

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (("cancel", self.app.tr("button.cancel"), self.back, "plain"),)


class LadderSheet(Dialog):
    """The ladder explained: bands, milestones, what raises and lowers it; for the game master the tables."""

    name = "ladder_sheet"
    width = 640.0

    def __init__(self, app: App, table: SacramentTable) -> None:
        super().__init__(app, app.tr("sac.ladder.title"))
        self.table = table

    def fill(self, area: ScrollArea, width: int) -> None:
        app, view = self.app, SheetView(self.app, standard_content(), area, region="stage")
        view.words("now", self.table.rails.ladder_text(), theme.BODY_BOLD, self.ink)
        view.words("help", app.tr("sac.ladder.help"), theme.BODY, self.ink)
        for milestone in (9, 15, 21):
            armed = milestone in self.table.view.armed
            words = app.tr(f"sac.milestone.{milestone}" if armed else f"sac.milestone.{milestone}.spent")
            view.words(f"milestone.{milestone}", f"{milestone}: {words}", theme.BODY_BOLD, paper.red(app))
            if self.table.view.is_gm:
                for die in range(1, 7):
                    key = f"aftershock.{milestone}.{die}"
                    if app.strings.has(key):
                        view.words(f"{key}", f"{die}: {app.tr(key)}", theme.BODY, self.ink, indent=app.scale.px(16))
        view.finish()


class DiceSheet(Dialog):
    """The dice tray: a typed formula, ready ones, the last ten rolls."""

    name = "dice_sheet"
    width = 720.0

    def __init__(self, app: App, table: SacramentTable) -> None:
        super().__init__(app, app.tr("sac.dice.title"))
        self.table = table
        self.formula = "2d6+1"
        self.hidden = table.view.is_gm
        self.fault: FormulaError | None = None
        self.ui.focus_first("roll")

    def _set(self, text: str) -> None:
        self.formula = text
        try:
            parse_formula(text)
            self.fault = None
        except FormulaError as error:
            self.fault = error
        self.refresh()

    def roll(self, formula: str) -> None:
        """Roll for show, or behind the screen."""
        self._set(formula)
        if self.fault is not None:
            return
        seat = self.table.viewer if self.table.viewer is not None else 0
        if self.table.view.is_gm:
            done = self.table.act_out(GmRoll(seat=0, formula=formula, hidden=self.hidden))
        else:
            done = self.table.act_out(RollForShow(seat=seat, formula=formula))
        if done:
            self.table.animator.finish()
            self.refresh()

    def fill(self, area: ScrollArea, width: int) -> None:
        app, scale = self.app, self.app.scale
        high = app.text.control(52)
        word = app.tr("sac.dice.roll")
        wide = Button.width_for(app, word, icon=True)
        area.add(
            TextField(
                app,
                "formula",
                pygame.Rect(0, 0, width - wide - scale.px(10), high),
                self.formula,
                self._set,
                hint=app.tr("sac.dice.hint"),
                longest=24,
                on_done=lambda: self.roll(self.formula),
            ),
            Button(
                app,
                "roll",
                pygame.Rect(width - wide, 0, wide, high),
                word,
                lambda: self.roll(self.formula),
                icon="rolling-dices",
                kind="primary",
            ),
        )
        y = high + scale.px(6)
        if self.fault is not None:
            y = self._add_fault(area, y, width)
        x, line = 0, app.text.control(48)
        for formula in QUICK:
            each = Button.width_for(app, formula)
            if x + each > width:
                x, y = 0, y + line + scale.px(8)
            area.add(
                Button(
                    app,
                    f"quick.{formula}",
                    pygame.Rect(x, y, each, line),
                    formula,
                    partial(self.roll, formula),
                    kind="paper",
                )
            )
            x += each + scale.px(8)
        y += line + scale.px(10)
        if self.table.view.is_gm:
            area.add(
                Toggle(
                    app,
                    "hidden",
                    pygame.Rect(0, y, width, line),
                    app.tr("sac.dice.hidden"),
                    self.hidden,
                    self._set_hidden,
                    paper=True,
                )
            )
            y += line + scale.px(10)
        head = app.tr("sac.dice.last")
        title = app.text.line_height(paper.UNCIAL.sized(22))
        area.add(Label(app, "last", pygame.Rect(0, y, width, title), head, paper.UNCIAL.sized(22), paper.red(app)))
        y += title + scale.px(4)
        rows = self.table.motion.rolls
        if not rows:
            none = app.tr("sac.dice.none")
            area.add(
                Label(
                    app, "none", pygame.Rect(0, y, width, app.text.line_height(theme.BODY)), none, theme.BODY, self.ink
                )
            )
            y += app.text.line_height(theme.BODY)
        for number, roll in enumerate(rows):
            words = f"{roll.sum}. {roll.words}"
            side = scale.px(40)
            left = min(5, len(roll.dice)) * (side + scale.px(4)) + scale.px(8)
            tall = max(side, app.text.measure(words, theme.BODY, width - left)[1]) + scale.px(6)
            area.add(
                Drawn(
                    app,
                    f"dice.{number}",
                    pygame.Rect(0, y, left, tall),
                    partial(self._draw_dice, dice=tuple(roll.dice), gm=roll.gm),
                ),
                Label(
                    app,
                    f"line.{number}",
                    pygame.Rect(left, y, width - left, tall),
                    words,
                    theme.BODY,
                    self.ink,
                    valign="middle",
                ),
            )
            y += tall
        area.content_height = y

    def _set_hidden(self, on: bool) -> None:
        self.hidden = on
        self.refresh()

    def _add_fault(self, area: ScrollArea, y: int, width: int) -> int:
        """The formula again with the wrong place underlined, and what was expected there."""
        app, scale, fault = self.app, self.app.scale, self.fault
        assert fault is not None
        line = app.text.line_height(theme.MONO) + scale.px(6)
        area.add(Drawn(app, "fault.place", pygame.Rect(0, y, width, line), self._draw_fault))
        y += line
        words = app.tr("sac.dice.fault", column=fault.column, found=fault.found, expected=fault.expected)
        high = app.text.measure(words, theme.BODY, width)[1]
        area.add(Label(app, "fault", pygame.Rect(0, y, width, high), words, theme.BODY, paper.red(app)))
        return y + high + scale.px(8)

    def _draw_fault(self, surface: pygame.Surface, widget: Widget) -> None:
        app, scale, fault = self.app, self.app.scale, self.fault
        if fault is None:
            return
        shown = (fault.formula + " ")[:40]
        before = app.text.measure(shown[: fault.column - 1], theme.MONO)[0] if fault.column > 1 else 0
        wide = max(scale.px(10), app.text.measure(shown[fault.column - 1 : fault.column] or " ", theme.MONO)[0])
        app.text.draw(surface, shown, widget.box, theme.MONO, self.ink, wrap=False, must_fit=False)
        y = widget.box.bottom - scale.px(4)
        pygame.draw.line(
            surface,
            paper.RUBRIC,
            (widget.box.left + before, y),
            (widget.box.left + before + wide, y),
            max(2, scale.px(3)),
        )

    def _draw_dice(
        self, surface: pygame.Surface, widget: Widget, *, dice: tuple[tuple[int, int], ...], gm: bool
    ) -> None:
        side = self.app.scale.px(40)
        for number, (sides, value) in enumerate(dice[:5]):
            spot = pygame.Rect(widget.box.left + number * (side + self.app.scale.px(4)), 0, side, side)
            spot.centery = widget.box.centery
            draw_die(self.app, surface, spot, sides, value, 0.0, gm)

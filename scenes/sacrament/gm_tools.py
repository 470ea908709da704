"""Right behind the game master's screen: the ladder and its tokens, checks to call, adversaries, rarer acts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.adversaries import dice_of
from game.sacrament.checks import DIFFICULTIES
from game.sacrament.content import ATTRIBUTES
from game.sacrament.frames import GM
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.gm_part import GmPart
from scenes.sacrament.gm_sheets import EditSheet, RewindSheet, ShowSheet, hidden_things, rewinds
from scenes.sacrament.judging import CheckSheet
from scenes.sacrament.sheets import DeedList
from scenes.widgets import Button, ScrollArea, Toggle, Why

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable


class GmTools(GmPart):
    """The tools, and how the next check will be called."""

    def __init__(self, table: SacramentTable) -> None:
        super().__init__(table)
        self.attribute = ATTRIBUTES[0]
        self.who = 0
        self.hidden = False
        self.bonus = 0

    def fill(self, area: ScrollArea, y: int) -> int:
        """Everything below each other."""
        y = self._tools_ladder(area, y)
        y = self._tools_check(area, y)
        if self.table.view.fight:
            y = self._tools_foes(area, y)
        return self._tools_rest(area, y)

    def _tools_ladder(self, area: ScrollArea, y: int) -> int:
        """The ladder, and the token with what it would do."""
        app, view = self.table.app, self.table.view
        y = self._words(area, "ladder", self.table.rails.ladder_text(), theme.BODY_BOLD, theme.BONE, y)
        waiting = [self.table.foe_name(foe.token) for foe in view.foes.values() if not foe.acted]
        reason = self.table.token_reason()
        preview = app.tr(
            "sac.gm.spend",
            old=view.ladder,
            new=max(0, view.ladder - 1),
            foes=", ".join(waiting) or app.tr("sac.nothing"),
        )
        y = self._row(area, [("gm.spend", preview, self.table.spend_token, reason, False)], y)
        index = "ladder"
        return self._row(
            area,
            [
                (
                    "gm.down",
                    app.tr("sac.gm.ladder.down"),
                    partial(self._edit, index, max(0, view.ladder - 1)),
                    None,
                    False,
                ),
                (
                    "gm.up",
                    app.tr("sac.gm.ladder.up"),
                    partial(self._edit, index, min(21, view.ladder + 1)),
                    None,
                    False,
                ),
                ("gm.tables", app.tr("sac.gm.tables"), self.table.inspect_ladder, None, False),
            ],
            y,
        )

    def _edit(self, path: str, value: object) -> None:
        self.table.act_out(act.Edit(seat=GM, path=path, value=value))  # type: ignore[arg-type]

    def _set_pause(self, pause: str) -> None:
        self.table.app.set_setting("gm_pause", pause)

    def _tools_check(self, area: ScrollArea, y: int) -> int:
        """Call a check: who, which attribute, hidden or open, and the five difficulties as large keys."""
        app, scale, view = self.table.app, self.table.app.scale, self.table.view
        y = self._head(area, "check", y)
        people = [
            (0, app.tr("sac.gm.everyone")),
            *((seat, view.pcs[seat].name) for seat in sorted(view.pcs) if not view.pcs[seat].dead),
        ]
        attributes = [(name, app.tr(f"attribute.{name}.name")) for name in ATTRIBUTES]
        bonuses = [(n, paper.signed(n)) for n in range(-2, 3)]
        y = self._choices(
            area,
            [
                ("gm.who", people, self.who, partial(self._set, "who"), ""),
                ("gm.attribute", attributes, self.attribute, partial(self._set, "attribute"), ""),
            ],
            y,
        )
        y = self._choices(
            area, [("gm.bonus", bonuses, self.bonus, partial(self._set, "bonus"), app.tr("sac.gm.bonus"))], y
        )
        word = app.tr("sac.gm.hidden")
        high = max(app.text.control(46), app.text.measure(word, theme.LABEL, area.inner_width - scale.px(150))[1])
        place = pygame.Rect(0, y, area.inner_width, high)
        area.add(Toggle(app, "gm.hidden", place, word, self.hidden, partial(self._set, "hidden"), region="right"))
        y += high + scale.px(6)
        keys = [
            (f"gm.check.{name}", str(number), partial(self._open_check, number), None, False)
            for name, number in DIFFICULTIES.items()
        ]
        y = self._row(area, keys, y)
        other = partial(self._open_check, DIFFICULTIES["routine"] + 1)
        return self._row(area, [("gm.check.other", app.tr("sac.gm.check.other"), other, None, False)], y)

    def _set(self, field: str, value: object) -> None:
        setattr(self, field, value)
        self.table.refresh()

    def _open_check(self, difficulty: int) -> None:
        """What it is for and what is at stake is asked before the check is called (SAC-GM-05)."""
        app = self.table.app
        title = app.tr("sac.judge.title.hidden" if self.hidden else "sac.judge.title")
        app.manager.push(CheckSheet(app, title, self.attribute, difficulty, self.bonus, "", self._call))

    def _call(self, attribute: str, difficulty: int, bonus: int, reason: str, stakes: str) -> None:
        view = self.table.view
        who = (
            (self.who,) if self.who in view.pcs else tuple(seat for seat in sorted(view.pcs) if not view.pcs[seat].dead)
        )
        self.table.act_out(
            act.CallCheck(
                seat=GM, who=who, attribute=attribute, difficulty=difficulty, hidden=self.hidden, bonus=bonus,
                reason=reason, stakes=stakes,
            )
        )  # fmt: skip

    def _tools_foes(self, area: ScrollArea, y: int) -> int:
        """Each adversary with difficulty, damage and harm; a press offers what can be done to it."""
        app, scale = self.table.app, self.table.app.scale
        y = self._head(area, "foes", y)
        for token, foe in self.table.view.foes.items():
            true = self.table.state.foes.get(token)  # what is shown may be gone by now
            words = app.tr(
                "sac.gm.foe.line",
                difficulty=foe.difficulty,
                dice=dice_of(true) if true is not None else "–",
                left=foe.left if foe.left is not None else "?",
                at=foe.at,
            )
            high = max(
                scale.px(52),
                app.text.line_height(theme.BUTTON_TEXT) + app.text.line_height(theme.SECONDARY) + scale.px(20),
            )
            area.add(
                Button(
                    app,
                    f"gm.foe.{token}",
                    pygame.Rect(0, y, area.inner_width, high),
                    self.table.foe_name(token),
                    partial(self._touch_foe, token),
                    detail=words,
                    align="left",
                    region="right",
                    on_inspect=partial(self.table.inspect_foe, token),
                    icon="daemon-skull",
                )
            )
            y += high + scale.px(6)
        return y

    def _touch_foe(self, token: str) -> None:
        app, view = self.table.app, self.table.view
        foe = view.foes[token]
        path = f"foes.{list(view.foes).index(token)}"
        deeds: list[tuple[Action, str, str]] = []
        if self.table.my_choice and self.table.why_not(act.Activate(token=token)) is None:
            app.manager.push(
                DeedList(
                    app,
                    self.table.foe_name(token),
                    [(act.Activate(token=token), app.tr("sac.gm.activate"), "daemon-skull")],
                    self.table.do,
                )
            )
            return
        if foe.taken is not None:
            deeds += [
                (
                    act.Edit(seat=GM, path=f"{path}.harm", value=max(0, foe.taken + n)),
                    app.tr("sac.gm.foe.harm", n=paper.signed(n)),
                    "ragged-wound",
                )
                for n in (1, 4, -4)
                if foe.taken + n >= 0
            ]
        deeds += [
            (
                act.Edit(seat=GM, path=f"{path}.hidden", value=not foe.hidden),
                app.tr("sac.gm.foe.show" if foe.hidden else "sac.gm.foe.hide"),
                "hidden",
            ),
            (act.Edit(seat=GM, path=f"{path}.acted", value=not foe.acted), app.tr("sac.gm.foe.acted"), "hourglass"),
            (act.RemoveFoe(seat=GM, token=token), app.tr("sac.gm.foe.remove"), "cancel"),
        ]
        app.manager.push(DeedList(app, self.table.foe_name(token), deeds, self._do))

    def _tools_rest(self, area: ScrollArea, y: int) -> int:
        """Show, edit, jump, end: the acts that are rarer."""
        app = self.table.app
        y = self._head(area, "more", y)
        y = self._row(
            area,
            [
                (
                    "gm.show",
                    app.tr("sac.gm.show"),
                    self._open_show,
                    None if hidden_things(self.table) else Why(app.tr("sac.gm.show.none")),
                    False,
                ),
                ("gm.edit", app.tr("sac.gm.edit"), self._open_edit, None, False),
            ],
            y,
        )
        others: list[tuple[Action, str, str]] = []
        for action in (
            self.table.state.legal_actions(GM) if self.table.state.current_player() != GM else self._table_acts()
        ):
            if isinstance(action, act.Jump):
                others.append((action, self.table.act_words(action), "walk"))
            elif isinstance(action, (act.EndFight, act.RaiseLevel, act.AllowCleanse)):
                others.append((action, self.table.act_words(action), "tied-scroll"))
        reason = None if others else Why(app.tr("sac.gm.more.none"), "SAC-TURN-05")
        too_early = None if rewinds(self.table) else Why(app.tr("sac.gm.rewind.none"), "SAC-GM-09")
        y = self._row(
            area,
            [
                ("gm.others", app.tr("sac.gm.others"), partial(self._open_others, others), reason, False),
                ("gm.rewind", app.tr("sac.gm.rewind"), self._open_rewind, too_early, False),
            ],
            y,
        )
        pauses = [(pause, app.tr(f"settings.gm_pause.{pause}")) for pause in ("off", "ask")]
        y = self._words(area, "pause-label", app.tr("settings.gm_pause"), theme.LABEL, theme.BONE, y)
        help = app.tr("settings.gm_pause.help")
        return self._choices(area, [("gm.pause", pauses, app.settings.gm_pause, self._set_pause, help)], y)

    def _table_acts(self) -> list[Action]:
        """The finite acts out of turn while the game master is also the one who is asked."""
        from game.sacrament.gm import finite_acts

        state: Any = self.table.state
        return list(finite_acts(state))

    def _open_others(self, others: list[tuple[Action, str, str]]) -> None:
        self.table.app.manager.push(DeedList(self.table.app, self.table.app.tr("sac.gm.others"), others, self._do))

    def _open_show(self) -> None:
        self.table.app.manager.push(ShowSheet(self.table.app, self.table))

    def _open_edit(self) -> None:
        self.table.app.manager.push(EditSheet(self.table.app, self.table))

    def _open_rewind(self) -> None:
        self.table.app.manager.push(RewindSheet(self.table.app, self.table))

"""Left behind the game master's screen: where the story stands, the cast, the notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.frames import GM
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.gm_part import GmPart
from scenes.sacrament.sheets import DeedList
from scenes.widgets import Button, Choice, ScrollArea, TextField

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable


class GmScene(GmPart):
    """The scene, its cast, and the notes: what is being written, and to whom."""

    def __init__(self, table: SacramentTable) -> None:
        super().__init__(table)
        self.note = ""
        self.note_to = 0

    def fill_title(self, area: ScrollArea, y: int) -> int:
        """Where the party is; returns the bottom."""
        return self._words(area, "title", self.table.page.place_name(), paper.UNCIAL.sized(26), theme.LIGHT_GOLD, y)

    def fill(self, area: ScrollArea, y: int) -> int:
        """Where the story stands, the cast, the notes; returns the bottom."""
        app, scale = self.table.app, self.table.app.scale
        view = self.table.view
        for number, words in enumerate(self.table.clock_words()):
            y = self._words(area, f"clock.{number}", words, theme.BODY, theme.BONE, y)
        flags = ", ".join(sorted(name for name, value in (view.seen.flags or {}).items() if value))
        if flags:
            y = self._words(area, "flags", app.tr("sac.gm.flags", flags=flags), theme.SECONDARY, theme.FAINT_ON_DARK, y)
        y = self._head(area, "cast", y)
        for seat in sorted(view.pcs):
            pc = view.pcs[seat]
            high = max(
                scale.px(54),
                app.text.line_height(theme.BUTTON_TEXT) + app.text.line_height(theme.SECONDARY) + scale.px(20),
            )
            words = app.tr("sac.gm.pc", harm=pc.harm, wounds=pc.wounds, tokens=pc.tokens)
            area.add(
                Button(
                    app,
                    f"gm.pc.{seat}",
                    pygame.Rect(0, y, area.inner_width, high),
                    pc.name,
                    partial(self._touch_pc, seat),
                    align="left",
                    detail=words,
                    region=area.region,
                    on_inspect=partial(self.table.inspect_pc, seat),
                    icon="meeple",
                )
            )
            y += high + scale.px(6)
        y = self._head(area, "notes", y)
        for number, note in enumerate(view.seen.notes):
            key = "sac.gm.note.private" if note.to == GM else "sac.gm.note.all" if note.to < 0 else "sac.gm.note.one"
            name = self.table.wording.names[note.to] if note.to > 0 else ""
            y = self._words(area, f"note.{number}", app.tr(key, text=note.text, name=name), theme.BODY, theme.BONE, y)
        high = app.text.control(48)
        area.add(
            TextField(
                app,
                "gm.note",
                pygame.Rect(0, y, area.inner_width, high),
                self.note,
                self._type_note,
                hint=app.tr("sac.gm.note.hint"),
                longest=200,
                region=area.region,
                on_done=self._send_note,
            )
        )
        y += high + scale.px(6)
        names = [
            (GM, app.tr("sac.gm.to.self")),
            (-1, app.tr("sac.gm.to.all")),
            *((seat, view.pcs[seat].name) for seat in sorted(view.pcs)),
        ]
        area.add(
            Choice(
                app,
                "gm.note.to",
                pygame.Rect(0, y, area.inner_width, high),
                "",
                names,
                self.note_to,
                self._note_to,
                region=area.region,
            )
        )
        y += high + scale.px(6)
        area.add(
            Button(
                app,
                "gm.note.send",
                pygame.Rect(0, y, area.inner_width, high),
                app.tr("sac.gm.note.send"),
                self._send_note,
                region=area.region,
                icon="tied-scroll",
            )
        )
        return y + high

    def _type_note(self, text: str) -> None:
        self.note = text

    def _note_to(self, to: int) -> None:
        self.note_to = to
        self.table.refresh()

    def _send_note(self) -> None:
        if self.note.strip() and self.table.act_out(act.Note(seat=GM, words=self.note.strip(), to=self.note_to)):
            self.note = ""
            self.table.refresh()

    def _touch_pc(self, seat: int) -> None:
        """What the game master may do to a character."""
        app, pc = self.table.app, self.table.view.pcs[seat]
        index = seat - 1
        deeds: list[tuple[Action, str, str]] = [
            (
                act.Hurt(seat=GM, victim=seat, n=n, armour=armour),
                app.tr("sac.gm.hurt.armour" if armour else "sac.gm.hurt", n=n),
                "ragged-wound",
            )
            for armour in (False, True)
            for n in (1, 2, 4)
        ]
        if pc.harm:
            deeds.append(
                (
                    act.Edit(seat=GM, path=f"pcs.{index}.harm", value=max(0, pc.harm - 4)),
                    app.tr("sac.gm.heal"),
                    "healing",
                )
            )
        deeds += [
            (
                act.Edit(seat=GM, path=f"pcs.{index}.tokens", value=min(6, pc.tokens + 1)),
                app.tr("sac.gm.token"),
                "candle-flame",
            ),
            (act.Edit(seat=GM, path=f"pcs.{index}.guard", value=not pc.guard), app.tr("sac.gm.guard"), "shield"),
        ]
        app.manager.push(DeedList(app, pc.name, deeds, self._do))

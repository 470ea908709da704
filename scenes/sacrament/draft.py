"""A character on the desk: changed, taken back without limit, learned step by step, kept in its file (SAC-BUILDER).

Nothing here says how it looks.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import structs

from game.sacrament.characters import (
    Character,
    CharacterError,
    Fault,
    blank_character,
    falls_with,
    pick_fault,
    show_the_way,
    take_back,
    take_pick,
)
from game.sacrament.content import PATHS, standard_content
from game.sacrament.faults import faults_of
from scenes.app import App
from scenes.dialogs import PickList, Question
from scenes.sacrament import library, paper
from scenes.sacrament.sheet_view import fault_words
from scenes.screen import Screen
from scenes.widgets import Why

VOWS = ("dead", "innocent", "bell", "truth", "mending", "water", "light", "guard", "hunt", "mercy")
"""What vows are about, by the tags of stories (SAC-PRACTICE-04)."""


class Draft(Screen):
    """One character being made or changed. `path`: its file, once it has one; `done` is called with what was saved."""

    def __init__(
        self,
        app: App,
        sheet: Character | None = None,
        path: Path | None = None,
        done: Callable[[Character], None] | None = None,
    ) -> None:
        super().__init__(app)
        self.content = standard_content()
        self.sheet = sheet if sheet is not None else blank_character(self.content)
        self.path, self.done = path, done
        self.kept = self.sheet
        """The sheet as it was last saved or opened."""
        self.step = "name" if sheet is None else "paths"
        self.lane = paper.leaning(self.sheet.picks) if self.sheet.picks else PATHS[0]
        self.chosen = ""
        self.way: tuple[str, ...] = ()
        self.override = False
        self._asked_about = ""
        """The vow of which it was asked what it is about."""
        self._past: list[Character] = []
        self._ahead: list[Character] = []

    # ------------------------------------------------------------------------------------------------- changing

    def change(self, sheet: Character) -> None:
        """Another sheet, which undo can take back."""
        if sheet == self.sheet:
            return
        self._past.append(self.sheet)
        self._ahead.clear()
        self._show(sheet)

    def _show(self, sheet: Character) -> None:
        self.sheet = sheet
        self.way = tuple(id for id in self.way if id not in sheet.picks)
        self.refresh()

    def undo(self) -> None:
        if self._past:
            self._ahead.append(self.sheet)
            self.app.audio.play("paper", caption=False)
            self._show(self._past.pop())
        else:
            self.ui.refuse(Why(self.app.tr("sac.build.no_undo")), self.ui.find("undo"))

    def redo(self) -> None:
        if self._ahead:
            self._past.append(self.sheet)
            self._show(self._ahead.pop())
        else:
            self.ui.refuse(Why(self.app.tr("sac.build.no_redo")), self.ui.find("redo"))

    def _set(self, **fields: Any) -> None:
        self.change(structs.replace(self.sheet, **fields))

    def _typed(self, field: str, text: str) -> None:
        """Typing is one step of undo for as long as it goes on in one field."""
        old = self._past[-1] if self._past else None
        fresh = structs.replace(self.sheet, **{field: text})
        if old is not None and structs.replace(old, **{field: text}) == fresh:
            self.sheet = fresh
            self._ahead.clear()
            self.refresh()
        else:
            self.change(fresh)

    def attempt(self, act: Callable[[], Character], widget_id: str) -> None:
        """Carry out a change that the rules may refuse."""
        try:
            changed = act()
        except CharacterError as error:
            self._refuse(error.faults[0], widget_id)
            return
        self.app.audio.play("quill", caption=False)
        self.change(changed)

    def _refuse(self, fault: Fault, widget_id: str) -> None:
        self.ui.refuse(self.why(fault), self.ui.find(widget_id))

    def why(self, fault: Fault) -> Why:
        """A fault as a reason, with its clause."""
        return Why(fault_words(self.app, fault), fault.clause)

    def show_step(self, step: str) -> None:
        self.step = step
        self.refresh()

    # ---------------------------------------------------------------------------------------------------- picks

    def press_node(self, id: str) -> None:
        """An ability of the graph: looked at, and with a second press learned or taken back."""
        if self.chosen != id:
            self.chosen, self.way = id, ()
            self.refresh()
            return
        if id in self.sheet.picks:
            self.give_up(id)
        else:
            self.learn(id)

    def learn(self, pick: str) -> None:
        widget = f"node.{pick}" if not pick.startswith("+") else f"raise.{pick[1:]}"
        fault = pick_fault(self.content, self.sheet, pick)
        if fault is not None and not self.override:
            self._refuse(fault, widget)
            return
        self.attempt(lambda: take_pick(self.content, self.sheet, pick, override=self.override), widget)

    def give_up(self, pick: str) -> None:
        """Take an ability back, and with it (asked once) all that hangs on it."""
        fallen = falls_with(self.content, self.sheet, pick)
        if len(fallen) <= 1:
            self.change(take_back(self.content, self.sheet, pick))
            return
        names = ", ".join(self.app.tr(f"ability.{id}.name") for id in fallen[1:])
        text = self.app.tr("sac.build.falls", ability=f"@ability.{pick}.name", others=names, n=len(fallen))
        answers = [
            (
                "take_back",
                self.app.tr("sac.build.take_all"),
                lambda: self.change(take_back(self.content, self.sheet, pick)),
            )
        ]
        self.app.manager.push(
            Question(self.app, self.app.tr("sac.build.falls.title"), text, answers, cancel="sac.build.keep_all")
        )

    def mark_way(self) -> None:
        """Show the shortest chain to the chosen ability."""
        self.way = show_the_way(self.content, self.sheet, self.chosen)
        self.refresh()

    def way_fault(self) -> Why | None:
        """Why the marked chain cannot be bought whole."""
        sheet = self.sheet
        for pick in self.way:
            fault = pick_fault(self.content, sheet, pick)
            if fault is not None and not self.override:
                return self.why(fault)
            sheet = take_pick(self.content, sheet, pick, override=self.override)
        return None

    def walk_way(self) -> None:
        """Buy the whole marked chain, as far as the picks reach."""
        sheet = self.sheet
        for pick in self.way:
            fault = pick_fault(self.content, sheet, pick)
            if fault is not None and not self.override:
                self._refuse(fault, "walk_way")
                return
            sheet = take_pick(self.content, sheet, pick, override=self.override)
        self.change(sheet)

    # --------------------------------------------------------------------------------------------------- files

    def vow_tags(self) -> list[tuple[str, str]]:
        """What a vow may be about, in words."""
        return [(tag, self.app.tr(f"sac.about.{tag}")) for tag in VOWS]

    def save(self) -> None:
        """Write the character to its own file. A vow in own words counts in a story by what it is about: that is asked
        once (SAC-PRACTICE-04).
        """
        faults = [fault for fault in faults_of(self.content, self.sheet) if fault.field == "name"]
        if faults:
            self._refuse(faults[0], "save")
            return
        if self.sheet.vow.strip() and not self.sheet.vow_tag and self._asked_about != self.sheet.vow:
            self._asked_about = self.sheet.vow
            choices = [*self.vow_tags(), ("", self.app.tr("sac.about.none"))]
            title = self.app.tr("sac.about.title", vow=self.sheet.vow)
            self.app.manager.push(PickList(self.app, title, choices, None, self._save_about))
            return
        try:
            self.path, self.sheet = library.save(self.app, self.sheet, self.path)
        except OSError as error:
            self.ui.refuse(
                Why(self.app.tr("sac.build.unwritable", found=error.strerror or str(error))), self.ui.find("save")
            )
            return
        self.kept = self.sheet
        self.refresh()
        self.ui.tell(Why(self.app.tr("sac.build.saved", file=self.path.name if self.path else "")))
        if self.done is not None:
            self.done(self.sheet)

    def _save_about(self, tag: str) -> None:
        if tag:
            self._set(vow_tag=tag)
        self.save()

    def print_sheet(self) -> None:
        """Write the sheet as a PDF beside the character's file."""
        self.app.manager.push(library.PrintSheet(self.app, self.sheet, lambda words: self.ui.tell(Why(words))))

    def back(self) -> None:
        if self.sheet == self.kept:
            self.app.manager.pop()
            return
        answers = [("leave", self.app.tr("sac.build.leave"), self.app.manager.pop)]
        self.app.manager.push(
            Question(self.app, self.app.tr("sac.build.unsaved"), self.app.tr("sac.build.unsaved.text"), answers)
        )

"""The characters a person keeps: one file each, read and written; the list of them; printing."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pygame

from game.core.contract import SetupError
from game.core.files import write_atomic
from game.core.letters import UNKNOWN
from game.core.names import make_id
from game.sacrament.characters import Character, Fault, abilities_of, premade
from game.sacrament.content import standard_content
from game.sacrament.faults import export_character, read_character
from scenes import theme
from scenes.app import App
from scenes.dialogs import Dialog, Message, Question
from scenes.sacrament import paper
from scenes.sacrament.sheet_view import fault_words
from scenes.screen import Screen
from scenes.widgets import Button, Choice, Drawn, Label, ScrollArea, Toggle, Ui, Why, Widget

ENDING = ".character.json"
DELETED = ".character.deleted"
MOST_OF_A_NAME = 10_000


@dataclass(frozen=True)
class Kept:
    """A character's file: what could be read of it, and what is wrong with it."""

    path: Path
    sheet: Character | None
    faults: tuple[Fault, ...]


def folder_of(app: App) -> Path | None:
    """Where characters are kept, ``None`` where nothing can be."""
    return None if app.folder is None else app.folder / "characters"


def read(path: Path) -> Kept:
    """A character's file. Whatever is wrong with it is a fault by field, never an exception."""
    sheet, faults = read_character(standard_content(), path)
    return Kept(path, sheet, faults)


def kept(app: App) -> list[Kept]:
    """Every character of the person, by file name."""
    folder = folder_of(app)
    try:
        return [read(path) for path in sorted(folder.glob(f"*{ENDING}"))] if folder is not None else []
    except OSError:  # a folder that may not be looked into
        return []


def stem_of(character: Character) -> str:
    """What the character's files are called, without their endings."""
    return make_id(character.name, "character")


def free_name(folder: Path, stem: str, ending: str) -> Path:
    """A file name that nothing in `folder` has: two characters of one name keep a file each."""
    names = (f"{stem}{ending}", *(f"{stem}-{number}{ending}" for number in range(2, MOST_OF_A_NAME)))
    for path in (folder / name for name in names):
        if not os.path.lexists(path):
            return path
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder / names[-1]))


def save(app: App, sheet: Character, path: Path | None) -> tuple[Path | None, Character]:
    """Write a character to `path`, or to a new file. Returns the file and the sheet as written. Raises `OSError`."""
    folder = folder_of(app)
    if folder is None:
        return None, sheet
    folder.mkdir(parents=True, exist_ok=True)
    if path is None:
        path = free_name(folder, stem_of(sheet), ENDING)
    text = json.dumps(export_character(sheet), ensure_ascii=False, indent=1)
    write_atomic(path, (text + "\n").encode("utf-8"))
    return path, sheet


def printed(app: App, sheet: Character) -> Path | None:
    """The file of a sheet of this name that was printed before."""
    folder = folder_of(app)
    path = folder / f"{stem_of(sheet)}.pdf" if folder is not None else None
    return path if path is not None and path.exists() else None


def print_sheet(
    app: App, sheet: Character, *, paper_size: str = "A4", saving: bool = False, path: Path | None = None
) -> str:
    """Write the sheet as a PDF into the person's folder; what to tell about it. ``path``: the file that it replaces."""
    folder = folder_of(app)
    if folder is None:
        return app.tr("sac.print.no_folder")
    from game.sacrament.sheet import write_sheet  # fpdf2 is only loaded where something is printed

    unknown: set[str] = set()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = path or free_name(folder, stem_of(sheet), ".pdf")
        write_sheet(standard_content(), sheet, path, app.strings, paper=paper_size, saving=saving, unknown=unknown)
    except OSError as error:
        return app.tr("sac.build.unwritable", found=error.strerror or str(error))
    done = app.tr("sac.print.done", file=str(path))
    if not unknown:
        return done
    letters = " ".join(f"U+{ord(one):04X}" for one in sorted(unknown))
    return f"{done}\n{app.tr('sac.print.unknown', mark=UNKNOWN, letters=letters)}"


def ready_made(app: App, id: str) -> Character:
    """A ready character with its words in the person's language."""
    names = {name: app.tr(f"character.{id}.{name}") for name in ("name", "look", "vow")}
    return premade(standard_content(), id, 1, names)


class PrintSheet(Dialog):
    """How a sheet is printed: paper, ink."""

    name = "print"
    width = 560.0

    def __init__(self, app: App, sheet: Character, done: Callable[[str], None]) -> None:
        super().__init__(app, app.tr("sac.build.print"))
        self.character, self.done = sheet, done
        self.paper_size, self.saving = "A4", False
        self.ui.focus_first("print")

    def fill(self, area: ScrollArea, width: int) -> None:
        high = self.app.text.control(52)
        sizes = [(size, size) for size in ("A4", "Letter")]
        area.add(
            Choice(
                self.app,
                "paper",
                pygame.Rect(0, 0, width, high),
                self.app.tr("sac.print.paper"),
                sizes,
                self.paper_size,
                self._paper,
                paper=True,
            ),
            Toggle(
                self.app,
                "saving",
                pygame.Rect(0, high + 8, width, high),
                self.app.tr("sac.print.saving"),
                self.saving,
                self._saving,
                paper=True,
            ),
        )

    def _paper(self, size: str) -> None:
        self.paper_size = size
        self.refresh()

    def _saving(self, on: bool) -> None:
        self.saving = on
        self.refresh()

    def _print(self) -> None:
        app, before = self.app, printed(self.app, self.character)
        app.manager.pop()

        def write(path: Path | None) -> None:
            words = print_sheet(app, self.character, paper_size=self.paper_size, saving=self.saving, path=path)
            self.done(words)

        if before is None:
            write(None)
            return
        answers = [
            ("replace", app.tr("sac.print.replace"), partial(write, before)),
            ("both", app.tr("sac.print.both"), partial(write, None)),
        ]
        title, text = app.tr("sac.print.there"), app.tr("sac.print.there.text", file=before.name)
        app.manager.push(Question(app, title, text, answers))

    def buttons(self) -> Sequence[tuple[str, str, Callable[[], None], str]]:
        return (
            ("cancel", self.app.tr("button.cancel"), self.back, "plain"),
            ("print", self.app.tr("sac.build.print"), self._print, "primary"),
        )


class Characters(Screen):
    """Ready characters to start from, and the person's own."""

    name = "characters"
    backdrop = "table"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.own: list[Kept] = []
        self.ui.focus_first("new")

    def enter(self) -> None:
        self.own = kept(self.app)
        super().enter()

    def resume(self) -> None:
        self.own = kept(self.app)
        self.refresh()

    def _open(self, sheet: Character | None, path: Path | None = None) -> None:
        from scenes.sacrament.builder import Builder

        self.app.manager.push(Builder(self.app, sheet, path))

    def _open_kept(self, number: int) -> None:
        """A file without a fault is opened; a faulty one says by field what is wrong and loads the rest."""
        one = self.own[number]
        if not one.faults:
            self._open(one.sheet, one.path)
            return
        lines = [(theme.BODY, fault_words(self.app, fault)) for fault in one.faults]
        title = self.app.tr("sac.import.faults", file=one.path.name)
        if one.sheet is None:
            self.app.manager.push(Message(self.app, title, lines))
            return
        text = "\n".join(words for _, words in lines)
        answers = [("open", self.app.tr("sac.import.open"), partial(self._open, one.sheet, one.path))]
        self.app.manager.push(Question(self.app, title, text, answers, kind="primary"))

    def _delete(self, number: int) -> None:
        """Ask once, then let the file go to a name that the list does not show."""
        one = self.own[number]

        def gone() -> None:
            why = None
            try:
                one.path.replace(free_name(one.path.parent, one.path.name.removesuffix(ENDING), DELETED))
            except FileNotFoundError:
                pass  # it went in another way: it is gone, as was asked
            except OSError as error:
                found = error.strerror or str(error)
                why = Why(self.app.tr("sac.list.held", file=one.path.name, found=found))
            self.resume()
            if why is not None:
                self.ui.refuse(why, self.ui.find(f"own.{number}"))

        name = one.sheet.name if one.sheet is not None else one.path.name
        answers = [("delete", self.app.tr("sac.list.delete"), gone)]
        self.app.manager.push(
            Question(self.app, self.app.tr("sac.list.delete"), self.app.tr("sac.list.delete.text", name=name), answers)
        )

    # How it is laid out

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        edge = scale.px(48)
        title_high = app.text.line_height(theme.SCREEN_TITLE)
        back_word, new_word = app.tr("button.back"), app.tr("sac.list.new")
        side = max(scale.px(52), app.text.control())
        back = pygame.Rect(0, 0, Button.width_for(app, back_word, icon=True), side)
        back.midright = (scale.width - edge, edge // 2 + title_high // 2)
        new = pygame.Rect(0, 0, Button.width_for(app, new_word, icon=True), side)
        new.midright = (back.left - scale.px(12), back.centery)
        ui.add(
            Button(
                app, "new", new, new_word, partial(self._open, None), icon="scroll-quill", kind="primary", region="top"
            )
        )
        ui.add(Button(app, "back", back, back_word, self.back, icon="return-arrow", region="top"))
        title = app.tr("sac.list.title")
        room = pygame.Rect(edge, edge // 2, new.left - edge - scale.px(16), title_high)
        style = paper.fit(app, title, paper.PAGE_TITLE.sized(44), room.width, 20)
        ui.add(Label(app, "title", room, title, style, theme.BONE, valign="middle"))
        area = ScrollArea(
            app,
            "list",
            pygame.Rect(edge, title_high + edge, scale.width - 2 * edge, scale.height - title_high - edge - edge // 2),
        )
        y = self._heading(area, "own", app.tr("sac.list.own"), 0)
        if not self.own:
            words = app.tr("sac.list.none")
            high = app.text.measure(words, theme.BODY, area.inner_width)[1]
            area.add(
                Label(app, "none", pygame.Rect(0, y, area.inner_width, high), words, theme.BODY, theme.FAINT_ON_DARK)
            )
            y += high + scale.px(16)
        else:
            y = self._cards(area, y, [(f"own.{n}", one.sheet, one) for n, one in enumerate(self.own)])
        y = self._heading(area, "ready", app.tr("sac.list.ready"), y)
        ready = [(f"ready.{id}", ready_made(app, id), None) for id in standard_content().premades]
        area.content_height = self._cards(area, y, ready)
        ui.add(area)

    def _heading(self, area: ScrollArea, id: str, words: str, y: int) -> int:
        high = self.app.text.line_height(theme.HEADING)
        area.add(
            Label(
                self.app,
                f"head.{id}",
                pygame.Rect(0, y, area.inner_width, high),
                words,
                theme.HEADING,
                theme.LIGHT_GOLD,
            )
        )
        return y + high + self.app.scale.px(6)

    def _cards(self, area: ScrollArea, y: int, entries: Sequence[tuple[str, Character | None, Kept | None]]) -> int:
        app, scale = self.app, self.app.scale
        gap = scale.px(14)
        factor = max(1.0, app.scale.text_factor**0.8)
        columns = max(1, int(area.inner_width / scale.px(430 * factor)))
        wide = (area.inner_width - gap * (columns - 1)) // columns
        high = max(
            scale.px(132), app.text.line_height(paper.UNCIAL) + 2 * app.text.line_height(theme.SECONDARY) + scale.px(48)
        )
        for number, (id, sheet, one) in enumerate(entries):
            place = pygame.Rect((wide + gap) * (number % columns), y + (high + gap) * (number // columns), wide, high)
            words = self._words(sheet, one)
            index = int(id.rpartition(".")[2]) if one is not None else 0
            act = partial(self._open_kept, index) if one is not None else partial(self._open, sheet)
            area.add(
                Drawn(
                    app, id, place, partial(self._draw_card, sheet=sheet, one=one), act, text=words, tooltip=words,
                    on_inspect=partial(self._delete, index) if one is not None else None,
                    why=Why(words),
                )
            )  # fmt: skip
        return y + (high + gap) * (-(-len(entries) // columns)) + scale.px(10)

    def _words(self, sheet: Character | None, one: Kept | None) -> str:
        if one is not None and one.faults:
            name = sheet.name if sheet is not None and sheet.name else one.path.name
            return self.app.tr(
                "sac.list.faulty", name=name, n=len(one.faults), first=fault_words(self.app, one.faults[0])
            )
        assert sheet is not None
        path = self.app.tr(f"path.{paper.leaning(abilities_of(sheet))}.name")
        return f"{sheet.name}. {self.app.tr('sac.summary', path=path, level=sheet.level)}"

    def _draw_card(self, surface: pygame.Surface, widget: Widget, *, sheet: Character | None, one: Kept | None) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        paper.vellum(app, surface, box.move(0, -scale.px(3) if widget.hovered else 0), "slip")
        size = min(scale.px(84), box.height - scale.px(40))
        picture = paper.person_picture(app, sheet.id, abilities_of(sheet)) if sheet is not None else "foes/unknown"
        paper.draw_medallion(
            app,
            surface,
            picture,
            (box.left + scale.px(26) + size // 2, box.centery),
            size,
            dim=one is not None and bool(one.faults),
        )
        left = box.left + size + scale.px(42)
        words = pygame.Rect(left, box.top + scale.px(18), box.right - left - scale.px(24), box.height - scale.px(36))
        name = (
            sheet.name
            if sheet is not None and sheet.name
            else (one.path.name if one is not None else app.tr("sac.nameless"))
        )
        style = paper.fit(app, name, paper.UNCIAL, words.width, 20)
        high = app.text.line_height(style)
        app.text.draw(
            surface,
            name,
            pygame.Rect(words.left, words.top, words.width, high),
            style,
            paper.red(app),
            wrap=False,
            must_fit=False,
        )
        below = pygame.Rect(words.left, words.top + high, words.width, words.bottom - words.top - high)
        if one is not None and one.faults:
            told = app.tr("sac.list.errors", count=len(one.faults))
        else:
            assert sheet is not None
            told = app.tr("sac.summary", path=f"@path.{paper.leaning(abilities_of(sheet))}.name", level=sheet.level)
        small = paper.fit(app, told, theme.SECONDARY, below.width, 11)
        line = app.text.line_height(small)
        app.text.draw(
            surface,
            told,
            pygame.Rect(below.left, below.top, below.width, line),
            small,
            paper.ink(app),
            wrap=False,
            must_fit=False,
        )
        if sheet is not None and sheet.look:
            rest = pygame.Rect(below.left, below.top + line, below.width, below.bottom - below.top - line)
            if rest.height >= app.text.line_height(theme.SECONDARY):
                app.text.draw(
                    surface,
                    sheet.look,
                    rest,
                    theme.Style("body_italic", 16, leading=1.2),
                    paper.ink(app),
                    must_fit=False,
                )


OWN = "own:"


def own_choices(app: App) -> list[tuple[str, str]]:
    """The person's sound characters as choices of a seat: a value that names the file, and the character's name."""
    return [
        (f"{OWN}{one.path.name}", app.tr("sac.own_choice", name=one.sheet.name, level=one.sheet.level))
        for one in kept(app)
        if one.sheet is not None and not one.faults
    ]


def file_of(app: App, *sheets: Character) -> Path | None:
    """The file that holds one of these sheets, as it was written; ``None`` where none does."""
    return next((one.path for one in kept(app) if one.sheet in sheets and one.sheet is not None), None)


def opened(app: App, value: object) -> object:
    """What a choice of a seat's character stands for: the mapping of the file it names, else itself.

    Raises ``SetupError`` for a file that is gone, or not sound any more.
    """
    folder = folder_of(app)
    if not isinstance(value, str) or not value.startswith(OWN) or folder is None:
        return value
    one = read(folder / Path(value.removeprefix(OWN)).name)
    if one.sheet is None or one.faults:
        fault = fault_words(app, one.faults[0])
        raise SetupError(app.tr("sac.own_gone", file=one.path.name, fault=fault))
    return export_character(one.sheet)

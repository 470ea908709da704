"""How a story ended: its last words, what the party carries on, and the way to the next story."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from game.core.chance import SEED_BITS
from game.core.contract import Outcome, Rewound, SetupError
from game.core.journal import SaveError
from game.core.session import HUMAN
from game.sacrament import events as ev
from game.sacrament.campaign import campaign_of, read_campaign
from game.sacrament.characters import Character
from game.sacrament.content import standard_content
from game.sacrament.faults import import_character
from game.sacrament.gear import store_durability
from game.sacrament.scenarios import SCENARIOS
from scenes import theme
from scenes.dialogs import Question
from scenes.result import ResultScene
from scenes.sacrament import library, paper
from scenes.trouble import save_fault
from scenes.widgets import Button, Drawn, Label, ScrollArea, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable


class Ending(ResultScene):
    """The last page of a story, or the outcome of a single fight."""

    name = "ending"

    def __init__(self, table: SacramentTable, outcome: Outcome) -> None:
        super().__init__(
            table.app, table.session, table.wording, outcome, again=self._again, look_back=table.app.manager.pop,
            to_title=table.leave,
        )  # fmt: skip
        self.table = table
        self.page = pygame.Rect(0, 0, 1, 1)
        self.written: set[int] = set()
        """The seats whose files have taken over what the story gave."""

    # Going on

    def _begin(self, options: dict[str, Any], widget: str) -> None:
        """Another table with the same people; what the rules or the disk refuse is told."""
        from scenes.shell import show_table, start_session  # the shell makes tables

        try:
            fresh = start_session(self.app, "sacrament", self.session.seats, secrets.randbits(SEED_BITS), options)
        except SetupError as error:
            self.ui.refuse(Why(str(error), error.clause or ""), self.ui.find(widget))
        except SaveError as error:
            self.ui.refuse(Why(save_fault(self.app, error)), self.ui.find(widget))
        else:
            show_table(self.app, fresh)

    def _again(self) -> None:
        self._begin(dict(self.session.header.options), "again")

    def go_on(self, scenario: str) -> None:
        """The campaign goes on: ladder, level, gear, gold, harm and flags come along (SAC-LADDER-01)."""
        state: Any = self.session.state
        options = {**self.session.header.options, "scenario": scenario, "campaign": campaign_of(state)}
        self._begin(options, f"next.{scenario}")

    def others(self) -> list[str]:
        """The scenarios that a party may go on to."""
        view = self.table.view.seen
        state: Any = self.session.state
        if state.setup.only_fight or not state.living():
            return []
        return [scenario for scenario in SCENARIOS if scenario != view.scenario]

    # What the story gave

    def kept_seats(self) -> list[int]:
        """The seats of people whose own characters came through a story: their files may take over what it gave."""
        state: Any = self.session.state
        options = self.session.header.options
        if state.setup.only_fight or self.app.folder is None:
            return []
        return [
            pc.seat
            for pc in state.living()
            if self.session.seats[pc.seat].kind == HUMAN and isinstance(options.get(f"pc{pc.seat}"), Mapping)
        ]

    def _sheets_before(self, seat: int) -> list[Character]:
        """How the character was before: as it was first taken along, and as it came into this story."""
        options = self.session.header.options
        found = [import_character(standard_content(), options[f"pc{seat}"])[0]]
        campaign = read_campaign(options.get("campaign"))
        if campaign is not None and seat <= len(campaign.characters):
            found.append(campaign.characters[seat - 1])
        return [sheet for sheet in found if sheet is not None]

    def ask_to_keep(self, seat: int) -> None:
        """Nothing is written into a person's file unasked."""
        app, fresh = self.app, self._sheet_after(seat)
        path = library.file_of(app, *self._sheets_before(seat), fresh)
        values = {"name": fresh.name, "level": fresh.level, "gold": fresh.gold, "things": self._things(fresh)}
        key = "sac.keep.text" if path is not None else "sac.keep.text.new"
        text = app.tr(key, values, file=path.name if path is not None else "")
        answers = [("keep", app.tr("sac.keep.do"), partial(self._keep, seat, fresh, path))]
        app.manager.push(Question(app, app.tr("sac.keep.title", name=fresh.name), text, answers, kind="primary"))

    def _sheet_after(self, seat: int) -> Character:
        state: Any = self.session.state.clone()
        pc = state.pc(seat)
        store_durability(pc)
        sheet: Character = pc.sheet
        return sheet

    def _things(self, sheet: Character) -> str:
        """What is in the pack, in words."""
        names = [
            self.table.item_name(item.key) + (f" (×{item.n})" if item.n > 1 else "") for item in sheet.items
        ]
        return ", ".join(names)

    def _keep(self, seat: int, sheet: Character, path: Path | None) -> None:
        app = self.app
        try:
            written, _ = library.save(app, sheet, path)
        except OSError as error:
            why = Why(app.tr("sac.build.unwritable", found=error.strerror or str(error)))
        else:
            self.written.add(seat)
            self.refresh()
            why = Why(app.tr("sac.build.saved", file=written.name if written is not None else ""))
        self.ui.tell(why, self.ui.find(f"keep.{seat}"))

    # The page

    def _words(self) -> tuple[str, str]:
        """Title and last words."""
        app = self.app
        for entry in reversed(self.session.entries):
            for event in entry.events:
                if isinstance(event, ev.EndingReached):
                    key = event.key.removesuffix(".text") + ".name"
                    title = app.tr(key) if app.strings.has(key) else app.tr(f"sacrament.outcome.{event.ending}")
                    return title, app.tr(event.key)
        return app.tr(f"sacrament.outcome.{self.outcome.reason}"), ""

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        pad = scale.px(28)
        self.page = scale.window.inflate(-2 * pad, -2 * pad)
        self.page.width = min(self.page.width, scale.px(1180 * max(1.0, scale.text_factor**0.5)))
        self.page.centerx = scale.window.centerx
        ui.add(Drawn(app, "page", self.page, lambda surface, widget: paper.vellum(app, surface, widget.box)))
        inner = self.page.inflate(-2 * scale.px(52), -2 * scale.px(40))
        bottom = self._add_buttons(ui, inner)
        area = ScrollArea(
            app, "ending", pygame.Rect(inner.left, inner.top, inner.width, bottom - inner.top), paper=True
        )
        area.content_height = self._fill_page(area, area.inner_width)
        ui.add(area)

    def _add_buttons(self, ui: Ui, inner: pygame.Rect) -> int:
        """The ways on, in rows from below; returns where the page's text must end."""
        app, scale = self.app, self.app.scale
        tr = app.tr
        entries: list[tuple[str, str, Callable[[], None], str]] = [
            (f"next.{one}", tr("sac.end.next", scenario=f"@{one}.title"), partial(self.go_on, one), "primary")
            for one in self.others()
        ]
        last: list[tuple[str, str, Callable[[], None], str]] = [
            ("again", tr("sac.end.again"), self._again, "paper"),
            ("look", tr("result.look_back"), self.look_back, "paper"),
            ("title", tr("result.title"), self.to_title, "paper"),
        ]
        names = self.wording.names
        keeps: list[tuple[str, str, Callable[[], None], str]] = [
            (f"keep.{seat}", tr("sac.keep", name=names[seat]), partial(self.ask_to_keep, seat), "paper")
            for seat in self.kept_seats()
        ]
        y = inner.bottom
        for row in (last, entries, keeps):
            if not row:
                continue
            gap = scale.px(14)
            width = (inner.width - gap * (len(row) - 1)) // len(row)
            high = max(Button.height_for(app, word, width) for _, word, _, _ in row)
            y -= high
            for number, (id, word, act, kind) in enumerate(row):
                place = pygame.Rect(inner.left + number * (width + gap), y, width, high)
                done = row is keeps and int(id.removeprefix("keep.")) in self.written
                reason = Why(tr("sac.keep.done")) if done else None
                ui.add(Button(app, id, place, word, act, kind=kind, region="actions", reason=reason))
            y -= gap
        return y

    def _fill_page(self, area: ScrollArea, width: int) -> int:
        app, scale = self.app, self.app.scale
        title, words = self._words()
        style = app.text.fitting(max(title.split(), key=len), paper.PAGE_TITLE.sized(44), width, 16)
        y = self._line(area, "headline", title, style, paper.red(app), 0, width, "center")
        if words and words != title:
            y = self._line(area, "words", words, theme.Style("body", 22, leading=1.45), paper.ink(app), y, width)
        area.add(Drawn(app, "rule", pygame.Rect(0, y, width, scale.px(16)), self._draw_rule))
        y += scale.px(22)
        details = self.outcome.details
        told = app.tr("sac.end.ladder", ladder=int(details["ladder"]), level=int(details["level"]))
        y = self._line(area, "ladder", told, theme.BODY_BOLD, paper.ink(app), y, width)
        for number, fight in enumerate(details["fights"]):
            name, result, rounds = [*str(fight).split(":"), "", ""][:3]
            values = {"fight": f"@sacrament.option.fight.{name}", "result": f"@sacrament.outcome.{result}"}
            told = app.tr("sac.end.fight", values, rounds=rounds)
            y = self._line(area, f"fight.{number}", told, theme.BODY, paper.ink(app), y, width)
        back = sum(isinstance(event, Rewound) for entry in self.session.entries for event in entry.events)
        if back:
            y = self._line(area, "rewound", app.tr("sac.end.rewound", count=back), theme.BODY, paper.ink(app), y, width)
        y += scale.px(8)
        high = max(scale.px(72), app.text.line_height(paper.UNCIAL) + app.text.line_height(theme.SECONDARY))
        for seat in sorted(self.table.view.pcs):
            place = pygame.Rect(0, y, width, high)
            text = self.table.pc_text(self.table.view.pcs[seat])
            area.add(Drawn(app, f"pc.{seat}", place, partial(self._draw_pc, seat=seat), text=text))
            y += high + scale.px(4)
        return y

    def _line(
        self, area: ScrollArea, id: str, words: str, style: theme.Style, colour: theme.Colour, y: int, width: int,
        align: str = "left",
    ) -> int:  # fmt: skip
        high = self.app.text.measure(words, style, width)[1]
        area.add(Label(self.app, id, pygame.Rect(0, y, width, high), words, style, colour, align=align))
        return y + high + self.app.scale.px(8)

    def _draw_rule(self, surface: pygame.Surface, widget: Widget) -> None:
        paper.draw_rule(self.app, surface, widget.box.left, widget.box.right, widget.box.centery)

    def _draw_pc(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        pc = self.table.view.pcs[seat]
        size = min(box.height, scale.px(68))
        picture = paper.person_picture(app, pc.id, pc.abilities)
        centre = (box.left + size // 2, box.centery)
        paper.draw_medallion(app, surface, picture, centre, size, seat=seat, dead=pc.dead)
        left = box.left + size + scale.px(14)
        half = (box.right - left) // 2
        first = app.text.line_height(paper.UNCIAL)
        name = pygame.Rect(left, box.top, half, first)
        style = paper.fit(app, pc.name, paper.UNCIAL, half)
        app.text.draw(surface, pc.name, name, style, paper.red(app), wrap=False, must_fit=False)
        told = self.table.pc_text(pc).partition(": ")[2] or self.table.pc_text(pc)
        below = pygame.Rect(left, name.bottom, half, box.bottom - name.bottom)
        small = paper.fit(app, told, theme.SECONDARY, half)
        app.text.draw(surface, told, below, small, paper.ink(app), wrap=False, must_fit=False)
        harm = pygame.Rect(left + half + scale.px(12), box.top, half - scale.px(12), box.height)
        harm.inflate_ip(0, -scale.px(36))
        paper.draw_harm(app, surface, harm, pc.harm)

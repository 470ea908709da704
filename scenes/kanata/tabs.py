"""The right rail of Kanata: the tabs Threats, Seats, Roadblock, Log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from scenes import theme
from scenes.kanata.parts import draw_piece, draw_pips, item_icon, kind_of
from scenes.kanata.rails import MOST_HEALTH, SECTION, SMALL, SMALL_BOLD
from scenes.kanata.view import TURNED, Person
from scenes.theme import Colour
from scenes.widgets import Drawn, Label, ScrollArea, Tab, Ui, Widget, make_tabs

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

TABS = ("threats", "seats", "roadblock", "log")
_PARTS = ("chainsaw", "handsaw", "bow_saw", "hacksaw", "extinguisher")
"""Items that the roadblock takes."""


class Tabs:
    """Builds the right rail."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table
        self.open = ""
        """The open tab; empty: the first of the layout."""

    def build(self, ui: Ui, rect: pygame.Rect, *, turn: bool = False) -> None:
        """The tabs; with `turn` a first one that holds the player board (where there is no left rail)."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        app_names = [("turn", app.tr("kan.tab.turn"))] if turn else []
        names = [*app_names, *((tab, app.tr(f"kan.tab.{tab}")) for tab in TABS)]
        if self.open not in [name for name, _ in names]:
            self.open = names[0][0]
        high = scale.px(48)
        row = pygame.Rect(rect.left + scale.px(8), rect.top + scale.px(10), rect.width - scale.px(16), high)
        ui.add(Drawn(app, "right.ground", rect, self._draw_ground, region="right"))
        tabs = make_tabs(app, "rail", row, names, self.open, self.show, region="right")
        self._fit_tabs(tabs, row)
        ui.add(*tabs)
        place = pygame.Rect(rect.left + scale.px(16), row.bottom + scale.px(10), rect.width - scale.px(28), 0)
        place.height = rect.bottom - place.top - scale.px(12)
        if self.open == "turn":
            full = pygame.Rect(
                rect.left + scale.px(4),
                row.bottom + scale.px(4),
                rect.width - scale.px(8),
                rect.bottom - row.bottom - scale.px(8),
            )
            table.rails.build_board(ui, full, "right")
        elif self.open == "log":
            table.add_log(ui, place)
        else:
            area = ScrollArea(app, f"right.{self.open}", place, region="right")
            {"threats": self._threats, "seats": self._seats, "roadblock": self._roadblock}[self.open](
                area, area.inner_width
            )
            ui.add(area)

    def _fit_tabs(self, tabs: Sequence[Tab], row: pygame.Rect) -> None:
        """Give each tab the width of its word, and all of them a size at which all words fit."""
        app, gap, pad = self.table.app, self.table.app.scale.px(4), self.table.app.scale.px(30)
        style = theme.BUTTON_TEXT
        while style.size > 6 and sum(
            app.text.measure(tab.label, style)[0] + pad for tab in tabs
        ) > row.width - gap * len(tabs):
            style = style.sized(style.size - 1)
        wanted = [app.text.measure(tab.label, style)[0] + pad for tab in tabs]
        spare = max(0, row.width - sum(wanted) - gap * (len(tabs) - 1)) // len(tabs)
        x = row.left
        for tab, wide in zip(tabs, wanted, strict=True):
            tab.style = style
            tab.rect = pygame.Rect(x, row.top, wide + spare, row.height)
            x += wide + spare + gap

    def show(self, tab: str) -> None:
        """Open a tab."""
        self.open = tab
        self.table.refresh()

    def _draw_ground(self, surface: pygame.Surface, widget: Widget) -> None:
        self.table.app.paint.panel(surface, widget.box, "soot", "right")

    def _section(self, area: ScrollArea, id: str, words: str, y: int, width: int) -> int:
        app, scale = self.table.app, self.table.app.scale
        high = app.text.measure(words, SECTION, width)[1]
        area.add(Label(app, id, pygame.Rect(0, y, width, high), words, SECTION, theme.CANDLE, region="right"))
        return y + high + scale.px(6)

    def _paragraph(
        self, area: ScrollArea, id: str, words: str, y: int, left: int, width: int, colour: Colour = theme.BONE
    ) -> int:
        app = self.table.app
        high = app.text.measure(words, theme.BODY, width - left)[1]
        area.add(Label(app, id, pygame.Rect(left, y, width - left, high), words, theme.BODY, colour, region="right"))
        return y + high

    def _threats(self, area: ScrollArea, width: int) -> None:
        """Every enemy: what it is after, how far it has to go, how likely it gets there."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        y = self._section(area, "threats.title", app.tr("kan.threats"), 0, width)
        y = self._paragraph(area, "threats.now", app.tr("kan.threats.now"), y, 0, width, theme.FAINT_ON_DARK)
        y += scale.px(8)
        side = scale.px(44)
        for number, threat in enumerate(table.threats()):
            words = threat.words
            left = side + scale.px(12)
            high = max(side, app.text.measure(words, theme.BODY, width - left)[1])
            place = pygame.Rect(0, y, side, side)
            area.add(
                Drawn(
                    app, f"threat.{number}", place, partial(self._draw_threat, piece=threat.piece),
                    partial(table.look_at, threat.space), text=words, tooltip=app.tr("kan.look"), region="right",
                )
            )  # fmt: skip
            area.add(
                Label(app, f"threat.{number}.text", pygame.Rect(left, y, width - left, high), words, theme.BODY,
                      theme.BONE, region="right", valign="middle")
            )  # fmt: skip
            y += high + scale.px(10)
        y = self._section(area, "threats.stock", app.tr("kan.stock", count=table.view.stock), y + scale.px(8), width)
        cubes = sum(person.cubes for person in table.view.persons if person.status != TURNED)
        y = self._paragraph(area, "threats.horde", app.tr("kan.horde", cubes=cubes), y, 0, width)

    def _draw_threat(self, surface: pygame.Surface, widget: Widget, *, piece: str) -> None:
        found = next((one for one in self.table.view.pieces() if one.id == piece), None)
        if found is not None:
            draw_piece(
                self.table.app, surface, found.picture, widget.box.center, round(widget.box.width * 0.86),
                seat=found.seat, enemy=True, dim=found.dim,
            )  # fmt: skip

    def _seats(self, area: ScrollArea, width: int) -> None:
        """Everybody with health, place and what they carry; a press shows their board."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        y = 0
        for person in table.view.persons:
            lines = app.text.line_height(theme.LABEL_BOLD) + 2 * app.text.line_height(SMALL)
            place = pygame.Rect(0, y, width, lines + scale.px(48))
            words = table.rails.words(person)
            area.add(
                Drawn(
                    app, f"seat.{person.seat}", place, partial(self._draw_seat, person=person),
                    partial(table.show_person, person.seat), text=words, tooltip=words,
                    region="right", why=partial(table.thinking.why_seat, person.seat),
                )
            )  # fmt: skip
            y = place.bottom + scale.px(10)

    def _draw_seat(self, surface: pygame.Surface, widget: Widget, *, person: Person) -> None:
        table, app, scale, box = self.table, self.table.app, self.table.app.scale, widget.box
        now = person.seat == table.view.turn
        look = "on" if now else widget.look
        app.paint.button(surface, box, look, "plain")
        ink = app.paint.button_ink("normal" if look == "dim" else look, "plain")
        side = min(box.height - scale.px(20), scale.px(96))
        face = pygame.Rect(box.left + scale.px(10), box.centery - side // 2, side, side)
        token = "turned" if person.status == TURNED else person.character
        draw_piece(app, surface, token, face.center, round(side * 0.9), seat=person.seat, enemy=person.status == TURNED)
        left = face.right + scale.px(12)
        first, line = app.text.line_height(theme.LABEL_BOLD), app.text.line_height(SMALL)
        room = pygame.Rect(left, box.top + scale.px(8), box.right - left - scale.px(10), first)
        app.text.draw(surface, table.person_name(person.seat), room, theme.LABEL_BOLD, ink, wrap=False, must_fit=False)
        state = app.tr(f"kan.status.{person.status}") if person.status != "standing" else table.space_name(person.space)
        below = pygame.Rect(left, room.bottom, room.width, line)
        quiet = ink if now or app.settings.high_contrast else theme.FAINT_ON_DARK
        app.text.draw(surface, state, below, SMALL, quiet, wrap=False, must_fit=False)
        wide = app.text.measure("20", SMALL_BOLD)[0] + scale.px(8)
        bar = pygame.Rect(left, below.bottom + line // 2 - scale.px(5), room.width - wide, scale.px(10))
        if person.status != TURNED:
            draw_pips(app, surface, bar, person.health, MOST_HEALTH, theme.rgb("#B8423A"), gap=1)
            digit = pygame.Rect(bar.right, below.bottom, wide, line)
            app.text.draw(
                surface, str(person.health), digit, SMALL_BOLD, ink, align="right", valign="middle", wrap=False
            )
        x, icon = left, scale.px(20)
        for item in (*person.items, *(name for name, count in person.tokens for _ in range(count))):
            if x + icon > box.right - scale.px(8):
                break
            surface.blit(app.assets.icon(item_icon(item), icon, ink), (x, box.bottom - icon - scale.px(10)))
            x += icon + scale.px(6)

    def _roadblock(self, area: ScrollArea, width: int) -> None:
        """Three saws, one extinguisher; who brought what; what is known to be carried or to lie in the Cornfield."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        view = table.view
        y = self._section(area, "roadblock.title", app.tr("kan.roadblock"), 0, width)
        side = min(scale.px(84), (width - 3 * scale.px(12)) // 4)
        words = app.tr("kan.roadblock.left", monoliths=view.monoliths, wall=view.wall)
        for n in range(4):
            saw = n < 3
            done = n >= view.monoliths if saw else not view.wall
            place = pygame.Rect(n * (side + scale.px(12)), y, side, side)
            area.add(
                Drawn(
                    app, f"roadblock.{n}", place,
                    partial(self._draw_part, icon="hand-saw" if saw else "fire-extinguisher", done=done),
                    region="right", text=words, tooltip=words,
                )
            )  # fmt: skip
        y += side + scale.px(12)
        y = self._paragraph(area, "roadblock.words", words, y, 0, width) + scale.px(12)
        for number, (seat, item) in enumerate(table.deliveries()):
            text = app.tr("kan.delivered", name=table.wording.names[seat], item=table.item_name(item))
            y = self._paragraph(area, f"roadblock.by.{number}", text, y, 0, width) + scale.px(4)
        y = self._section(area, "roadblock.carried", app.tr("kan.on_the_way"), y + scale.px(8), width)
        carried = [(person.seat, item) for person in view.persons for item in person.items if kind_of(item) in _PARTS]
        for number, (seat, item) in enumerate(carried):
            text = app.tr("kan.carries", name=table.wording.names[seat], item=table.item_name(item))
            y = self._paragraph(area, f"roadblock.way.{number}", text, y, 0, width) + scale.px(4)
        lying = view.corn
        if lying:
            names = ", ".join(table.item_name(item) for item in lying)
            y = self._paragraph(area, "roadblock.corn", app.tr("kan.in_corn", items=names), y, 0, width) + scale.px(4)
        if not carried and not lying:
            y = self._paragraph(area, "roadblock.none", app.tr("kan.nothing_on_the_way"), y, 0, width) + scale.px(4)
        self._paragraph(
            area, "roadblock.deck", app.tr("kan.search_left", cards=view.decks["search"]), y + scale.px(10), 0, width
        )

    def _draw_part(self, surface: pygame.Surface, widget: Widget, *, icon: str, done: bool) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        radius = box.width // 2 - scale.px(2)
        pygame.draw.circle(surface, theme.INK, box.center, radius)
        pygame.draw.circle(surface, theme.LIGHT_GOLD if done else theme.ASH, box.center, radius, scale.px(3))
        side = round(box.width * 0.56)
        colour = theme.LIGHT_GOLD if done else theme.mix(theme.ASH, theme.INK, 0.35)
        surface.blit(app.assets.icon(icon, side, colour), (box.centerx - side // 2, box.centery - side // 2))
        if done:
            tick = scale.px(26)
            surface.blit(app.assets.icon("check-mark", tick, theme.GOOD_ON_DARK), (box.right - tick, box.bottom - tick))

"""The rails of the table: the party's cards left; the ladder, the order of turns and the log right."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.sacrament.frames import GM
from game.sacrament.observation import SeenPc
from scenes import theme
from scenes.frame import Frame
from scenes.sacrament import paper
from scenes.sacrament.view import MILESTONES, TOP
from scenes.scale import Layout
from scenes.widgets import Button, Drawn, IconButton, Panel, ScrollArea, Ui, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

NAME = paper.UNCIAL.sized(24)
LADDER = 500.0
STRIP = 48.0
"""Height of the ladder where it lies over the stage as a strip, in units."""
ORDER = 96.0
DONE = theme.Style("label_bold", 16)


class Rails:
    """Builds both rails."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table

    # Left: the party

    def build_party(self, ui: Ui, rail: pygame.Rect) -> None:
        """A card for each character, the own one with all its parts."""
        app, scale = self.table.app, self.table.app.scale
        pad = scale.px(8)
        area = ScrollArea(app, "party", rail.inflate(-2 * pad, -2 * pad), region="left")
        y = 0
        for seat in self.seats():
            pc = self.table.view.pcs[seat]
            whole = seat in (self.table.viewer, self.table.view.turn) or len(self.table.view.pcs) <= 3
            high = self._card_high(area.inner_width, whole, pc)
            area.add(
                Drawn(
                    app,
                    f"card.{seat}",
                    pygame.Rect(0, y, area.inner_width, high),
                    partial(self._draw_card, seat=seat, whole=whole),
                    partial(self.table.press_target, ("ally", seat), f"card.{seat}"),
                    text=self.table.pc_text(pc),
                    tooltip=self.table.pc_text(pc),
                    region="left",
                    on_inspect=partial(self.table.inspect_pc, seat),
                    why=partial(self.table.why_seat, seat),
                )
            )
            y += high + scale.px(8)
        area.content_height = y
        ui.add(area)

    def seats(self) -> list[int]:
        """The own character first, then the others as they sit."""
        own = self.table.viewer
        return sorted(self.table.view.pcs, key=lambda seat: (seat != own, seat))

    def _card_high(self, width: int, whole: bool, pc: SeenPc) -> int:
        app, scale = self.table.app, self.table.app.scale
        head = max(scale.px(72), app.text.line_height(NAME) + app.text.line_height(theme.SECONDARY) + scale.px(4))
        high = scale.px(36) + head + scale.px(28) + scale.px(36)
        if whole:
            high += app.text.line_height(theme.SECONDARY) * (2 if self._marks(pc) else 1) + scale.px(6)
        return high

    def _marks(self, pc: SeenPc) -> str:
        """Conditions, Guard, ward and dying in words."""
        app = self.table.app
        found = [app.tr(f"condition.{cond.name}.name") for cond in pc.conditions]
        if pc.guard:
            found.insert(0, app.tr("ability.guard.name"))
        if pc.ward:
            found.append(app.tr("sac.warded", n=pc.ward))
        if pc.dead:
            found.insert(0, app.tr("sac.dead"))
        elif pc.dying:
            found.insert(0, app.tr("sac.steadied" if pc.steady else "sac.dying", fades=pc.fades))
        return ", ".join(found)

    def _draw_card(self, surface: pygame.Surface, widget: Widget, *, seat: int, whole: bool) -> None:
        table, app, scale, box = self.table, self.table.app, self.table.app.scale, widget.box
        pc = table.view.pcs[seat]
        paper.vellum(app, surface, box, "slip")
        done = pc.acted and bool(table.view.fight)
        inner = box.inflate(-2 * scale.px(20), -2 * scale.px(16))
        size = scale.px(66)
        picture = paper.person_picture(app, pc.id, pc.abilities)
        centre = (inner.left + size // 2, inner.top + size // 2 + scale.px(2))
        paper.draw_medallion(app, surface, picture, centre, size, seat=seat, dim=done, dead=pc.dead)
        left = inner.left + size + scale.px(10)
        name_high = app.text.line_height(NAME)
        tag = app.text.measure(app.tr("sac.done_turn"), DONE)[0] + scale.px(14) if done else 0
        name = pygame.Rect(left, inner.top, inner.right - left - tag, name_high)
        style = paper.fit(app, pc.name, NAME, name.width, 18)
        app.text.draw(surface, pc.name, name, style, paper.red(app), wrap=False, must_fit=False)
        role = table.role_words(seat)
        role_style = theme.Style("flavour", 17)
        below = pygame.Rect(left, name.bottom, inner.right - left, app.text.line_height(role_style))
        fitted = paper.fit(app, role, role_style, below.width)
        app.text.draw(surface, role, below, fitted, paper.ink(app), wrap=False, must_fit=False)
        y = inner.top + max(scale.px(72), name_high + below.height + scale.px(4))
        harm = table.motion.harm(seat)
        paper.draw_harm(app, surface, pygame.Rect(inner.left, y, inner.width, scale.px(26)), harm)
        y += scale.px(30)
        tokens = pygame.Rect(inner.left, y, inner.width - scale.px(62), scale.px(34))
        paper.draw_wax(app, surface, tokens, pc.tokens if table.view.fight else paper.POOL)
        words = app.tr("sac.of_six", tokens=pc.tokens if table.view.fight else paper.POOL)
        place = pygame.Rect(tokens.right + scale.px(4), y, inner.right - tokens.right - scale.px(4), scale.px(34))
        app.text.draw(
            surface,
            words,
            place,
            paper.fit(app, words, theme.LABEL_BOLD.sized(16), place.width, 10),
            paper.ink(app),
            align="right",
            valign="middle",
            wrap=False,
        )
        y += scale.px(38)
        if whole:
            line = app.text.line_height(theme.SECONDARY)
            state = app.tr(
                "sac.card.line",
                wounds=pc.wounds,
                durability=pc.durability,
                gold=pc.gold if pc.gold is not None else "?",
            )
            small = paper.fit(app, state, theme.SECONDARY, inner.width, 11)
            app.text.draw(
                surface, state, pygame.Rect(inner.left, y, inner.width, line), small, paper.ink(app), wrap=False
            )
            marks = self._marks(pc)
            if marks:
                tone = paper.fit(app, marks, theme.Style("label_bold", 16), inner.width, 11)
                app.text.draw(
                    surface,
                    marks,
                    pygame.Rect(inner.left, y + line, inner.width, line),
                    tone,
                    paper.red(app),
                    wrap=False,
                    must_fit=False,
                )
        if seat == table.view.turn:
            pygame.draw.rect(
                surface, theme.CANDLE, box.inflate(-scale.px(6), -scale.px(6)), max(2, scale.px(3)), scale.px(8)
            )
        elif done:
            self._turned(surface, box)

    def _turned(self, surface: pygame.Surface, box: pygame.Rect) -> None:
        """Who is done is turned face down: a veil of hatching, and the word."""
        app, scale = self.table.app, self.table.app.scale
        words = app.tr("sac.done_turn")
        style = DONE
        wide, high = app.text.measure(words, style)
        tag = pygame.Rect(0, 0, wide + scale.px(14), high + scale.px(4))
        tag.topright = (box.right - scale.px(14), box.top + scale.px(10))
        pygame.draw.rect(surface, theme.INK, tag, border_radius=scale.px(5))
        app.text.draw(surface, words, tag, style, theme.BONE, align="center", valign="middle", wrap=False)

    def build_strip(self, ui: Ui, rail: pygame.Rect) -> None:
        """Compact: each character as a narrow card: medallion, harm and tokens in digits."""
        app, scale = self.table.app, self.table.app.scale
        seats = self.seats()
        gap = scale.px(6)
        high = min(scale.px(150), (rail.height - gap * (len(seats) + 1)) // max(1, len(seats)))
        y = rail.top + gap
        for seat in seats:
            pc = self.table.view.pcs[seat]
            ui.add(
                Drawn(
                    app,
                    f"card.{seat}",
                    pygame.Rect(rail.left + scale.px(3), y, rail.width - scale.px(6), high),
                    partial(self._draw_strip, seat=seat),
                    partial(self.table.press_target, ("ally", seat), f"card.{seat}"),
                    text=self.table.pc_text(pc),
                    tooltip=self.table.pc_text(pc),
                    region="left",
                    on_inspect=partial(self.table.inspect_pc, seat),
                    why=partial(self.table.why_seat, seat),
                )
            )
            y += high + gap

    def _draw_strip(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        table, app, scale, box = self.table, self.table.app, self.table.app.scale, widget.box
        pc = table.view.pcs[seat]
        paper.vellum(app, surface, box, "slip")
        low = max(app.text.line_height(theme.Style("label_bold", 15, leading=1.1)), scale.px(20))
        size = min(box.width - scale.px(24), box.height - 2 * low - scale.px(16))
        centre = (box.centerx, box.top + scale.px(8) + size // 2)
        paper.draw_medallion(
            app,
            surface,
            paper.person_picture(app, pc.id, pc.abilities),
            centre,
            size,
            seat=seat,
            dim=pc.acted and bool(table.view.fight),
            dead=pc.dead,
        )
        rows = (
            ("ragged-wound", f"{table.motion.harm(seat)}/12"),
            ("candle-flame", f"{pc.tokens if table.view.fight else 6}/6"),
        )
        for number, (icon, words) in enumerate(rows):
            top = box.bottom - scale.px(6) - (2 - number) * low
            image = app.assets.icon(icon, low - scale.px(3), paper.red(app) if number == 0 else paper.ink(app))
            surface.blit(image, (box.left + scale.px(12), top + 1))
            place = pygame.Rect(box.left + scale.px(12) + low, top, box.width - scale.px(22) - low, low)
            app.text.draw(
                surface,
                words,
                place,
                paper.fit(app, words, theme.Style("label_bold", 16, leading=1.0), place.width, 9),
                paper.ink(app),
                valign="middle",
                wrap=False,
            )
        if seat == table.view.turn:
            pygame.draw.rect(surface, theme.CANDLE, box.inflate(-4, -4), max(2, scale.px(3)), scale.px(8))

    # Right: ladder, order, log

    def build_right(self, ui: Ui, frame: Frame) -> None:
        app, scale = self.table.app, self.table.app.scale
        rail = frame.right
        if frame.layout == Layout.COMPACT:
            ui.add(Panel(app, "drawer.panel", rail, "ink"))
        pad = scale.px(8)
        inner = rail.inflate(-2 * pad, -2 * pad)
        if frame.layout != Layout.FULL:
            inner = self._build_helpers(ui, inner)
        fight = bool(self.table.view.fight)
        order = scale.px(ORDER) if fight else 0
        key = app.text.control(44) if frame.layout == Layout.FULL and self.has_token_key else 0
        ladder = min(scale.px(LADDER), inner.height - order - key - scale.px(150))
        sheet = pygame.Rect(inner.left, inner.top, inner.width, max(scale.px(240), ladder))
        ui.add(
            Drawn(
                app, "ladder", sheet, self._draw_ladder, self.table.inspect_ladder, text=self.ladder_text(),
                tooltip=self.ladder_text(), region="right", on_inspect=self.table.inspect_ladder,
            )
        )  # fmt: skip
        y = sheet.bottom + scale.px(6)
        if frame.layout == Layout.FULL and self.has_token_key:
            high = app.text.control(44)
            ui.add(self._token_key(pygame.Rect(inner.left, y, inner.width, high)))
            y += high + scale.px(6)
        if fight:
            self._build_order(ui, pygame.Rect(inner.left, y, inner.width, order))
            y += order + scale.px(6)
        if inner.bottom - y > scale.px(80):
            self.table.add_log(ui, pygame.Rect(inner.left, y, inner.width, inner.bottom - y))

    def _build_helpers(self, ui: Ui, inner: pygame.Rect) -> pygame.Rect:
        """The helpers that the narrow bar has no room for; returns the room below them."""
        app, scale = self.table.app, self.table.app.scale
        side, gap = scale.px(44), scale.px(8)
        for number, (id, icon, word, act) in enumerate(self.table.helpers()[2:]):
            place = pygame.Rect(inner.left + number * (side + gap), inner.top, side, side)
            ui.add(IconButton(app, id, place, icon, word, act, region="right"))
        return pygame.Rect(inner.left, inner.top + side + gap, inner.width, inner.height - side - gap)

    # The ladder as a strip, and the key of its tokens

    @property
    def has_token_key(self) -> bool:
        """Whether a person at this screen leads the game and may spend a token from here."""
        table = self.table
        return table.gm_person is not None and table.viewer != GM and table.twin is None and not table.view.over

    def _token_key(self, place: pygame.Rect) -> Button:
        """The game master's key, in sight of all (a token is public): it waits until it is pressed."""
        table, app = self.table, self.table.app
        ladder = table.view.ladder
        word = app.tr("sac.gm.interrupt", old=ladder, new=max(0, ladder - 1))
        return Button(
            app, "interrupt", place, word, table.spend_token, icon="evil-eyes", kind="danger", region="right",
            reason=table.token_reason(), tooltip=app.tr("sac.gm.interrupt.help"),
        )  # fmt: skip

    def strip_high(self, stage: pygame.Rect) -> int:
        """Height of the ladder as a strip over `stage`: less where that is low."""
        scale = self.table.app.scale
        return min(scale.px(STRIP), max(scale.px(24), stage.height // 12))

    def build_ladder_strip(self, ui: Ui, strip: pygame.Rect) -> None:
        """The whole ladder in one row: steps, milestones armed and spent, where it stands (SAC-VTT-04)."""
        app, scale, table = self.table.app, self.table.app.scale, self.table
        place = strip.inflate(-scale.px(12), -scale.px(4))
        if self.has_token_key:
            side = place.height
            ui.add(
                IconButton(
                    app, "interrupt", pygame.Rect(place.right - side, place.top, side, side), "evil-eyes",
                    app.tr("sac.gm.interrupt", old=table.view.ladder, new=max(0, table.view.ladder - 1)),
                    table.spend_token, region="stage", kind="danger", reason=table.token_reason(),
                )
            )  # fmt: skip
            place.width -= side + scale.px(6)
        ui.add(
            Drawn(
                app, "ladder.strip", place, self._draw_strip_ladder, table.inspect_ladder, text=self.ladder_text(),
                tooltip=self.ladder_text(), region="top", on_inspect=table.inspect_ladder,
            )
        )  # fmt: skip

    def _draw_strip_ladder(self, surface: pygame.Surface, widget: Widget) -> None:
        table, app, scale, box = self.table, self.table.app, self.table.app.scale, widget.box
        app.paint.panel(surface, box, "soot", "ladder")
        ladder = table.motion.ladder()
        inner = box.inflate(-scale.px(8), -scale.px(6))
        side = inner.height
        flame = paper.picture(app, "candle", (side, side))
        surface.blit(flame, (inner.left, inner.top))
        step = (inner.width - side - scale.px(4)) / TOP
        left = inner.left + side + scale.px(4)
        digits = app.text.font("AlegreyaSans-700", max(8, min(round(step * 0.62), round(inner.height * 0.62))))
        for number in range(1, TOP + 1):
            cell = pygame.Rect(left + round((number - 1) * step), inner.top, max(3, round(step) - 2), inner.height)
            filled, milestone = number <= ladder, number in MILESTONES
            kind = "filled" if filled else "milestone" if milestone else "open"
            surface.blit(paper.picture(app, f"rung_{kind}", cell.size), cell)
            ink = theme.BONE if filled else theme.PRINT
            if milestone:
                armed = number in table.view.armed
                colour = ink if app.settings.high_contrast or filled else paper.red(app) if armed else theme.PRINT
                icon = app.assets.icon(paper.MILESTONE_ICONS[number], min(cell.width, cell.height) - 2, colour)
                surface.blit(icon, icon.get_rect(center=cell.center))
                if not armed:
                    struck = cell.inflate(-scale.px(8), -scale.px(8))
                    pygame.draw.line(surface, ink, struck.bottomleft, struck.topright, max(2, scale.px(2)))
            elif step >= scale.px(14) or number == round(ladder):
                image = digits.render(str(number), True, ink)
                surface.blit(image, image.get_rect(center=cell.center))
            if number == round(ladder):
                pygame.draw.rect(surface, theme.CANDLE, cell.inflate(2, 2), max(2, scale.px(2)), scale.px(3))

    def ladder_text(self) -> str:
        """The ladder in a sentence."""
        app, view = self.table.app, self.table.view
        armed = ", ".join(str(one) for one in view.armed) or app.tr("sac.nothing")
        return app.tr("sac.ladder.text", ladder=view.ladder, dread=f"@sacrament.dread.{view.seen.dread}", armed=armed)

    def _draw_ladder(self, surface: pygame.Surface, widget: Widget) -> None:
        table, app, scale, box = self.table, self.table.app, self.table.app.scale, widget.box
        paper.vellum(app, surface, box)
        inner = box.inflate(-2 * scale.px(22), -2 * scale.px(14))
        title = app.tr("sac.ladder.title")
        style = paper.fit(app, title, paper.UNCIAL.sized(28), inner.width, 14)
        while style.size > 14 and app.text.line_height(style) > box.height * 0.12:
            style = style.sized(style.size - 1)
        high = app.text.line_height(style)
        app.text.draw(
            surface,
            title,
            pygame.Rect(inner.left, inner.top, inner.width, high),
            style,
            paper.red(app),
            align="center",
            wrap=False,
        )
        top = inner.top + high + scale.px(4)
        step = (inner.bottom - top) / TOP
        wide = round(inner.width * 0.42)
        left = inner.left + scale.px(18)
        for x in (left - scale.px(6), left + wide + scale.px(5)):
            pygame.draw.line(surface, theme.PRINT, (x, top), (x, inner.bottom), max(2, scale.px(2.5)))
        ladder = table.motion.ladder()
        digits = app.text.font("EBGaramond-600", max(9, round(step * 0.8)))
        for number in range(1, TOP + 1):
            y = inner.bottom - round(number * step)
            rung = pygame.Rect(left, y + 1, wide, max(6, round(step) - 2))
            milestone = number in MILESTONES
            kind = "filled" if number <= ladder else "milestone" if milestone else "open"
            surface.blit(paper.picture(app, f"rung_{kind}", rung.size), rung)
            image = digits.render(str(number), True, theme.BONE if kind == "filled" else theme.PRINT)
            surface.blit(image, image.get_rect(center=rung.center))
            if milestone:
                self._draw_milestone(surface, inner, left + wide + scale.px(12), y + round(step / 2), number, step)
        y = inner.bottom - round(max(0.35, ladder - 0.5) * step)
        side = max(scale.px(30), round(step * 2.2))
        flame = paper.picture(app, "candle", (side, side))
        at = left + wide + scale.px(8)
        surface.blit(flame, (at, y - round(side * 0.72)))
        words = app.tr("sac.ladder.now", ladder=round(ladder), dread=f"@sacrament.dread.{table.view.seen.dread}")
        near = next((m for m in MILESTONES if abs(ladder - 0.5 - m) < 1.7), None)
        middle = y if near is None else inner.bottom - round((near - 1.9) * step)
        place = pygame.Rect(at + side, middle - round(step * 0.75), inner.right - at - side, round(step * 1.5))
        style = paper.fit_line(app, words, theme.Style("flavour", 19, leading=1.1), place)
        app.text.draw(surface, words, place, style, paper.red(app), valign="middle", wrap=False)

    def _draw_milestone(
        self, surface: pygame.Surface, inner: pygame.Rect, left: int, middle: int, number: int, step: float
    ) -> None:
        """A milestone with its icon and name; spent ones are struck through (SAC-VTT-04)."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        side = max(scale.px(22), round(step * 1.35))
        armed = number in table.view.armed
        colour = paper.red(app) if armed else theme.mix(theme.PRINT, paper.VELLUM, 0.45)
        if app.settings.high_contrast:
            colour = theme.INK
        icon = app.assets.icon(paper.MILESTONE_ICONS[number], side, colour)
        if abs(table.motion.ladder() - number) < 1.6:
            left += round(max(scale.px(30), step * 2.2))  # the candle stands before it
        surface.blit(icon, icon.get_rect(midleft=(left, middle)))
        words = app.tr(f"sac.milestone.{number}" if armed else f"sac.milestone.{number}.spent")
        place = pygame.Rect(left + side + scale.px(6), 0, inner.right - left - side - scale.px(6), round(step * 1.6))
        place.centery = middle
        style = paper.fit_line(app, words, theme.Style("body", 19, leading=1.1), place)
        app.text.draw(surface, words, place, style, paper.ink(app), valign="middle", wrap=False)

    def _build_order(self, ui: Ui, place: pygame.Rect) -> None:
        """Who has gone and who is to come, with the baton at whose turn it is."""
        app, scale = self.table.app, self.table.app.scale
        ui.add(Drawn(app, "order.ground", place, self._draw_order_ground, region="right"))
        view = self.table.view
        entries = [*(f"pc.{seat}" for seat in sorted(view.pcs)), "foes"]
        head = app.text.line_height(theme.SECONDARY)
        side = min(
            scale.px(56), place.height - head - scale.px(14), (place.width - scale.px(24)) // len(entries) - scale.px(6)
        )
        side = max(scale.px(30), side)
        total = len(entries) * (side + scale.px(6))
        x = place.centerx - total // 2
        for entry in entries:
            spot = pygame.Rect(x, place.bottom - side - scale.px(8), side, side)
            if entry == "foes":
                ui.add(
                    Drawn(
                        app,
                        "order.foes",
                        spot,
                        self._draw_foes_order,
                        text=app.tr("sac.order.foes", count=len(view.foes)),
                        tooltip=app.tr("sac.order.foes", count=len(view.foes)),
                        region="right",
                    )
                )
            else:
                seat = int(entry[3:])
                words = self.table.order_text(seat)
                ui.add(
                    Drawn(
                        app,
                        f"order.{seat}",
                        spot,
                        partial(self._draw_order, seat=seat),
                        partial(self.table.press_target, ("ally", seat), f"order.{seat}"),
                        text=words,
                        tooltip=words,
                        region="right",
                    )
                )
            x += side + scale.px(6)

    def _draw_order_ground(self, surface: pygame.Surface, widget: Widget) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        app.paint.panel(surface, box, "soot", "order")
        words = app.tr("sac.order.title", round=self.table.view.round)
        line = app.text.line_height(theme.SECONDARY)
        place = pygame.Rect(box.left + scale.px(12), box.top + scale.px(4), box.width - scale.px(24), line)
        app.text.draw(
            surface, words, place, paper.fit(app, words, theme.SECONDARY, place.width, 10), theme.BONE, wrap=False
        )

    def _draw_order(self, surface: pygame.Surface, widget: Widget, *, seat: int) -> None:
        table, app, box = self.table, self.table.app, widget.box
        pc = table.view.pcs[seat]
        paper.draw_medallion(
            app,
            surface,
            paper.person_picture(app, pc.id, pc.abilities),
            box.center,
            box.width,
            dim=pc.acted or pc.dying,
            dead=pc.dead,
        )
        choosable = (
            ("ally", seat) in table.menu.targets()
            if table.ready and table.my_choice and table.question == "next_pc"
            else False
        )
        if choosable:
            pygame.draw.circle(surface, theme.CANDLE, box.center, box.width // 2 + 1, max(2, app.scale.px(3)))
        if seat == table.view.turn:
            side = round(box.width * 0.62)
            baton = paper.picture(app, "baton", (side, side))
            surface.blit(baton, baton.get_rect(center=(box.right - side // 4, box.bottom - side // 4)))
        elif pc.acted:
            mark = app.assets.icon("check-mark", round(box.width * 0.4), theme.CANDLE)
            surface.blit(mark, mark.get_rect(bottomright=box.bottomright))

    def _draw_foes_order(self, surface: pygame.Surface, widget: Widget) -> None:
        table, app, box = self.table, self.table.app, widget.box
        first = next(iter(table.view.foes.values()), None)
        acted = bool(table.view.foes) and all(foe.acted for foe in table.view.foes.values())
        paper.draw_medallion(
            app,
            surface,
            paper.foe_picture(app, first.kind if first is not None else "unknown"),
            box.center,
            box.width,
            dim=acted,
        )
        if table.view.acting:
            pygame.draw.circle(surface, theme.CANDLE, box.center, box.width // 2, max(2, app.scale.px(3)))

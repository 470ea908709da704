"""The player board of whoever is looked at."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.kanata.turned import RESULTS
from scenes import theme
from scenes.kanata.parts import GREEN, TRACK_ICONS, draw_die, draw_pips, item_icon
from scenes.kanata.view import TURNED, Person
from scenes.theme import Colour
from scenes.widgets import Button, Drawn, Label, ScrollArea, Ui, Why, Widget

if TYPE_CHECKING:
    from scenes.kanata.table import KanataTable

TITLE = theme.Style("elite", 26, spacing=2, leading=1.15)
SECTION = theme.Style("elite", 17, spacing=0.6, leading=1.2)
NAME = theme.Style("title", 26, leading=1.15)
SMALL = theme.Style("label", 16, leading=1.2)
SMALL_BOLD = theme.Style("label_bold", 16, leading=1.2)
NUMBER = theme.Style("flavour", 18, leading=1.1)
MOST_HEALTH = 20
SLOTS = 4
NEXT = 12
SHORT = 480.0
ITEM_ICON = 42.0
CARD_EDGE = 14.0
"""Units of a card's width that its frame takes on both sides together."""
LEAST_NAME = 12.0
SKULL = 134.0
"""Units that the antlered skull takes at the head of the turned side."""
HUMAN_LOOP, TURNED_LOOP = (15, 11), (9, 7)
"""How many spaces wide and high the round of a player board is laid."""


class Rails:
    """Builds the player board, in the left rail or in a sheet."""

    def __init__(self, table: KanataTable) -> None:
        self.table = table

    def build_board(self, ui: Ui, rect: pygame.Rect, region: str = "left") -> None:
        """The player board of whoever is looked at: print, portrait, health, track, items, free acts."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        person = table.shown_person
        ui.add(
            Drawn(app, "board", rect, partial(self._draw_print, person=person), region=region, text=self.words(person))
        )
        short = self._short(rect)
        inner = rect.inflate(-scale.px(44), -scale.px(36))
        if person.status == TURNED and not short:
            inner.top += scale.px(SKULL)
            inner.height -= scale.px(SKULL)
        area = ScrollArea(app, "board.area", inner, region=region, paper=person.status != TURNED)
        y = self._head(area, person, area.inner_width, region, titled=not short or person.status == TURNED)
        parts = [self._track, self._items, self._free_acts]
        if short:
            parts = [self._items, self._free_acts, self._track]  # what can be pressed before what is read
        for part in parts:
            y = part(area, person, y, area.inner_width, region)
        ui.add(area)

    def _now(self, person: Person) -> Person:
        """The same person as the pieces show them now: while something moves the board is ahead of its widgets."""
        now = self.table.view.persons[person.seat]
        return now if (now.status == TURNED) == (person.status == TURNED) else person

    def _ink(self, person: Person) -> Colour:
        return theme.BONE if person.status == TURNED else theme.PRINT

    def _accent(self, person: Person) -> Colour:
        return self._ink(person) if self._ink(person) == theme.BONE else theme.BLOOD

    def words(self, person: Person) -> str:
        table = self.table
        return table.app.tr(
            "kan.person",
            name=table.person_name(person.seat),
            status=f"@kan.status.{person.status}",
            health=person.health,
            space=table.space_name(person.space),
            cubes=person.cubes,
            items=len(person.items),
        )

    def _short(self, rect: pygame.Rect) -> bool:
        """Whether the board has so little height that head and foot of the print would cover it."""
        return rect.height < self.table.app.scale.px(SHORT)

    def _draw_print(self, surface: pygame.Surface, widget: Widget, *, person: Person) -> None:
        app = self.table.app
        turned = person.status == TURNED
        name = "kanata/boards/turned" if turned else "kanata/boards/human"
        bare = app.paint.plain or self._short(widget.box)
        image = None if bare else self._stretched(name, widget.box.size)
        if image is not None:
            surface.blit(image, widget.box)
        else:
            app.paint.panel(surface, widget.box, "ink" if turned else "parchment", "board")

    def _stretched(self, name: str, size: tuple[int, int]) -> pygame.Surface | None:
        """The print at any height: head and foot keep their shape, the middle is stretched."""
        app = self.table.app
        key = ("kanata-print", name, size)
        kept = app.assets.kept(key)
        if kept is not None:
            return kept
        made = app.assets.original(name)
        if made is None:
            return None
        width, height = made.get_size()
        share = size[0] / width
        head, foot = round(300 * share), round(240 * share)
        if head + foot >= size[1]:
            head, foot = round(size[1] * 0.5), size[1] - round(size[1] * 0.5)
        image = pygame.Surface(size, pygame.SRCALPHA)
        parts = (
            (0, 300, 0, head),
            (300, height - 540, head, size[1] - head - foot),
            (height - 240, 240, size[1] - foot, foot),
        )
        for source, long, top, high in parts:
            if high > 0:
                piece = made.subsurface((0, source, width, long)).convert_alpha()
                image.blit(pygame.transform.smoothscale(piece, (size[0], high)), (0, top))
        return app.assets.keep(key, image.convert_alpha())

    def _head(self, area: ScrollArea, person: Person, width: int, region: str, *, titled: bool) -> int:
        """Title, portrait with the seat's mark, name, health."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        ink = self._ink(person)
        turned = person.status == TURNED
        title = app.tr("kan.status.turned") if turned else app.tr("kan.board")
        y = 0
        if titled:
            style = app.text.fitting(title.upper(), TITLE, width)
            high = app.text.measure(title.upper(), style, width)[1]
            area.add(
                Label(
                    app, "board.title", pygame.Rect(0, 0, width, high), title.upper(), style, self._accent(person),
                    align="center", region=region,
                )
            )  # fmt: skip
            y = high + scale.px(8)
        line = app.text.line_height(SMALL)
        side = max(scale.px(92), app.text.line_height(NAME) + line)
        place = pygame.Rect(0, y, round(scale.px(92) * 1.2), scale.px(92))
        area.add(Drawn(app, "board.face", place, partial(self._draw_face, person=person), region=region))
        left = place.right + scale.px(12)
        room = width - left
        name = table.person_name(person.seat)
        unbroken = max(name.split(), key=len) if titled else name
        style = app.text.fitting(unbroken, NAME, room, SMALL.size)
        name_high = app.text.measure(name, style, room)[1]
        if titled:
            side = max(side, name_high + line)
        name_high = min(name_high, side - line)
        area.add(
            Label(
                app, "board.name", pygame.Rect(left, y, room, name_high), name, style, ink, must_fit=False,
                tooltip=name, region=region,
            )
        )  # fmt: skip
        state = app.tr(f"kan.status.{person.status}") if person.status != "standing" else table.space_name(person.space)
        area.add(
            Label(
                app, "board.state", pygame.Rect(left, y + name_high, room, side - name_high), state, SMALL, ink,
                region=region, must_fit=False, tooltip=state,
            )
        )  # fmt: skip
        y += side + scale.px(10)
        row = pygame.Rect(0, y, width, max(scale.px(24), app.text.line_height(SMALL_BOLD)))
        if turned:
            return y
        words = app.tr("kan.health", health=person.health, most=MOST_HEALTH)
        area.add(
            Drawn(app, "board.health", row, partial(self._draw_health, person=person), region=region, text=words,
                  tooltip=words)
        )  # fmt: skip
        return y + row.height + scale.px(10)

    def _draw_face(self, surface: pygame.Surface, widget: Widget, *, person: Person) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        picture = app.assets.cover(f"kanata/faces/{person.character}", box.size)
        if picture is not None:
            surface.blit(picture, box)
            if person.status == TURNED:
                key = ("kanata-turned_face", person.character, box.size)
                dark = app.assets.kept(key)
                if dark is None:
                    dark = pygame.transform.invert(picture)
                    dark.fill((170, 120, 110), special_flags=pygame.BLEND_MULT)
                    app.assets.keep(key, dark)
                surface.blit(dark, box)
        pygame.draw.rect(surface, theme.PRINT, box, scale.px(3), scale.px(4))
        pygame.draw.rect(surface, theme.GOLD, box.inflate(-scale.px(6), -scale.px(6)), 1, scale.px(3))
        mark = scale.px(30)
        app.paint.seat_mark(surface, (box.right - mark // 2, box.bottom - mark // 2), mark, person.seat, paper=True)

    def _draw_health(self, surface: pygame.Surface, widget: Widget, *, person: Person) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        person = self._now(person)
        digits = str(person.health)
        wide = app.text.measure("20", SMALL_BOLD)[0] + scale.px(8)
        side = min(box.height, scale.px(22))
        surface.blit(app.assets.icon("heart-organ", side, theme.BLOOD), (box.left, box.centery - side // 2))
        bar = pygame.Rect(box.left + side + scale.px(6), box.top + box.height // 2 - scale.px(7), 0, scale.px(14))
        bar.width = box.right - wide - bar.left
        draw_pips(app, surface, bar, person.health, MOST_HEALTH, theme.BLOOD, empty=theme.FAINT_ON_PAPER)
        place = pygame.Rect(box.right - wide, box.top, wide, box.height)
        app.text.draw(surface, digits, place, SMALL_BOLD, self._ink(person), align="right", valign="middle", wrap=False)

    # The round

    def _track(self, area: ScrollArea, person: Person, y: int, width: int, region: str) -> int:
        app, scale = self.table.app, self.table.app.scale
        loop = TURNED_LOOP if person.status == TURNED else HUMAN_LOOP
        cell = width // loop[0]
        place = pygame.Rect((width - cell * loop[0]) // 2, y, cell * loop[0], cell * loop[1])
        spaces = self.table.view.track_of(person)
        ahead = ", ".join(
            app.tr("kan.track.ahead", steps=n, kind=f"@kanata.track.{spaces[(person.track + n) % len(spaces)]}")
            for n in range(1, NEXT + 1)
            if spaces[(person.track + n) % len(spaces)] not in ("fence", "quiet")
        )
        words = app.tr("kan.track", kind=f"@kanata.track.{spaces[person.track % len(spaces)]}", ahead=ahead)
        area.add(
            Drawn(
                app, "board.track", place, partial(self._draw_track, person=person, loop=loop), region=region,
                text=words, tooltip=words, why=Why(words, "KAN-TRACK-01"),
            )
        )  # fmt: skip
        y = place.bottom + scale.px(10)
        return self._occult(area, person, y, width, region) if person.status == TURNED else y

    def _occult(self, area: ScrollArea, person: Person, y: int, width: int, region: str) -> int:
        """What the d4 of an Occult space does (KAN-TURNED-07)."""
        app, scale = self.table.app, self.table.app.scale
        lines = [("title", app.tr("kan.occult"), SECTION)]
        lines += [(name, app.tr("kan.occult.line", die=n, what=f"@kan.occult.{name}"), SMALL)
                  for n, name in enumerate(RESULTS, 1)]  # fmt: skip
        for name, words, style in lines:
            left = scale.px(12)  # clear of the thorns of the print
            high = app.text.measure(words, style, width - 2 * left)[1]
            place = pygame.Rect(left, y, width - 2 * left, high)
            area.add(Label(app, f"board.occult.{name}", place, words, style, self._ink(person), region=region))
            y += high + scale.px(3)
        return y + scale.px(8)

    def _loop(self, box: pygame.Rect, loop: tuple[int, int]) -> list[pygame.Rect]:
        """The spaces round the board, clockwise from the top left corner."""
        wide, high = loop
        cell = box.width // wide
        cells = [(x, 0) for x in range(wide)] + [(wide - 1, y) for y in range(1, high)]
        cells += [(x, high - 1) for x in range(wide - 2, -1, -1)] + [(0, y) for y in range(high - 2, 0, -1)]
        return [pygame.Rect(box.left + x * cell, box.top + y * cell, cell, cell) for x, y in cells]

    def _draw_track(self, surface: pygame.Surface, widget: Widget, *, person: Person, loop: tuple[int, int]) -> None:
        app, scale = self.table.app, self.table.app.scale
        person = self._now(person)
        turned = person.status == TURNED
        spaces = self.table.view.track_of(person)
        places = self._loop(widget.box, loop)
        ink = self._ink(person)
        marker = self.table.motion.marker(person)
        for index, kind in enumerate(spaces[: len(places)]):
            place = places[index].inflate(-scale.px(1.5), -scale.px(1.5))
            ahead = (index - person.track) % len(spaces)
            special = kind not in ("fence", "quiet")
            ground = {"barn": theme.BLOOD, "pillars": theme.EVIL, "occult": theme.OXBLOOD, "mystery": theme.RAID}.get(
                kind
            )
            if ground is not None:
                surface.fill(ground, place)
            elif special:
                surface.fill(theme.mix(theme.AGED, theme.GOLD, 0.35) if not turned else theme.SOOT, place)
            near = 1 <= ahead <= NEXT
            pygame.draw.rect(surface, ink, place, scale.px(2) if near else 1)
            side = min(place.size) - scale.px(3)
            if special and side > 5:
                colour = theme.BONE if ground is not None or turned else theme.PRINT
                surface.blit(
                    app.assets.icon(TRACK_ICONS[kind], side, colour),
                    (place.centerx - side // 2, place.centery - side // 2),
                )
        self._draw_ahead(surface, places, person, len(spaces))
        spot = places[round(marker) % len(places)]
        cube = spot.inflate(-scale.px(2), -scale.px(2))
        pygame.draw.rect(surface, theme.INK, cube.move(scale.px(1), scale.px(2)), 0, scale.px(3))
        pygame.draw.rect(surface, GREEN, cube, 0, scale.px(3))
        pygame.draw.rect(surface, theme.INK, cube, max(1, scale.px(1.5)), scale.px(3))
        middle = widget.box.inflate(-2 * places[0].width - scale.px(10), -2 * places[0].height - scale.px(8))
        self._draw_middle(surface, middle, person)

    def _draw_ahead(self, surface: pygame.Surface, places: list[pygame.Rect], person: Person, total: int) -> None:
        """The next twelve spaces numbered, on the inner side of the round."""
        app = self.table.app
        box = places[0].unionall(places[1:])
        face = app.text.font("AlegreyaSans-700", max(9, round(12.5 * app.scale.u)))
        taken: list[pygame.Rect] = []
        spaces = self.table.view.track_of(person)
        for ahead in range(1, NEXT + 1):
            index = (person.track + ahead) % total
            place = places[index]
            image = face.render(str(ahead), True, self._ink(person))
            spot = image.get_rect(center=place.center)
            if spaces[index] not in ("fence", "quiet"):
                if place.top == box.top:
                    spot.midtop = (place.centerx, place.bottom)
                elif place.bottom == box.bottom:
                    spot.midbottom = (place.centerx, place.top)
                elif place.left == box.left:
                    spot.midleft = (place.right + 2, place.centery)
                else:
                    spot.midright = (place.left - 2, place.centery)
            if spot.collidelist(taken) < 0:
                surface.blit(image, spot)
                taken.append(spot)

    def _draw_middle(self, surface: pygame.Surface, box: pygame.Rect, person: Person) -> None:
        """What lies in the middle of the board: dice of the last roll, horde symbols with their cubes."""
        app, scale = self.table.app, self.table.app.scale
        ink = self._ink(person)
        dice = self.table.motion.last_dice
        side = min(scale.px(40), box.height // 3)
        total = len(dice) * (side + scale.px(4))
        for number, face in enumerate(dice):
            centre = (
                box.centerx - total // 2 + number * (side + scale.px(4)) + side // 2,
                box.top + side // 2 + scale.px(10),
            )
            draw_die(app, surface, face, centre, side)
        if person.status == TURNED:
            return
        icon = scale.px(34)
        line = app.text.line_height(SMALL)
        low = pygame.Rect(box.left, box.bottom - icon - line - scale.px(10), box.width, icon + line)
        symbols = 2
        for n in range(symbols):
            x = low.centerx + round((n - 0.5) * scale.px(64))
            surface.blit(app.assets.icon("minions", icon, ink), (x - icon // 2, low.top))
            cube = pygame.Rect(0, 0, scale.px(18), scale.px(18))
            cube.center = (x, low.top + icon // 2 + scale.px(2))
            panic = self.table.view.panic and n == symbols - 1
            if panic:
                surface.blit(app.assets.icon("screaming", icon, theme.BLOOD), (x - icon // 2, low.top))
            elif n < person.cubes:
                pygame.draw.rect(surface, theme.INK, cube, 0, scale.px(3))
                pygame.draw.rect(surface, theme.BONE, cube, max(1, scale.px(1.5)), scale.px(3))
        words = app.tr("kan.cubes", cubes=person.cubes)
        place = pygame.Rect(low.left, low.top + icon, low.width, line)
        app.text.draw(surface, words, place, SMALL, ink, align="center", wrap=False)

    # Items

    def _items(self, area: ScrollArea, person: Person, y: int, width: int, region: str) -> int:
        table, app, scale = self.table, self.table.app, self.table.app.scale
        ink = self._ink(person)
        words = app.tr("kan.carried", count=len(person.items), most=SLOTS)
        high = app.text.measure(words, SECTION, width)[1]
        area.add(
            Label(
                app,
                "board.carried",
                pygame.Rect(0, y, width, high),
                words,
                SECTION,
                self._accent(person),
                region=region,
            )
        )
        y += high + scale.px(6)
        gap = scale.px(6)
        slots = max(SLOTS, len(person.items))
        columns = self._columns(person, width, gap)
        wide = (width - gap * (columns - 1)) // columns
        tall = scale.px(14) + scale.px(ITEM_ICON) + 2 * app.text.line_height(SMALL)
        for number in range(slots):
            row, column = divmod(number, columns)
            place = pygame.Rect(column * (wide + gap), y + row * (tall + gap), wide, tall)
            item = person.items[number] if number < len(person.items) else ""
            text = table.item_words(item) if item else app.tr("kan.slot.empty")
            area.add(
                Drawn(
                    app, f"slot.{number}", place, partial(self._draw_slot, person=person, number=number, ink=ink),
                    partial(table.press_item, item) if item else None, text=text, tooltip=text, region=region,
                )
            )  # fmt: skip
        y += (-(-slots // columns)) * (tall + gap)
        tokens = [(name, count) for name, count in person.tokens if count]
        x = 0
        for name, count in tokens:
            side = scale.px(44)
            if x + side > width:
                x, y = 0, y + side + gap
            text = table.token_words(name, count)
            area.add(
                Drawn(
                    app, f"token.{name}", pygame.Rect(x, y, side, side),
                    partial(self._draw_token, item=name, count=count, ink=ink),
                    partial(table.press_item, name), text=text, tooltip=text, region=region,
                )
            )  # fmt: skip
            x += side + gap
        if tokens:
            y += scale.px(44) + gap
        return y + scale.px(4)

    def _columns(self, person: Person, width: int, gap: int) -> int:
        """How many cards lie side by side: half as many where the longest word of one would be broken."""
        app = self.table.app
        words = [word for item in person.items for word in self.table.item_name(item).split()]
        room = (width - gap * (SLOTS - 1)) // SLOTS - app.scale.px(CARD_EDGE)
        longest = max((app.text.measure(word, SMALL.sized(LEAST_NAME))[0] for word in words), default=0)
        return SLOTS if longest <= room else SLOTS // 2

    def _draw_slot(
        self, surface: pygame.Surface, widget: Widget, *, person: Person, number: int, ink: Colour
    ) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        items = self._now(person).items
        item = items[number] if number < len(items) else ""
        if not item:
            pygame.draw.rect(surface, theme.mix(ink, theme.AGED, 0.55), box, max(1, scale.px(1.5)), scale.px(5))
            return
        app.paint.button(surface, box, widget.look, "paper")
        dark = app.paint.button_ink(widget.look, "paper")
        line = app.text.line_height(SMALL)
        side = min(box.width - scale.px(16), scale.px(ITEM_ICON))
        surface.blit(app.assets.icon(item_icon(item), side, dark), (box.centerx - side // 2, box.top + scale.px(6)))
        name = self.table.item_name(item)
        rounds = self.table.view.ammo.get(item)
        top = box.top + scale.px(8) + scale.px(ITEM_ICON)
        place = pygame.Rect(box.left, top, box.width, line).inflate(-scale.px(CARD_EDGE), 0)
        if rounds is None:  # there is room for a second line where no rounds are shown
            place.height = 2 * line
        longest = name if rounds is not None else max(name.split(), key=len)
        style = app.text.fitting(longest, SMALL, place.width, LEAST_NAME)
        while style.size > LEAST_NAME and app.text.measure(name, style, place.width)[1] > place.height:
            style = style.sized(style.size - 0.5)
        app.text.draw(
            surface, name, place, style, dark, align="center", valign="middle", wrap=rounds is None, must_fit=False
        )
        if rounds is not None:
            full = self.table.full_ammo(item)
            wide = app.text.measure("10", SMALL)[0]
            digit = pygame.Rect(box.right - wide - scale.px(5), top + line, wide, line)
            bar = pygame.Rect(
                box.left + scale.px(6), digit.centery - scale.px(3), box.width - scale.px(16) - wide, scale.px(7)
            )
            draw_pips(app, surface, bar, min(rounds, full), full, theme.BLOOD, gap=1, empty=theme.FAINT_ON_PAPER)
            app.text.draw(surface, str(rounds), digit, SMALL, dark, align="right", valign="middle", wrap=False)

    def _draw_token(self, surface: pygame.Surface, widget: Widget, *, item: str, count: int, ink: Colour) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        pygame.draw.circle(surface, theme.AGED, box.center, box.width // 2)
        pygame.draw.circle(surface, theme.PRINT, box.center, box.width // 2, scale.px(2))
        side = round(box.width * 0.58)
        surface.blit(
            app.assets.icon(item_icon(item), side, theme.PRINT), (box.centerx - side // 2, box.centery - side // 2)
        )
        if count > 1:
            place = pygame.Rect(box.right - scale.px(18), box.bottom - scale.px(20), scale.px(18), scale.px(20))
            app.text.draw(surface, str(count), place, SMALL_BOLD, ink, align="center", wrap=False)

    def _free_acts(self, area: ScrollArea, person: Person, y: int, width: int, region: str) -> int:
        """What else may be done now, for nothing (KAN-TURN-08)."""
        table, app, scale = self.table, self.table.app, self.table.app.scale
        acts = table.free_acts()
        for number, action in enumerate(acts):
            words = table.wording.action(action)
            high = Button.height_for(app, words, width, icon=True, style=theme.LABEL_BOLD)
            area.add(
                Button(
                    app, f"free.{number}", pygame.Rect(0, y, width, high), words, partial(table.do, action),
                    icon=table.act_icon(action), kind="paper", align="left", style=theme.LABEL_BOLD, region=region,
                    tooltip=table.target_words(action),
                )
            )  # fmt: skip
            y += high + scale.px(6)
        return y + scale.px(4)


def is_free(action: Action) -> bool:
    """Whether an act at `choose_action` is one of the free ones, which have no slot in the bar."""
    return str(action.__struct_config__.tag) not in ("move", "stay", "player_board", "shoot", "search", "end_turn")

"""New game: the game, who sits where, its options, and how chance begins, on one page."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game import registry
from game.commands.common import usual_seats
from game.core.chance import SEED_BITS, is_seed, seed_from
from game.core.contract import Game, Option, SetupError
from game.core.journal import SaveError
from game.core.names import clean_name
from game.core.session import HUMAN, SeatPlan
from scenes import boards, theme
from scenes.app import App
from scenes.heading import Heading
from scenes.screen import Screen
from scenes.settings import SeatSetup, TableSetup
from scenes.trouble import save_fault
from scenes.widgets import (
    Button,
    Chip,
    Choice,
    Drawn,
    IconButton,
    Label,
    Panel,
    ScrollArea,
    Slider,
    TextField,
    Toggle,
    Ui,
    Why,
    Widget,
)

EMPTY = "empty"


WITH = "with."
"""Before the number of a row: its person leads this seat too."""


@dataclass(eq=False)  # two places with equal words are not the same place
class SeatRow:
    """One place at the table while it is set up. `lead`: the row whose person leads this seat too, ``None`` for a
    person of its own (and for computers)."""

    kind: str
    name: str = ""
    lead: SeatRow | None = None


class Seats(Screen):
    """Who plays, with which options. Start is dim until the game can begin, and says what is missing."""

    name = "seats"

    def __init__(self, app: App, game: str | None = None) -> None:
        super().__init__(app)
        self.game_id = game or next(iter(registry.GAMES))
        self.rows: list[SeatRow] = []
        self.options: dict[str, Any] = {}
        self.seed_word = ""
        self.fault = ""
        self._choose_game(self.game_id)
        self.ui.focus_first("start")

    @property
    def game(self) -> Game:
        return registry.get(self.game_id)

    def _choose_game(self, game: str) -> None:
        self.game_id = game
        first = boards.of(game).first_seats or usual_seats(self.game, person=True)
        self.rows = [SeatRow(kind) for kind in first]
        self.rows += [SeatRow(EMPTY) for _ in range(self.game.max_players - len(first))]
        self.options = {option.name: option.at_first for option in self.game.options}
        self.fault = ""
        self._remember()

    def _remember(self) -> None:
        """Seats, names and options of the game's last table, as far as they still fit."""
        last = self.app.settings.tables.get(self.game_id)
        if last is None:
            return
        rows = [SeatRow(one.kind, clean_name(one.name, "")) for one in last.seats[: self.game.max_players]]
        taken = [row for row in rows if row.kind != EMPTY]
        fits = all(row.kind in self.game.seat_kinds(seat) for seat, row in enumerate(taken))
        if fits and len(taken) >= self.game.min_players:
            for row, one in zip(rows, last.seats, strict=False):
                leader = rows[one.lead] if 0 <= one.lead < len(rows) else row
                if HUMAN == row.kind == leader.kind and leader is not row and leader.lead is None:
                    row.lead = leader
            self.rows = rows + [SeatRow(EMPTY) for _ in range(self.game.max_players - len(rows))]
        for option in self.game.options:
            value = last.options.get(option.name)
            if self._offered(option, value):
                self.options[option.name] = value

    def _offered(self, option: Option, value: Any) -> bool:
        """Whether an option can be set to `value` on this screen."""
        if option.kind == "switch":
            return isinstance(value, bool)
        if isinstance(value, bool):
            return False
        if option.kind == "number":
            return isinstance(value, int) and option.choices[0] <= value <= option.choices[1]
        return any(type(choice) is type(value) and choice == value for choice, _ in self._words_of(option))

    def _keep(self) -> None:
        """Let the next table of this game begin as this one did."""
        seats = [
            SeatSetup(row.kind, row.name, self.rows.index(row.lead) if row.lead in self.rows else -1)
            for row in self.rows
        ]
        options = {name: value for name, value in self.options.items() if isinstance(value, (bool, int, str))}
        self.app.settings.tables[self.game_id] = TableSetup(seats, options)
        self.app.keep_settings()

    # What is missing

    def plans(self) -> list[SeatPlan]:
        """The seats as they would be played, empty ones left out."""
        taken = [row for row in self.rows if row.kind != EMPTY]
        names = [clean_name(row.name, "") or self._default_name(row, seat) for seat, row in enumerate(taken)]
        persons = [self._person(row, taken) if row.kind == HUMAN else None for row in taken]
        return [SeatPlan(row.kind, name, person) for row, name, person in zip(taken, names, persons, strict=True)]

    @staticmethod
    def _person(row: SeatRow, taken: Sequence[SeatRow]) -> int:
        """The number of the person who leads a row: that of the first seat of theirs."""
        leader = row.lead or row
        return next(seat for seat, one in enumerate(taken) if one is leader or one.lead is leader)

    def _default_name(self, row: SeatRow, seat: int) -> str:
        return self.app.tr(f"seats.default.{row.kind}", number=seat + 1)

    def missing(self) -> Why | None:
        """Why the game cannot begin yet."""
        plans = self.plans()
        game_name = self.app.tr(self.game.name)
        if len(plans) < self.game.min_players:
            return Why(self.app.tr("seats.too_few", game=game_name, least=self.game.min_players, count=len(plans)))
        names = [plan.name.casefold() for plan in plans]
        twice = next((plan.name for plan in plans if names.count(plan.name.casefold()) > 1), None)
        if twice is not None:
            return Why(self.app.tr("seats.same_name", name=twice))
        if not is_seed(self.seed()):
            return Why(self.app.tr("seats.seed.fault", most=(1 << SEED_BITS) - 1))
        if self.fault:
            return Why(self.fault)
        return None

    def resume(self) -> None:
        self.refresh()

    # What can be done

    def _set_kind(self, row: int, kind: str) -> None:
        """Who sits there: a kind, or the person of another row."""
        self.rows[row].lead = self.rows[int(kind.removeprefix(WITH))] if kind.startswith(WITH) else None
        self.rows[row].kind = HUMAN if kind.startswith(WITH) else kind
        if self.rows[row].kind != HUMAN or self.rows[row].lead is not None:
            self._let_go(self.rows[row])
        self._changed()

    def _let_go(self, row: SeatRow) -> None:
        """Nobody follows the person of `row` any more; the first of those who did leads the others."""
        heir: SeatRow | None = None
        for other in self.rows:
            if other.lead is row:
                other.lead = heir
                heir = heir or other

    def leaders(self, row: int) -> list[int]:
        """The rows whose person could lead this seat too."""
        return [
            number
            for number, other in enumerate(self.rows)
            if number != row and other.kind == HUMAN and other.lead is None
        ]

    def _set_name(self, row: int, name: str) -> None:
        self.rows[row].name = name
        self._changed()

    def _move(self, row: int, by: int) -> None:
        other = row + by
        if 0 <= other < len(self.rows):
            self.rows[row], self.rows[other] = self.rows[other], self.rows[row]
            self._changed()

    def _swap(self, row: int, other: int) -> None:
        """Drop a seat on another: they change places."""
        self.rows[row], self.rows[other] = self.rows[other], self.rows[row]
        self._changed()

    def _shuffle(self) -> None:
        taken = [row for row in self.rows if row.kind != EMPTY]
        empty = [row for row in self.rows if row.kind == EMPTY]
        secrets.SystemRandom().shuffle(taken)
        self.rows = taken + empty
        self._changed()

    def _fill_up(self) -> None:
        for row in self.rows:
            if row.kind == EMPTY:
                row.kind = self.game.levels[0]
        self._changed()

    def _set_option(self, name: str, value: Any) -> None:
        self.options[name] = value
        self._changed()

    def _set_seed(self, word: str) -> None:
        self.seed_word = word
        self._changed()

    def _set_game(self, game: str) -> None:
        self._choose_game(game)
        self.refresh()

    def _changed(self) -> None:
        self.fault = ""
        self.refresh()

    def seed(self) -> int:
        """The seed: the number or word that was typed, or chance."""
        return seed_from(self.seed_word.strip()) if self.seed_word.strip() else secrets.randbits(SEED_BITS)

    def start(self) -> None:
        """Set the table up; whatever the rules refuse is told in their words."""
        from scenes.shell import show_table, start_session

        plans = self.plans()
        options = {name: value for name, value in self.options.items() if self._fits(name, value, len(plans))}
        try:
            options = boards.of(self.game_id).finished_options(self.app, options)
            session = start_session(self.app, self.game_id, plans, self.seed(), options)
        except SetupError as error:
            self.fault = str(error)
            self.refresh()
            self.ui.refuse(Why(self.fault, error.clause or ""), self.ui.find("start"))
            return
        except SaveError as error:
            self.ui.refuse(Why(save_fault(self.app, error)), self.ui.find("start"))
            return
        self._keep()
        show_table(self.app, session)

    def _fits(self, name: str, value: Any, seats: int) -> bool:
        """Whether an option may go to the rules: a seat that is empty now falls back to the default."""
        option = next(one for one in self.game.options if one.name == name)
        if option.of_seat is not None:
            return option.of_seat < seats
        return option.kind != "seat" or not isinstance(value, int) or value < seats

    # How it is laid out

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        acts = boards.of(self.game_id).set_up_entries(app)
        wide = [Button.width_for(app, word, icon=True) for _, word, _ in acts]
        beside = sum(wide) + scale.px(16) * len(wide)
        heading = Heading(self, app.tr("seats.title", game=app.tr(self.game.name)), beside=beside)
        heading.add(ui)
        place = heading.beside_back(max(0, beside - scale.px(16)))
        for (id, word, act), width in zip(acts, wide, strict=True):
            place = pygame.Rect(place.left, place.top, width, place.height)
            ui.add(Button(app, id, place, word, act, icon="meeple", region="top"))
            place = place.move(width + scale.px(16), 0)
        edge, title = heading.edge, heading.title
        start_word = app.tr("seats.start")
        high = max(scale.px(64), app.text.line_height(theme.BUTTON_TEXT) + scale.px(24))
        missing = self.missing()
        width = min(max(scale.px(320), Button.width_for(app, start_word, icon=True)), scale.width // 2)
        room = scale.width - 2 * edge - width - scale.px(24)
        if missing is not None:
            high = max(high, Label.height_for(app, missing.text, theme.LABEL, room))
        bottom = scale.height - edge // 2 - high
        body = pygame.Rect(
            edge, title.bottom + scale.px(16), scale.width - 2 * edge, bottom - title.bottom - scale.px(32)
        )
        pad = scale.px(24)
        if scale.wide / max(1.0, scale.text_factor) >= 1100:
            left = pygame.Rect(body.left, body.top, round(body.width * 0.58) - scale.px(12), body.height)
            right = pygame.Rect(
                left.right + scale.px(24), body.top, body.right - left.right - scale.px(24), body.height
            )
            ui.add(Panel(app, "seats-panel", left, "soot"), Panel(app, "options-panel", right, "parchment"))
            seats = ScrollArea(app, "seats", left.inflate(-2 * pad, -2 * pad))
            self._fill_seats(seats, 0)
            options = ScrollArea(app, "options", right.inflate(-2 * pad, -2 * pad), region="right", paper=True)
            self._fill_options(options, 0, paper=True)
            ui.add(seats, options)
        else:
            ui.add(Panel(app, "seats-panel", body, "soot"))
            both = ScrollArea(app, "seats", body.inflate(-2 * pad, -2 * pad))
            y = self._fill_seats(both, 0)
            self._fill_options(both, y + scale.px(16), paper=False)
            ui.add(both)
        start = pygame.Rect(scale.width - edge - width, bottom, width, high)
        ui.add(
            Button(
                app, "start", start, start_word, self.start, kind="primary", reason=missing, region="actions",
                icon="entry-door",
            )
        )  # fmt: skip
        if missing is not None:
            place = pygame.Rect(edge, bottom, room, high)
            label = Label(
                app, "missing", place, missing.text, theme.LABEL, theme.BAD_ON_DARK, align="right", valign="middle",
                region="prompt",
            )  # fmt: skip
            ui.add(label)

    def _heading(self, area: ScrollArea, id: str, key: str, y: int, paper: bool) -> int:
        word = self.app.tr(key)
        high = Label.height_for(self.app, word, theme.HEADING, area.inner_width)
        colour = theme.BLOOD if paper else theme.LIGHT_GOLD
        area.add(Label(self.app, id, pygame.Rect(0, y, area.inner_width, high), word, theme.HEADING, colour))
        return y + high + self.app.scale.px(8)

    def _fill_seats(self, area: ScrollArea, y: int) -> int:
        app, scale = self.app, self.app.scale
        width = area.inner_width
        if len(registry.GAMES) > 1:
            names = [(game, app.tr(registry.get(game).name)) for game in registry.GAMES]
            room = max(width // 2, scale.px(200)) - scale.px(60)
            tall = max(app.text.measure(name, theme.LABEL_BOLD, room)[1] for _, name in names) + scale.px(14)
            place = pygame.Rect(0, y, width, max(app.text.control(52), tall))
            area.add(Choice(app, "game", place, app.tr("seats.game"), names, self.game_id, self._set_game))
            y = place.bottom + scale.px(12)
        y = self._heading(area, "seats.heading", "seats.heading", y, False)
        high = max(scale.px(72), app.text.control() + scale.px(20))
        for number in range(len(self.rows)):
            self._add_row(area, number, pygame.Rect(0, y, width, high))
            y += high + scale.px(8)
        half = (width - scale.px(12)) // 2
        fill_word, order_word = app.tr("seats.fill"), app.tr("seats.random_order")
        tall = max(Button.height_for(app, word, half, icon=True) for word in (fill_word, order_word))
        full = all(row.kind != EMPTY for row in self.rows)
        area.add(
            Button(
                app, "fill", pygame.Rect(0, y, half, tall), fill_word, self._fill_up, icon="vintage-robot",
                reason=Why(app.tr("seats.full")) if full else None,
            ),
            Button(
                app, "order", pygame.Rect(width - half, y, half, tall), order_word, self._shuffle,
                icon="rolling-dices",
            ),
        )  # fmt: skip
        area.content_height = self._fill_cast(area, y + tall + scale.px(8))
        return area.content_height

    def _fill_cast(self, area: ScrollArea, y: int) -> int:
        """Whom each seat plays, in games that have such a choice; returns the bottom."""
        app, scale, width = self.app, self.app.scale, area.inner_width
        cast = {option.of_seat: option for option in self.game.options if option.of_seat is not None}
        if not cast:
            return y
        y = self._heading(area, "cast.heading", "seats.cast", y + scale.px(10), False)
        for seat, plan in enumerate(self.plans()):
            if seat in cast:
                option = cast[seat]
                words = self._words_of(option)
                room = max(width // 2, scale.px(200)) - scale.px(60)
                tall = max(app.text.measure(word, theme.LABEL_BOLD, room)[1] for _, word in words) + scale.px(14)
                place = pygame.Rect(0, y, width, max(app.text.control(52), tall))
                value, act = self.options[option.name], partial(self._set_option, option.name)
                text = f"{plan.name}: {dict(words).get(value, value)}"
                id, tip = f"option.{option.name}", app.tr(f"{self.game_id}.option.{option.name}.help")
                area.add(Choice(app, id, place, plan.name, words, value, act, tooltip=tip, text=text))
                y = place.bottom + scale.px(8)
        one = next(iter(cast.values()))
        help = app.tr(f"{self.game_id}.option.{one.name}.help")
        return self._add_help(area, "cast.help", help, y, paper=False, clauses=one.clauses)

    def _add_row(self, area: ScrollArea, number: int, place: pygame.Rect) -> None:
        app, scale, row = self.app, self.app.scale, self.rows[number]
        empty = row.kind == EMPTY
        gap, side, inner = scale.px(8), scale.px(48), app.text.control()
        top = place.centery - inner // 2
        seat = sum(one.kind != EMPTY for one in self.rows[:number])
        word = app.tr("seats.row", number=number + 1, name=row.name or app.tr(f"seats.kind.{row.kind}"))
        area.add(
            Drawn(
                app, f"row.{number}", place, partial(self._draw_row, seat=seat, empty=empty), text=word,
                tooltip=app.tr("seats.drag"), payload=number, on_drop=partial(self._dropped, number),
            )
        )  # fmt: skip
        x = place.left + scale.px(76)
        buttons = 2 * side + gap + scale.px(12)
        kind_width = min(scale.px(260), (place.width - scale.px(76) - buttons) // 2)
        field = pygame.Rect(x, top, place.right - buttons - kind_width - gap - x, inner)
        if not empty:
            hint = self._default_name(row, seat)
            area.add(TextField(app, f"name.{number}", field, row.name, partial(self._set_name, number), hint=hint))
        kinds = [*self._kinds(seat), *([EMPTY] if len(self.rows) > self.game.min_players else [])]
        words = [(kind, app.tr(f"seats.kind.{kind}")) for kind in kinds]
        if HUMAN in kinds:
            leaders = [(f"{WITH}{other}", self._leader_word(other)) for other in self.leaders(number)]
            words[1:1] = leaders
        leading = row.lead in self.rows
        value = f"{WITH}{self.rows.index(row.lead)}" if row.lead is not None and leading else row.kind
        help = "seats.with.help" if leading else f"seats.kind.{row.kind}.help"
        x = field.right + gap
        area.add(
            Choice(
                app, f"kind-{number}", pygame.Rect(x, top, kind_width, inner), "", words, value,
                partial(self._set_kind, number), tooltip=app.tr(help),
            )
        )  # fmt: skip
        x += kind_width + gap
        for by, icon, key in ((-1, "up", "seats.up"), (1, "down", "seats.down")):
            edge = number == 0 if by < 0 else number == len(self.rows) - 1
            spot = pygame.Rect(x, place.centery - side // 2, side, side)
            area.add(
                IconButton(
                    app, f"{icon}.{number}", spot, "plain-arrow", app.tr(key), partial(self._move, number, by),
                    kind="quiet", turn=180 if by < 0 else 0, reason=Why(app.tr("seats.edge")) if edge else None,
                )
            )  # fmt: skip
            x += side

    def _leader_word(self, row: int) -> str:
        taken = [one for one in self.rows if one.kind != EMPTY]
        seat = next(seat for seat, one in enumerate(taken) if one is self.rows[row])
        return self.app.tr("seats.with", name=self.plans()[seat].name)

    def _kinds(self, seat: int) -> Sequence[str]:
        from scenes.shell import seat_kinds

        return seat_kinds(self.game_id, min(seat, self.game.max_players - 1))

    def _dropped(self, target: int, source: Any) -> None:
        if isinstance(source, int) and source != target:
            self._swap(source, target)

    def _draw_row(self, surface: pygame.Surface, widget: Widget, *, seat: int, empty: bool) -> None:
        scale, box = self.app.scale, widget.box
        self.app.paint.button(surface, box, "dim" if empty else ("hover" if widget.hovered else "normal"), "plain")
        centre = (box.left + scale.px(38), box.centery)
        if empty:
            pygame.draw.circle(surface, theme.ASH, centre, scale.px(16), max(1, scale.px(2)))
        else:
            self.app.paint.seat_mark(surface, centre, scale.px(44), seat)

    def _fill_options(self, area: ScrollArea, y: int, *, paper: bool) -> int:
        app, scale = self.app, self.app.scale
        width = area.inner_width
        y = self._heading(area, "options.heading", "seats.options", y, paper)
        for option in self.game.options:
            if option.of_seat is None:
                y = self._add_option(area, option, y, paper)
        y = self._heading(area, "seed.heading", "seats.seed", y, paper)
        high = app.text.control(52)
        area.add(
            TextField(
                app, "seed", pygame.Rect(0, y, width, high), self.seed_word, self._set_seed,
                hint=app.tr("seats.seed.random"), longest=60, region=area.region,
            )
        )  # fmt: skip
        y += high + scale.px(6)
        y = self._add_help(area, "seed.help", app.tr("seats.seed.help"), y, paper, ())
        area.content_height = y
        return y

    def _add_option(self, area: ScrollArea, option: Option, y: int, paper: bool) -> int:
        app, scale = self.app, self.app.scale
        key = f"{self.game_id}.option.{option.name}"
        label = app.tr(key)
        value = self.options[option.name]
        act = partial(self._set_option, option.name)
        width = area.inner_width
        id = f"option.{option.name}"
        if option.kind == "switch":
            high = max(scale.px(52), app.text.measure(label, theme.LABEL, width - scale.px(160))[1])
            area.add(
                Toggle(
                    app, id, pygame.Rect(0, y, width, high), label, bool(value), act, paper=paper, region=area.region
                )
            )
        elif option.kind == "number":
            high = max(scale.px(52), app.text.measure(label, theme.LABEL, width // 2)[1])
            ends = int(option.choices[0]), int(option.choices[1])
            area.add(
                Slider(
                    app, id, pygame.Rect(0, y, width, high), label, int(value), *ends, 1, act, unit="", paper=paper,
                    region=area.region,
                )
            )  # fmt: skip
        else:
            words = self._words_of(option)
            name_high = Label.height_for(app, label, theme.LABEL_BOLD, width)
            colour = theme.PRINT if paper else theme.BONE
            area.add(Label(app, f"{id}.label", pygame.Rect(0, y, width, name_high), label, theme.LABEL_BOLD, colour))
            y += name_high + scale.px(4)
            longest = max(app.text.measure(word, theme.LABEL_BOLD, width - scale.px(60))[1] for _, word in words)
            high = max(scale.px(52), longest + scale.px(12))
            area.add(
                Choice(
                    app, id, pygame.Rect(0, y, width, high), "", words, value, act, paper=paper, region=area.region,
                    text=f"{label}: {dict(words).get(value, value)}",
                )
            )  # fmt: skip
        return self._add_help(area, f"{id}.help", app.tr(f"{key}.help"), y + high + scale.px(4), paper, option.clauses)

    def _words_of(self, option: Option) -> list[tuple[Any, str]]:
        """What can be chosen for an option, each in words."""
        key = f"{self.game_id}.option.{option.name}"
        words = [(choice, self._choice_word(option, key, choice)) for choice in self._choices(option)]
        return [*words, *boards.of(self.game_id).more_choices(self.app, option.name)]

    def _choices(self, option: Option) -> list[Any]:
        if option.kind == "seat":
            return [*option.choices, *range(len(self.plans()))]
        return list(option.choices) or [option.default]

    def _choice_word(self, option: Option, key: str, choice: Any) -> str:
        if option.kind == "seat" and isinstance(choice, int):
            return self.plans()[choice].name
        return self.app.tr(option.choice_keys.get(str(choice), f"{key}.{choice}"))

    def _add_help(self, area: ScrollArea, id: str, text: str, y: int, paper: bool, clauses: Sequence[str]) -> int:
        app, scale = self.app, self.app.scale
        width = area.inner_width
        high = Label.height_for(app, text, theme.SECONDARY, width)
        colour = theme.FAINT_ON_PAPER if paper else theme.FAINT_ON_DARK
        area.add(Label(app, id, pygame.Rect(0, y, width, high), text, theme.SECONDARY, colour))
        y += high + scale.px(6)
        x = 0
        for clause in clauses:
            chip_width, chip_high = Chip.size_for(app, clause)
            chip = Chip(app, f"{id}.{clause}", pygame.Rect(x, y, chip_width, chip_high), clause, paper=paper)
            chip.region = area.region
            area.add(chip)
            x += chip_width + scale.px(8)
        if clauses:
            y += Chip.size_for(app, clauses[0])[1]
        return y + scale.px(18)

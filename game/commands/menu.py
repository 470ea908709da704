"""The program in a terminal: go on with a game that was left, or set up a new one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from game.commands import play
from game.commands.common import GOOD, LEAVING, CommandError, read_options, read_seats, read_seed, usual_seats
from game.core import saves
from game.core.chance import SEED_BITS
from game.core.contract import Option
from game.core.journal import SaveError
from game.core.names import shown_file
from game.core.numbers import whole_number
from game.core.saves import SaveInfo
from game.core.session import Session
from game.core.strings import Strings
from game.registry import GAMES, get

Entry: TypeAlias = tuple[str, Callable[[], Session] | None]
T = TypeVar("T")

_MOST_CONTINUED = 5


class Menu:
    """What ``python main.py`` shows where there is no window."""

    def __init__(self, folder: Path, strings: Strings) -> None:
        """``folder`` holds the journals of running games."""
        self._folder, self._text = folder, strings.text

    def run(self) -> int:
        """Show the menu until a game was played or the person quits (``quit``, end of input); the exit code."""
        try:
            while True:
                choice = self._choose()
                if choice is None:
                    return GOOD
                try:
                    session = choice()
                except SaveError as error:
                    print(error)
                else:
                    return play.play_in_terminal(session)
        except EOFError:
            print()
            return GOOD

    def _choose(self) -> Callable[[], Session] | None:
        """What the person wants; ``None``: to quit."""
        entries = [*self._continued(), *map(self._new_entry, GAMES), (self._text("menu.quit"), None)]
        print(self._text("menu.title"))
        for number, (label, _) in enumerate(entries, 1):
            print(f"{number:4}  {label}")
        while True:
            answer = _typed(self._text("menu.ask"))
            choice = whole_number(answer, 1, len(entries))
            if choice is not None:
                return entries[choice - 1][1]
            print(self._text("menu.no_choice", {"last": len(entries)}))

    def _continued(self) -> list[Entry]:
        """The games that were left, the latest first; a damaged one is offered to be recovered."""
        entries: list[Entry] = []
        last = saves.latest_running(self._folder, GAMES)
        listed = saves.list_saves(self._folder)
        for info in sorted(listed, key=lambda info: last is None or info.path != last.path):
            if info.finished or info.game not in GAMES:
                continue
            if info.state == "sound":
                entries.append((self._label("menu.continue", info), partial(play.open_table, info.path, self._folder)))
            elif info.state == "damaged":
                recover = partial(play.recovered_table, info.path, self._folder)
                entries.append((self._label("menu.recover", info), recover))
        return entries[:_MOST_CONTINUED]

    def _label(self, key: str, info: SaveInfo) -> str:
        name = self._text(get(info.game).name)
        file, fault = shown_file(info.path.name), str(info.reason or "")
        return self._text(key, {"game": name, "seats": ", ".join(info.seats), "file": file, "fault": fault})

    def _new_entry(self, game_id: str) -> Entry:
        return self._text("menu.new", {"game": self._text(get(game_id).name)}), partial(self._new, game_id)

    def _new(self, game_id: str) -> Session:
        """Ask for seats, options and seed of a new game."""
        game = get(game_id)
        default = usual_seats(game, person=True)
        values: dict[str, str | int] = {"least": game.min_players, "most": game.max_players}
        values |= {"kinds": ", ".join(game.seat_kinds(0)), "default": ",".join(default)}
        prompt = self._text("menu.seats", values)
        kinds = _asked(prompt, lambda answer: read_seats(game, answer or None, default))
        options: dict[str, Any] = {}
        for option in game.options:
            if option.of_seat is not None and option.of_seat >= len(kinds):
                continue
            options |= _asked(self._option_prompt(game_id, option), partial(_option, game_id, option))
            if option.first is not None:
                options.setdefault(option.name, option.first)
        seed = _asked(self._text("menu.seed"), lambda answer: read_seed(answer or None, secrets.randbits(SEED_BITS)))
        return play.start_table(game_id, kinds, seed, options, self._folder)

    def _option_prompt(self, game_id: str, option: Option) -> str:
        key = f"{game_id}.option.{option.name}"
        default, choices = str(option.at_first), ", ".join(map(str, option.choices))
        if option.kind == "switch":
            default, choices = "on" if option.at_first else "off", "on, off"
        values = {"name": self._text(key), "help": self._text(f"{key}.help"), "choices": choices, "default": default}
        return self._text("menu.option", values)


def _option(game_id: str, option: Option, answer: str) -> dict[str, Any]:
    return read_options(get(game_id), [f"{option.name}={answer}"]) if answer else {}


def _asked(prompt: str, read: Callable[[str], T]) -> T:
    """The answer to a question as ``read`` takes it; asked again while that refuses it."""
    while True:
        try:
            return read(_typed(prompt))
        except CommandError as error:
            print(str(error).partition(": ")[2])  # without the name of the command line's option


def _typed(prompt: str) -> str:
    """What is typed. Raises ``EOFError`` where that is to leave, as the end of input does."""
    answer = input(prompt).strip()
    if answer.lower() in LEAVING:
        raise EOFError
    return answer

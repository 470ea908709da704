"""How a person answers at each game's table, by mouse or by keys alone: sensibly, so that games last a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from game.ai.players import Player, choice_seed
from game.core.contract import Action
from game.sacrament.events import TurnEnded
from scenes.kingsport import facts
from scenes.table import TableScene
from tests.scenes.driver import Driver
from tests.scenes.kanata.person import Person as KanataPerson
from tests.scenes.kingsport.people import MOUSE
from tests.scenes.kingsport.people import answer as answer_kingsport
from tests.scenes.sacrament.people import answer as answer_sacrament
from tests.scenes.sacrament.people import by_hand


class Hand(Protocol):
    """Somebody's hand at one table."""

    def answer(self) -> None:
        """Give one answer to the open question (for a set: all of it)."""

    def turns(self) -> int:
        """How many whole turns the person has played."""


class Kingsport:
    """Plays what it has, calls the dearest god, sends nobody on raids."""

    def __init__(self, driver: Driver, table: Any, how: str) -> None:
        self.driver, self.table, self.how = driver, table, how

    def answer(self) -> None:
        answer_kingsport(self.driver, self.table, self._choice(), self.how)

    def _choice(self) -> Sequence[Action]:
        table = self.table
        actions = table.state.legal_actions()
        if table.question == "pay_deficit":
            return facts.payments(table.state, table.viewer or 0)[0].actions
        if table.question == "raid_cards":
            return facts.raid_actions([])
        if table.question == "invoke" and len(actions) > 1:
            return [actions[-2]]
        return [actions[0]]

    def turns(self) -> int:
        return int(self.table.state.chapter()) - 1


class Kanata:
    """Plays as a computer player advises."""

    def __init__(self, driver: Driver, table: Any, how: str) -> None:
        self.table = table
        self.person = KanataPerson(driver, table, mouse=how == MOUSE)

    def answer(self) -> None:
        self.person.act(self.person.choice())

    def turns(self) -> int:
        return int(self.table.state.chapter()) - 1


class Sacrament:
    """Plays as a computer player advises."""

    def __init__(self, driver: Driver, table: Any, how: str) -> None:
        self.driver, self.table, self.how = driver, table, how
        self.adviser = Player(table.session.game, "adept")

    def answer(self) -> None:
        seed = choice_seed(self.table.session.header.seed, self.table.current, len(self.table.session.entries))
        choice = self.adviser.choose(self.table.state, seed)
        answer_sacrament(self.driver, self.table, by_hand(choice.action), self.how)

    def turns(self) -> int:
        """In fights; beside them nobody has turns."""
        events = (event for entry in self.table.session.entries for event in entry.events)
        return sum(isinstance(event, TurnEnded) and event.seat == self.table.viewer for event in events)


HANDS: Mapping[str, Callable[[Driver, TableScene, str], Hand]] = {
    "kingsport": Kingsport, "kanata": Kanata, "sacrament": Sacrament,
}  # fmt: skip

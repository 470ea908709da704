"""What the tests of Sacrament share: setting up, playing at random, driving a story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.chance import Rng
from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.exploration import NodeChoice
from game.sacrament.frames import GM
from game.sacrament.preparing import Prepare
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState
from game.sacrament.values import MILESTONES

FIGHTS = ("churchyard", "race", "wheel", "cloister", "choir")
SCENARIOS = ("wickham", "millrace", "candles")
DIFFICULTIES = ("written", "gentle", "normal", "grim", "damned")
MOST = 40_000


def any_table(number: int, **more: Any) -> SacramentState:
    """A table out of a series that runs through fights, stories, party sizes, levels and options."""
    players, options = set_up(number)
    return GAME.new_game(players, number, **{**options, **more})


def set_up(number: int) -> tuple[int, dict[str, Any]]:
    """Players and options of that table."""
    options: dict[str, Any] = {
        "difficulty": DIFFICULTIES[number % 5],
        "order": ("popcorn", "around")[number % 2],
        "level": 1 + number // 3 % 5,
        "ladder": number * 5 % 22,
        "foe_harm": ("rough", "hidden", "exact")[number % 3],
        "attack_rolls": number % 7 == 0,
        "private_packs": number % 4 == 0,
    }
    if number % 8 < 5:
        options["fight"] = FIGHTS[number % 8]
    else:
        options["scenario"] = SCENARIOS[number % 8 - 5]
    people = ("osric", "eadgyth", "cuthbert", "hereswith", "wulfstan", "tova")
    for seat in range(1, 6):
        options[f"pc{seat}"] = people[(number + seat) % 6]
    return 2 + number % 5, options


def check_table(s: SacramentState) -> None:
    """What holds at every moment."""
    assert 0 <= s.ladder <= 21
    assert set(s.armed) <= set(MILESTONES)
    for pc in s.pcs:
        assert 0 <= pc.harm <= 12
        assert 0 <= pc.tokens <= 6
        assert 0 <= pc.fades <= 3
        assert 0 <= pc.dur <= max(pc.kit.durability, 0)
        assert pc.sheet.gold >= 0
        assert not (pc.guard and pc.dying), "no Guard for the dying"
        assert set(pc.sheet.hands) <= {item.key for item in pc.sheet.items}
        assert pc.dead == (pc.fades == 3) or not pc.fades
    if s.fight is not None:
        grid = s.grid
        assert grid is not None
        for counter in (*s.foes.values(), *s.living()):
            assert grid.passable[counter.tile]
        for foe in s.foes.values():
            assert 0 <= foe.harm < foe.most


def play_at_random(state: SacramentState, rng: Rng, plies: int) -> None:
    """Up to ``plies`` random legal actions."""
    for _ in range(plies):
        if state.is_terminal():
            return
        legal = state.legal_actions()
        state.step(legal[rng.below(len(legal))])


class Driver:
    """Drives one lone traveller through a story: choices by id, each check's d20 as told."""

    def __init__(self, scenario: str, pc: str = "osric", **options: Any) -> None:
        self.state = GAME.new_game(2, 11, scenario=scenario, pc1=pc, difficulty="written", **options)

    def do(self, action: Action) -> None:
        """One action, and what follows of itself."""
        self.state.apply_action(action)
        self._pass()

    def _pass(self) -> None:
        """Nothing is added to a check; no beat falls."""
        while self.state.stack:
            top = self.state.stack[-1]
            if isinstance(top, Prepare) or top.name == "horror_beat":
                legal = self.state.legal_actions()
                self.state.apply_action(act.DECLINE if act.DECLINE in legal else act.HOLD)
            else:
                return

    def go(self, *choices: str | tuple[str, int]) -> Driver:
        """Make the choices; ``("read", 20)``: with that on the die."""
        for entry in choices:
            choice, die = entry if isinstance(entry, tuple) else (entry, 0)
            assert isinstance(self.state.stack[-1], NodeChoice), (choice, self.state.stack)
            if die:
                self.state.script = (f"d20={die}",)
            self.do(act.Choose(choice=choice))
        return self

    def fight(self, result: str) -> Driver:
        """The game master ends the running fight."""
        self.do(act.EndFight(seat=GM, result=result))
        return self

    def dice(self, dice: Sequence[str], choice: str) -> Driver:
        """A choice with these results."""
        self.state.script = tuple(dice)
        self.do(act.Choose(choice=choice))
        return self

    def lose_something(self) -> Driver:
        """The party gives up the first thing asked for."""
        self.do(self.state.legal_actions()[0])
        return self

    def home(self) -> str:
        """Through downtime to the end; the ending."""
        while not self.state.is_terminal():
            self.do(act.DONE)
        return self.state.ending

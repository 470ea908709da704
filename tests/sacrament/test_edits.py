"""The game master's Edit: whatever it sets is checked as a position is, and the game goes on from what is taken."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from game.core.chance import Rng
from game.core.contract import IllegalAction
from game.core.strings import Strings
from game.core.text import action_text, parse_action
from game.core.wording import Wording
from game.sacrament import actions as act
from game.sacrament.frames import GM
from game.sacrament.gm import value_at
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState
from tests.sacrament.table import any_table, check_table, play_at_random
from tests.sacrament.test_game_master import check_more

TABLES = 48
EDITS = 60
WORDS = Wording(GAME, Strings(), ["Ada", "Ben", "Cuno", "Dee", "Eli", "Flo"])


def leaves(data: Any, path: str = "") -> list[str]:
    """The paths of all values of a position, and of its empty lists and mappings."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    inside = [leaf for key, value in entries for leaf in leaves(value, f"{path}.{key}" if path else str(key))]
    return inside or [path]


def values(old: Any, rng: Rng, s: SacramentState) -> list[Any]:
    """What somebody might type there: right, nearly right, and nonsense."""
    numbers = [-1, 0, 1, 2, 5, 12, 13, 100, 9999, 1 << 40, 10**30, -(10**30)]
    words = ["z9", "²", "--5", "٣", "", "a2", "c3", "end", "fight:choir", "scene", "none", "x" * 600, "a\x00b", "‮"]
    words += [*s.setup.scenario.nodes][:4]
    more: list[Any] = [True, False, None, ("a2", "b3"), ("nobody",), ()]
    if isinstance(old, bool):
        more += [not old] * 8
    elif isinstance(old, int):
        more += [old + 1, old - 1, old * 2] * 4
    return [*numbers, *words, *more]


@pytest.mark.cites("SAC-GM-08", "SAC-GM-07")
@pytest.mark.parametrize("number", range(TABLES))
def test_an_edit_is_refused_or_the_game_goes_on(number: int) -> None:
    s, rng = any_table(number), Rng(1000 + number)
    play_at_random(s, rng, 7 * (number % 12))
    for _ in range(EDITS):
        play_at_random(s, rng, rng.below(3))
        if s.is_terminal():
            return
        position = s.position()
        paths = leaves(position)
        path = paths[rng.below(len(paths))]
        tries = values(value_at(position, path), rng, s)
        edit = act.Edit(seat=GM, path=path, value=tries[rng.below(len(tries))], reason="a slip")
        trial = s.clone()
        refusal = trial.refusal(edit)
        if refusal is not None:
            assert refusal.clause.startswith("SAC-")
            assert WORDS.refusal(refusal)
            with pytest.raises(IllegalAction):
                trial.apply_action(edit)
            assert trial.digest() == s.digest()
            continue
        assert parse_action(GAME, action_text(edit)) == edit, "the journal can keep it"
        for event in trial.apply_action(edit):
            WORDS.event(event)
        whole(trial)
        for _ in range(12):
            play_at_random(trial, rng, 1)
            whole(trial)
        if not rng.below(4):
            s = trial


def whole(s: SacramentState) -> None:
    """The table can be looked at, written and read, and gone on with."""
    check_table(s)
    if s.is_terminal():
        return
    check_more(s)
    written = msgspec.json.decode(msgspec.json.encode(s.position()))
    assert GAME.from_position(written).digest() == s.digest()
    decision = s.decision()
    assert decision is not None
    WORDS.decision(decision)
    for seat in range(1 + len(s.pcs)):
        WORDS.sight(s.observation(seat))
    for action in s.legal_actions():
        WORDS.action(action, s)


@pytest.mark.cites("SAC-GM-08", "SAC-LEVEL-04")
def test_an_edited_level_is_the_whole_partys() -> None:
    s = GAME.new_game(4, 3, scenario="wickham")
    s.apply_action(act.Edit(seat=GM, path="level", value=3))
    assert [pc.sheet.level for pc in s.pcs] == [3, 3, 3]
    refusal = s.refusal(act.Edit(seat=GM, path="pcs.0.character.level", value=2))
    assert refusal is not None
    assert refusal.clause == "SAC-GM-08"


@pytest.mark.cites("SAC-GM-08")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("going", "z9"), ("going", "fight:nowhere"), ("node", "z9"), ("node", ""), ("ending", "z9"), ("safe", ("z9",)),
        ("beats", ("z9",)), ("stopped", ("z9",)), ("flags.peace", 10**30), ("visits.tavern", -1), ("phase", "z9"),
        ("scenario", "millrace"), ("players", 5), ("pcs.0.character.gold", 10**30), ("pcs.0.spent", "²"),
        ("pcs.0.character.hands", ("arming_sword", "arming_sword")), ("pcs.0.used", ("z9",)), ("pcs.²", 1),
        ("pcs." + "9" * 5000, 1), ("pcs.-1.harm", 1), ("", 1), (".", 1), ("results", ("z9:win",)), ("ladder", True),
    ],
)  # fmt: skip
def test_what_no_table_could_be_is_not_taken(path: str, value: Any) -> None:
    s = GAME.new_game(3, 3, scenario="wickham")
    s.step(s.legal_actions()[0])
    refusal = s.refusal(act.Edit(seat=GM, path=path, value=value))
    assert refusal is not None
    assert refusal.clause == "SAC-GM-08"
    assert len(WORDS.refusal(refusal)) < 2000


def test_whatever_play_counts_can_be_written_and_read() -> None:
    """Played until more than 99 tokens were spent since the last fight, as a long evening of mending does."""
    s = GAME.from_position({"scenario": "wickham", "node": "tavern", "pcs": [{"id": "eadgyth", "harm": 8}]})
    mend = act.Perform(ability="can.litany", ally=1)
    while s.pc(1).spent <= 99:
        legal = s.legal_actions()
        if mend in legal:
            s.apply_action(mend)
        elif s.stack[-1].name == "node_choice":
            s.apply_action(act.Hurt(seat=GM, victim=1, n=4))
        else:
            s.step(legal[-1])  # the beat is held back, an aftershock is answered
        s.ladder = min(s.ladder, 8)
        assert GAME.from_position(msgspec.json.decode(msgspec.json.encode(s.position()))).digest() == s.digest()

"""A game master who meddles at random: whatever is done between two actions, the table stays whole and goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.chance import Rng
from game.core.contract import Action, IllegalAction
from game.sacrament import actions as act
from game.sacrament.frames import GM
from game.sacrament.state import SacramentState
from game.sacrament.values import BOXES, FADES, OFF_MAP
from tests.sacrament.attempts import ATTEMPTS
from tests.sacrament.table import any_table, check_table

TABLES = 24
PLIES = 160
WRONG = 25
EDITS: tuple[tuple[str, object], ...] = (
    ("ladder", 8),
    ("ladder", 21),
    ("ladder", 0),
    ("pcs.0.harm", 11),
    ("pcs.0.harm", 12),
    ("pcs.0.harm", 0),
    ("pcs.0.tokens", 0),
    ("pcs.0.tokens", 6),
    ("pcs.0.durability", 0),
    ("pcs.0.character.gold", 950),
    ("foes.0.harm", 1),
    ("foes.0.hidden", True),
    ("foes.0.acted", True),
    ("foes.0.acted", False),
    ("unsafe", True),
)


def meddle(s: SacramentState, rng: Rng) -> Action:
    """Something that a game master might do now; not always possible."""
    tiles = ("a2", "b3", "c4", "d5", "d2")
    space = tiles[rng.below(len(tiles))]
    seat = 1 + rng.below(len(s.pcs))
    token = [*s.foes, "nobody"][rng.below(len(s.foes) + 1)]
    path, value = EDITS[rng.below(len(EDITS))]
    choices: list[Action] = [
        act.Edit(seat=GM, path=path, value=value),  # type: ignore[arg-type]
        act.Edit(seat=GM, path=path.replace("pcs.0", f"pcs.{seat - 1}"), value=value),  # type: ignore[arg-type]
        act.Hurt(seat=GM, victim=seat, n=1 + rng.below(6), armour=not rng.below(2)),
        act.CallCheck(seat=GM, who=(seat,), attribute="wits", difficulty=12),
        act.Place(seat=GM, kind=("bell_wisp", "godric", "choir_teeth", "marsh_hag")[rng.below(4)], space=space),
        act.Shift(seat=GM, space=space, token=token),
        act.Shift(seat=GM, space=space, ally=seat),
        act.RemoveFoe(seat=GM, token=token),
        act.Fog(seat=GM, spaces=(space,), hidden=not rng.below(2)),
        act.Light(seat=GM, spaces=(space,), lit=not rng.below(2)),
        act.GmRoll(seat=GM, formula="2d6kh1+1"),
        act.Note(seat=GM, words="they are late", to=seat),
        act.RollForShow(seat=seat, formula="3d6"),
        act.Talk(seat=seat, words="Is it still raining?"),
    ]
    if not rng.below(12):
        finite = s.legal_actions(GM) if s.current_player() != GM else ()
        choices = list(finite) or choices
    return choices[rng.below(len(choices))]


def check_more(s: SacramentState) -> None:
    """What holds besides ``check_table``."""
    assert s.is_terminal() or s.legal_actions(), f"nothing to do at {s.stack[-1]}"
    for pc in s.pcs:
        assert 0 <= pc.harm <= BOXES
        assert 0 <= pc.fades <= FADES
        assert pc.sheet.level == s.level
        assert len({item.key for item in pc.sheet.items}) == len(pc.sheet.items), "like things lie together"
        assert all(item.n > 0 for item in pc.sheet.items)
        assert pc.dead or (pc.tile == OFF_MAP) == (s.fight is None)
    assert s.fight is not None or not s.foes
    if s.stack and s.stack[-1].name == "turn_action":
        assert s.pc(s.current_player()).able, "the turn of somebody who cannot act"


@pytest.mark.cites("SAC-GM-02", "SAC-GM-08", "SAC-TURN-05")
@pytest.mark.parametrize("batch", range(4))
def test_a_meddling_game_master_breaks_nothing(batch: int) -> None:
    assert sum(_meddled(number) for number in range(batch * TABLES // 4, (batch + 1) * TABLES // 4)) > 20


def _meddled(number: int) -> int:
    """One table; how often the game master came between."""
    s, rng = any_table(number), Rng(number)
    done = 0
    for _ in range(PLIES):
        if s.is_terminal():
            break
        if not rng.below(4):
            meddling = meddle(s, rng)
            refusal = s.refusal(meddling)
            if refusal is None:
                s.apply_action(meddling)
                done += 1
            else:
                assert refusal.clause.startswith("SAC-")
        if s.is_terminal():
            break
        legal = s.legal_actions()
        s.step(legal[rng.below(len(legal))])
        check_table(s)
        check_more(s)
    return done


@pytest.mark.parametrize("number", range(TABLES))
def test_wrong_actions_raise_and_change_nothing(number: int) -> None:
    s, rng = any_table(number), Rng(number)
    for ply in range(60):
        if s.is_terminal():
            break
        if ply % 4 == 0:
            _refused(s, rng)
        legal = s.legal_actions()
        s.step(legal[rng.below(len(legal))])


def _refused(s: SacramentState, rng: Rng) -> None:
    before = s.digest()
    legal = set(s.legal_actions())
    for _ in range(WRONG):
        action = ATTEMPTS[rng.below(len(ATTEMPTS))]
        refusal = s.refusal(action)
        if s.canonical(action) in legal or refusal is None:
            continue
        with pytest.raises(IllegalAction) as caught:
            s.apply_action(action)
        assert caught.value.refusal == refusal
        assert refusal.clause.startswith("SAC-")
    assert s.digest() == before


def digests(tables: int) -> list[str]:
    """The digests of the first tables after some random play."""
    found = []
    for number in range(tables):
        s, rng = any_table(number), Rng(number)
        for _ in range(150):
            if s.is_terminal():
                break
            legal = s.legal_actions()
            s.step(legal[rng.below(len(legal))])
        found.append(s.digest())
    return found


@pytest.mark.cites("SAC-DICE-02")
def test_the_same_tables_whatever_the_hash_seed() -> None:
    command = "from tests.sacrament.test_game_master import digests; print(*digests(16))"
    root = Path(__file__).parents[2]
    found = [
        subprocess.run(
            [sys.executable, "-c", command],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for seed in ("0", "1", "77")
    ]
    assert found[0] == found[1] == found[2] == digests(16)

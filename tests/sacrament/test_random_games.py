"""Random play: what never changes, and that illegal actions, copies, positions and journals are harmless."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from game.core.chance import Rng
from game.core.contract import IllegalAction
from game.core.session import HUMAN, SeatPlan, Session
from game.registry import get
from game.sacrament import actions as act
from game.sacrament.frames import GM
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState
from game.sacrament.values import MILESTONES
from tests.sacrament.table import FIGHTS, any_table, play_at_random

TABLES = 40
DEEP = 12
PLIES = 400
WRONG = (
    act.Move(space="z9"),
    act.Strike(weapon="excalibur", token="nobody"),
    act.Guard(seat=GM),
    act.Perform(ability="can.note", token="nobody"),
    act.Perform(ability="no.such", ally=9),
    act.UseItem(item="salve", ally=99),
    act.ChooseNext(ally=0),
    act.Attack(victim=77),
    act.Attack(among=(1, 1)),
    act.Step(space="a1"),
    act.Choose(choice="to_nowhere"),
    act.SpendToken(seat=3),
    act.Learn(ally=1, pick="+luck"),
    act.Buy(ally=1, item="crown"),
    act.Cleanse(leader=9, practice="dance"),
    act.Edit(seat=GM, path="pcs.0.harm", value="lots"),
    act.Edit(seat=GM, path="seed", value=1),
    act.CallCheck(seat=1, who=(1,), attribute="wits", difficulty=12),
    act.CallCheck(seat=GM, who=(), attribute="wits", difficulty=12),
    act.Overflow(way="burn"),
    act.NameCost(kind="harm", n=99),
    act.React(ability="war.side", seat=5),
    act.RollForShow(seat=1, formula="999999d6"),
)


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


@pytest.mark.parametrize("number", range(TABLES))
def test_random_play_keeps_the_table_whole(number: int) -> None:
    s, rng = any_table(number), Rng(number)
    for _ in range(PLIES):
        check_table(s)
        if s.is_terminal():
            break
        legal = s.legal_actions()
        assert legal, "nothing to do before the end"
        assert len(set(legal)) == len(legal), "one thing to do has one spelling"
        for action in legal:
            assert s.refusal(action) is None, f"{action} is listed and refused"
        assert s.decision() is not None
        s.step(legal[rng.below(len(legal))])


@pytest.mark.parametrize("fight", FIGHTS)
def test_fights_end(fight: str) -> None:
    s, rng = GAME.new_game(4, 5, fight=fight), Rng(8)
    play_at_random(s, rng, 30_000)
    assert s.is_terminal()
    outcome = s.outcome()
    assert outcome is not None
    assert outcome.reason in ("win", "defeat", "fled")
    assert s.returns() == [0.0] + [1.0 if outcome.winners else -1.0] * 3


@pytest.mark.parametrize("number", range(DEEP))
def test_nothing_harms_a_game(number: int, tmp_path: Path) -> None:
    """At many plies wrong actions, copies, positions and imagined deals; at the end the journal."""
    s, rng = any_table(number), Rng(77 + number)
    for ply in range(150):
        if s.is_terminal():
            break
        if ply % 5 == 0:
            _probe(s, rng)
        legal = s.legal_actions()
        s.apply_action(legal[rng.below(len(legal))])


def _probe(s: SacramentState, rng: Rng) -> None:
    before = s.digest()
    for action in WRONG:
        if s.refusal(action) is None:
            continue
        with pytest.raises(IllegalAction):
            s.apply_action(action)
        assert s.digest() == before, action
    copy = s.clone()
    assert copy == s
    play_at_random(copy, Rng(3), 3)
    assert s.digest() == before, "a copy is independent"
    written = msgspec.json.decode(msgspec.json.encode(s.position()))
    again = GAME.from_position(written)
    assert again.digest() == before
    assert again.position() == s.position()
    assert again.legal_actions() == s.legal_actions()
    for seat in range(1 + len(s.pcs)):
        seed = rng.next()
        imagined = s.resample(seat, Rng(seed))
        assert imagined.resample(seat, Rng(seed)).digest() == imagined.digest()
        if seat:
            assert imagined.observation(seat) == s.observation(seat)
        assert s.digest() == before, "imagining changes nothing"


def test_the_journal_brings_the_same_game_back(tmp_path: Path) -> None:
    plans = [SeatPlan(HUMAN, person=seat) for seat in range(4)]
    path = tmp_path / "game.journal"
    session = Session.start(GAME, plans, seed=4, options={"scenario": "wickham"}, path=path)
    rng = Rng(6)
    for _ in range(120):
        if session.state.is_terminal():
            break
        legal = session.state.legal_actions()
        session.apply(legal[rng.below(len(legal))])
    session.apply(act.Note(seat=GM, words="they trust the reeve"))
    digest = session.state.digest()
    session.close()
    assert Session.open(path, get).state.digest() == digest


def test_same_arguments_same_game() -> None:
    for number in range(6):
        one, two = any_table(number), any_table(number)
        play_at_random(one, Rng(1), 60)
        play_at_random(two, Rng(1), 60)
        assert one.digest() == two.digest()

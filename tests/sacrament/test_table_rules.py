"""What cases cannot show: undo, scripts that end, the odds, speed of a copy."""

from __future__ import annotations

import pytest

from game.core.chance import NeedRoll, Rng, ScriptError
from game.core.session import HUMAN, Closed, SeatPlan, Session
from game.sacrament import actions as act
from game.sacrament.adversaries import FoeTurn
from game.sacrament.events import Uncovered
from game.sacrament.frames import GM
from game.sacrament.game_master import choose_targets, token_reason
from game.sacrament.observation import SacramentObservation
from game.sacrament.policy import policy
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState


@pytest.mark.cites("SAC-GM-09")
def test_undo_goes_back_to_the_last_reveal_and_the_dice_stay() -> None:
    plans = [SeatPlan(HUMAN, person=0), SeatPlan(HUMAN, person=0)]
    options = {"fight": "cloister", "pc1": "osric"}
    where = {"fight": "cloister", "phase": "turn", "pcs": [{"at": "c5"}], "foes": [{"kind": "grave_hound", "at": "d4"}]}
    session = Session.start(GAME, plans, seed=5, options=options, position=where)
    session.apply(act.Move(space="d4"))
    assert session.undo() == (act.Move(space="d4"),)
    session.apply(act.Move(space="d4"))
    first = session.apply(act.Strike(weapon="arming_sword", token="grave_hound_1"))
    closed = session.undo_label()
    assert isinstance(closed, Closed)
    assert closed.reason == "revealed"
    again = Session.start(GAME, plans, seed=5, options=options, position=where)
    again.apply(act.Move(space="d4"))
    again_events = again.apply(act.Strike(weapon="arming_sword", token="grave_hound_1"))
    assert again_events == first, "the same deed, the same dice"


@pytest.mark.cites("SAC-GM-09", "SAC-VTT-06")
def test_what_comes_into_sight_closes_undo() -> None:
    """A step in the dark, a light, fog that is cleared; where nothing new is seen, undo stays open."""
    plans = [SeatPlan(HUMAN, person=0), SeatPlan(HUMAN, person=0)]
    dark = {
        "fight": "churchyard", "phase": "turn", "pcs": [{"at": "d5", "light": True}],
        "foes": [{"kind": "grave_hound", "at": "d2"}],
    }  # fmt: skip
    session = Session.start(GAME, plans, seed=5, position=dark)
    assert [foe.at for foe in session.state.observation(1).foes] == [""]
    shown = session.apply(act.Move(space="d4"))[-1]
    assert isinstance(shown, Uncovered)
    assert set(shown.spaces) >= {"c3", "e3"}
    assert shown.tokens == ()
    assert isinstance(session.undo(), Closed), "tiles have come into sight"
    shown = session.apply(act.Move(space="d3"))[-1]
    assert isinstance(shown, Uncovered)
    assert shown.tokens == ("grave_hound_1",)
    assert isinstance(session.undo(), Closed), "an adversary has come into sight"
    session.apply(act.Move(space="d4"))
    assert session.undo() == (act.Move(space="d4"),), "on the way back there is nothing new"
    lit = {**dark, "pcs": [{"at": "d3", "light": False}]}
    session = Session.start(GAME, plans, seed=5, position=lit)
    assert any(isinstance(event, Uncovered) for event in session.apply(act.RELIGHT))
    assert isinstance(session.undo(), Closed)
    session = Session.start(GAME, plans, seed=5, position={**dark, "fight": "cloister", "fog": ["d2"]})
    session.apply(act.Fog(seat=0, spaces=("e2",)))
    assert not isinstance(session.undo(), Closed), "what is covered shows nothing"
    shown = session.apply(act.Fog(seat=0, spaces=("d2",), hidden=False))[-1]
    assert isinstance(shown, Uncovered)
    assert (shown.spaces, shown.tokens) == (("d2",), ("grave_hound_1",))
    assert isinstance(session.undo(), Closed)


@pytest.mark.cites("SAC-VTT-06")
def test_the_game_master_opens_and_lights_dark_tiles() -> None:
    dark = {"fight": "churchyard", "phase": "turn", "pcs": [{"at": "d5", "light": False}], "foes": []}
    plans = [SeatPlan("human"), SeatPlan("human", "Ann")]
    session = Session.start(GAME, plans, seed=5, position=dark)
    s = session.state
    assert isinstance(s, SacramentState)
    grid = s.grid
    assert grid is not None
    assert grid.dark
    far = next(name for tile, name in enumerate(grid.names) if grid.passable[tile] and not s.seen() >> tile & 1)
    tile = grid.index[far]
    events = session.apply(act.Fog(seat=0, spaces=(far,), hidden=False))
    assert any(isinstance(event, Uncovered) and event.spaces == (far,) for event in events)
    state = session.state
    assert isinstance(state, SacramentState)
    assert state.discovered >> tile & 1, "shown, as a place that was seen before"
    assert not state.lit() >> tile & 1
    assert isinstance(session.undo(), Closed), "what was shown is not taken back"
    session.apply(act.Light(seat=0, spaces=(far,)))
    assert session.state.lit() >> tile & 1  # type: ignore[attr-defined]
    session.apply(act.Light(seat=0, spaces=(far,), lit=False))
    assert not session.state.lit() >> tile & 1  # type: ignore[attr-defined]
    refusal = session.state.refusal(act.Light(seat=1, spaces=(far,)))
    assert refusal is not None
    assert refusal.key.endswith("gm_only")


@pytest.mark.cites("SAC-DICE-03")
def test_a_script_that_ends_or_does_not_fit_changes_nothing() -> None:
    s = GAME.from_position({"fight": "churchyard", "phase": "turn", "pcs": [{"at": "d5"}]}, strict=True)
    s.script = ("d20=15",)
    before = s.digest()
    strike = act.Strike(weapon="arming_sword", token="sexton")
    with pytest.raises(NeedRoll, match="d6"):
        s.apply_action(strike)
    assert s.digest() == before
    s.script = ("d6=3",)
    with pytest.raises(ScriptError, match="d20"):
        s.apply_action(strike)
    s.script = (21,)
    with pytest.raises(ScriptError, match="1 to 20"):
        s.apply_action(strike)


def test_odds_can_be_worked_out_on_paper() -> None:
    s = GAME.from_position(
        {
            "fight": "churchyard",
            "phase": "turn",
            "pcs": [{"id": "osric", "at": "d5"}, {"id": "eadgyth"}],
            "foes": [{"kind": "sexton", "at": "d5"}],
        }
    )
    assert s.odds(act.Strike(weapon="arming_sword", token="sexton")) == pytest.approx(0.55)  # 10 or more of 20
    assert s.odds(act.Perform(ability="war.hew", token="sexton", weapon="arming_sword")) == pytest.approx(0.6)
    assert s.odds(act.Guard()) is None
    assert s.reachable()["d4"] == 1
    assert s.reachable()["d2"] == 4, "three steps, the last onto a grave"
    assert s.rise(act.Guard()) is None


def test_odds_count_what_ability_and_weapon_add() -> None:
    s = GAME.from_position(
        {
            "fight": "churchyard",
            "phase": "turn",
            "pcs": [{"id": "cuthbert", "at": "d5", "items": ["crossbow"], "hands": ["crossbow"]}],
            "foes": [{"kind": "sexton", "at": "d4"}],
        }
    )
    # Agility +2, the aim +2, the crossbow +2, against 12: 6 or more of 20
    assert s.odds(act.Perform(ability="war.aim", token="sexton", weapon="crossbow")) == pytest.approx(0.75)


def test_the_ladder_shows_the_rise_before_the_press() -> None:
    s = GAME.from_position({"fight": "churchyard", "phase": "turn", "pcs": [{"id": "eadgyth", "at": "d5"}]})
    assert s.rise(act.Perform(ability="can.note", token="sexton")) == 1
    assert s.rise(act.Perform(ability="can.litany", ally=1)) == 1
    assert s.rise(act.UseItem(item="reliquary_focus")) == 1


def test_a_commander_names_the_target() -> None:
    s = GAME.from_position(
        {
            "fight": "churchyard",
            "phase": "adversary_phase",
            "pcs": [{"at": "d5", "acted": True}, {"at": "d4", "acted": True, "harm": 3}, {"at": "d5", "acted": True}],
            "foes": [
                {"kind": "bone_reeve", "at": "d4", "acted": True, "last": 3},
                {"kind": "shallow_dead", "at": "d5"},
            ],
        }
    )
    choice = policy("gm").choose(s, Rng(1))
    assert choice.action == act.Attack(victim=3)
    assert choice.reasons[0].key == "sacrament.reason.target.command"


def test_a_coif_deceives_choristers_until_its_wearer_strikes_one() -> None:
    s = GAME.from_position(
        {
            "fight": "race",
            "phase": "turn",
            "pcs": [{"id": "osric", "at": "c3", "bonuses": [["coif", 1, "scenario"]]}, {"at": "c3"}],
            "foes": [{"kind": "chorister", "at": "c3"}],
        }
    )
    foe = s.foes["chorister_1"]
    assert choose_targets(s, foe, FoeTurn("chorister_1", 1, 1))[0] == [2]
    s.apply_action(act.Strike(weapon="arming_sword", token="chorister_1"))
    assert not s.pcs[0].mod("coif")


@pytest.mark.cites("SAC-GM-06")
def test_the_computer_lets_a_beat_fall_on_the_first_choice_in_a_place() -> None:
    position = {"scenario": "wickham", "node": "tower", "ladder": 5, "flags": {"up": 1}, "pcs": [{"id": "eadgyth"}]}
    s = GAME.from_position(position, script=("d20=15", "d20=20"))
    master = GAME.policy("gm")
    s.apply_action(act.Choose(choice="cuthred"))
    assert master.choose(s, Rng(1)).action == act.SPEND_TOKEN
    s.apply_action(act.HOLD)
    s.apply_action(act.Choose(choice="clapper"))
    assert s.legal_actions() == (act.SPEND_TOKEN, act.HOLD)
    assert master.choose(s, Rng(1)).action == act.HOLD


@pytest.mark.cites("SAC-GM-11", "SAC-GM-06")
@pytest.mark.parametrize(("level", "why"), [(1, "weak"), (2, "")])
def test_the_computer_weighs_adversaries_with_the_dice_of_their_level(level: int, why: str) -> None:
    """One follower with a die is too weak for a token; with the die of the party's level it is not."""
    s = GAME.from_position({
        "fight": "churchyard",
        "level": level,
        "ladder": 6,
        "pcs": [{"at": "d5", "acted": True}, {"at": "d6"}],
        "foes": [{"kind": "shallow_dead", "at": "d5"}],
        "running": {"id": "churchyard", "round": 2},
        "phase": "select",
    })  # fmt: skip
    assert token_reason(s) == why


@pytest.mark.cites("SAC-GM-09")
@pytest.mark.parametrize("number", range(10))
def test_nothing_that_came_into_sight_is_taken_back(number: int) -> None:
    """Whatever an act showed of adversaries, their harm or the map: after it there is no undo."""
    options = ({"scenario": "candles"}, {"fight": "cloister"}, {"scenario": "wickham"}, {"fight": "race", "ladder": 6})
    plans = [SeatPlan(HUMAN, person=seat) for seat in range(3)]
    session = Session.start(GAME, plans, seed=number, options=dict(options[number % 4]))
    rng = Rng(number)
    for _ in range(90):
        s: SacramentState = session.state  # type: ignore[assignment]
        if s.is_terminal():
            break
        grid = s.grid
        if grid is not None and not rng.below(5):
            spaces = [name for name, tile in grid.index.items() if grid.passable[tile]]
            space = spaces[rng.below(len(spaces))]
            for hiding in (
                act.Place(seat=GM, kind="grave_hound", space=space, hidden=True),
                act.Fog(seat=GM, spaces=(space,), hidden=bool(rng.below(2))),
            ):
                if s.refusal(hiding) is None:
                    session.apply(hiding)
        known = {seat: s.observation(seat) for seat in (1, 2)}
        legal = s.legal_actions()
        action = legal[rng.below(len(legal))]
        session.apply(action)
        if not isinstance(session.undo_label(), tuple):
            continue
        for seat, before in known.items():
            after = session.state.observation(seat)
            assert isinstance(after, SacramentObservation)
            assert {f.token for f in after.foes if f.at} <= {f.token for f in before.foes if f.at}, action
            harm = {f.token: (f.taken, f.state, f.left) for f in before.foes}
            assert all(harm[f.token] == (f.taken, f.state, f.left) for f in after.foes), action
            if before.map == after.map and before.discovered != -1:
                assert not after.discovered & ~before.discovered, action

"""What a seat may know, and that nothing else reaches its choices."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from game.core.chance import Rng
from game.core.contract import Event
from game.sacrament import actions as act
from game.sacrament.characters import Item
from game.sacrament.events import (
    BehindScreen,
    CheckRolled,
    FoeHurt,
    FogPainted,
    GmRolled,
    LightChanged,
    NoteTaken,
    RollSealed,
)
from game.sacrament.frames import GM
from game.sacrament.policy import policy
from game.sacrament.prospects import check_card
from game.sacrament.rules import GAME
from game.sacrament.state import SacramentState
from game.sacrament.values import GmNote
from tests.sacrament.attempts import ATTEMPTS
from tests.sacrament.table import any_table, play_at_random


def hide_otherwise(s: SacramentState, seat: int) -> SacramentState:
    """The same table with everything that ``seat`` cannot know changed."""
    other = s.clone()
    other.seed, other.counter = s.seed ^ 0x5EED, s.counter + 7
    other.notes = (*s.notes, GmNote(GM, "", "the reeve lies"))
    grid = s.grid
    for foe in other.foes.values():
        if not foe.known and (s.setup.foe_harm == "hidden" or (s.setup.foe_harm == "rough" and not foe.harm)):
            foe.most += 5
        if grid is not None and s.observation(seat).foes and not _seen(s, foe.token, seat):
            dark = [t for t in range(grid.size) if grid.passable[t] and not other.lit() >> t & 1]
            foe.tile = dark[-1]
    return other


def _seen(s: SacramentState, token: str, seat: int) -> bool:
    return any(foe.token == token and foe.at for foe in s.observation(seat).foes)


@pytest.mark.parametrize("number", range(20))
def test_imagining_knows_only_what_is_seen(number: int) -> None:
    s, rng = any_table(number, fight="churchyard"), Rng(number)
    for _ in range(25):
        play_at_random(s, rng, 9)
        if s.is_terminal():
            return
        for seat in range(1, 1 + len(s.pcs)):
            other = hide_otherwise(s, seat)
            assert other.observation(seat) == s.observation(seat)
            assert other.resample(seat, Rng(4)).digest() == s.resample(seat, Rng(4)).digest()


@pytest.mark.parametrize("level", ["novice", "adept"])
def test_a_companion_chooses_by_what_it_sees(level: str) -> None:
    mind = policy(level)
    for number in range(6):
        s, rng = GAME.new_game(4, number, fight="race"), Rng(number)
        for _ in range(30):
            play_at_random(s, rng, 4)
            if s.is_terminal():
                break
            seat = s.current_player()
            if seat > GM:
                one = mind.choose(s.resample(seat, Rng(9)), Rng(2))
                two = mind.choose(hide_otherwise(s, seat).resample(seat, Rng(9)), Rng(2))
                assert one == two
                assert one.reasons
                assert s.refusal(one.action) is None


def test_hidden_dice_stay_behind_the_screen() -> None:
    s = GAME.new_game(3, 2, scenario="wickham")
    events: list[Event] = s.apply_action(act.GmRoll(seat=GM, formula="3d6"))
    rolled = next(event for event in events if isinstance(event, GmRolled))
    assert len(rolled.dice) == 3
    shown = s.recall(rolled, 1, 1)
    assert isinstance(shown, GmRolled)
    assert shown.dice == ()
    assert s.recall(rolled, 1, GM) == rolled
    s.apply_action(act.CallCheck(seat=GM, who=(2,), attribute="wits", difficulty=17, hidden=True))
    check = next(e for e in s.apply_action(act.ROLL_IT) if isinstance(e, CheckRolled))
    seen = check.seen_by(2)
    assert isinstance(seen, CheckRolled)
    assert (seen.die, seen.difficulty) == (0, 0)


def test_a_note_is_for_whom_it_is_handed_to() -> None:
    s = GAME.new_game(3, 2, scenario="wickham")
    note = s.apply_action(act.Note(seat=GM, to=2, words="you know that hand"))[0]
    assert isinstance(note, NoteTaken)
    assert note.seen_by(2) == note
    assert note.seen_by(1) != note
    assert note.seen_by(GM) == note


def test_private_packs() -> None:
    s = GAME.new_game(3, 2, scenario="wickham", private_packs=True)
    seen = s.observation(1)
    assert seen.pcs[0].items is not None
    assert seen.pcs[1].items is None
    assert seen.pcs[1].gold is None
    imagined = s.resample(1, Rng(1))
    assert {item.key for item in imagined.pcs[1].sheet.items} == {"arming_sword", "quilted_coat"}


def _numbers(value: object) -> set[object]:
    """Every number and text of a built-in value."""
    if isinstance(value, dict):
        return set().union(*(_numbers(one) for one in value.values()))
    if isinstance(value, (list, tuple)):
        return set().union(*(_numbers(one) for one in value))
    return {value}


def test_the_table_may_hide_difficulties() -> None:
    """Nobody but the game master is told what a roll must reach: before it, in the roll, or of an adversary."""
    s = GAME.new_game(3, 2, scenario="wickham", open_difficulties=False)
    s.apply_action(act.CallCheck(seat=GM, who=(1,), attribute="wits", difficulty=29))
    assert 29 in _numbers(msgspec.to_builtins(s.observation(GM)))
    for seat in (1, 2):
        assert 29 not in _numbers(msgspec.to_builtins(s.observation(seat)))
        assert 29 not in _numbers(msgspec.to_builtins(s.resample(seat, Rng(1)).stack))
    decision = s.decision()
    assert decision is not None
    assert decision.values["difficulty"] == "@sacrament.veiled"
    assert s.odds(act.ROLL_IT) is None
    card, open_card = (check_card(s, act.ROLL_IT, viewer) for viewer in (1, GM))
    assert card is not None
    assert open_card is not None
    assert (card.hidden, card.chance, open_card.difficulty) == (True, 0.0, 29)
    rolled = next(e for e in s.apply_action(act.ROLL_IT) if isinstance(e, CheckRolled))
    seen = rolled.seen_by(1)
    assert isinstance(seen, CheckRolled)
    assert (seen.die, seen.total, seen.success) == (rolled.die, rolled.total, False)
    assert (seen.difficulty, seen.margin) == (0, 0)
    assert rolled.seen_by(GM) == rolled


def test_hidden_difficulties_of_adversaries_and_of_the_story() -> None:
    fight = GAME.new_game(3, 2, fight="churchyard", open_difficulties=False)
    assert {foe.difficulty for foe in fight.observation(1).foes} == {0}
    assert 0 not in {foe.difficulty for foe in fight.observation(GM).foes}
    story = GAME.new_game(3, 2, scenario="wickham", open_difficulties=False)
    listen = act.Choose(choice="listen")
    card, open_card = (check_card(story, listen, viewer) for viewer in (1, GM))
    assert card is not None
    assert open_card is not None
    assert card.hidden
    assert open_card.difficulty == 12
    shown = GAME.new_game(3, 2, scenario="wickham")
    assert check_card(shown, listen, 1) == open_card


@pytest.mark.parametrize("level", ["novice", "adept"])
def test_a_companion_does_not_reckon_with_hidden_difficulties(level: str) -> None:
    """Its choice is the same whatever the adversaries' difficulties are."""
    mind = policy(level)
    asked = 0
    for number in range(4):
        s, rng = GAME.new_game(4, number, fight="race", open_difficulties=False), Rng(number)
        for _ in range(20):
            play_at_random(s, rng, 4)
            if s.is_terminal():
                break
            other = s.clone()
            for foe in other.foes.values():
                foe.block = structs.replace(foe.block, difficulty=foe.block.difficulty + 6)
            seat = s.current_player()
            if seat > GM:
                asked += 1
                one, two = (mind.choose(table.resample(seat, Rng(9)), Rng(2)) for table in (s, other))
                assert one == two
    assert asked > 20


def checked(die: int, **options: object) -> tuple[SacramentState, list[Event]]:
    """A table after a hidden check that came up so; difficulty 12, Wits +1."""
    s = GAME.new_game(3, 2, scenario="wickham", script=(f"d20={die}",), pc2="eadgyth", **options)
    s.apply_action(act.CallCheck(seat=GM, who=(2,), attribute="wits", difficulty=12, hidden=True, reason="the ledger"))
    return s, s.apply_action(act.ROLL_IT)


@pytest.mark.cites("SAC-GM-04", "SAC-GM-05")
@pytest.mark.parametrize("options", [{}, {"silent_rolls": True}, {"open_difficulties": False}])
def test_a_hidden_failure_is_not_to_be_told_from_a_success(options: dict[str, object]) -> None:
    """By the question, by the log or by who has to act: until the game master lets something happen."""
    (good, good_events), (bad, bad_events) = checked(19, **options), checked(2, **options)
    for one, other, events, others in ((good, bad, good_events, bad_events),):
        for seat in (1, 2):
            assert one.observation(seat) == other.observation(seat)
            assert one.resample(seat, Rng(3)).digest() == other.resample(seat, Rng(3)).digest()
            shown, told = ([_plain(e.seen_by(seat)) for e in happened] for happened in (events, others))
            assert shown == told
        assert one.decision() == other.decision()
        assert one.current_player() == other.current_player() == GM
    success = next(e for e in good_events if isinstance(e, CheckRolled))
    assert success.success, "the game master sees it"
    assert good.legal_actions() == (act.NameCost(kind="none"),)
    assert act.NameCost(kind="none") not in bad.legal_actions()
    after = good.apply_action(act.NameCost(kind="none"))
    told = bad.apply_action(act.NameCost(kind="text", words="The reeve has seen the light."))
    for seat in (1, 2):
        assert [e.seen_by(seat) for e in after] == [e.seen_by(seat) for e in told]
        assert good.observation(seat) == bad.observation(seat)
    assert after != told


def _plain(event: Event) -> Event:
    """A seal differs with what it holds, and tells nothing."""
    return structs.replace(event, seal="") if isinstance(event, RollSealed) else event


@pytest.mark.cites("SAC-GM-08")
@pytest.mark.parametrize("name", ["bell_true", "nobody_knows"])
@pytest.mark.parametrize("before", [None, 1])
def test_a_flag_changed_in_secret_is_not_told(name: str, before: int | None) -> None:
    s = GAME.new_game(3, 2, scenario="wickham")
    if before is not None:
        s.apply_action(act.Edit(seat=GM, path=f"flags.{name}", value=before))
    known = [s.observation(seat) for seat in (1, 2)]
    imagined = [s.resample(seat, Rng(5)).digest() for seat in (1, 2)]
    events = s.apply_action(act.Edit(seat=GM, path=f"flags.{name}", value=7, secret=True))
    assert s.flags[name] == 7
    assert s.observation(GM).flags[name] == 7
    assert [s.observation(seat) for seat in (1, 2)] == known
    assert [s.resample(seat, Rng(5)).digest() for seat in (1, 2)] == imagined
    for event in events:
        assert name not in str(msgspec.to_builtins(event.seen_by(1)))
    again = GAME.from_position(msgspec.json.decode(msgspec.json.encode(s.position())))
    assert [again.observation(seat) for seat in (1, 2)] == known
    s.apply_action(act.Edit(seat=GM, path=f"flags.{name}", value=2))
    assert s.observation(1).flags[name] == 2, "changed openly it is known again"


def _emptied(s: SacramentState, seat: int) -> SacramentState:
    """The same table with other packs and purses than that of ``seat``; what is worn and held stays."""
    other = s.clone()
    for pc in other.pcs:
        if pc.seat != seat:
            kept = tuple(item for item in pc.sheet.items if item.key in (pc.sheet.worn, *pc.sheet.hands))
            stuff = tuple(Item("rope", n=n) for n in (12,)) if pc.seat % 2 else ()
            pc.set_sheet(structs.replace(pc.sheet, items=(*kept, *stuff), gold=0 if pc.seat % 2 else 95))
    return other


@pytest.mark.cites("SAC-VTT-08", "SAC-HIT-08")
@pytest.mark.parametrize("number", range(12))
def test_nothing_that_is_hidden_is_told_by_what_is_offered_or_refused(number: int) -> None:
    """Whoever is asked cannot tell two tables apart that look the same: by the answers, their odds, or by a refusal."""
    s, rng = any_table(number, private_packs=True, foe_harm="hidden"), Rng(number)
    for _ in range(40):
        play_at_random(s, rng, 5)
        if s.is_terminal():
            return
        seat = s.current_player()
        if seat == GM:
            continue
        _hide_one(s, rng)
        other = _emptied(hide_otherwise(s, seat), seat)
        for foe in other.foes.values():
            if not foe.known:
                foe.harm, foe.threat, foe.dealt = (foe.harm + foe.most // 2) % foe.most, (), ()
        for token in [token for token, foe in other.foes.items() if foe.hidden]:
            del other.foes[token]
        other._legal = None
        if other.observation(seat) != s.observation(seat):
            continue
        assert list(other.legal_actions()) == list(s.legal_actions()), s.stack
        assert [other.odds(a) for a in s.legal_actions()] == [s.odds(a) for a in s.legal_actions()]
        for _ in range(60):
            attempt = ATTEMPTS[rng.below(len(ATTEMPTS))]
            if not isinstance(attempt, act.GM_ACTS) and attempt.seat in (None, seat):
                assert other.refusal(attempt) == s.refusal(attempt), (attempt, s.stack)


def _hide_one(s: SacramentState, rng: Rng) -> None:
    """An adversary comes unseen, and fog falls somewhere."""
    if s.grid is None or rng.below(3):
        return
    spaces = [name for name, tile in s.grid.index.items() if s.grid.passable[tile]]
    for hiding in (
        act.Place(seat=GM, kind="grave_hound", space=spaces[rng.below(len(spaces))], hidden=True),
        act.Fog(seat=GM, spaces=(spaces[rng.below(len(spaces))],)),
    ):
        if s.refusal(hiding) is None:
            s.apply_action(hiding)


PRIVATE = {"options": {"private_packs": True}}
ASKED: list[dict[str, object]] = [
    {"fight": "churchyard", "phase": "turn", "turn": 1, "pcs": [{"at": "d5"}] * 3},
    {"scenario": "wickham", "phase": "downtime", "level": 2, "ladder": 4, "pcs": [{}] * 3},
    {"scenario": "millrace", "node": "mill", "phase": "rest", "ladder": 4, "pcs": [{"harm": 3}] * 3},
]


@pytest.mark.cites("SAC-PACK-05", "SAC-VTT-08")
@pytest.mark.parametrize("where", ASKED)
def test_what_is_on_offer_tells_nothing_of_private_packs(where: dict[str, object]) -> None:
    s = GAME.from_position({**where, **PRIVATE})
    asked = []
    while s.stack and s.current_player() not in asked:
        seat = s.current_player()
        asked.append(seat)
        other = _emptied(s, seat)
        assert other.observation(seat) == s.observation(seat)
        assert list(other.legal_actions()) == list(s.legal_actions())
        business = [a for a in s.legal_actions() if isinstance(a, (act.Buy, act.Sell, act.Exchange, act.Wear))]
        assert {a.ally for a in business} <= {seat}
        if act.DONE not in s.legal_actions():
            break
        s.apply_action(act.DONE)
    assert asked[0] == 1


@pytest.mark.cites("SAC-PACK-05")
def test_a_gift_to_a_private_pack_that_is_full_is_settled_by_its_owner() -> None:
    full = ["arming_sword", "quilted_coat", "chalk_ward", "reliquary_focus", "rations", *["rope"] * 5]
    s = GAME.from_position({
        "fight": "churchyard", "phase": "turn", "turn": 1, **PRIVATE,
        "pcs": [{"id": "osric", "at": "d5"}, {"id": "eadgyth", "at": "d5", "items": full}],
    })  # fmt: skip
    gift = act.HandOver(item="salve", ally=2)
    assert gift in s.legal_actions()
    s.apply_action(gift)
    assert (s.current_player(), s.stack[-1].name) == (2, "overflow")
    s.apply_action(act.Overflow(way="refuse"))
    assert s.current_player() == 1
    assert any(item.id == "salve" for item in s.pcs[0].sheet.items), "it stays with who gave it"


@pytest.mark.cites("SAC-TURN-03", "SAC-VTT-02")
def test_a_call_to_yield_tells_nothing_of_hidden_harm() -> None:
    def table(harm: int, die: int) -> SacramentState:
        return GAME.from_position({
            "fight": "churchyard", "phase": "turn", "turn": 1, "script": [f"d20={die}"],
            "options": {"foe_harm": "hidden"},
            "pcs": [{"id": "eadgyth", "at": "d5"}],
            "foes": [{"kind": "godric", "at": "d5", "harm": harm}, {"kind": "sexton", "at": "a2"}],
        })  # fmt: skip

    fresh, hurt = table(0, 20), table(8, 20)
    assert list(fresh.legal_actions()) == list(hurt.legal_actions())
    call = act.Improvise(deed="yield", token="godric_1")
    assert call in fresh.legal_actions()
    fresh.apply_action(call)
    hurt.apply_action(call)
    assert "godric_1" in fresh.foes, "it is not half hurt, and does not listen"
    assert "godric_1" not in hurt.foes


@pytest.mark.cites("SAC-HIT-08")
def test_a_hidden_adversary_acts_behind_the_screen_until_it_does_something() -> None:
    """Its turn, its waiting and the reasons of a computer game master are not told; its first deed shows it."""
    s = GAME.from_position({
        "fight": "cloister", "phase": "adversary_phase", "pcs": [{"at": "c5"}],
        "foes": [{"kind": "grave_hound", "at": "b2", "hidden": True}, {"kind": "grave_hound", "at": "e2"}],
    })  # fmt: skip
    mind = policy("gm")
    hidden, seen = s.foes
    events = s.apply_action(act.Activate(token=hidden))
    assert s.observation(1).stack[-1].name == "adversary_turn"
    assert hidden not in repr(s.observation(1))
    choice = mind.choose(s, Rng(1))
    assert choice.reasons
    assert s.reasons(choice, GM, 1, 1) == ()
    assert s.reasons(choice, GM, 1, GM) == choice.reasons
    waiting = s.clone()
    events += waiting.apply_action(act.END_FOE)
    assert all(isinstance(event.seen_by(1), BehindScreen) for event in events if hidden in repr(event))
    assert hidden in repr([event.seen_by(GM) for event in events])
    assert hidden not in repr(waiting.observation(1))
    told = [event.seen_by(1) for event in s.apply_action(act.Step(space="b3"))]
    assert hidden in repr(told)
    assert {foe.token for foe in s.observation(1).foes} == {hidden, seen}


@pytest.mark.cites("SAC-VTT-06")
def test_where_an_adversary_in_fog_goes_is_not_told() -> None:
    s = GAME.from_position({
        "fight": "cloister", "phase": "adversary_phase", "pcs": [{"at": "c5"}], "fog": ["b2", "b3"],
        "foes": [{"kind": "grave_hound", "at": "b2"}],
    })  # fmt: skip
    assert [foe.at for foe in s.observation(1).foes] == [""]
    into = s.clone()
    told = [event.seen_by(1) for event in s.apply_action(act.Step(space="b3"))]
    assert "b3" not in repr(told)
    assert "b2" not in repr(told)
    assert [foe.at for foe in s.observation(1).foes] == [""]
    shown = [event.seen_by(1) for event in into.apply_action(act.Step(space="c2"))]
    assert "c2" in repr(shown)
    assert "b2" not in repr(shown)
    struck = GAME.from_position({
        "fight": "cloister", "phase": "turn", "turn": 1, "pcs": [{"at": "b3"}], "fog": ["b2"],
        "foes": [{"kind": "grave_hound", "at": "b2"}],
    })  # fmt: skip
    hound = next(iter(struck.foes))
    assert not any(getattr(action, "token", "") == hound for action in struck.legal_actions())


@pytest.mark.cites("SAC-ATTACK-02", "SAC-VTT-02")
def test_the_last_harm_tells_no_harm_value() -> None:
    """What was dealt is told; how much of it the last boxes took, only where harm lies open."""
    for foe_harm, told in (("exact", 2), ("rough", 5)):
        s = GAME.from_position({
            "fight": "cloister", "phase": "turn", "turn": 1, "options": {"foe_harm": foe_harm},
            "pcs": [{"id": "osric", "at": "c5"}],
            "foes": [{"kind": "grave_hound", "at": "c5", "most": 12, "harm": 10}, {"kind": "grave_hound", "at": "e2"}],
            "script": ["d20=20", "d6=5"],
        })  # fmt: skip
        events = s.apply_action(act.Strike(weapon="arming_sword", token=next(iter(s.foes))))
        hurt = next(event for event in events if isinstance(event, FoeHurt))
        assert hurt.n == 2
        shown = hurt.seen_by(1)
        assert isinstance(shown, FoeHurt)
        assert shown.n == told


@pytest.mark.cites("SAC-HIT-08")
def test_the_names_of_those_in_sight_tell_nothing_of_one_that_hides() -> None:
    """Neither before it is found nor by the name that it has then."""
    tables = []
    for hiding in (0, 1, 3):
        s = GAME.from_position({
            "fight": "cloister", "phase": "turn", "turn": 1, "pcs": [{"at": "c5"}],
            "foes": [{"kind": "sexton", "at": "e2"}],
        })  # fmt: skip
        for _ in range(hiding):
            s.apply_action(act.Place(seat=GM, kind="grave_hound", space="b2", hidden=True))
        assert len(s.foes) == 1 + hiding
        s.apply_action(act.Place(seat=GM, kind="grave_hound", space="e2"))
        tables.append(s)
        unknown = act.Strike(weapon="arming_sword", token="grave_hound_k")
        hidden = [token for token, foe in s.foes.items() if foe.hidden]
        for token in hidden:
            known = s.refusal(structs.replace(unknown, token=token))
            assert known == s.refusal(unknown), "as if it were not there"
            assert not token.rpartition("_")[2].isdecimal()
    assert len({tuple(foe.token for foe in s.observation(1).foes) for s in tables}) == 1
    assert "grave_hound_1" in tables[-1].foes


@pytest.mark.cites("SAC-VTT-06")
def test_a_brush_that_changes_nothing_is_not_told() -> None:
    s = GAME.new_game(2, 3, fight="churchyard")
    assert s.grid is not None
    spaces = tuple(name for name, tile in s.grid.index.items() if s.grid.passable[tile])[:3]
    assert [e.spaces for e in s.apply_action(act.Fog(seat=GM, spaces=spaces[:2])) if isinstance(e, FogPainted)]
    again = s.apply_action(act.Fog(seat=GM, spaces=spaces))
    assert [e.spaces for e in again if isinstance(e, FogPainted)] == [spaces[2:]]
    assert not s.apply_action(act.Fog(seat=GM, spaces=spaces))
    s.apply_action(act.Fog(seat=GM, spaces=spaces, hidden=False))
    assert not [e for e in s.apply_action(act.Fog(seat=GM, spaces=spaces, hidden=False)) if isinstance(e, FogPainted)]
    assert s.apply_action(act.Light(seat=GM, spaces=spaces[:1]))
    assert not [e for e in s.apply_action(act.Light(seat=GM, spaces=spaces[:1])) if isinstance(e, LightChanged)]
    assert s.apply_action(act.Light(seat=GM, spaces=spaces[:1], lit=False))
    assert not s.apply_action(act.Light(seat=GM, spaces=spaces[:1], lit=False))


@pytest.mark.cites("SAC-HORROR-05", "SAC-HIT-08")
def test_a_token_is_not_asked_about_for_one_that_hides() -> None:
    """Nor is it refused otherwise than if it were not there; the game master may spend one all the same."""
    s = GAME.from_position({
        "fight": "cloister", "phase": "turn", "turn": 1, "ladder": 4, "pcs": [{"at": "c5"}],
        "foes": [{"kind": "grave_hound", "at": "b2", "hidden": True}, {"kind": "sexton", "at": "e2", "acted": True}],
    })  # fmt: skip
    alone = s.clone()
    alone.foes = {token: foe for token, foe in s.foes.items() if not foe.hidden}
    for attempt in (act.SpendToken(), act.SpendToken(seat=1)):
        assert s.refusal(attempt) == alone.refusal(attempt)
    assert s.refusal(act.SpendToken(seat=GM)) is None
    s.apply_action(act.GUARD)
    assert (s.stack[-1].name, s.current_player()) == ("turn_action", 1)
    s.apply_action(act.SpendToken(seat=GM))
    assert s.ladder == 3

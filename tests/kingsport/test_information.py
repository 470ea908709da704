"""What a cultist may know (KPT-INFO): observations, the log that forgets, and imagined deals."""

from __future__ import annotations

import pytest
from msgspec import structs

from game.core.chance import Rng
from game.core.contract import Event
from game.core.replay import Replay
from game.core.strings import Strings
from game.core.wording import Wording
from game.kingsport import events as ev
from game.kingsport.observation import KingsportObservation
from game.kingsport.rules import GAME
from game.kingsport.state import KingsportState
from game.registry import get
from tests.contract.samples import random_action
from tests.kingsport.table import GODS, any_game, played, twin

HIDDEN = {
    "players": 4,
    "ledger": "memory",
    "round": 5,
    "first": 0,
    "turn": 0,
    "phase": "expansion",
    "cultists": [
        {"hand": ["migo", "hydra"], "dice": ["E"], "in_play": ["xura"]},
        {"hand": ["byakhee", "nodens", "dagon", "cthulhu"]},
        {"hand": ["nightgaunt", "yig", "haunter", "yogsothoth"], "seen": ["yig"]},
        {"hand": ["byakhee", "tulzscha"]},
    ],
}


def swapped() -> KingsportState:
    """``HIDDEN`` with what seat 0 cannot tell apart dealt otherwise."""
    other = {**HIDDEN, "seed": 99, "cultists": [dict(cultist) for cultist in HIDDEN["cultists"]]}  # type: ignore[attr-defined]
    other["cultists"][1]["hand"] = ["nightgaunt", "byakhee", "haunter", "yogsothoth"]
    other["cultists"][2]["hand"] = ["nodens", "yig", "dagon", "cthulhu"]
    other["cultists"][3]["hand"] = ["byakhee", "tulzscha"]
    return GAME.from_position(other)


@pytest.mark.cites("KPT-INFO-01", "KPT-INFO-02")
def test_hands_are_seen_by_their_owner_and_as_backs_by_the_others() -> None:
    s = GAME.from_position(HIDDEN)
    for seat in range(4):
        seen = s.observation(seat)
        assert seen.hand == seen.hands[seat] == tuple(HIDDEN["cultists"][seat]["hand"])  # type: ignore[index]
        assert seen.backs == ((1, 1, 0), (2, 1, 1), (2, 1, 1), (1, 1, 0))
    assert s.observation(0).hands[1:] == ((), ("yig",), ())


@pytest.mark.cites("KPT-INFO-03")
@pytest.mark.parametrize("ledger", ["open", "memory"])
def test_the_table_in_sentences_shows_no_rivals_hand(ledger: str) -> None:
    s = GAME.from_position({**HIDDEN, "ledger": ledger})
    told = [
        (key, fields) for key, fields in GAME.describe(s.observation(2)) if key.startswith("kingsport.view.cultist")
    ]
    assert [fields.get("cards") for _, fields in told] == [None, None, s.observation(2).hand, None]
    assert [fields.get("lesser") for _, fields in told] == [1, 2, None, 1]


@pytest.mark.cites("KPT-INFO-04", "KPT-INFO-09")
def test_what_one_imagines_does_not_depend_on_the_true_deal() -> None:
    s, other = GAME.from_position(HIDDEN), swapped()
    assert s.hands != other.hands
    assert s.observation(0) == other.observation(0)
    for seed in range(50):
        assert s.resample(0, Rng(seed)) == other.resample(0, Rng(seed))
    assert len({s.resample(0, Rng(seed)).digest() for seed in range(50)}) == 50


@pytest.mark.cites("KPT-INFO-08", "KPT-INFO-09")
def test_imagined_deals_agree_with_all_that_was_seen() -> None:
    s = GAME.from_position(HIDDEN)
    dealt: set[str] = set()
    for seed in range(200):
        deal = s.resample(0, Rng(seed))
        assert deal.observation(0) == s.observation(0)
        assert deal.piles == s.piles
        assert "yig" in deal.position()["cultists"][2]["hand"]
        dealt.update(deal.position()["cultists"][1]["hand"])
    assert dealt == {"byakhee", "nightgaunt", "nodens", "dagon", "haunter", "tulzscha", "cthulhu", "yogsothoth"}


@pytest.mark.cites("KPT-INFO-04")
def test_an_observation_has_nothing_of_the_generator_and_the_script() -> None:
    s = GAME.from_position({**HIDDEN, "seed": 5})
    other = GAME.from_position({**HIDDEN, "seed": 6, "counter": 9}, script=["X", "D"])
    fields = {field.name for field in structs.fields(KingsportObservation)}
    assert not fields & {"seed", "counter", "script", "strict"}
    assert s.observation(0) == other.observation(0)
    assert s.resample(0, Rng(1)) == other.resample(0, Rng(1))


@pytest.mark.cites("KPT-INFO-04", "KPT-SETUP-09")
def test_thinking_does_not_move_the_dice() -> None:
    s = GAME.from_position({**HIDDEN, "cultists": [{"hand": ["nodens"], "dice": ["E"]}]})
    before = s.digest()
    faces = set()
    for seed in range(40):
        imagined = s.resample(0, Rng(seed))
        (roll,) = (
            event for event in imagined.apply_action(imagined.legal_actions()[0]) if isinstance(event, ev.DiceRolled)
        )
        faces.add(roll.faces)
    assert s.digest() == before
    assert faces == {("E",), ("D",), ("X",)}


@pytest.mark.cites("KPT-INFO-07")
def test_an_open_ledger_hides_only_what_a_rival_has_named_and_not_committed() -> None:
    raid = {
        "investigator": "peaslee",
        "round": 3,
        "phase": "raid",
        "cultists": [{"hand": ["migo", "nodens", "hydra"]}],
    }
    s, other = GAME.from_position(raid), GAME.from_position(raid)
    s.apply_action(s.legal_actions()[0])
    assert s.observation(1) == other.observation(1)
    assert s.observation(0) != other.observation(0)
    assert s.resample(1, Rng(3)) == other.resample(1, Rng(3))
    assert s.resample(1, Rng(3)).hands == s.hands


def test_a_rival_who_is_asked_for_discards_is_imagined_with_a_choice() -> None:
    s = GAME.from_position(
        {
            "ledger": "memory",
            "investigator": "wilmarth",
            "round": 4,
            "phase": "raid",
            "cultists": [
                {"sanity": 1, "hand": ["nodens", "yithian"]},
                {"hand": ["xura"]},
                {"hand": ["byakhee", "migo", "nightgaunt", "polyps"]},
            ],
        }
    )
    s.apply_action(s.legal_actions(0)[-1])
    assert s.decision().name == "pay_deficit"  # type: ignore[union-attr]
    for seed in range(60):
        imagined = s.resample(1, Rng(seed))
        assert imagined.observation(1) == s.observation(1)
        assert len(imagined.legal_actions()) > 1


def test_where_no_deal_with_a_choice_is_found_the_question_is_settled() -> None:
    s = GAME.from_position(
        {
            "ledger": "memory",
            "round": 4,
            "cultists": [{"sanity": 0, "hand": ["nodens"]}, {"hand": ["xura"]}],
            "frames": [
                {"frame": "turn_start"},
                {"frame": "pay_deficit", "payer": 0, "amount": 1, "cause": "scenario", "because": []},
            ],
        }
    )
    imagined = s.resample(1, Rng(1))
    assert imagined.decision().name == "expansion_action"  # type: ignore[union-attr]
    assert imagined.hands == [0, s.hands[1], 0]


@pytest.mark.parametrize("number", range(3, 18))
def test_deals_of_whole_memory_games(number: int) -> None:
    """At every ply of a random game every rival's imagined deal agrees, and some of them differ from the truth."""
    s, rng = any_game(number), Rng(number)
    different = 0
    while not s.is_terminal():
        for seat in range(s.setup.players):
            deal = s.resample(seat, Rng(rng.next()))
            assert deal.observation(seat) == s.observation(seat)
            different += deal.hands != s.hands
        s.step(random_action(s, rng))
    assert (different > 10) == s.setup.hidden


# ---- the log


def events_of(number: int, plies: int) -> tuple[KingsportState, list[tuple[int, Event]]]:
    """A game of the series after some answers, and its events with the round they fell in."""
    s, rng = any_game(number), Rng(number)
    log: list[tuple[int, Event]] = []
    for _ in range(plies):
        if s.is_terminal():
            break
        chapter = s.chapter()
        log += [(chapter, event) for event in s.apply_action(random_action(s, rng))]
    return s, log


@pytest.mark.cites("KPT-INFO-07")
def test_an_open_log_keeps_every_name() -> None:
    s, log = events_of(0, 70)
    assert s.setup.ledger == "open"
    assert s.round > 2
    assert all(s.recall(event, chapter, 1) is event for chapter, event in log)


@pytest.mark.cites("KPT-INFO-08")
def test_a_memory_log_tells_backs_of_earlier_rounds() -> None:
    s, log = events_of(3, 70)
    assert s.setup.ledger == "memory"
    assert s.round > 2
    old, new = 0, 0
    for chapter, event in log:
        told = s.recall(event, chapter, 1)
        if chapter == s.round:
            assert told is event
            new += 1
            continue
        words = {getattr(told, "card", None), *getattr(told, "cards", ())}
        assert not words & (set(GODS) - {"azathoth"}), told
        if isinstance(event, ev.GodInvoked):
            assert isinstance(told, ev.GodInvoked)
            assert told.card in ("lesser", "elder", "great")
            assert told.paid == ()
            old += 1
    assert old > 3
    assert new > 3


@pytest.mark.cites("KPT-INFO-08")
def test_no_line_of_an_earlier_round_names_a_single_god() -> None:
    """Whatever an old line still says, several gods of its family say it in the same words, by the same clauses."""
    told: dict[tuple[str, str], set[str]] = {}
    for number in (*range(3, 6), *range(9, 12), *range(15, 18), *range(21, 24)):
        s, rng = any_game(number), Rng(number)
        assert s.setup.hidden
        log: list[tuple[int, Event]] = []
        while not s.is_terminal():
            chapter = s.chapter()
            log += [(chapter, event) for event in s.apply_action(random_action(s, rng))]
            if s.chapter() == chapter or s.is_terminal():
                continue
            for round_, event in log:
                old = s.recall(event, round_, 1)
                name = getattr(event, "card", None)
                if name is not None:
                    family = s.setup.tables.family_of[s.setup.tables.index[name]]
                    line = repr(structs.replace(old, seat=0) if hasattr(old, "seat") else old)
                    told.setdefault((family, line), set()).add(name)
    assert len(told) >= 6
    single = {line: gods for line, gods in told.items() if len(gods) == 1 and gods != {"azathoth"}}
    assert not single


@pytest.mark.cites("KPT-INFO-01", "KPT-INFO-08")
def test_two_games_that_differ_in_a_forgotten_god_are_told_alike() -> None:
    """Words, clauses, reasons, observations and the printed replay: what another cultist can get to know."""
    told: list[list[object]] = []
    for gods in (("yig", "nodens"), ("nodens", "yig")):
        session, choices = twin(*gods)
        assert session.state.chapter() == 3
        words = Wording(GAME, Strings(), ("Ann", "Bob", "Cy"))
        printed = list(Replay(session.contents(), get).text(words, open=False))
        assert not [line for line in printed if "Yig" in line or "Nodens" in line]
        log = session.log(2)
        reasons = [session.told_reasons(choice, number, 2) for number, choice in choices.items()]
        assert any(session.told_reasons(choice, number, 0) for number, choice in choices.items())
        told.append(
            [
                log,
                [[(words.event(event), event.clauses) for event in entry.events] for entry in log],
                [[words.reason(reason) for reason in one] for one in reasons],
                session.state.observation(2),
                words.sight(session.state.observation(2)),
                session.state.resample(2, Rng(4)),
                printed,
                list(Replay(session.contents(), get).text(words, 2, open=False)),
            ]
        )
    for one, other in zip(*told, strict=True):
        assert one == other


@pytest.mark.cites("KPT-INFO-01", "KPT-INFO-08")
def test_a_rival_says_why_it_invoked_a_god_until_the_round_is_over() -> None:
    session, choices = twin("yig", "nodens", acts=6)
    assert session.state.chapter() == 2
    told = [session.told_reasons(choice, number, 2) for number, choice in choices.items()]
    assert [reason.key for reasons in told for reason in reasons] == ["kingsport.reason.invoke"] * 2
    session, choices = twin("yig", "nodens")
    assert not any(session.told_reasons(choice, number, 2) for number, choice in choices.items())


@pytest.mark.cites("KPT-INFO-05", "KPT-INFO-08")
def test_at_the_end_the_whole_log_opens() -> None:
    s, log = events_of(3, 1000)
    assert s.is_terminal()
    assert all(s.recall(event, chapter, 1) is event for chapter, event in log)
    hands = s.observation(0).hands
    assert hands == s.observation(1).hands
    assert [len(hand) for hand in hands] == [gods.bit_count() for gods in s.hands]


@pytest.mark.cites("KPT-INFO-03")
def test_events_are_open_when_they_happen() -> None:
    _, log = events_of(3, 1000)
    assert all(event.seen_by(viewer) is event for _, event in log for viewer in (None, 0, 1, 2))


def test_undo_stops_at_dice_and_at_the_end() -> None:
    revealing = {type(event) for _, event in events_of(5, 1000)[1] if event.reveals}
    assert revealing == {ev.DiceRolled, ev.DiceRerolled, ev.GameEnded}


def test_a_seat_that_is_not_asked_has_nothing_to_do() -> None:
    s = played(4, 30)
    for seat in range(s.setup.players):
        assert bool(s.legal_actions(seat)) == (seat == s.current_player())

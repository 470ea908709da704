"""One table: what is accepted is kept, undo is honest, privacy holds, and what is opened is what was played."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule

from game.core.chance import NeedRoll
from game.core.contract import TERMINAL, IllegalAction, Reason, Rewound, SetupError
from game.core.journal import (
    Act,
    Checkpoint,
    Contents,
    Header,
    Note,
    Redo,
    SaveError,
    SeatChange,
    Undo,
    read_journal,
)
from game.core.replay import Replay
from game.core.session import MAX_SEED, Closed, SeatPlan, Session
from game.core.text import ActionTextError
from tests.core.tables import ALONE, GAME, TWO, played, table, write_lines
from tests.toy.rules import TOY, Dare, End, Gain, Look, Object, Remark, Roll, Stake, Take, ToyState, Wave, find


def reopened(session: Session) -> Session:
    """The same table as another program would read it."""
    return Session.restore(session.contents(), find)


def same(one: Session, two: Session) -> bool:
    """Whether two sessions are the same table with the same past."""
    return (
        one.state.digest() == two.state.digest()
        and one.entries == two.entries
        and one.seats == two.seats
        and one.undo_label() == two.undo_label()
        and one.can_redo() == two.can_redo()
    )


# ---- starting -------------------------------------------------------------------------------------------------------


def test_a_table_is_set_up(tmp_path):
    session = table(tmp_path / "t.journal", options={"bonus": 2})
    assert session.state.at.points == [2, 2]
    assert [event.clauses for event in session.entries[0].events] == [("TOY-10",)]
    assert session.entries[0].action is None
    assert session.path == tmp_path / "t.journal"
    assert session.header.digest == session.state.digest()
    assert session.seats == (SeatPlan("human", "Ann", 0), SeatPlan("human", "Bob", 1))
    session.close()


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED, MAX_SEED + 1, -1, 10**30])
def test_seeds_of_any_size_are_kept_in_64_bits(tmp_path, seed):
    session = table(tmp_path / "t.journal", seed=seed)
    session.apply(Roll())
    session.close()
    again = Session.open(tmp_path / "t.journal", find)
    assert again.header.seed == seed & MAX_SEED
    assert same(again, session)
    again.close()


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ((SeatPlan("human"),), {}),
        ((SeatPlan("human"), SeatPlan("master")), {}),
        (TWO, {"options": {"bonus": "much"}}),
    ],
)
def test_a_wrong_set_up_leaves_no_file(tmp_path, seats, more):
    with pytest.raises((SetupError, TypeError)):
        table(tmp_path / "t.journal", seats, **more)
    assert list(tmp_path.iterdir()) == []


def test_a_table_may_start_from_a_position():
    session = table(position={"points": [3, 11], "cards": [1, 2], "turn": 1}, script=[6])
    assert session.apply(Roll())[0].face == 6
    session.apply(Gain())
    assert session.state.is_terminal()
    assert same(reopened(session), session)


def test_names_are_cleaned():
    session = table(seats=[SeatPlan("human", "\u202eevil\x00 @name"), SeatPlan("novice", "\ud800", person=4)])
    assert session.seats == (SeatPlan("human", "evil @name", 0), SeatPlan("novice", "", None))


# ---- playing --------------------------------------------------------------------------------------------------------


def test_each_action_is_in_the_file_before_apply_returns(tmp_path):
    session = table(tmp_path / "t.journal")
    for number, action in enumerate(GAME, 1):
        session.apply(action)
        assert len(read_journal(tmp_path / "t.journal").records) == number
    session.close()


def test_the_log_says_who_answered_which_question():
    session = played()
    assert [(entry.seat, entry.person, entry.decision) for entry in session.entries[1:]] == [
        (0, 0, "turn"), (0, 0, "turn"), (0, 0, "turn"), (0, 0, "turn"), (1, 1, "objection"), (1, 1, "turn"),
        (0, 0, "turn"), (1, 1, "turn"), (1, 1, "turn"), (0, 0, "objection"), (0, 0, "turn"), (0, 0, "turn"),
    ]  # fmt: skip
    assert [entry.number for entry in session.entries] == list(range(13))
    assert session.entries[3].chapter == 0  # as it was when the die was rolled
    assert session.entries[4].chapter == 1


def test_a_refused_action_changes_nothing(tmp_path):
    session = table(tmp_path / "t.journal")
    session.apply(Gain())
    before = (session.state.digest(), session.entries[:], (tmp_path / "t.journal").read_bytes())
    for action in (Stake(points=9), Gain(seat=1), Object(yes=True)):
        with pytest.raises(IllegalAction):
            session.apply(action)
    assert (session.state.digest(), session.entries, (tmp_path / "t.journal").read_bytes()) == before
    session.close()


def test_strict_mode_asks_for_the_die_and_changes_nothing():
    session = table(strict=True, script=[4])
    session.apply(Roll())
    digest = session.state.digest()
    with pytest.raises(NeedRoll, match="d6"):
        session.apply(Roll())
    assert session.state.digest() == digest
    assert len(session.entries) == 2


def test_a_fault_inside_the_rules_leaves_the_table_as_it_was(monkeypatch):
    session = table()
    session.apply(Gain())
    digest = session.state.digest()

    def half_done(self, action):
        self.at.points[0] += 5
        raise ZeroDivisionError

    monkeypatch.setattr(ToyState, "apply_action", half_done)
    with pytest.raises(ZeroDivisionError):
        session.apply(Gain())
    assert session.state.digest() == digest
    assert same(session, session)


def test_what_no_file_can_hold_is_refused():
    session = table()
    with pytest.raises(ActionTextError, match="surrogates"):
        session.apply(Remark(text="\ud800", seat=0))
    assert len(session.entries) == 1


def test_one_spelling_for_one_action():
    session = table()
    session.apply(Gain(seat=0))
    assert session.entries[1].action == Gain()


# ---- undo -----------------------------------------------------------------------------------------------------------


def test_undo_takes_a_press_back_and_redo_does_it_again():
    session = table()
    session.apply(Gain())
    group = session.next_group()
    session.apply(Stake(points=1), group=group)
    session.apply(Stake(points=2), group=group)
    digests = [session.state.digest()]
    assert session.undo_label() == (Stake(points=1), Stake(points=2))
    assert session.undo() == (Stake(points=1), Stake(points=2))
    assert session.undo() == (Gain(),)
    assert session.undo() == Closed("start", 0)
    assert session.state.at.points == [0, 0]
    assert [event.points for event in session.redo()] == [1]
    assert [event.points for event in session.redo()] == [1, 2]
    assert session.redo() == []
    assert [session.state.digest()] == digests
    assert session.next_group() == group + 1


def test_undo_is_closed_by_a_reveal():
    session = table()
    session.apply(Gain())
    event = session.apply(Roll())[0]
    assert session.undo_label() == Closed("revealed", 2, event)
    session.apply(Gain())
    assert session.undo() == (Gain(),)
    assert session.undo() == Closed("revealed", 2, event)


def test_a_press_with_a_reveal_in_it_stays_whole():
    session = table()
    session.apply(Roll(), group=1)
    session.apply(Gain(), group=1)
    assert isinstance(session.undo_label(), Closed)


def test_undo_is_closed_by_a_computers_move():
    session = table(seats=ALONE)
    session.apply(Gain())
    session.apply(End())
    assert session.undo_label() == (End(),)  # the computer has not moved yet
    session.apply(Gain())
    assert session.undo_label() == Closed("computer", 3)


@pytest.mark.parametrize("seats", [ALONE, TWO])
def test_a_pass_by_another_seat_belongs_to_the_press_before_it(seats):
    session = table(seats=seats)
    session.apply(Gain())
    start = session.state.digest()
    session.apply(Dare())
    session.apply(Wave())
    passed = session.state.digest()
    assert session.undo_label() == (Dare(), Wave())
    assert same(reopened(session), session)
    session.undo()
    assert session.state.digest() == start
    session.redo()
    assert session.state.digest() == passed
    assert [entry.action for entry in session.entries[1:]] == [Gain(), Dare(), Wave()]
    session.apply(Gain())
    assert session.undo() == (Gain(),)
    assert session.undo() == (Dare(), Wave())
    assert session.undo() == (Gain(),)


def test_what_another_seat_does_with_its_moment_closes_undo():
    session = table(seats=ALONE)
    session.apply(Dare())
    session.apply(Take())
    assert session.undo_label() == Closed("computer", 2)


def test_a_pass_after_a_reveal_or_a_computers_move_opens_nothing():
    session = table(seats=ALONE)
    session.apply(Roll())
    session.apply(Dare())
    session.apply(Wave())
    assert session.undo() == (Dare(), Wave())
    assert session.undo_label() == Closed("revealed", 1, session.entries[1].events[0])
    session.apply(End())
    session.apply(Object(yes=False))  # the computer's turn
    session.apply(Dare())
    session.apply(Wave())
    assert session.undo_label() == Closed("computer", 4)


def test_undo_is_closed_by_another_persons_turn():
    session = table()
    session.apply(End())
    assert session.undo_label() == Closed("person", 1)


def test_one_person_may_take_back_the_acts_of_all_own_seats():
    session = table(seats=[SeatPlan("human", "Ann", 3), SeatPlan("human", "Ann too", 3)])
    session.apply(Gain())
    session.apply(End())
    session.apply(Gain())
    for _ in range(3):
        assert not isinstance(session.undo(), Closed)
    assert session.undo() == Closed("start", 0)


def test_undo_is_closed_by_a_seat_that_changes_hands():
    session = table()
    session.apply(Gain())
    session.apply(Gain())
    session.undo()
    session.set_seat(1, SeatPlan("novice"))
    assert session.undo_label() == Closed("seat", 1)
    assert not session.can_redo()
    session.apply(Gain())
    assert session.undo() == (Gain(),)
    assert same(reopened(session), session)


def test_doing_something_else_ends_redo():
    session = table()
    session.apply(Gain())
    session.undo()
    session.apply(Stake(points=2))
    assert not session.can_redo()
    assert session.redo() == []


def test_a_rule_may_let_somebody_go_back_beyond_a_reveal_and_the_log_says_so(tmp_path):
    session = table(tmp_path / "t.journal", seats=ALONE, script=[6])
    session.apply(Gain())
    before = session.state.digest()
    face = session.apply(Roll())[0].face
    session.apply(Gain())
    after = session.state.digest()
    assert session.undo() == (Gain(),)
    assert isinstance(session.undo(), Closed)
    session.redo()
    session.rewind(2, "TOY-12")
    assert session.state.digest() == before
    mark = session.entries[-1].events[-1]
    assert mark == Rewound(clauses=("TOY-12",), count=2)
    assert session.undo_label() == Closed("revealed", 1, mark)
    assert session.log(1)[-1].events[-1] == mark, "everybody may read it"
    session.close()
    again = Session.open(tmp_path / "t.journal", find)
    assert same(again, session)
    assert again.redo()[0].face == face
    again.redo()
    assert again.state.digest() == after
    assert again.entries[1].events[-1] == mark
    assert len(Replay(again.contents(), find)) == 3
    again.close()


def test_a_game_is_played_again_state_by_state():
    session = played()
    digests = [state.digest() for state in session.states()]
    assert len(digests) == len(session.entries)
    assert digests[0] == session.header.digest
    assert digests[-1] == session.state.digest()


def test_a_rewind_never_goes_beyond_a_seat_that_changed_hands():
    session = table()
    session.apply(Gain())
    session.set_seat(1, SeatPlan("novice"))
    session.apply(Gain())
    with pytest.raises(AssertionError, match="another led the seat"):
        session.rewind(1, "TOY-12")
    session.rewind(2, "TOY-12")
    assert session.state.at.points == [1, 0]


def test_the_last_act_of_a_game_can_be_taken_back():
    session = table(options={"bonus": 11})
    session.apply(Gain())
    assert session.state.is_terminal()
    assert session.person_to_act() is None
    assert session.undo() == (Gain(),)
    assert not session.state.is_terminal()


def test_an_undo_beyond_the_kept_clones_can_be_read():
    # Another version may have allowed more: the line is obeyed, by playing again from the set-up.
    session = played()
    records = (*session.records, Undo(keep=2), Redo(count=3))
    again = Session.restore(Contents(session.header, records, "", 0), find)
    assert [entry.action for entry in again.entries] == [entry.action for entry in session.entries[:5]]
    assert again.state.digest() == session.records[7].digest


# ---- people ---------------------------------------------------------------------------------------------------------


def test_the_curtain_falls_between_persons_not_seats():
    two = table()
    assert (two.person_to_act(), two.persons()) == (0, (0, 1))
    assert two.is_hidden_handover(None, 0)
    assert two.is_hidden_handover(0, 1)
    assert not two.is_hidden_handover(0, 0)
    assert not two.is_hidden_handover(0, None)
    alone = table(seats=ALONE)
    assert alone.persons() == (0,)
    assert not alone.is_hidden_handover(None, 0)
    leader = table(seats=[SeatPlan("human", "a", 7), SeatPlan("human", "b", 7)])
    assert not leader.is_hidden_handover(None, 7)


def test_a_seat_is_offered_only_what_the_game_has(tmp_path):
    session = table(tmp_path / "t.journal")
    with pytest.raises(SetupError, match="seat 1: found 'master', expected human or novice"):
        session.set_seat(1, SeatPlan("master"))
    assert read_journal(tmp_path / "t.journal").records == ()
    session.close()


def test_the_log_tells_a_seat_what_it_may_know():
    session = table()
    session.apply(Look())
    own, other, none = (session.log(viewer)[1] for viewer in (0, 1, None))
    assert (own.action, own.events[0].card) == (Look(), session.state.at.cards[0])
    for entry in (other, none):
        assert (entry.action, entry.events[0].card) == (None, None)
    assert session.entries[1].events[0].card is not None


# ---- keeping and opening --------------------------------------------------------------------------------------------


def test_an_opened_journal_goes_on_in_its_file(tmp_path):
    path = tmp_path / "t.journal"
    session = played(path)
    session.close()
    again = Session.open(path, find)
    assert same(again, session)
    again.apply(Gain())
    again.close()
    third = Session.open(path, find)
    assert same(third, again)
    assert third.records == [*session.records, again.records[-1]]
    third.close()


def test_a_save_is_gone_on_with_in_a_new_journal(tmp_path):
    session = played()
    session.save_as(tmp_path / "s.save", "Before the \x00storm")
    saved = (tmp_path / "s.save").read_bytes()
    again = Session.open(tmp_path / "s.save", find, journal=tmp_path / "n.journal", id="n")
    assert same(again, session)
    assert (again.header.id, again.header.origin, again.header.title) == ("n", "t", "")
    again.apply(Gain())
    again.close()
    assert (tmp_path / "s.save").read_bytes() == saved
    assert read_journal(tmp_path / "s.save").header.title == "Before the storm"
    third = Session.open(tmp_path / "n.journal", find)
    assert same(third, again)
    third.close()
    in_memory = Session.open(tmp_path / "s.save", find)
    assert (in_memory.path, in_memory.problem) == (None, None)
    with pytest.raises(SaveError, match="a free name"):
        Session.open(tmp_path / "s.save", find, journal=tmp_path / "n.journal")


def test_a_torn_end_is_told(tmp_path):
    path = tmp_path / "t.journal"
    session = played(path)
    session.close()
    with path.open("ab") as file:
        file.write(b'{"line":"act"')
    again = Session.open(path, find)
    assert again.notices == [Reason("save.torn", {"bytes": 13})]
    assert same(again, session)
    again.close()


def test_changed_content_is_told_if_all_still_fits(monkeypatch):
    session = played()
    monkeypatch.setattr(TOY, "content", "another")
    again = reopened(session)
    assert again.notices == [Reason("save.content_changed")]
    assert again.header.content == "another"
    assert reopened(again).notices == []


def test_a_table_that_no_longer_fits_says_where(tmp_path, monkeypatch):
    path = tmp_path / "t.journal"
    session = played(path)
    session.close()
    before = path.read_bytes()
    monkeypatch.setattr(ToyState, "roll", lambda self: 1)
    with pytest.raises(SaveError) as caught:
        Session.open(path, find)
    error = caught.value
    assert (error.reason, error.line) == ("diverged", 8)
    assert "after roll" in error.found
    assert error.expected == f"{session.records[6].digest} as played"
    assert "sound up to line 7" in error.cure
    assert path.read_bytes() == before


def test_a_save_that_no_longer_fits_goes_on_from_its_checkpoint(tmp_path, monkeypatch):
    session = played()
    session.save_as(tmp_path / "s.save")
    monkeypatch.setattr(ToyState, "roll", lambda self: 1)
    with pytest.raises(SaveError):
        Session.open(tmp_path / "s.save", find)
    again = Session.resume(tmp_path / "s.save", find, journal=tmp_path / "n.journal", id="n")
    assert again.state.position() == session.state.position()
    assert again.seats == session.seats
    assert len(again.entries) == 1
    again.apply(Gain())
    again.close()
    third = Session.open(tmp_path / "n.journal", find)
    assert same(third, again)
    third.close()
    write_lines(tmp_path / "x.journal", session.header, session.records)
    with pytest.raises(SaveError, match="no checkpoint"):
        Session.resume(tmp_path / "x.journal", find)


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        ({"game": "chess"}, None, "found the game 'chess', expected a game of this program"),
        ({"players": 3}, 1, "found 2 seats, expected one for each of 3 players"),
        ({"options": {"speed": 1}}, 1, "unknown option"),
        ({"digest": "0000"}, 1, "after set-up, expected 0000 as played"),
        ({"position": {"points": "many"}}, 1, "found what does not fit (position: "),
        ({"seats": ({"kind": 5}, {"kind": "novice"})}, 1, "Expected `str`"),
        ({"seats": ({"kind": "wizard"}, {"kind": "novice"})}, 1, "seat 0: found 'wizard', expected"),
        ({"seats": ()}, 1, "found 0 seats, expected one for each of 2 players"),
    ],
)
def test_a_header_that_fits_no_game(tmp_path, change, line, words):
    session = played()
    path = write_lines(tmp_path / "t.journal", msgspec.structs.replace(session.header, **change), session.records)
    with pytest.raises(SaveError) as caught:
        Session.open(path, find)
    assert caught.value.line == line
    assert words in str(caught.value)
    assert not caught.value.recoverable
    assert "sound up to" not in str(caught.value)
    with pytest.raises(SaveError):
        Session.recover(path, find, tmp_path / "r.journal")
    assert not (tmp_path / "r.journal").exists()


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (Act(action={"action": "dance"}, seat=0, group=9, chapter=0, digest=""), "found the action 'dance', expected"),
        (
            Act(action={"action": "object", "yes": True}, seat=0, group=9, chapter=0, digest=""),
            "found object yes=true, which TOY-03 forbids, expected an action that the rules allow",
        ),
        (Act(action={"action": "gain"}, seat=0, group=9, chapter=0, digest="beef"), "expected beef as played"),
        (Undo(keep=0), "expected a line that fits the table"),
        (Undo(keep=99), 'found {"line":"undo","keep":99}, expected a line that fits the table'),
        (Redo(count=1), "expected a line that fits the table"),
        (SeatChange(seat=7, plan={"kind": "human"}), "expected a line that fits the table"),
        (SeatChange(seat=0, plan={"kind": []}), "Expected `str`"),
        (SeatChange(seat=0, plan={"kind": "wizard"}), "seat 0: found 'wizard'"),
        (Checkpoint(position={}, digest="beef", chapter=0, entries=1), "after the end, expected beef as played"),
    ],
)
def test_a_sound_line_that_does_not_fit(tmp_path, record, words):
    session = table()
    session.apply(Gain())
    path = write_lines(tmp_path / "t.journal", session.header, [*session.records, record])
    with pytest.raises(SaveError) as caught:
        Session.open(path, find)
    assert (caught.value.reason, caught.value.line) == ("diverged", 3)
    assert words in str(caught.value)
    recovered = Session.recover(path, find, tmp_path / "r.journal")
    assert recovered.entries == session.entries
    recovered.close()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["action", "seat", "points"]), inner),
    max_leaves=4,
)
ACTIONS = st.sampled_from([msgspec.to_builtins(action) for action in GAME])
RECORDS = st.one_of(
    st.builds(Act, action=ACTIONS, seat=st.integers(-1, 3), group=st.integers(0, 3), chapter=st.just(0),
              digest=st.just("")),
    st.builds(Act, action=st.dictionaries(st.sampled_from(["action", "seat", "x"]), JUNK), seat=st.just(0),
              group=st.just(1), chapter=st.just(0), digest=st.just("")),
    st.builds(Undo, keep=st.integers(-2, 5)),
    st.builds(Redo, count=st.integers(-2, 5)),
    st.builds(SeatChange, seat=st.integers(-2, 3), plan=st.dictionaries(st.sampled_from(["kind", "name"]), JUNK)),
    st.builds(Note, text=st.text(max_size=3)),
)  # fmt: skip


@given(
    st.lists(RECORDS, max_size=12),
    st.fixed_dictionaries({}, optional={"players": st.integers(-1, 4), "options": st.dictionaries(st.text(), JUNK)}),
)
@settings(max_examples=200, deadline=None)
def test_hostile_lines_are_a_save_error_or_a_sound_table(records, change):
    header = Header(**{"format": 1, "kind": "journal", "game": "toy", "players": 2, "seats": PLANS, **change})
    try:
        session = Session.restore(Contents(header, tuple(records), "", 0), find)
    except SaveError:
        return
    assert same(reopened(session), session)


PLANS = ({"kind": "human", "person": 0}, {"kind": "human", "person": 1})


class Table(RuleBasedStateMachine):
    """Any play: a table read from its journal is the same, undo and redo are exact, no undo crosses a reveal."""

    group = 0

    def __init__(self):
        super().__init__()
        self.session = table(seats=[SeatPlan("human", "a", 0), SeatPlan("human", "b", 0)])
        self.undone: list[str] = []

    presses = Bundle("presses")

    @rule(target=presses, data=st.data(), together=st.booleans())
    def act(self, data, together):
        state = self.session.state
        if state.current_player() == TERMINAL:
            return None
        action = data.draw(st.sampled_from([*state.legal_actions(), Remark(text="x", seat=1)]))
        last = self.session.entries[-1].group
        self.session.apply(action, group=last if together and last else None)
        self.undone.clear()
        return self.session.state.digest()

    @precondition(lambda self: not isinstance(self.session.undo_label(), Closed))
    @rule()
    def undo(self):
        digest, rolled = self.session.state.digest(), self.rolled()
        self.session.undo()
        assert self.rolled() == rolled
        self.undone.append(digest)

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self):
        assert self.session.can_redo()
        self.session.redo()
        assert self.session.state.digest() == self.undone.pop()

    @rule(press=consumes(presses), kind=st.sampled_from(["human", "novice"]))
    def change_seat(self, press, kind):
        self.session.set_seat(1, SeatPlan(kind, "c", 0))
        self.undone.clear()

    def rolled(self):
        return sum(event.reveals for entry in self.session.entries for event in entry.events)

    @invariant()
    def the_journal_tells_it_all(self):
        assert same(reopened(self.session), self.session)
        assert self.session.can_redo() == bool(self.undone)


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)

"""A journal can be watched, verified, printed and played on from."""

import pytest

from game.core.journal import Act, SaveError, read_journal
from game.core.replay import Replay, verify
from game.core.session import Closed, SeatPlan, Session
from game.core.strings import Strings
from game.core.wording import Wording
from tests.core.tables import GAME, played, table, write_lines
from tests.toy.rules import TOY, Gain, Look, Roll, ToyState, find

TEXTS = {
    "toy.action.gain": "takes a point",
    "toy.action.roll": "rolls",
    "toy.event.rolled": "{seat} rolled a {face}.",
    "toy.event.ended": "",
    "toy.event.looked": "{seat} saw {card}.",
}
NAMES = ("Ann", "Bob")


@pytest.fixture
def path(tmp_path):
    """The journal of a played table."""
    path = tmp_path / "t.journal"
    played(path).close()
    return path


def test_steps_are_the_acts_that_stand(path):
    session = played()
    replay = Replay.open(path, find)
    assert len(replay) == len(session.entries) - 1 == 12
    assert (replay.step, replay.entry) == (0, session.entries[0])
    seen = []
    while entry := replay.forward():
        seen.append(entry)
    assert seen == session.entries[1:]
    assert replay.state.digest() == session.state.digest()
    assert [plan.kind for plan in replay.seats] == ["human", "novice"]


def test_jumping_lands_where_stepping_does(path):
    replay = Replay.open(path, find)
    digests = [replay.jump(step) and replay.state.digest() for step in range(13)]
    replay.jump(0)
    for step in (7, 3, 12, 0, 99, -4):
        entry = replay.jump(step)
        at = max(0, min(step, 12))
        assert (replay.step, entry.number, replay.state.digest()) == (at, at, digests[at])
    assert replay.back() is None
    replay.jump(5)
    assert replay.back() == played().entries[4]
    replay.jump(12)
    assert replay.forward() is None


def test_a_save_is_a_replay_too(tmp_path):
    played().save_as(tmp_path / "s.save")
    assert len(Replay.open(tmp_path / "s.save", find)) == 12


def test_the_sound_part_of_a_damaged_file_can_be_watched(path):
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:9], b"?\n"]))
    with pytest.raises(SaveError) as caught:
        Replay.open(path, find)
    replay = Replay(caught.value.sound, find, path)
    assert replay.jump(99).action == GAME[3]


def test_a_step_that_no_longer_fits_stops_there(path, monkeypatch):
    monkeypatch.setattr(ToyState, "roll", lambda self: 1)
    replay = Replay.open(path, find)
    replay.jump(2)
    with pytest.raises(SaveError) as caught:
        replay.forward()
    assert caught.value.line == 8
    assert (replay.step, replay.state.at.points) == (2, [3, 0])
    assert replay.back() is not None


def test_verify_runs_every_line(path):
    verdict = verify(path, find)
    assert (verdict.sound, verdict.steps, verdict.fault, verdict.notices) == (True, 13, None, ())


def test_verify_names_the_first_line_that_differs(path, monkeypatch):
    contents = read_journal(path)
    monkeypatch.setattr(ToyState, "roll", lambda self: 1)
    verdict = verify(path, find)
    assert (verdict.sound, verdict.steps) == (False, 3)
    assert (verdict.fault.reason, verdict.fault.line) == ("diverged", 8)
    assert verdict.fault.expected == f"{contents.records[6].digest} as played"


def test_verify_checks_what_was_undone_too(tmp_path, path):
    contents = read_journal(path)
    records = list(contents.records)
    assert isinstance(records[1], Act)
    records[1] = Act(action={"action": "stake", "points": 1}, seat=0, group=2, chapter=0, digest=records[1].digest)
    verdict = verify(write_lines(tmp_path / "x.journal", contents.header, records), find)
    assert (verdict.sound, verdict.steps, verdict.fault.line) == (False, 1, 3)


def test_verify_says_what_is_no_journal(path):
    path.write_bytes(b"diary")
    verdict = verify(path, find)
    assert (verdict.sound, verdict.steps, verdict.fault.reason) == (False, 0, "foreign")


def test_verify_tells_a_torn_end(path):
    with path.open("ab") as file:
        file.write(b"half")
    verdict = verify(path, find)
    assert verdict.sound
    assert [notice.key for notice in verdict.notices] == ["save.torn"]


def test_a_game_is_printed_as_text(tmp_path):
    session = table()
    for action in (Gain(), Roll(), Look()):
        session.apply(action)
    contents = session.contents()
    wording = Wording(TOY, Strings(folder=tmp_path, more=[TEXTS]), NAMES)
    assert list(Replay(contents, find).text(wording)) == [
        "        began players=2",
        "   1  Ann: takes a point",
        "        gained seat=0 points=1",
        "   2  Ann: rolls",
        "        Ann rolled a 5.",
        "   3  Ann: look",
        f"        Ann saw {session.state.at.cards[0]}.",
    ]
    assert list(Replay(contents, find).text(wording, viewer=1, open=False))[-1] == "        Ann saw –."


def test_what_if_from_here(path, tmp_path):
    replay = Replay.open(path, find)
    replay.jump(2)
    session = replay.play_on(journal=tmp_path / "n.journal", id="n")
    assert (session.header.id, session.header.origin) == ("n", "t")
    assert session.entries == played().entries[:3]
    assert session.seats[1] == SeatPlan("novice", "Robot")  # who sat there at the end
    assert not isinstance(session.undo(), Closed)
    session.apply(Gain())
    session.close()
    again = Session.open(tmp_path / "n.journal", find)
    assert again.entries == session.entries
    again.close()
    assert replay.step == 2
    assert replay.play_on().path is None

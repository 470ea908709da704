"""What only the game master knows is on no frame that players see, nor in any sentence of the text view."""

from __future__ import annotations

from typing import Any

from game import registry
from game.core.session import HUMAN, Session
from game.sacrament import actions as act
from game.sacrament.events import GmRolled, RollSealed
from scenes.curtain import Curtain
from scenes.log import entry_lines
from scenes.sacrament.gm_sheets import hidden_things
from scenes.sacrament.table import SacramentTable
from tests.scenes.driver import Driver
from tests.scenes.sacrament.people import lift, sit, start


def _fight(driver: Driver, secrets: tuple[Any, ...]) -> SacramentTable:
    """A fight in which the game master has done something that players may not see; the players look."""
    driver.app.manager.reset()
    session = start(HUMAN, HUMAN, HUMAN, HUMAN, fight="churchyard", seed=4)
    for action in secrets:
        session.apply(action)
    table = sit(driver, session)
    lift(driver)
    return table


HOUND = act.Place(seat=0, kind="grave_hound", space="a2", hidden=True)
IMP = act.Place(seat=0, kind="quick_buried", space="g2", hidden=True)
NOTE = act.Note(seat=0, words="Godric pays.", to=0)
OTHER = act.Note(seat=0, words="The bell is cracked.", to=0)


def _seen(driver: Driver) -> tuple[bytes, Any]:
    driver.wait(400)
    driver.point((2, 2))
    return driver.pixels(), [scene.outline() for scene in driver.app.manager.stack]


def test_two_secrets_give_the_players_the_same_frame(quick: Driver) -> None:
    table = _fight(quick, (HOUND, NOTE))
    one = _seen(quick)
    assert table.viewer == 1
    assert {foe.kind for foe in table.view.foes.values()} == {"sexton"}
    table = _fight(quick, (IMP, OTHER))
    other = _seen(quick)
    assert one == other


def test_the_curtain_stands_in_the_very_frame(quick: Driver) -> None:
    frames = []
    for secrets in ((HOUND, NOTE), (IMP, OTHER)):
        table = _fight(quick, secrets)
        quick.click("go_behind")
        shown = [quick.pixels()]
        assert isinstance(quick.top, Curtain)
        lift(quick)
        assert table.viewer == 0
        behind = quick.pixels()
        quick.click("gm.out")
        shown.append(quick.pixels())
        assert isinstance(quick.top, Curtain), "a blank hand-over page"
        for _ in range(4):
            quick.wait(100)
            shown.append(quick.pixels())
        lift(quick)
        shown.append(_seen(quick)[0])
        frames.append((shown, behind))
    (one, behind_one), (other, behind_other) = frames
    assert behind_one != behind_other, "the game master sees the secrets"
    assert one == other


def test_what_is_shown_is_shown_by_one_act(quick: Driver) -> None:
    table = _fight(quick, (HOUND, NOTE))
    quick.click("go_behind")
    lift(quick)
    assert [thing.actions[0] for thing in hidden_things(table)] == [
        act.Edit(seat=0, path="foes.1.hidden", value=False),
        act.Note(seat=0, words="Godric pays.", to=-1),
    ]
    quick.click("gm.show")
    quick.settle()
    quick.click("show.0")
    quick.click("show")
    quick.settle()
    quick.click("gm.out")
    lift(quick)
    assert {foe.kind for foe in table.view.foes.values()} == {"sexton", "grave_hound"}
    assert all(note.to == -1 for note in table.view.seen.notes)


def _texts(driver: Driver) -> str:
    """All that can be read on the screens that are open."""
    return str([(scene.outline(), [widget.tooltip for widget in scene.ui.all()]) for scene in driver.app.manager.stack])  # type: ignore[attr-defined]


def test_a_note_for_one_player_is_read_behind_a_curtain(quick: Driver) -> None:
    """Not on the table that all share, whosever turn it is; in the second window neither."""
    secret = "You know that hand."
    table = _fight(quick, (act.Note(seat=0, words=secret, to=1), act.Note(seat=0, words="Read this.", to=-1)))
    assert table.viewer == 1
    assert secret not in _texts(quick)
    quick.key("l")
    assert secret not in _texts(quick)
    assert "Read this." in _texts(quick)
    quick.key("escape")
    quick.settle()
    quick.click("notes")
    assert isinstance(quick.top, Curtain)
    assert secret not in str(quick.top.outline())
    lift(quick)
    assert secret in _texts(quick)
    quick.key("escape")
    assert secret not in _texts(quick)
    assert table.viewer == 1
    frames = []
    for words in (secret, "Another hand."):
        _fight(quick, (act.Note(seat=0, words=words, to=1), act.Note(seat=0, words=words, to=2)))
        frames.append(_seen(quick))
    assert frames[0] == frames[1]


def test_who_plays_alone_before_the_screen_reads_notes_on_the_table(quick: Driver) -> None:
    quick.app.manager.reset()
    session = start(HUMAN, HUMAN, "adept", fight="churchyard", seed=4)
    session.apply(act.Note(seat=0, words="You know that hand.", to=1))
    table = sit(quick, session)
    lift(quick)
    assert table.viewer == 1
    assert not quick.has("notes")
    assert "You know that hand." in _texts(quick)


def test_a_hidden_adversary_acts_unknown_to_the_players(quick: Driver) -> None:
    """Neither map nor log nor the text view tells of it while its turn is on, nor where one in fog goes."""
    frames = []
    for kind, space in (("grave_hound", "a2"), ("quick_buried", "g2")):
        table = _fight(quick, (act.Place(seat=0, kind=kind, space=space, hidden=True),))
        session = table.session
        while session.state.current_player() > 0:
            legal = session.state.legal_actions()
            session.apply(act.END_TURN if act.END_TURN in legal else legal[0])
        token = next(token for token, foe in session.state.foes.items() if foe.hidden)  # type: ignore[attr-defined]
        session.apply(act.Activate(token=token))
        quick.app.manager.reset()
        table = sit(quick, Session.restore(session.contents(), registry.get))
        picture = table.players_view().get_buffer().raw
        lines = [wording for entry in session.log(1) for wording, _ in entry_lines(table.wording, entry)]
        frames.append((picture, lines))
        assert not any(kind in line or space in line for line in lines)
    assert frames[0] == frames[1]


def test_a_hidden_roll_shows_players_no_number(quick: Driver) -> None:
    table = _fight(quick, ())
    quick.click("go_behind")
    lift(quick)
    assert table.act_out(act.GmRoll(seat=0, formula="2d6+1", hidden=True))
    quick.click("gm.out")
    lift(quick)
    entry = table.session.log(table.viewer)[-1]
    (sealed,) = [event for event in entry.events if isinstance(event, RollSealed)]
    lines = [text for text, _ in entry_lines(table.wording, entry)]
    assert lines == [f"The game master rolls unseen. Seal: {sealed.seal}."]
    assert sealed.sealed == ""
    (rolled,) = [event for event in table.session.log(0)[-1].events if isinstance(event, GmRolled)]
    assert len(rolled.dice) == 2


def test_a_table_that_hides_difficulties_shows_players_the_same_frames_whatever_they_are(quick: Driver) -> None:
    """Before the roll, after it, and in the story: only what was rolled and whether it was enough."""
    frames = []
    for difficulty in (28, 29):
        quick.app.manager.reset()
        session = start(HUMAN, HUMAN, HUMAN, scenario="wickham", open_difficulties=False, seed=4)
        session.apply(act.CallCheck(seat=0, who=(1,), attribute="wits", difficulty=difficulty))
        table = sit(quick, session)
        lift(quick)
        assert table.viewer == 1
        assert quick.has("card")
        shown = [_seen(quick)]
        assert not any("%" in line or str(difficulty) in line for line in str(shown[0][1]).splitlines())
        session.apply(act.ROLL_IT)
        session.apply(act.NameCost(kind="time"))
        quick.app.manager.reset()
        table = sit(quick, Session.restore(session.contents(), registry.get))
        lift(quick)
        shown.append(_seen(quick))
        frames.append(shown)
    assert frames[0] == frames[1]

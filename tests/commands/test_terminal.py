"""The terminal: numbers and typed actions, help, reasons, undo, hand-over, and leaving at any moment."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.commands.cli import run
from game.commands.common import GOOD
from game.commands.menu import Menu
from game.commands.terminal import Terminal
from game.core.journal import read_journal
from game.core.session import SeatPlan, Session
from game.core.strings import Strings
from game.registry import get
from tests.commands.screens import NO_DISPLAY

KINGSPORT = get("kingsport")
ONE_PERSON = (SeatPlan("human", "Ann"), SeatPlan("novice", "Bot"), SeatPlan("novice", "Cog"))
TWO_PERSONS = (SeatPlan("human", "Ann"), SeatPlan("human", "Ben"), SeatPlan("novice", "Cog"))
INVOKING = {
    "players": 3,
    "phase": "invocation",
    "turn": 0,
    "cultists": [{"dice": ["E", "E"], "hand": ["xura"]}, {"hand": ["yig"]}, {}],
}


EXPANDING = {**INVOKING, "phase": "expansion"}


class Screen(io.StringIO):
    """A terminal that a person looks at."""

    def isatty(self) -> bool:
        return True


def play(
    typed: str, seats: tuple[SeatPlan, ...] = ONE_PERSON, screen: io.StringIO | None = None, **start: object
) -> tuple[str, Session]:
    """What the terminal shows while ``typed`` is typed, and the table after it."""
    session = Session.start(KINGSPORT, seats, seed=3, **start)  # type: ignore[arg-type]  # a position, options
    strings = Strings()
    screen = screen or io.StringIO()
    terminal = Terminal(session, strings, io.StringIO(typed), screen)
    try:
        terminal.play()
    finally:
        terminal.close()
    assert strings.missing == set()
    return screen.getvalue(), session


class AtHome(io.StringIO):
    """Somebody at the keyboard with dice beside it: takes the first answer, types what the dice show, or first what
    they cannot show."""

    def __init__(self, screen: io.StringIO, wrong: tuple[str, ...], most: int) -> None:
        super().__init__()
        self.screen, self.wrong, self.left = screen, list(wrong), most
        self.rolled: list[str] = []

    def readline(self, size: int | None = -1, /) -> str:
        prompt = self.screen.getvalue().rpartition("\n")[2]
        self.left -= 1
        if self.left < 0:
            return "quit\n"
        if ", roll a " in prompt:
            if self.wrong:
                return self.wrong.pop() + "\n"
            face = prompt.partition("(")[2].partition(")")[0].split(", ")[-1].split()[0]
            self.rolled.append(face)
            return face + "\n"
        return "1\n"


@pytest.mark.parametrize(
    ("game", "kinds", "set_up"),
    [
        ("kingsport", ("human", "novice", "novice"), {"position": EXPANDING, "strict": True}),
        ("kanata", ("human", "novice"), {"position": {"players": 2}, "strict": True}),
        ("sacrament", ("gm", "human", "novice"), {"options": {"fight": "churchyard", "real_dice": True}}),
        ("sacrament", ("human", "human", "novice"), {"options": {"fight": "churchyard", "real_dice": True}}),
        ("sacrament", ("gm", "human"), {"options": {"real_dice": True}}),
    ],
)
def test_real_dice_are_typed_where_people_roll_and_drawn_elsewhere(
    game: str, kinds: tuple[str, ...], set_up: dict[str, object]
) -> None:
    seats = [SeatPlan(kind, f"P{seat}") for seat, kind in enumerate(kinds)]
    session = Session.start(get(game), seats, seed=3, **set_up)  # type: ignore[arg-type]
    screen = io.StringIO()
    keyboard = AtHome(screen, ("\u00b2", "7" * 5000, "\u0663", "none"), 120)
    terminal = Terminal(session, Strings(), keyboard, screen)
    try:
        terminal.play()
    finally:
        terminal.close()
    assert keyboard.rolled
    assert screen.getvalue().count("cannot show that") == 4
    kept = [str(die) for entry in session.entries for die in entry.dice]
    assert all(face in kept for face in keyboard.rolled)
    again = Session.restore(session.contents(), get)
    assert again.state.digest() == session.state.digest()


def test_a_die_can_be_left_to_the_program_or_the_act_taken_back() -> None:
    session = Session.start(get("kanata"), ONE_PERSON[:2], seed=3, position={"players": 2}, strict=True)
    screen = io.StringIO()
    terminal = Terminal(session, Strings(), io.StringIO("1\nback\n1\n\nquit\n"), screen)
    try:
        terminal.play()
    finally:
        terminal.close()
    assert screen.getvalue().count(", roll a ") == 2
    assert len(session.entries) == 2
    assert session.entries[1].dice


def actions(session: Session) -> list[str]:
    return [type(entry.action).__struct_config__.tag for entry in session.entries if entry.action]  # type: ignore[misc]


def test_the_question_and_its_numbered_answers_are_shown() -> None:
    shown, _ = play("quit\n", position=INVOKING)
    assert "Ann: Sanity 10. Hand: Xura." in shown
    assert "Ann: Invoke a god your dice can pay for, or pass.\n   1  Invoke " in shown
    assert shown.endswith("> Left. Every move is kept; go on any time.\n")


def test_a_number_and_a_typed_action_do_the_same() -> None:
    _, session = play("1\n", position=INVOKING)
    action = session.entries[1].action
    assert action is not None
    _, typed = play(f"invoke card={action.card}\n", position=INVOKING)  # type: ignore[attr-defined]
    assert typed.entries[1].action == action
    assert typed.state.digest() == session.state.digest()


def test_several_numbers_are_one_press() -> None:
    raid = {**INVOKING, "phase": "raid", "investigator": "dyer", "round": 3}
    raid["cultists"] = [{"hand": ["yithian", "dagon", "cthulhu"], "sanity": 9}, {}, {}]
    shown, session = play("1 2 4\nundo\n", position=raid)
    assert actions(session)[:3] == [], "undo takes the whole press back"
    assert "Taken back: " in shown
    _, session = play("1 2 4\n", position=raid)
    assert actions(session)[:3] == ["raid", "raid", "done"]
    assert len({entry.group for entry in session.entries[1:4]}) == 1


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("9", "There is no answer 9; type a number from 1 to "),
        ("0", "There is no answer 0"),
        ("play card=xura", "Not allowed: "),
        ("invoke card=azathoth", "[KPT-INV-03]"),
        ("invoke card=xura", "You own Xura already. [KPT-INV-04]"),
        ("invoke god=xura", "found the field 'god', expected invoke with card"),
        ("invok card=xura", "expected invoke"),
        ("invoke card={", "column "),
        ("²", "Type ? for help."),
        ("٣", "Type ? for help."),
        ("1 ²", "Type ? for help."),
        ("9" * 5000, "There is no answer 999999999999999999999999…;"),
        ("? ²", "There is no rule ²."),
        ("? " + "9" * 5000, "There is no answer 999999999999999999999999…;"),
        ("invoke card=xura seat=" + "9" * 5000, "Type ? for help."),
        ("fly", "Type ? for help."),
        ("? 9", "There is no answer 9"),
        ("? KPT-NO-01", "There is no rule KPT-NO-01."),
        ("why", "No computer player has moved since you sat down."),
        ("undo", "There is nothing to take back."),
        ("redo", "There is nothing to do again."),
    ],
)
def test_wrong_input_is_answered_and_changes_nothing(typed: str, says: str) -> None:
    shown, session = play(f"{typed}\n\n", position=INVOKING)
    assert says in shown.partition("> ")[2]
    assert len(session.entries) == 1


def test_help_shows_what_can_be_typed_and_the_rules_of_the_question() -> None:
    shown, _ = play("?\n? 1\n? kpt-inv-01\n", position=INVOKING)
    assert "or an action as text (play card=migo)" in shown
    assert "KPT-INV-01  One god a turn\n" in shown
    assert "Invoke Byakhee   (invoke card=byakhee)\n  Take a die and set it to Evil." in shown


def test_undo_and_redo() -> None:
    shown, session = play("pass\nundo\nredo\nundo\n", position=INVOKING)
    assert shown.count("Taken back: Invoke nothing.") == 2
    assert shown.count("Ann invokes nothing.") == 2
    assert len(session.entries) == 1


def test_the_computers_play_between_and_say_why() -> None:
    shown, session = play("pass\nend_turn\nwhy\n", position=INVOKING)
    assert [entry.seat for entry in session.entries if entry.seat][:1] == [1]
    assert "Bot rolls the opening die: " in shown
    assert " chose: " in shown
    assert session.person_to_act() == 0


def test_why_does_not_list_what_else_a_computer_could_have_done() -> None:
    shown, _ = play("pass\nend_turn\nwhy\n", position=INVOKING)
    told = shown.rpartition(" chose: ")[2].partition("\n> ")[0]
    assert "Invoke nothing" not in told, "another way; such ways may be cards that nobody else is to know"


def test_undo_is_closed_by_a_computers_move() -> None:
    shown, _ = play("pass\nend_turn\nundo\n", position=INVOKING)
    assert "Undo closed: " in shown


def test_between_two_persons_the_screen_is_cleared_and_the_keyboard_handed_over() -> None:
    screen = Screen()
    play("\npass\nend_turn\n\ntable\nquit\n", TWO_PERSONS, screen, position=INVOKING, options=None)
    before, curtain, after = screen.getvalue().rpartition("\x1b[2J\x1b[3J\x1b[H")
    assert curtain
    assert "Ann: Invoke a god" in before
    assert after.startswith("Pass the keyboard to Ben. Ben: press Enter to go on. Meanwhile:\nAnn invokes nothing.\n")
    assert "Ben: Play a god from your hand, or end Expansion." in after


def test_one_person_sees_no_curtain() -> None:
    screen = Screen()
    play("pass\nend_turn\n", ONE_PERSON, screen, position=INVOKING)
    assert "\x1b" not in screen.getvalue()
    assert "Pass the keyboard" not in screen.getvalue()


def test_a_hidden_hand_is_not_shown_to_the_next_person() -> None:
    """In a memory game, what another holds from earlier rounds shows as a number only."""
    position = {**INVOKING, "ledger": "memory", "turn": 1, "cultists": [{"hand": ["xura"]}, {"hand": ["yig"]}, {}]}
    shown, _ = play("\ntable\n", TWO_PERSONS, position=position)
    sight = shown.rpartition("Investigator")[2] if "Investigator" in shown else shown
    assert "Ben: Sanity 10. Hand: Yig." in sight
    assert "Xura" not in sight.partition("Ann: Sanity")[2].partition("\n")[0]
    assert "Ann: Sanity 10. Backs in hand: Lesser 1, Elder 0, Great 0." in sight


def test_between_computers_it_plays_to_the_end_and_names_the_winner(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["play", "kingsport", "--text", "--seats", "novice,novice,novice", "--seed", "5"]
    assert run([*line, "--user-dir", str(tmp_path)], NO_DISPLAY) == 0
    shown = capsys.readouterr().out
    (path,) = tmp_path.glob("games/*.journal")
    assert shown.startswith(f"This game is kept in {path} as it is played.\n")
    assert "\n  1. Novice " in shown
    assert run(["replay", str(path), "--verify"], NO_DISPLAY) == 0
    assert " steps verified\n" in capsys.readouterr().out
    assert run(["replay", str(path)], NO_DISPLAY) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[-1] == shown.splitlines()[-1]


def test_without_a_display_the_game_is_played_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run(["play", "kingsport", "--user-dir", str(tmp_path)], NO_DISPLAY) == 0
    assert capsys.readouterr().err == "There is no display here, so the game is played in the terminal.\n"


def test_a_fight_with_real_dice_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    settings = ["--set", "fight=churchyard", "--set", "real_dice=on"]
    assert run(["play", "sacrament", "--text", "--user-dir", str(tmp_path), *settings], NO_DISPLAY) == GOOD


def test_the_window_is_opened_where_there_is_one(tmp_path: Path) -> None:
    from tests.commands.screens import Screens

    screens = Screens(display=True)
    kinds = ["human", "adept", "adept"]
    assert run(["play", "kingsport", "--seats", ",".join(kinds), "--seed", "4"], screens) == 0
    assert run(["--user-dir", str(tmp_path)], screens) == 0
    assert run([str(tmp_path / "a.save")], screens) == 0
    assert run(["shots", "out", "--size", "1280x720", "--scene", "title", "--set", "text_scale=150"], screens) == 0
    assert screens.calls == [
        ("window", {"game": "kingsport", "seats": kinds, "options": {}, "seed": 4, "user_dir": None}),
        ("window", {"user_dir": str(tmp_path)}),
        ("window", {"path": tmp_path / "a.save", "user_dir": None}),
        ("out", {"size": (1280, 720), "scene": "title", "settings": {"text_scale": "150"}}),
    ]


def test_a_wrong_answer_to_the_menu_is_told_in_its_own_words_and_quit_leaves_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter(["2", "human,human", "Quit"])  # 2: the second of the games
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert Menu(tmp_path, Strings()).run() == GOOD
    assert list(answers) == []
    assert "\nfound 2 seats, kingsport needs 3 to 5\n" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_the_menu_begins_a_first_game_as_its_text_advises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return "" if prompt.startswith(("Seats", "Investigator", "Scenario", "Ledger", "First holder", "Seed")) else "2"

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    Menu(tmp_path, Strings()).run()
    (path,) = tmp_path.rglob("*.journal")
    assert read_journal(path).header.options["scenario"] is False
    assert any("Advised for a first game. (on, off; Enter: off)" in prompt for prompt in asked)


GAME_MASTER = "end_fight seat=0 result=win"


@pytest.mark.parametrize(
    ("master", "typed"),
    [
        (SeatPlan("gm", "Bot"), GAME_MASTER),
        (SeatPlan("human", "Ann", 0), GAME_MASTER),
        (SeatPlan("human", "Ann", 0), "edit seat=0 path=ladder value=3"),
        (SeatPlan("human", "Ann", 0), "note seat=0 words=mine"),
        (SeatPlan("human", "Ann", 0), "talk seat=2 words=hello"),
    ],
)
def test_only_who_leads_a_seat_acts_for_it(master: SeatPlan, typed: str) -> None:
    """A player does not act as the game master, whether that is a computer or another person, nor as another player."""
    seats = (master, SeatPlan("human", "Ben", 1), SeatPlan("human", "Cat", 2))
    shown, session = play_sacrament(f"\n{typed}\n{typed}\nquit\n", seats)
    assert len(session.entries) == 1
    assert "only who leads a seat acts for it" in shown


def test_who_leads_the_game_masters_seat_too_acts_as_one() -> None:
    one = (SeatPlan("human", "Ann", 0), SeatPlan("human", "Ann", 0))
    _, session = play_sacrament(f"{GAME_MASTER}\nquit\n", one)
    assert session.state.is_terminal()


def play_sacrament(typed: str, seats: tuple[SeatPlan, ...]) -> tuple[str, Session]:
    """What the terminal shows of a fight in which a player is asked."""
    where = {"fight": "churchyard", "phase": "turn", "turn": 1, "pcs": [{} for _ in seats[1:]]}
    session = Session.start(get("sacrament"), seats, seed=3, position=where)
    screen = io.StringIO()
    terminal = Terminal(session, Strings(), io.StringIO(typed), screen)
    try:
        terminal.play()
    finally:
        terminal.close()
    return screen.getvalue(), session


def test_the_odds_stand_beside_an_answer() -> None:
    """An evasion, and a check that is being prepared, with who helps counted."""
    sacrament = get("sacrament")
    seats = (SeatPlan("gm"), SeatPlan("human", "Ann"), SeatPlan("human", "Ben"))
    struck = {
        "fight": "churchyard", "phase": "adversary_phase", "foes": [{"kind": "sexton", "at": "d5"}],
        "pcs": [{"id": "osric", "at": "d5", "picks": ["war.hew", "war.side"]}, {"id": "eadgyth", "at": "a2"}],
    }  # fmt: skip
    session = Session.start(sacrament, seats, seed=3, position=struck)
    screen = io.StringIO()
    terminal = Terminal(session, Strings(), io.StringIO("\nquit\n"), screen)
    try:
        terminal.play()
    finally:
        terminal.close()
    shown = screen.getvalue()
    line = next(line for line in shown.splitlines() if "Sidestep" in line and "%" in line)
    assert line.endswith("(45 %)")
    assert not any("%" in line for line in shown.splitlines() if line.endswith("No"))

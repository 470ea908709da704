"""The scenario runner, on the toy game: what each part of a case demands, and what a failure says."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from game.core.content import ContentError
from game.core.scenario import Result, case_files, load_cases, run_case
from tests.toy.rules import TOY

CLAUSES = {f"TOY-{number:02}" for number in range(1, 12)}
START = "position: {points: [0, 0], cards: [3, 4]}"


def write(folder: Path, body: str) -> Path:
    """A file with one case of the toy game; ``body`` is what follows its id."""
    path = folder / "case.yaml"
    text = dedent(body).strip()
    if not text.startswith(("new:", "position:")):
        text = f"{START}\n{text}"
    path.write_text(f"- id: it\n  game: toy\n{indent(text, '  ')}\n", encoding="utf-8")
    return path


def run(folder: Path, body: str) -> Result:
    """Play the one case."""
    (written,) = load_cases(write(folder, body))
    return run_case(written, TOY, CLAUSES)


def holds(folder: Path, body: str) -> None:
    result = run(folder, body)
    assert result.error == ""
    assert result.passed


def fails(folder: Path, body: str, *says: str) -> Result:
    result = run(folder, body)
    assert not result.passed
    for part in says:
        assert part in result.error
    return result


# ------------------------------------------------------------------------------------------------------------ acting


def test_steps_act_and_expectations_look_into_the_position(tmp_path: Path) -> None:
    holds(tmp_path, "do: [{action: gain}, {expect: {points.0: 1}}, {action: end}]\nexpect: {turn: 1, points: [1, 0]}")


def test_a_failed_expectation_names_file_case_step_line_found_and_expected(tmp_path: Path) -> None:
    result = fails(tmp_path, "do:\n- {action: gain}\n- {expect: {points.0: 5}}", "do[1]", "points.0 is 1, expected 5")
    assert (result.file, result.line, result.id) == (str(tmp_path / "case.yaml"), 6, "it")
    assert str(result).startswith(f"{tmp_path / 'case.yaml'}:6: it: do[1]: ")


def test_a_place_that_is_not_there_is_a_fault_unless_nothing_is_expected(tmp_path: Path) -> None:
    fails(tmp_path, "expect: {points.7: 1}", "has no points.7", "a list of 2")
    fails(tmp_path, "expect: {purse: 1}", "has no purse", "points")
    holds(tmp_path, "expect: {points.7: null, purse: null, asked: null}")


def test_new_starts_a_game_with_seed_and_options(tmp_path: Path) -> None:
    holds(tmp_path, "new: {players: 2, seed: 3, bonus: 4}\nexpect: {points: [4, 4], seed: 3}")


def test_a_start_that_cannot_be_fails_the_case(tmp_path: Path) -> None:
    fails(tmp_path, "new: {players: 5}", "new: players: found 5")
    fails(tmp_path, "position: {points: 3}", "position: $")


def test_an_action_that_is_refused_fails_the_case_with_its_clause(tmp_path: Path) -> None:
    fails(tmp_path, "do: [{action: object, yes: true}]", "object yes=true was refused: TOY-03 (toy.not_now)")


def test_an_unknown_action_or_field_fails_the_case(tmp_path: Path) -> None:
    fails(tmp_path, "do: [{action: gian}]", "gian", "gain")
    fails(tmp_path, "do: [{action: gain, much: 3}]", "the field 'much'")


def test_a_seat_may_be_named_also_out_of_turn(tmp_path: Path) -> None:
    holds(
        tmp_path,
        """
        do: [{action: gain, seat: 0}, {action: remark, seat: 1, text: hm}, {events: [{event: said, seat: 1}]}]
        expect: {points: [1, 0]}
        """,
    )
    fails(tmp_path, "do: [{action: gain, seat: 1}]", "TOY-02")


def test_a_step_that_is_nothing_known_fails_the_case(tmp_path: Path) -> None:
    fails(tmp_path, "do: [{expects: {turn: 0}}]", "do[0]", "[expects]", "refuse")
    fails(tmp_path, "do: [{expect: {turn: 0}, legal: {count: 6}}]", "[expect, legal]")


# ------------------------------------------------------------------------------------------------------------ script


def test_scripted_results_are_used_in_order(tmp_path: Path) -> None:
    holds(tmp_path, "dice: [5, 4]\ndo: [{action: roll}, {action: roll}]\nexpect: {points.0: 3}")


def test_a_script_entry_left_over_always_fails(tmp_path: Path) -> None:
    fails(tmp_path, "dice: [5, 4]\ndo: [{action: roll}]", "1 scripted result(s) left over: [4]")


def test_strict_refuses_results_beyond_the_script(tmp_path: Path) -> None:
    fails(tmp_path, "dice: [5]\nstrict: true\ndo: [{action: roll}, {action: roll}]", "do[1]", "d6 is needed")
    holds(tmp_path, "dice: [5]\nstrict: true\ndo: [{action: roll}]")


def test_reload_keeps_the_rest_of_the_script(tmp_path: Path) -> None:
    holds(tmp_path, "dice: [5, 4]\ndo: [{action: roll}, {reload: true}, {action: roll}]\nexpect: {points.0: 3}")


def test_reload_fails_where_the_position_loses_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy.rules import ToyState

    whole = ToyState.position
    monkeypatch.setattr(ToyState, "position", lambda self: {**whole(self), "rolled": False})
    fails(tmp_path, "dice: [5]\ndo: [{action: roll}, {reload: true}]", "gives another state")


# ---------------------------------------------------------------------------------------------------------- refusals


def test_refuse_demands_the_clause_and_changes_nothing(tmp_path: Path) -> None:
    holds(tmp_path, "refuse: [{action: object, yes: true, rule: TOY-03}]\nexpect: {points: [0, 0]}")
    fails(tmp_path, "refuse: [{action: object, yes: true, rule: TOY-02}]", "refused by TOY-03", "expected TOY-02")


def test_refuse_fails_where_the_action_is_legal(tmp_path: Path) -> None:
    fails(tmp_path, "refuse: [{action: gain}]", "refuse", "{action: gain} is not refused")


def test_refuse_takes_a_set_up_too(tmp_path: Path) -> None:
    holds(tmp_path, "refuse: [{new: {players: 3}, rule: TOY-10}]")
    fails(tmp_path, "refuse: [{new: {players: 2}, rule: TOY-10}]", "is not refused")


def test_refuse_notices_an_engine_that_acts_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy.rules import ToyState

    monkeypatch.setattr(ToyState, "apply_action", lambda self, action: [])
    fails(tmp_path, "refuse: [{action: object, yes: true}]", "carried out all the same")


# ------------------------------------------------------------------------------------------------------ expectations


def test_legal_counts_includes_and_excludes(tmp_path: Path) -> None:
    holds(tmp_path, "legal: {count: 7, include: [{action: stake, points: 2}], exclude: [{action: object}]}")
    fails(tmp_path, "legal: {count: 3}", "7 legal actions, expected 3")
    fails(tmp_path, "legal: {include: [{action: stake, points: 3}]}", "is not among the legal actions")
    fails(tmp_path, "legal: {exclude: [{action: stake}]}", "{action: stake} is among the legal actions")
    holds(tmp_path, "legal: {seat: 1, count: 0}")


def test_legal_takes_no_misspelt_entry(tmp_path: Path) -> None:
    fails(tmp_path, "legal: {exclude: [{action: steak}]}", "'steak'")
    fails(tmp_path, "legal: {exclude: [{action: stake, point: 1}]}", "the key point")
    fails(tmp_path, "legal: {counts: 6}", "the key counts")


def test_decision_by_name_or_fields(tmp_path: Path) -> None:
    holds(tmp_path, "do: [{decision: turn}]\ndecision: {name: turn, seat: 0}")
    fails(tmp_path, "decision: objection", "name is turn, expected objection")
    fails(tmp_path, "position: {points: [12, 0], cards: [1, 1]}\ndecision: turn", "the game is over")


def test_events_occur_in_their_order(tmp_path: Path) -> None:
    steps = "do: [{action: gain}, {action: stake, points: 2}, {action: end}]"
    holds(tmp_path, f"{steps}\nevents: [{{event: gained, points: 2}}, ended]")
    fails(tmp_path, f"{steps}\nevents: [ended, gained]", "gained did not happen")
    fails(tmp_path, f"{steps}\nevents: [{{event: gained, points: 9}}]", "points: 2")


def test_events_between_steps_are_those_of_the_last_step(tmp_path: Path) -> None:
    fails(tmp_path, "do: [{action: gain}, {action: end}, {events: [gained]}]", "gained did not happen")
    holds(tmp_path, "new: {}\ndo: [{events: [began]}, {action: gain}, {events: [gained]}, {events: [gained]}]")


def test_absent_events(tmp_path: Path) -> None:
    holds(tmp_path, "do: [{action: gain}, {action: end}, {absent: [gained]}]")
    fails(tmp_path, "do: [{action: gain}, {action: end}]\nabsent: [gained]", "happened and should not", "gained")


def test_observations_show_what_a_seat_sees(tmp_path: Path) -> None:
    holds(tmp_path, "observe: {seat: 1, card: 4, player: 1}")
    fails(tmp_path, "observe: {seat: 0, card: 4}", "card is 3, expected 4")
    fails(tmp_path, "observe: {card: 4}", "seat")


def test_outcome_of_a_game_that_is_over(tmp_path: Path) -> None:
    holds(
        tmp_path,
        "position: {points: [11, 2], cards: [1, 1]}\ndo: [{action: gain}]\noutcome: {winners: [0], ranks.1: 2}",
    )
    fails(tmp_path, "outcome: {winners: [0]}", "the game is not over")


# ----------------------------------------------------------------------------------------------------------- clauses


def test_each_clause_of_a_case_must_be_carried(tmp_path: Path) -> None:
    holds(tmp_path, "rules: [TOY-04, TOY-01]\ndo: [{action: gain}]")  # an event and a decision
    holds(tmp_path, "rules: [TOY-03]\nrefuse: [{action: object, yes: true}]")
    fails(tmp_path, "rules: [TOY-04, TOY-06]\ndo: [{action: gain}]", "rules", "nothing in this case carried TOY-06")


@pytest.mark.parametrize(
    "body",
    [
        "do: [{expect: {turn: 0}, rule: TOY-11}]",
        "do: [{expect: {turn: 0, rule: TOY-11}}]",
        "expect: {turn: 0, rule: [TOY-11]}",
        "legal: {count: 7, rule: TOY-11}",
        "decision: {name: turn, rule: TOY-11}",
        "observe: {seat: 0, card: 3, rule: TOY-11}",
    ],
)
def test_an_expectation_may_say_which_clause_it_shows(tmp_path: Path, body: str) -> None:
    holds(tmp_path, f"rules: [TOY-11]\n{body}")


def test_an_unknown_clause_fails_the_case(tmp_path: Path) -> None:
    fails(tmp_path, "rules: [TOY-99]", "TOY-99", "a clause of toy")
    fails(tmp_path, "expect: {turn: 0, rule: TOY-98}", "TOY-98")


# ------------------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("id: it\n", 1, "a list of cases"),
        ("- id: it\n  game: toy\n  position: {}\n  dices: [5]\n", 4, "the unknown key dices"),
        ("- game: toy\n  position: {}\n", 1, "the key id"),
        ("- id: it\n  game: toy\n", 1, "either position or new"),
        ("- id: it\n  game: toy\n  position: {}\n  new: {}\n", 1, "either position or new"),
        ("- {id: it, game: toy, new: {}}\n- {id: it, game: toy, new: {}}\n", 2, "the id it again (first on line 1)"),
        ("- id: it\n  game: toy\n  new: {}\n  do: gain\n", 4, "a list"),
    ],
)
def test_a_file_that_is_no_scenario_file_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_cases(path)
    assert str(caught.value).startswith(f"{path}:{line}:")
    assert says in str(caught.value)


def test_a_folder_stands_for_the_files_below_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("b.yaml", "deep/a.yaml", "notes.txt"):
        (tmp_path / name).write_text("- {}\n", encoding="utf-8")
    assert case_files([tmp_path]) == [tmp_path / "b.yaml", tmp_path / "deep" / "a.yaml"]

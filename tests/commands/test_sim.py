"""``sim``: rotation of seats, what is counted, and the same figures for the same seed however it is played."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import pytest

from game.commands import sim
from game.commands.cli import run
from game.commands.common import GOOD
from game.commands.sim import Plan, Row, figures, play_games, rotated, wilson
from game.registry import get
from tests.commands.screens import NO_DISPLAY

PLAN = Plan("kingsport", ("novice", "random", "random"), {}, 3)


def simulate(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The figures of a simulation, without its time."""
    assert run(["sim", "kingsport", "--json", *arguments], NO_DISPLAY) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report.pop("seconds") >= 0
    return report


def test_the_shape_of_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    report = simulate(capsys, "--seats", "novice,random,random,random", "--games", "6", "--seed", "1")
    assert {key: report[key] for key in ("game", "games", "finished")} == {
        "game": "kingsport",
        "games": 6,
        "finished": 6,
    }
    assert [row["player"] for row in report["players"]] == ["novice", "random", "random", "random"]
    for row in report["players"]:
        assert set(row) == {"player", "win_rate", "ci95", "mean_score"}
        low, high = row["ci95"]
        assert 0 <= low <= row["win_rate"] <= high <= 1
    assert sum(row["win_rate"] for row in report["players"]) == pytest.approx(1, abs=0.001)
    assert sum(report["outcomes"].values()) == 6
    assert report["mean_decisions"] > 50


def test_the_same_seed_gives_the_same_figures_on_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seats", "novice,novice,random", "--games", "12", "--seed", "word"]
    one = simulate(capsys, *arguments, "--jobs", "1")
    assert simulate(capsys, *arguments, "--jobs", "2") == one
    assert simulate(capsys, *arguments[:-1], "other word") != one


def test_a_game_is_the_same_whichever_games_are_played_with_it() -> None:
    assert play_games(PLAN, [4]) == play_games(PLAN, range(6))[4:5]


def test_nobody_is_asked_for_real_dice(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sim", "sacrament", "--seats", "gm,random", "--games", "1", "--seed", "3", "--json"]
    figures = []
    for options in ([], ["--set", "real_dice=on"]):
        assert run([*arguments, *options], NO_DISPLAY) == GOOD
        figures.append(json.loads(capsys.readouterr().out)["outcomes"])
    assert figures[0] == figures[1]


def test_entries_are_rotated_over_the_seats() -> None:
    game = get("kingsport")
    assert [rotated(game, 4, index) for index in range(5)] == [
        [0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0], [0, 1, 2, 3],
    ]  # fmt: skip


def test_a_seat_of_another_kind_stays_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get("kingsport")
    monkeypatch.setattr(type(game), "seat_kinds", lambda self, seat: ("gm",) if seat == 0 else ("novice",))
    assert [rotated(game, 4, index) for index in range(3)] == [[0, 1, 2, 3], [0, 3, 1, 2], [0, 2, 3, 1]]


def test_a_shared_win_counts_by_halves_and_scores_belong_to_entries() -> None:
    rows = [Row(True, "rounds", (0, 2), (9, 4, 9), 10), Row(True, "rounds", (1,), (1, 8, 3), 20)]
    report = figures(PLAN, rows, 1.5)
    assert [row["win_rate"] for row in report["players"]] == [0.25, 0.5, 0.25]
    assert [row["mean_score"] for row in report["players"]] == [5.0, 6.0, 6.0]
    assert report["mean_decisions"] == 15
    assert report["seconds"] == 1.5


@pytest.mark.parametrize(("game", "rate"), [("kanata", 0.5), ("sacrament", 0.5), ("kingsport", 0.125)])
def test_the_win_of_a_team_is_whole_for_each_of_its_members(game: str, rate: float) -> None:
    plan = Plan(game, ("adept",) * 4, {}, 3)
    report = figures(plan, [Row(True, "won", (0, 1, 2, 3), (), 10), Row(True, "lost", (), (), 20)], 1.0)
    assert [row["win_rate"] for row in report["players"]] == [rate] * 4


def test_an_unfinished_game_is_counted_apart() -> None:
    report = figures(PLAN, [Row(False, "unfinished", (), (), 7), Row(True, "rounds", (0,), (1, 0, 0), 5)], 0)
    assert (report["games"], report["finished"], report["outcomes"]) == (2, 1, {"rounds": 1, "unfinished": 1})
    assert report["players"][0]["win_rate"] == 1


def test_a_game_without_scores_has_no_mean() -> None:
    assert figures(PLAN, [Row(True, "won", (0, 1, 2), (), 7)], 0)["players"][0]["mean_score"] is None


def test_wilsons_interval() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)  # the textbook's figures
    assert wilson(0, 0) == (0, 1)
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == pytest.approx(1)


def test_a_cluster_needs_dask_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["sim", "kingsport", "--scheduler", "tcp://127.0.0.1:1", "--games", "2"], NO_DISPLAY) == 2
    assert "pip install distributed" in capsys.readouterr().err


def test_a_cluster_is_given_the_same_list_of_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    class Future:
        def __init__(self, rows: list[Row]) -> None:
            self.result = lambda: rows

    class Client:
        def __init__(self, address: str, timeout: str) -> None:
            assert address == "tcp://host:8786"

        def __enter__(self) -> Client:
            return self

        def __exit__(self, *fault: object) -> None: ...

        def map(self, play: Any, *arguments: Any, pure: bool) -> list[Future]:
            return [Future(rows) for rows in map(play, *arguments)]

    monkeypatch.setitem(sys.modules, "distributed", argparse.Namespace(Client=Client))
    arguments = argparse.Namespace(scheduler="tcp://host:8786", games=7, jobs=1)
    assert list(sim._rows(PLAN, arguments)) == play_games(PLAN, range(7))


def test_a_cluster_without_the_program_is_told_how_to_have_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Client:
        def __init__(self, address: str, timeout: str) -> None: ...

        def __enter__(self) -> Client:
            return self

        def __exit__(self, *fault: object) -> None: ...

        def map(self, *arguments: Any, pure: bool) -> list[Any]:
            raise ModuleNotFoundError("No module named 'game'")

    monkeypatch.setitem(sys.modules, "distributed", argparse.Namespace(Client=Client))
    assert run(["sim", "kingsport", "--scheduler", "tcp://host:8786", "--games", "2"], NO_DISPLAY) == 2
    err = capsys.readouterr().err
    assert "No module named 'game'" in err
    assert "with PYTHONPATH set to the folder of this project" in err


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["sim", "kingsport", "--seats", "novice,random,random", "--games", "4"], NO_DISPLAY) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("kingsport: 4 of 4 games finished in ")
    assert out[2].startswith("novice")
    assert out[-1].startswith("decisions a game: ")


def test_a_lost_table_has_no_winner() -> None:
    """Turned players who served the town have not won it for the table: no figure says so."""
    plan = Plan("kanata", ("novice",) * 4, {"difficulty": "hard"}, 3)
    rows = play_games(plan, range(12))
    assert any(row.reason != "escaped" for row in rows)
    for row in rows:
        assert bool(row.winners) == (row.reason == "escaped")

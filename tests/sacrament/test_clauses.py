"""Every clause of the rules that can act is carried where it acts: by an event, a refusal or a question."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core import scenario
from game.core.rules_text import load_rules
from game.sacrament.rules import GAME

CASES = Path(__file__).parents[1] / "scenarios" / "sacrament"
ON_SCREENS = {
    "SAC-BUILDER-01", "SAC-BUILDER-02", "SAC-BUILDER-03", "SAC-BUILDER-05", "SAC-BUILDER-06", "SAC-VTT-03",
    "SAC-VTT-04", "SAC-VTT-05", "SAC-VTT-07",
}  # fmt: skip
"""What only screens do: the builder, the sheet, marks on the map, the ruler."""
ELSEWHERE = {
    "SAC-DIST-11",  # no fight of these stories is without a map
    "SAC-MILESTONE-07",  # nor has any of them tables of its own: test_content
    "SAC-DICE-03",  # a script that does not fit is an error; the option of real dice names the clause
    "SAC-GM-06",  # how the computer game master chooses; options of the set-up name the clause
}
"""What acts where no case can show it."""


@pytest.fixture(scope="module")
def carried() -> set[str]:
    """What the cases carry, without what their expectations only name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario._Run, "_carry", lambda self, rule: None)
        return {
            clause
            for file in scenario.case_files([CASES])
            for written in scenario.load_cases(file)
            for clause in scenario.run_case(written, GAME).carried
        }


@pytest.mark.parametrize("clause", sorted(set(load_rules("sacrament").clauses) - ON_SCREENS - ELSEWHERE))
def test_a_clause_is_carried_where_it_acts(clause: str, carried: set[str]) -> None:
    assert clause in carried

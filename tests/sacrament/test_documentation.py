"""Who reads the rules and tests/scenarios/README.md can write a case: every action, event and field stands there."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

from game.sacrament import position
from game.sacrament.actions import SacramentAction
from game.sacrament.events import SacramentEvent
from game.sacrament.rules import GAME

README = (Path(__file__).parents[1] / "scenarios" / "README.md").read_text("utf-8")
PAGE = README[README.index("## Sacrament") :]


@pytest.mark.parametrize("kind", [*get_args(SacramentAction), *get_args(SacramentEvent)])
def test_every_action_and_event_stands_there_with_its_fields(kind: type) -> None:
    tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
    row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{tag}` |")), None)
    assert row is not None, tag
    for field in structs.fields(kind):
        if field.encode_name not in ("clauses", "seat"):
            assert f"`{field.encode_name}`" in row, (tag, field.encode_name)


def test_every_field_of_a_position_stands_there() -> None:
    written = GAME.new_game(3, 1, fight="choir").position()
    fields = {*written, *written["pcs"][0], *written["foes"][0]} - {"game", "format", "players", "frames"}
    assert [name for name in sorted(fields) if f"`{name}`" not in PAGE and f".{name}`" not in PAGE] == []
    assert [phase for phase in position.PHASES if f"`{phase}`" not in PAGE] == []

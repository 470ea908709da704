"""No text of the table or of a card is cut off, outside its box or over another, in any size, scale and language."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import registry
from scenes.kingsport.cards import CardArt
from scenes.kingsport.shots import SHOTS
from scenes.settings import Settings
from scenes.shots import make_app, show
from tests.scenes.test_fit import LOOKS


@pytest.mark.parametrize(
    ("size", "look"), LOOKS, ids=lambda value: "x".join(map(str, value)) if isinstance(value, tuple) else str(value)
)
def test_every_text_of_the_table_fits(size: tuple[int, int], look: dict[str, object], tmp_path: Path) -> None:
    app = make_app(size, Settings(asked=True, **look), tmp_path)  # type: ignore[arg-type]
    faults = []
    for shot in SHOTS:
        with app.text.record() as record:
            show(app, shot)
        assert record.marks, shot.name
        faults += [f"{shot.name}: {fault}" for fault in record.faults()]
    missing = set(app.strings.missing)
    app.manager.reset()
    app.close()
    assert faults == []
    assert missing == set()


@pytest.mark.parametrize(
    "look", [{}, {"language": "pseudo"}, {"font": "dyslexic"}, {"font": "plain", "text_scale": 200}]
)
def test_every_text_of_the_cards_fits(look: dict[str, object]) -> None:
    app = make_app((1280, 720), Settings(asked=True, **look), None)  # type: ignore[arg-type]
    cards = registry.get("kingsport").cards  # type: ignore[attr-defined]
    art = CardArt(app, cards)
    faults = []
    for god in cards.gods:
        for draw in (lambda god=god: art.draw_front(god, 300), lambda god=god: art.draw_small(god, 84, 118)):
            with app.text.record() as record:
                draw()
            assert record.marks
            faults += [f"{god.id}: {fault}" for fault in record.faults()]
    for investigator in cards.investigators.values():
        with app.text.record() as record:
            art.draw_investigator(investigator, 300)
        faults += [f"{investigator.id}: {fault}" for fault in record.faults()]
    app.close()
    assert faults == []


def test_a_name_on_the_table_is_readable_at_the_smallest_card() -> None:
    app = make_app((1280, 720), Settings(asked=True), None)
    cards = registry.get("kingsport").cards  # type: ignore[attr-defined]
    art = CardArt(app, cards)
    for god in cards.gods:
        with app.text.record() as record:
            art.draw_small(god, app.scale.px(96), app.scale.px(135))
        name = "".join(mark.text for mark in record.marks).replace(" ", "")
        assert name == app.tr(f"god.{god.id}.name").replace(" ", "")
    app.close()

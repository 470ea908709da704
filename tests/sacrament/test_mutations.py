"""The cases notice what is switched off: one word, ability, thing, adversary, aftershock or refusal at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from game.core.contract import Action, PositionError
from game.core.rules_text import clause_ids
from game.core.scenario import Written, case_files, load_cases, run_case
from game.sacrament import kit, offers, refusals, rules, state, uses
from game.sacrament.content import PATHS, Ability, Weapon, standard_content
from game.sacrament.effects.base import Effect
from game.sacrament.effects.reading import vocabulary, words_in
from game.sacrament.rules import GAME

CONTENT = standard_content()
FOLDER = Path(__file__).parents[1] / "scenarios" / "sacrament"
SILENT = {"text", "risk", "evade", "redirect", "mirror", "martyr", "survive"}
"""Words that are not carried out but read where they count; the abilities that have them are switched off below."""

PLAIN = {field.name: field.default for field in structs.fields(Ability)}
Switch = Callable[[Any, str, Any], None]


@cache
def cases() -> tuple[Written, ...]:
    """All cases of the game."""
    return tuple(case for file in case_files([FOLDER]) for case in load_cases(file))


def first_red(*words: str) -> str:
    """The id of the first case that does not hold; those that speak of ``words`` are tried first. Empty: none."""
    ordered = sorted(cases(), key=lambda written: not any(word in repr(written.case) for word in words))
    for written in ordered:
        try:
            passed = run_case(written, GAME, clause_ids("sacrament")).passed
        except (AssertionError, LookupError, AttributeError, StopIteration, PositionError):
            passed = False  # the mutilated engine falls over
        if not passed:
            return written.case.id
    return ""


@pytest.fixture
def switch() -> Iterator[Switch]:
    """Change a field of the content for one test; what was derived from it is forgotten before and after."""
    undo: list[tuple[Any, str, Any]] = []

    def forget() -> None:
        of_kits = (kit._training, kit._boons, kit._arm, kit._kit, uses.ability_use, uses.thing_use)
        of_shops = (offers.stock_of, offers._price_list, offers._open_picks)
        for derived in (*of_kits, *of_shops, rules._setup):
            derived.cache_clear()
        state._encoded.clear()

    def change(thing: Any, name: str, value: Any) -> None:
        undo.append((thing, name, getattr(thing, name)))
        structs.force_setattr(thing, name, value)
        forget()

    yield change
    for thing, name, value in reversed(undo):
        structs.force_setattr(thing, name, value)
    forget()


def test_the_whole_engine_passes() -> None:
    assert first_red() == ""


def users_of(kind: type[Effect]) -> list[str]:
    """The ids of abilities, things and adversaries with this effect word, to try their cases first."""
    entries: tuple[Any, ...] = (*CONTENT.abilities.values(), *CONTENT.things.values(), *CONTENT.bestiary.values())
    return [entry.id for entry in entries if any(type(effect) is kind for effect in words_in(entry))]


@pytest.mark.parametrize("word", sorted(set(vocabulary()) - SILENT))
def test_an_effect_word_switched_off(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = vocabulary()[word]
    monkeypatch.setattr(kind, "apply", lambda *arguments: None)
    assert first_red(*users_of(kind), f"'{word}'")


@pytest.mark.parametrize(
    "id", [id for id, ability in CONTENT.abilities.items() if ability.effects and ability.path != "innate"]
)
def test_an_ability_without_its_effects(id: str, switch: Switch) -> None:
    ability = CONTENT.abilities[id]
    switch(ability, "knack" if ability.knack and id == "arc.hand" else "effects", ())
    assert first_red(id, *(fork.id for fork in CONTENT.premades.values() if id in fork.picks))


def differs(ability: Ability, field: str) -> bool:
    """Whether a field left out makes another ability: a risk of 1 is the least of any spell, Melee is the own tile."""
    if field == "range" and ability.trigger:
        return False  # a reaction reaches Near
    return getattr(ability, field) not in {"risk": (0, 1), "range": ("self", "melee")}.get(field, (PLAIN[field],))


FIELDS = [
    (path, field)
    for path in PATHS
    for field in ("cost", "risk", "once", "range", "target", "knack")
    if any(differs(ability, field) for ability in CONTENT.on_path(path))
]


@pytest.mark.parametrize(("path", "field"), FIELDS)
def test_a_path_with_a_field_left_out(path: str, field: str, switch: Switch) -> None:
    """On all abilities of a path at once: their cost, risk, limit, reach, targets."""
    changed = [ability for ability in CONTENT.on_path(path) if differs(ability, field)]
    for ability in changed:
        switch(ability, field, PLAIN[field])
    assert first_red(*(ability.id for ability in changed))


THINGS = [
    (id, field)
    for id, thing in CONTENT.things.items()
    for field in ("effects", "passive", "knack", "checks", "light", "magic", "once", "charges")
    if getattr(thing, field) and not (field == "effects" and thing.trigger)
]
"""What a thing does on a trigger is read from the trigger."""


@pytest.mark.parametrize(("id", "field"), THINGS)
def test_a_thing_without_what_it_does(id: str, field: str, switch: Switch) -> None:
    switch(CONTENT.things[id], field, type(getattr(CONTENT.things[id], field))())
    assert first_red(id)


MADE_LIKE_ANY = {
    field.name: field.default_factory() if field.default is msgspec.NODEFAULT else field.default
    for field in structs.fields(Weapon)
    if field.name not in ("id", "ways", "price", "slots", "hands", "small", "serves")
}
WEAPONS = [
    (id, name)
    for id, weapon in CONTENT.weapons.items()
    for name, plain in MADE_LIKE_ANY.items()
    if getattr(weapon, name) != plain
]


@pytest.mark.parametrize(("id", "field"), WEAPONS)
def test_a_weapon_like_any_other(id: str, field: str, switch: Switch) -> None:
    switch(CONTENT.weapons[id], field, MADE_LIKE_ANY[field])
    assert first_red(id)


BLOCKS = [
    (id, field)
    for id, block in CONTENT.bestiary.items()
    for field in ("rider", "special", "hide", "out", "at_half", "on_spell", "round_end", "rises", "still_when_lit")
    if getattr(block, field)
]
"""Not ``swims``: a leech has one step, so that water could not cost it another."""


@pytest.mark.parametrize(("id", "field"), BLOCKS)
def test_an_adversary_like_any_other(id: str, field: str, switch: Switch) -> None:
    value = getattr(CONTENT.bestiary[id], field)
    switch(CONTENT.bestiary[id], field, type(value)() if isinstance(value, (tuple, bool)) else None)
    assert first_red(id)


@pytest.mark.parametrize("id", [id for id, block in CONTENT.bestiary.items() if block.crit == "any_6"])
def test_an_adversary_whose_single_six_is_nothing(id: str, switch: Switch) -> None:
    switch(CONTENT.bestiary[id], "crit", "std")
    assert first_red(id)


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("milestone", [9, 15, 21])
def test_an_aftershock_that_does_nothing(milestone: int, die: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = list(CONTENT.tables[milestone])
    rows[die - 1] = ()
    monkeypatch.setitem(CONTENT.tables, milestone, tuple(rows))
    rules._setup.cache_clear()
    assert first_red("aftershock")
    monkeypatch.undo()
    rules._setup.cache_clear()


def _rows() -> list[Any]:
    return [
        pytest.param(kind, row, id=f"{kind.__name__}-{row.clause}-{row.key}")
        for kind, rows in refusals.ROWS.items()
        for row in rows
    ]


@pytest.mark.parametrize(("kind", "row"), _rows())
def test_a_refusal_switched_off(kind: type[Action], row: refusals.Row, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = tuple(other for other in refusals.ROWS[kind] if other is not row)
    monkeypatch.setitem(refusals.ROWS, kind, rest)
    tag = kind.__struct_config__.tag
    assert first_red(f"{row.clause}'", f"'action': '{tag}'")

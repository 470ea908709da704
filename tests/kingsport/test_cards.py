"""The card set as it is meant to be, and what the reader says of faulty files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from game.core.content import ContentError
from game.kingsport import effects, scenario
from game.kingsport.cards import DATA, Cards, standard_cards

GODS = """
byakhee       1  33345  E          0  0   lesser
migo          1  33345  S(1)       1  1   lesser
nightgaunt    1  33345  D          0  1   lesser
xura          1  33345  S(1)       1  1   lesser
polyps        2  3345   U(2)       1  1   lesser
nodens        2  3345   E,E        2  2   lesser
yig           2  3345   S(2)       1  1   lesser
yithian       2  3345   D,D        0  2   lesser
dagon         3  335    E,D,D      2  3   elder
haunter       3  334    E,S(2)!E   1  3   elder
hydra         3  334    E,E,D      1  2   elder
tsathoggua    3  335    S(3)       3  2   elder
hastur        4  345    S(2),S(2)  3  3   elder
rhantegoth    4  345    D,D,X,S(1) 2  4   elder
tulzscha      4  345    E,E,X,X    2  4   elder
cthulhu       5  34     D,D,D,X,X  1  6   great
nyarlathotep  5  34     S(3),S(2)  2  5   great
shubniggurath 5  34     S(4),S(1)  3  5   great
yogsothoth    5  34     E,D,X,S(2) 2  5   great
azathoth      6  3      X,X,X,X,X  0  0   great
"""
INVESTIGATORS = """
dyer     3-3 6-6 9-9
carter   3-1 6-3 9-5
armitage 3-2 6-5 9-8
legrasse 2-1 5-4 9-7
angell   4-3 6-5 9-7
thurston 3-2 6-5 9-7
wilmarth 4-3 7-6 9-8
peaslee  3-2 6-5 9-7
malone   3-2 6-4 9-8
willett  5-4 7-6 9-7
gilman   3-2 6-5 8-7
blake    4-3 6-5 9-6
olmstead 3-1 6-4 9-6
whipple  2-1 5-4 9-6
"""
"""Round and strength of each Raid."""


@pytest.mark.cites("KPT-SETUP-02", "KPT-SETUP-05", "KPT-INFO-02")
def test_the_gods() -> None:
    written = [
        " ".join(
            [
                god.id,
                str(god.level),
                "".join(map(str, god.copies)),
                ",".join(god.price.terms),
                str(god.strength),
                str(god.points),
                god.family,
            ]
        )
        for god in standard_cards().gods
    ]
    assert written == [" ".join(line.split()) for line in GODS.strip().splitlines()]


@pytest.mark.cites("KPT-SETUP-04")
@pytest.mark.parametrize(
    ("players", "by_level"), [(3, [12, 8, 8, 3, 4, 1]), (4, [16, 12, 10, 6, 8, 1]), (5, [20, 16, 12, 9, 8, 1])]
)
def test_cards_by_level(players: int, by_level: list[int]) -> None:
    gods = standard_cards().gods
    found = [sum(n <= players for god in gods if god.level == level for n in god.copies) for level in range(1, 7)]
    assert found == by_level


@pytest.mark.cites("KPT-SETUP-02", "KPT-INVEST-01", "KPT-INVEST-05")
def test_the_investigators() -> None:
    written = [
        " ".join([name, *(f"{number}-{strength}" for number, strength in card.raids)])
        for name, card in standard_cards().investigators.items()
    ]
    assert written == [" ".join(line.split()) for line in INVESTIGATORS.strip().splitlines()]


def test_no_opening_die_is_dead_and_no_god_is_simply_better() -> None:
    """The design checks of the card set: whatever is payable whenever another is and no weaker differs in kind."""
    gods = [god for god in standard_cards().gods if god.final is None]
    for dice in (1, 2, 3):
        assert sum(god.price.payment(dice) is not None for god in gods) >= 2
    for god in gods:
        for other in gods:
            if god is other or not all(other.price.payment(paid) is not None for paid in god.price.payments):
                continue
            if other.points >= god.points and other.strength >= god.strength:
                assert other.effect != god.effect


@pytest.mark.parametrize("module", [effects, scenario])
def test_the_words_of_the_data_are_documented(module: object) -> None:
    table = module.vocabulary()  # type: ignore[attr-defined]
    words = effects.VERBS if module is effects else scenario.CONDITIONS
    assert [line.split("`")[1].partition(":")[0] for line in table.splitlines()[2:]] == list(words)
    assert all(line.count("|") == 3 and line.split("|")[2].strip() for line in table.splitlines())


# ---- faulty files

FAULTS = [
    ("gods", "    cost: [E]", "    cost: [Q]", "E, D, X, U(k), S(k) or S(k)!E"),
    ("gods", "    cost: [U(2)]", "    cost: [U(4)]", "five dice of three faces can pay"),
    ("gods", "    cost: [D, D, D, X, X]", "    cost: [D, D, D, X, X, X]", "five dice of three faces can pay"),
    ("gods", "    cost: [U(2)]", "    cost: [U(2)!E]", "E, D, X, U(k), S(k) or S(k)!E"),
    ("gods", "    cost: [U(2)]", "    cost: two", "a list"),
    ("gods", "      - {gain: [E]}", "      - {grab: [E]}", "an effect word: gain, roll"),
    ("gods", "      - {gain: [E]}", "      - {gain: [Q]}", "a list of faces out of E, D, X"),
    ("gods", "      - {gain: [E]}", "      - {gain: []}", "a list of faces out of E, D, X"),
    ("gods", "      - {gain: [E]}", "      - {gain: [E], roll: 1}", "one effect word with its value"),
    ("gods", "      - {reroll: 5}", "      - {reroll: 6}", "a whole number from 1 to 5"),
    ("gods", "      - {reroll: 5}", "      - {reroll: true}", "a whole number from 1 to 5"),
    ("gods", "      - {sanity: 2}", "      - {sanity: 0}", "a whole number from 1 to 12"),
    ("gods", "      - {sanity: 2}", "      - {sanity: two}", "a whole number from 1 to 12"),
    ("gods", "      - {pay: {price: 2, then: {roll: 1}}}", "      - {pay: {price: 2}}", "price and then"),
    (
        "gods",
        "      - {pay: {price: 2, then: {roll: 1}}}",
        "      - {pay: {price: 0, then: {roll: 1}}}",
        "from 1 to 12",
    ),
    (
        "gods",
        "      - {pay: {price: 2, then: {roll: 1}}}",
        "      - {pay: {price: 2, then: {pay: {price: 1, then: {roll: 1}}}}}",
        "a clause without a price of its own",
    ),
    (
        "gods",
        "      - {turn: {from: [E], to: [D], dice: 2}}",
        "      - {turn: {from: [E], to: [D]}}",
        "from, to and dice",
    ),
    ("gods", "    level: 6", "    level: 7", "1 to 6"),
    ("gods", "    level: 6", "    level: 2", "gods by level"),
    ("gods", "    level: 6", "    level: six", "a whole number"),
    ("gods", "    copies: [3]", "    copies: [2]", "a list of minimum player numbers, 3 to 5"),
    ("gods", "    copies: [3]", "    copies: [3, 3, 3, 3, 3, 3, 3, 3]", "at most seven copies"),
    ("gods", "    points: 6", "    points: -6", "0 or more"),
    ("gods", "    points: 6", "    points: 6\n    colour: green", "colour"),
    ("gods", "when: {beside: hydra}", "when: {beside: hydro}", "the id of a god"),
    ("gods", "when: {beside: hydra}", "when: {next_to: hydra}", "investigator_strength, beside or beside_level"),
    ("gods", "when: {beside: hydra}", "when: {}", "exactly one condition"),
    ("gods", "when: {beside_level: 5}", "when: {beside_level: five}", "a whole number"),
    ("gods", "  azathoth:", "  cthulhu:", "each key once"),
    ("gods", "    strength: 0\n    points: 0\n  migo:", "    points: 0\n  migo:", "strength"),
    ("investigators", "{round: 3, strength: 3}, ", "", "three Raids in ascending rounds from 1 to 9"),
    ("investigators", "{round: 6, strength: 6}", "{round: 2, strength: 6}", "three Raids in ascending rounds"),
    ("investigators", "{round: 9, strength: 9}", "{round: 10, strength: 9}", "from 1 to 9"),
    ("investigators", "{round: 9, strength: 9}", "{round: 9, strength: -9}", "strengths of 0 or more"),
    ("investigators", "when: {not_obtained: D}", "when: {not_got: D}", "a condition word: obtained, not_obtained"),
    ("investigators", "when: {not_obtained: D}", "when: {not_obtained: Q}", "a face: E, D or X"),
    ("investigators", "when: {dice_held: 5}", "when: {dice_held: five}", "a whole number"),
    ("investigators", "when: {kept_back: true}", "when: {kept_back: 3}", "true"),
    ("investigators", "at: round_start", "at: midnight", "round_start, expansion_end"),
    ("investigators", "at: round_start, lose: 1", "at: round_start", "at and lose together"),
    ("investigators", "  whipple:", "  dyer:", "each key once"),
    ("investigators", "{play_limit: 4}", "{play_limit: four}", "a whole number"),
    ("investigators", "{play_limit: 4}", "{limit: 4}", "limit"),
    ("investigators", "investigators:", "persons:", "investigators"),
]


def write_set(folder: Path, file: str = "", old: str = "", new: str = "") -> int:
    """The card set in ``folder``, with one thing changed; the line where."""
    line = 0
    for name in ("gods", "investigators"):
        content = (DATA / f"{name}.yaml").read_text("utf-8")
        if name == file:
            assert old in content, old
            at = content.rindex(old) if old.startswith("  ") and old.endswith(":") else content.index(old)
            line = content[:at].count("\n") + 1
            content = content[:at] + new + content[at + len(old) :]
        (folder / f"{name}.yaml").write_text(content, "utf-8")
    return line


@pytest.mark.parametrize(("file", "old", "new", "expected"), FAULTS)
def test_a_fault_is_named_with_file_line_and_cure(file: str, old: str, new: str, expected: str, tmp_path: Path) -> None:
    line = write_set(tmp_path, file, old, new)
    with pytest.raises(ContentError) as caught:
        Cards(tmp_path)
    message = str(caught.value)
    named = re.search(rf"{file}\.yaml:(\d+)", message)
    assert named, message
    # The fault stands on the changed line; where something is missing, on that of its entry above.
    assert line - 6 <= int(named[1]) <= line + 1, f"line {line}: {message}"
    assert expected in message


def test_the_set_can_be_read_from_another_folder(tmp_path: Path) -> None:
    write_set(tmp_path)
    assert Cards(tmp_path).digest == standard_cards().digest


def test_the_digest_notices_a_changed_figure_and_not_a_comment(tmp_path: Path) -> None:
    write_set(tmp_path, "gods", "# ---- level I ----", "# first")
    assert Cards(tmp_path).digest == standard_cards().digest
    write_set(tmp_path, "gods", "    points: 6", "    points: 7")
    assert Cards(tmp_path).digest != standard_cards().digest


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"gods\.yaml"):
        Cards(tmp_path)

"""Content errors name file, line, place, what was found and the cure; hostile YAML does no harm."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from game.core import yaml_reader
from game.core.content import ContentError, digest, load_mapping, load_yaml, read_yaml


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    share: float = 0.0
    open: bool = False
    words: dict[str, int] = {}
    rounds: dict[int, int] = {}


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str = ""
    note: str | None = None
    pair: tuple[int, int] = (0, 0)
    parts: list[Part] = []
    named: dict[str, Part] = {}


def write(folder: Path, body: str) -> Path:
    path = folder / "cards.yaml"
    path.write_text(f"# cards\ncards:\n  first:\n    title: First\n  second:\n    {body}\n", encoding="utf-8")
    return path


def load_error(path: Path) -> ContentError:
    with pytest.raises(ContentError) as caught:
        load_mapping(path, "cards", Card)
    return caught.value


def test_entries_are_typed_and_take_their_key_as_id(tmp_path):
    cards = load_mapping(write(tmp_path, "{title: Second, pair: [1, -2]}"), "cards", Card)
    assert cards == {"first": Card("first", "First"), "second": Card("second", "Second", pair=(1, -2))}
    assert str(cards.error("second", "title", found="'Second'", expected="a rhyme")) == (
        f"{tmp_path / 'cards.yaml'}:6: cards.second.title: found 'Second', expected a rhyme"
    )


@pytest.mark.parametrize(
    ("body", "line", "path", "found", "expected"),
    [
        ("titel: x", 6, "cards.second.titel", "the unknown key titel", "only id, title, note, pair, parts, named"),
        ("parts: [{number: 1},\n      {}]", 7, "cards.second.parts[1]", "no such key", "the key number"),
        ("parts: [{number: 1, n: 2}]", 6, "cards.second.parts[0].n", "the unknown key n", "a key that is known here"),
        ("pair: [1]", 6, "cards.second.pair", "a list of length 1", "a list of length 2"),
        ("parts: x", 6, "cards.second.parts", "the text 'x'", "a list"),
        ("title: {}", 6, "cards.second.title", "a mapping", "text"),
        # what a bare word would have been to other readers
        ("title: 5", 6, "cards.second.title", "the number 5", 'text; put it in quotes: "5"'),
        ("title: true", 6, "cards.second.title", "true", 'text; put it in quotes: "true"'),
        ("title: ~", 6, "cards.second.title", "nothing", 'text; put it in quotes: "null"'),
        ("title: 1.5", 6, "cards.second.title", "the number 1.5", 'text; put it in quotes: "1.5"'),
        ("parts: [{number: 1:30}]", 6, "cards.second.parts[0].number", "the text '1:30'",
         "a whole number in plain digits, without quotes"),
        ("parts: [{number: 010}]", 6, "cards.second.parts[0].number", "the text '010'",
         "a whole number in plain digits, without quotes"),
        ("parts: [{number: 1, share: 1e3}]", 6, "cards.second.parts[0].share", "the text '1e3'",
         "a number in plain digits, without quotes"),
        ("parts: [{number: 1, open: no}]", 6, "cards.second.parts[0].open", "the text 'no'",
         "true or false, without quotes"),
        # the keys of mappings, which msgspec hides
        ("named:\n      a: {number: 1}\n      b: {number: x}", 8, "cards.second.named.b.number", "the text 'x'",
         "a whole number in plain digits, without quotes"),
        ("named:\n      a:\n        number: 1\n        words: {p: 1, q: r}", 9, "cards.second.named.a.words.q",
         "the text 'r'", "a whole number in plain digits, without quotes"),
        ("parts:\n      - number: 1\n        rounds: {1: 1, two: 2}", 8, "cards.second.parts[0].rounds.two",
         "the key two", "a whole number"),
        # what YAML offers and content does not need
        ("pair: &p [1, 2]", 6, "cards.second.pair", "the anchor &p", "the value without it"),
        ("pair: *p", 6, "cards.second.pair", "the alias *p", "the value written out"),
        ("<<: {title: x}", 6, "cards.second", "the merge key <<", "the keys written out"),
        ("title: !!str 5", 6, "cards.second.title", "the tag tag:yaml.org,2002:str", "the value without it"),
        ("title: !!python/name:os.system x", 6, "cards.second.title",
         "the tag tag:yaml.org,2002:python/name:os.system", "the value without it"),
        ("title: a\n    note: b\n    title: c", 8, "cards.second.title", "the key a second time (first on line 6)",
         "each key once"),
        ("? [a]\n    : b", 6, "cards.second", "a collection as a key", "a word as a key"),
        ("true: b", 6, "cards.second", "the key true", "a word; put it in quotes"),
        ("? \n    : b", 6, "cards.second", "an empty key", "a word; put it in quotes"),
    ],
)  # fmt: skip
def test_a_fault_names_place_and_cure(tmp_path, body, line, path, found, expected):
    file = write(tmp_path, body)
    error = load_error(file)
    assert (error.file, error.line, error.path, error.found, error.expected) == (str(file), line, path, found, expected)
    assert str(error) == f"{file}:{line}: {path}: found {found}, expected {expected}"


@pytest.mark.parametrize(
    "word", ["no", "on", "Yes", "off", "1:30", "010", "08", "1_000", "2024-01-02", "1e3", "0x1f", ".5"]
)
def test_bare_words_stay_the_text_that_was_written(word):
    assert read_yaml(f"a: {word}", "x")[0] == {"a": word}


@pytest.mark.parametrize(
    ("word", "value"), [("5", 5), ("-5", -5), ("+7", 7), ("0", 0), ("1.25", 1.25), ("true", True), ("null", None)]
)
def test_plain_numbers_and_constants_are_values(word, value):
    assert read_yaml(f"a: {word}\nb: '{word}'", "x")[0] == {"a": value, "b": word}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: [1, 2", 1, "well-formed YAML"),
        ("a: 1\nb: 2\n  c: 3", 3, "well-formed YAML"),
        ("a: 'x", 1, "well-formed YAML"),
        ('a: "\\ud800"', 1, "well-formed YAML"),
        ("a: @x", 1, "well-formed YAML"),
        ("a: 1\nb: \x07", 2, "control character"),
        ("a: 1\n---\nb: 2", 2, "a second document"),
        ("", None, "an empty file"),
        ("# only a comment\n", None, "an empty file"),
        ("a: " + "[" * 100_000, 1, "nesting"),
        ("a: " + "{b: " * 100_000, 1, "nesting"),
    ],
)
def test_what_is_no_content_is_one_clear_error(text, line, words):
    with pytest.raises(ContentError, match=words) as caught:
        read_yaml(text, "file.yaml")
    assert caught.value.line == line


def test_the_same_errors_without_libyaml(monkeypatch):
    monkeypatch.setattr(yaml_reader, "_LOADER", yaml.SafeLoader)
    assert read_yaml("a: [1, {b: no}]", "x")[0] == {"a": [1, {"b": "no"}]}
    for text in ("a: [1, 2", "a: 1\n---\nb: 2", "a: " + "[" * 3000, "a: &b c", "a: 1\na: 2"):
        with pytest.raises(ContentError):
            read_yaml(text, "x")


def test_files_that_cannot_be_text(tmp_path):
    path = tmp_path / "x.yaml"
    with pytest.raises(ContentError, match="expected a readable file"):
        load_yaml(path)
    path.write_bytes("a: é\nb: ü".encode("latin-1"))
    with pytest.raises(ContentError, match=r"x.yaml:1: found bytes that are not UTF-8, expected a file saved as UTF-8"):
        load_yaml(path)
    path.write_bytes("a: b".encode("utf-16"))
    with pytest.raises(ContentError, match="not UTF-8"):
        load_yaml(path)
    path.write_bytes(b"a: " + b"x" * 1_000_000)
    with pytest.raises(ContentError, match="more than 1 MB"):
        load_yaml(path)


def test_a_byte_order_mark_and_windows_lines_are_good(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb:\r\n  - c\r\n")
    data, lines = load_yaml(path)
    assert data == {"a": 1, "b": ["c"]}
    assert (lines[("b",)], lines[("b", 0)], lines[("b", 0, "deeper")], lines[("z",)]) == (2, 3, 3, 1)


def test_all_faults_of_a_file_can_be_gathered(tmp_path):
    path = tmp_path / "cards.yaml"
    path.write_text("cards:\n  a: {title: 1}\n  b: {title: B}\n  c: {pair: [1]}\n  5: {title: five}\n  d: x\n")
    problems: list[ContentError] = []
    cards = load_mapping(path, "cards", Card, problems=problems)
    assert list(cards) == ["b"]
    assert [error.line for error in problems] == [2, 4, 5, 6]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cards: []", "cards: found a list of length 0, expected a mapping from ids to entries"),
        ("gods: {}", "the unknown key gods, expected only cards"),
        ("cards: {}\nmore: 1", "x.yaml:2: more: found the unknown key more, expected only cards"),
        ("{}", "found no such key, expected the key cards"),
        ("- 1", "a list of length 1, expected a mapping with the key cards"),
    ],
)
def test_the_top_of_a_file_is_checked(tmp_path, text, words):
    path = tmp_path / "x.yaml"
    path.write_text(text)
    assert words in str(load_error(path))


def test_the_digest_is_of_what_was_parsed(tmp_path):
    one, _ = read_yaml("a: 1\nb: [x, 'y']\n", "one")
    two, _ = read_yaml("# other\r\nb:\r\n  - \"x\"\r\n  - y\r\na: 1\r\n", "two")
    three, _ = read_yaml("a: 1\nb: [y, x]\n", "three")
    assert digest(one) == digest(two) != digest(three)
    assert digest(Card("a"), 1) == "b96af02da986ec38"


SIGNS = "ab:-?[]{}&*!|>'\"%@`#,.~<0123 \n\t\\xu\ud7ff\x85\u2028\ufeffé"


@given(st.text(st.sampled_from(SIGNS), max_size=40) | st.text(max_size=20))
def test_any_text_is_plain_data_or_a_content_error(text):
    try:
        data, lines = read_yaml(text, "x")
    except ContentError:
        return
    assert lines[()] >= 1
    assert digest(data)

"""The rulebook's clauses are read with their chapters, and dangling references are found."""

import pytest

from game.core import rules_text
from game.core.content import ContentError
from game.core.rules_text import Clause, clause_ids, load_rules, read_rules

SOUND = """
sections: [{id: one, title: First}, {id: two, title: Second}]
clauses:
  TOY-01: {section: one, title: Turns, text: You take turns., see: [TOY-02]}
  TOY-02: {section: two, title: Waiting, text: Wait., example: Ann waits.}
"""


def write(folder, text, language="en"):
    (folder / language).mkdir(exist_ok=True)
    path = folder / language / "toy.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_clauses_and_chapters(tmp_path):
    write(tmp_path, SOUND)
    rules = load_rules("toy", folder=tmp_path)
    assert [section.title for section in rules.sections] == ["First", "Second"]
    assert rules.clauses["TOY-01"] == Clause("TOY-01", "one", "Turns", "You take turns.", see=("TOY-02",))
    assert [clause.example for clause in rules.of("two")] == ["Ann waits."]


def test_another_language_or_english(tmp_path):
    write(tmp_path, SOUND)
    assert load_rules("toy", "fr", tmp_path).clauses["TOY-02"].title == "Waiting"
    rules_text._load.cache_clear()
    write(tmp_path, SOUND.replace("Waiting", "Attendre"), "fr")
    assert load_rules("toy", "fr", tmp_path).clauses["TOY-02"].title == "Attendre"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("section: one,", "section: three,", 4, "clauses.TOY-01.section: found 'three', expected one of one, two"),
        ("see: [TOY-02]", "see: [TOY-03]", 4, "clauses.TOY-01.see: found 'TOY-03', expected the id of a clause"),
        ("text: Wait.,", "", 5, "clauses.TOY-02: found no such key, expected the key text"),
        ("id: two, ", "", 2, "sections[1]: found no such key, expected the key id"),
    ],
)
def test_faults_name_their_line(tmp_path, old, new, line, words):
    path = write(tmp_path, SOUND.replace(old, new))
    problems: list[ContentError] = []
    read_rules(path, problems)
    assert problems[0].line == line
    assert words in str(problems[0])
    rules_text._load.cache_clear()
    with pytest.raises(ContentError):
        load_rules("toy", folder=tmp_path)


def test_a_missing_file_is_one_fault(tmp_path):
    problems: list[ContentError] = []
    read_rules(tmp_path / "none.yaml", problems)
    assert len(problems) == 1


def test_the_rules_of_the_program():
    assert {"KPT-SETUP-01", "KPT-EXP-03"} <= clause_ids("kingsport")
    assert all(load_rules("kingsport").of(section.id) for section in load_rules("kingsport").sections)

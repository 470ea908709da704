"""The rules in our own words, one entry for each clause: ``data/rules/<language>/<game>.yaml``.

They make the rulebook on the screen; refusals and log lines link to them by the clause's id.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from game.core.content import DATA, ContentError, Table, convert, load_mapping, load_yaml
from game.core.strings import ENGLISH

FOLDER = DATA / "rules"


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the rulebook."""

    id: str
    title: str


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule: the whole of it, decisions on open points included. ``see`` names related clauses."""

    id: str
    section: str
    title: str
    text: str
    example: str = ""
    see: tuple[str, ...] = ()


class RulesText(Struct, frozen=True):
    """A game's rulebook: chapters and clauses in reading order."""

    sections: tuple[Section, ...]
    clauses: dict[str, Clause]

    def of(self, section: str) -> tuple[Clause, ...]:
        """The clauses of a chapter."""
        return tuple(clause for clause in self.clauses.values() if clause.section == section)


def load_rules(game: str, language: str = ENGLISH, folder: Path | None = None) -> RulesText:
    """The rulebook of ``game``, in English where the language has none. Raises the first ``ContentError``."""
    return _load(game, language, folder or FOLDER)


@lru_cache(maxsize=8)
def _load(game: str, language: str, folder: Path) -> RulesText:
    path = folder / language / f"{game}.yaml"
    problems: list[ContentError] = []
    rules = read_rules(path if path.exists() else folder / ENGLISH / f"{game}.yaml", problems)
    if problems:
        raise problems[0]
    return rules


def read_rules(path: Path, problems: list[ContentError]) -> RulesText:
    """The sound clauses of a file; faults (unknown chapters and clauses among them) go to ``problems``."""
    clauses = load_mapping(path, "clauses", Clause, beside=("sections",), problems=problems)
    sections = _sections(path, problems)
    known = {section.id for section in sections}
    for clause in clauses.values():
        if clause.section not in known:
            problems.append(_dangling(clauses, clause, "section", clause.section, f"one of {', '.join(sorted(known))}"))
        problems.extend(
            _dangling(clauses, clause, "see", other, "the id of a clause")
            for other in clause.see
            if other not in clauses
        )
    return RulesText(sections, dict(clauses))


def clause_ids(game: str) -> frozenset[str]:
    """The ids of all clauses of ``game``."""
    return frozenset(load_rules(game).clauses)


def _sections(path: Path, problems: list[ContentError]) -> tuple[Section, ...]:
    try:
        data, lines = load_yaml(path)
        sections = data.get("sections") if isinstance(data, dict) else None
        found: tuple[Section, ...] = convert(sections, lines, tuple[Section, ...], at=("sections",))
        return found
    except ContentError as error:
        if error not in problems and str(error) not in map(str, problems):
            problems.append(error)
        return ()


def _dangling(table: Table[Clause], clause: Clause, field: str, found: str, expected: str) -> ContentError:
    return table.error(clause.id, field, found=f"{found!r}", expected=expected)

"""Reading invocation costs (KPT-COST): which dice pay for what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations

from game.kingsport.dice import FACE_INDEX, MULTISETS, NUMBER, holds, of_faces

TERM = re.compile(r"^(?:(?P<face>[EDX])|(?P<kind>[US])\((?P<count>[1-5])\)(?P<not_evil>!E)?)$")


class Cost:
    """An invocation cost. ``terms`` are as printed, ``payments`` every multiset of dice that pays it exactly.

    A coloured term (``E``) needs that very face (KPT-COST-02); ``U(k)`` k pairwise different faces (COST-03);
    ``S(k)`` k of one face (COST-04), ``!E`` not Evil (COST-05); several ``S`` have different faces (COST-06).
    Terms do not restrict one another otherwise (COST-07).
    """

    def __init__(self, terms: tuple[str, ...]) -> None:
        parsed = [TERM.match(term) for term in terms]
        if bad := [
            term
            for term, match in zip(terms, parsed, strict=True)
            if match is None or (term.startswith("U") and "!" in term)
        ]:
            raise ValueError(f"found {bad[0]!r}, expected E, D, X, U(k), S(k) or S(k)!E")
        matches = [match for match in parsed if match is not None]
        self.terms = terms
        fixed = [FACE_INDEX[m["face"]] for m in matches if m["face"]]
        different = [int(m["count"]) for m in matches if m["kind"] == "U"]
        same = [(int(m["count"]), bool(m["not_evil"])) for m in matches if m["kind"] == "S"]
        if any(k > 3 for k in different) or len(same) > 3 or len(fixed) + sum(different) + sum(k for k, _ in same) > 5:
            raise ValueError(f"found {' '.join(terms)!r}, expected a cost that five dice of three faces can pay")
        self.payments = tuple(sorted({of_faces(faces) for faces in _ways(fixed, different, same)}))
        clauses = ["KPT-INV-03", "KPT-COST-01"]
        if fixed:
            clauses.append("KPT-COST-02")
        if different:
            clauses.append("KPT-COST-03")
        if any(k > 1 for k, _ in same):
            clauses.append("KPT-COST-04")
        if any(not_evil for _, not_evil in same):
            clauses.append("KPT-COST-05")
        if len(same) > 1:
            clauses.append("KPT-COST-06")
        if fixed and same:
            clauses.append("KPT-COST-07")
        self.clauses = tuple(clauses)
        """The clauses that say how this cost is read."""

    def payment(self, dice: int) -> int | None:
        """The dice taken for this cost, ``None`` if it cannot be paid.

        Where several would do, the first in a fixed order: it makes no difference (KPT-COST-08); dice that are not
        needed never spoil a payment (KPT-COST-09).
        """
        return next((p for p in self.payments if holds(dice, p)), None)

    def missing(self, dice: int) -> int:
        """The fewest dice that would have to be added to pay."""
        have = MULTISETS[dice]
        return min(sum(max(0, n - h) for n, h in zip(MULTISETS[p], have, strict=True)) for p in self.payments)

    @property
    def size(self) -> int:
        """How many dice it takes."""
        return NUMBER[self.payments[0]]


def _ways(fixed: list[int], different: list[int], same: list[tuple[int, bool]]) -> Iterator[list[int]]:
    """Every list of faces that pays these terms."""
    if different:
        for faces in combinations(range(3), different[0]):
            yield from _ways(fixed + list(faces), different[1:], same)
        return
    for groups in permutations(range(3), len(same)):
        if all(face or not not_evil for face, (_, not_evil) in zip(groups, same, strict=True)):
            yield fixed + [face for face, (k, _) in zip(groups, same, strict=True) for _ in range(k)]

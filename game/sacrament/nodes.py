"""Where the story stands: its node, the conditions of a scenario, who can do what there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.sacrament import conditions

if TYPE_CHECKING:
    from game.sacrament.scenarios import Choice, Node
    from game.sacrament.state import Pc, SacramentState


def value_of(s: SacramentState, atom: str) -> int:
    """The number of an atom of a condition."""
    if atom == "ladder":
        return s.ladder
    if atom == "cleansed":
        return int(s.cleansed)
    head, _, rest = atom.partition(".")
    if not rest:
        return s.flags.get(atom, 0)
    if head == "item":
        return sum(item.n for pc in s.living() for item in pc.sheet.items if item.id == rest)
    if head == "knows":
        return sum(rest in pc.kit.known for pc in s.able())
    if head == "present":
        return sum(pc.sheet.id == rest for pc in s.living())
    return s.clocks.get(rest, 0)


def condition_holds(s: SacramentState, text: str) -> bool:
    """Whether a condition of the scenario holds now."""
    return conditions.holds(conditions.parse(text), lambda atom: value_of(s, atom))


def node_of(s: SacramentState) -> Node:
    """The node the party is at."""
    return s.setup.scenario.nodes[s.node]


def is_safe(s: SacramentState) -> bool:
    """Whether the party is in a safe place (SAC-CLEANSE-07); an aftershock may have made the next rest unsafe."""
    return not s.unsafe and (s.node in s.safe or condition_holds(s, node_of(s).safe))


def choice_key(s: SacramentState, choice: str) -> str:
    """How a choice is remembered, and the stem of its texts."""
    return f"{s.setup.scenario.id}.{s.node}.{choice}"


def candidates(s: SacramentState, choice: Choice) -> list[Pc]:
    """The PCs who may roll for a choice: those present and able who have not tried it (SAC-CHECK-06)."""
    tried = s.tried.get(choice_key(s, choice.id), ())
    able = s.able() or (s.living() if choice.who == "bedside" else [])
    if not tried:
        return able
    check = choice.check
    if check is None or choice.who in ("each", "group"):
        return []
    if choice.per_pc:
        return able if len(s.living()) == 1 else [pc for pc in able if pc.seat not in tried]
    return [pc for pc in able if pc.seat not in tried] if check.retry == "other" else []

"""What a seat may know, and the open question. Only the order of decks and coming dice are hidden (KAN-INV-05)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from game.core.contract import Decision, Observation, Values
from game.kanata import feeding, items, move, shooting, turn, turned
from game.kanata.barn import UseTalisman
from game.kanata.effects.base import CardQuestion
from game.kanata.effects.control import CardChoice
from game.kanata.effects.people import PickHuman
from game.kanata.frames import Frame

if TYPE_CHECKING:
    from game.kanata.state import KanataState


class KanataObservation(Observation, frozen=True):
    """All that one seat may know; the same for every seat.

    ``table`` is the position without the generator and the script: decks are counts of the unseen cards and the few
    whose place on top is known to all.
    """

    question: str
    asked: int
    table: dict[str, Any]


_PRIVATE = ("seed", "counter", "script", "strict")


def observe(s: KanataState, player: int) -> KanataObservation:
    """The observation of one seat."""
    table = s.position()
    for name in _PRIVATE:
        del table[name]
    return KanataObservation(
        player=player, question=s.stack[-1].name if s.stack else "", asked=s.current_player(), table=table
    )


def describe(seen: KanataObservation) -> list[tuple[str, Mapping[str, Any]]]:
    """What a seat sees, in sentences (text key and fields) for the terminal and the text view."""
    table = seen.table
    sentences: list[tuple[str, Mapping[str, Any]]] = [
        ("kanata.view.round", {"round": table["round"], "seat": table["turn"]}),
        ("kanata.view.roadblock", {"monoliths": table["roadblock"]["monoliths"], "wall": table["roadblock"]["wall"]}),
        ("kanata.view.sheriff", {"space": table["sheriff"]}),
    ]
    for entry in table["abominations"]:
        state = "dormant" if entry["dormant"] else "active"
        fields = {"number": entry["number"], "space": entry["space"]}
        sentences.append((f"kanata.view.abomination.{state}", fields))
    if table["ambulance"]:
        ambulance = table["ambulance"]
        sentences.append(("kanata.view.ambulance", {"space": ambulance["space"], "tires": ambulance["tires"]}))
    sentences += [("kanata.view.corpse", {"space": space}) for space in table["corpses"]]
    for seat, entry in enumerate(table["characters"]):
        held = [item if isinstance(item, str) else item["item"] for item in entry["items"]]
        fields = {
            "seat": seat,
            "status": entry["status"],
            "space": entry["space"],
            "health": entry["health"],
            "held": (*held, *entry["tokens"]),
            "cubes": entry["horde_cubes"],
            "track": entry["track"],
        }
        sentences.append(("kanata.view.character", fields))
    return sentences


def decision(s: KanataState) -> Decision | None:
    """The open question as people read it."""
    if not s.stack:
        return None
    frame = s.stack[-1]
    prompt, values = _prompt(s, frame)
    return Decision(frame.name, frame.seat(s), f"kanata.prompt.{prompt}", values, frame.carried(s), frame.layout)


def _prompt(s: KanataState, frame: Frame) -> tuple[str, Values]:
    """The text key after ``kanata.prompt.`` and what it may name."""
    name = frame.name
    if isinstance(frame, move.ChooseStep):
        return name, {"left": frame.left}
    if isinstance(frame, turn.ChooseDice):
        return f"{name}.{frame.purpose}", {"total": sum(frame.dice), "dice": len(frame.dice)}
    if isinstance(frame, turn.VanReroll):
        return name, {"lowest": min(frame.dice), "total": sum(frame.dice)}
    if isinstance(frame, feeding.FeedingRoll):
        return f"{name}.{'timed' if frame.timed else 'rolls'}", {"left": frame.left}
    if isinstance(frame, items.TradeAnswer):
        asks = f"@character.{s.setup.characters[s.turn]}.name"
        return name, {"item": f"@kanata.thing.{frame.item}", "friend": asks}
    if isinstance(frame, CardChoice):
        card = s.setup.content.blocks[frame.blocks[0]].card
        return name, {"card": f"@kanata.card.{card}.name"}
    if isinstance(frame, PickHuman):
        return f"{name}.{frame.purpose}", {"n": frame.n}
    if isinstance(frame, CardQuestion):
        return f"{name}.{type(frame).__struct_config__.tag}", {}
    if isinstance(frame, shooting.ThrowTarget):
        return f"{name}.throw", {}
    if isinstance(frame, (shooting.ShootTarget, shooting.ShootAgain, shooting.LastRound, shooting.Assign)):
        values: dict[str, str | int] = {"item": f"@kanata.thing.{s.setup.content.items[frame.item].id}"}
        if isinstance(frame, shooting.Assign):
            values["left"] = frame.left
        if isinstance(frame, shooting.ShootAgain):
            values["ammo"] = s.ammo[s.setup.gun_of[frame.item]]
        return name, values
    if isinstance(frame, shooting.BeltAgain):
        item = s.setup.content.items[frame.item]
        return name, {"item": f"@kanata.thing.{item.id}", "ammo": s.ammo[item.gun]}
    if isinstance(frame, turned.PuppetMove):
        return name, {"left": frame.left}
    if isinstance(frame, UseTalisman):
        return f"{name}.{frame.by}", {}
    return name, {}

"""The table in sentences: what one cultist sees, for the terminal and the text view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.kingsport.observation import KingsportObservation
    from game.kingsport.rules import Kingsport

DICE = 5


def describe(game: Kingsport, seen: KingsportObservation) -> list[tuple[str, Mapping[str, Any]]]:
    """What ``seen`` shows, most public first. Fields are worded by ``Game.words``."""
    names = tuple(god.id for god in game.cards.gods)
    raids = game.cards.investigators[seen.investigator].raids if seen.investigator else ()
    sentences: list[tuple[str, Mapping[str, Any]]] = [
        ("kingsport.view.round", {"round": seen.round, "holder": seen.first}),
    ]
    if seen.investigator:
        raid_rounds = [{"round": number, "strength": strength} for number, strength in raids]
        sentences.append(("kingsport.view.investigator", {"investigator": seen.investigator, "raids": raid_rounds}))
    piles = [{"card": name, "count": count} for name, count in zip(names, seen.piles, strict=True) if count]
    sentences.append(("kingsport.view.piles", {"piles": piles}))
    for seat in range(seen.players):
        hidden = sum(seen.backs[seat]) - len(seen.hands[seat])
        key = "kingsport.view.cultist.hidden" if hidden else "kingsport.view.cultist"
        fields = {"seat": seat, "sanity": seen.sanity[seat], "cards": seen.hands[seat], "hidden": hidden}
        sentences.append((key, fields))
    if seen.turn == seen.player:
        sentences.append(("kingsport.view.dice", {"dice": seen.dice, "supply": DICE - len(seen.dice)}))
        sentences.append(("kingsport.view.in_play", {"cards": seen.in_play}))
    return sentences

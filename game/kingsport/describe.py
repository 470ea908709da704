"""The table in sentences: what one cultist sees, for the terminal and the text view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from game.kingsport.cards import FAMILIES, Cards

if TYPE_CHECKING:
    from game.kingsport.observation import KingsportObservation

DICE = 5


def describe(cards: Cards, seen: KingsportObservation) -> list[tuple[str, Mapping[str, Any]]]:
    """What ``seen`` shows, most public first. Fields are worded by ``Game.words``."""
    names = tuple(god.id for god in cards.gods)
    raids = cards.investigators[seen.investigator].raids if seen.investigator else ()
    sentences: list[tuple[str, Mapping[str, Any]]] = [
        ("kingsport.view.round", {"round": seen.round, "holder": seen.first}),
    ]
    if seen.investigator:
        raid_rounds = [{"round": number, "strength": strength} for number, strength in raids]
        sentences.append(("kingsport.view.investigator", {"investigator": seen.investigator, "raids": raid_rounds}))
    piles = [{"card": name, "count": count} for name, count in zip(names, seen.piles, strict=True) if count]
    sentences.append(("kingsport.view.piles", {"piles": piles}))
    for seat in range(seen.players):
        fields: dict[str, Any] = {"seat": seat, "sanity": seen.sanity[seat]}
        if seat == seen.player or not seen.question:
            sentences.append(("kingsport.view.cultist", {**fields, "cards": seen.hands[seat]}))
        else:  # the current hand of another is never shown face up, even where the log tells it (KPT-INFO-03)
            backs = dict(zip(FAMILIES, seen.backs[seat], strict=True))
            sentences.append(("kingsport.view.cultist.hidden", {**fields, **backs}))
    if seen.turn == seen.player:
        sentences.append(("kingsport.view.dice", {"dice": seen.dice, "supply": DICE - len(seen.dice)}))
        sentences.append(("kingsport.view.in_play", {"cards": seen.in_play}))
    return sentences

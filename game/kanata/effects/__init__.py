"""Effects of the event and Mystery cards: one class a word of `data/kanata/cards.yaml`, a module a family of words.

An effect works on its subject: the turn owner, or each human of a group in turn. A list of effects is a block;
blocks are numbered, so a frame that is half-way through one holds two numbers. A new effect is a new class in its
family and a new word below and in the data, never a special case in a turn. ``vocabulary()`` lists the words for
people.
"""

from __future__ import annotations

from typing import TypeAlias

from game.kanata.effects import base, boards, control, decks, foes, people, places, things
from game.kanata.effects.base import Block, CardQuestion, Reader, RunBlock, begin
from game.kanata.effects.control import CardChoice
from game.kanata.effects.decks import OrderCards
from game.kanata.effects.foes import PickAbomination
from game.kanata.effects.people import PickHuman
from game.kanata.effects.places import PickSpace
from game.kanata.effects.things import Draws, PickCorn, PickDrop, PickGun

__all__ = [
    "VERBS", "Block", "CardChoice", "CardFrame", "CardQuestion", "Draws", "OrderCards", "PickAbomination", "PickCorn",
    "PickDrop", "PickGun", "PickHuman", "PickSpace", "Reader", "RunBlock", "begin", "vocabulary",
]  # fmt: skip

CardFrame: TypeAlias = (
    RunBlock | Draws | CardChoice | PickDrop | PickCorn | PickGun | PickHuman | PickAbomination | PickSpace | OrderCards
)
"""What a card may put on the stack."""
VERBS: dict[str, type[base.Effect]] = {
    "lose_health": people.LoseHealth,
    "gain_health": people.GainHealth,
    "revive": people.Revive,
    "one": people.One,
    "gain": things.Gain,
    "draw_search": things.DrawSearch,
    "drop": things.Drop,
    "drop_weapon": things.DropWeapon,
    "recover": things.Recover,
    "ammo": things.Ammo,
    "move_to": places.MoveTo,
    "whirl": places.Whirl,
    "hide": places.OfferHide,
    "walk": places.Walk,
    "swap": people.Swap,
    "release": foes.Release,
    "dormant": foes.Dormant,
    "wake": foes.Wake,
    "sleep": foes.Sleep,
    "kill": foes.Kill,
    "abom_advance": foes.AbomAdvance,
    "sheriff_advance": foes.SheriffAdvance,
    "sheriff_to": foes.SheriffTo,
    "hold": foes.Hold,
    "corpse": foes.Corpse,
    "ambulance": foes.CallAmbulance,
    "tires": foes.Tires,
    "peek": decks.Peek,
    "order": decks.Order,
    "next_turn": boards.NextTurn,
    "track_back": boards.TrackBack,
    "horde_cube": boards.HordeCubes,
    "choose": control.ChooseOne,
    "roll": control.RollTable,
    "each": control.Each,
    "either": control.Either,
}


def vocabulary() -> str:
    """The effect words as a Markdown table, from the docstrings above."""
    rows = []
    for verb in VERBS.values():
        word, _, meaning = " ".join((verb.__doc__ or "").split()).partition(" — ")
        rows.append(f"| {word} | {meaning} |")
    return "\n".join(["| word | meaning |", "| --- | --- |", *rows])

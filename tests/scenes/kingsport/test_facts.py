"""What the table works out ahead: right, and without a look at coming dice."""

from __future__ import annotations

from typing import Any

from game import registry
from scenes.kingsport import facts

GAME = registry.get("kingsport")
GODS = {god.id: god for god in GAME.cards.gods}  # type: ignore[attr-defined]


def _state(cultist: dict[str, Any], **more: Any) -> Any:
    return GAME.from_position({"players": 3, "turn": 0, "phase": "expansion", "cultists": [cultist], **more})


def test_a_price_and_a_die_are_foretold() -> None:
    state = _state({"hand": ["polyps"], "sanity": 9, "dice": ["E"]})
    assert facts.preview_play(state, 0, GODS["polyps"]) == facts.Preview(9, 7, ("X",))


def test_a_rolled_die_is_foretold_without_its_face() -> None:
    for face in "EDX":
        state = _state({"hand": ["nodens"], "sanity": 9, "dice": ["E"]}, script=[face])
        assert facts.preview_play(state, 0, GODS["nodens"]).gained == ("?",)
        assert state.position()["script"] == [face]


def test_a_gain_beyond_five_dice_is_struck_through_before_playing() -> None:
    state = _state({"hand": ["hydra"], "sanity": 9, "dice": ["E"] * 5})
    preview = facts.preview_play(state, 0, GODS["hydra"])
    assert (preview.gained, preview.blocked, preview.after) == ((), 1, 10)
    assert facts.preview_play(_state({"hand": ["byakhee"], "dice": ["E"] * 5}), 0, GODS["byakhee"]).blocked == 1


def test_a_choice_and_a_deficit_are_foretold() -> None:
    state = _state({"hand": ["yig"], "sanity": 9, "dice": ["E"]})
    assert facts.preview_play(state, 0, GODS["yig"]) == facts.Preview(9, 8, ("?",), asks="choose_face")
    state = _state({"hand": ["cthulhu", "nodens", "dagon"], "sanity": 1, "dice": ["E"]})
    preview = facts.preview_play(state, 0, GODS["cthulhu"])
    assert (preview.after, preview.deficit, preview.asks) == (0, 2, "pay_deficit")


def test_a_raid_adds_up_with_its_effects() -> None:
    state = _state({"hand": ["dagon", "hydra", "byakhee"], "sanity": 9}, investigator="dyer", round=3, phase="raid")
    assert facts.sum_raid(state, 0, ["dagon", "hydra"]) == facts.RaidSum(4, 3)
    assert facts.sum_raid(state, 0, ["hydra"]) == facts.RaidSum(1, 3)
    assert facts.sum_raid(state, 0, []) == facts.RaidSum(0, 3)
    assert facts.sum_raid(state, 0, ["byakhee"]) is None


def test_payments_come_cheapest_first_and_are_all_there_are() -> None:
    hand = ["migo", "nodens", "dagon", "cthulhu", "azathoth"]
    state = _state({"hand": hand, "sanity": 1, "dice": ["E"]}, round=8, azathoth_round=8)
    state.apply_action(next(action for action in state.legal_actions() if getattr(action, "card", "") == "cthulhu"))
    found = facts.payments(state, 0)
    assert [one.cards for one in found] == [("nodens",), ("dagon",)]
    assert [one.wasted for one in found] == [0, 1]
    assert facts.discard_refusal(state, 0, ["azathoth"]).clause == "KPT-AZA-04"
    assert facts.discard_refusal(state, 0, ["cthulhu"]).clause == "KPT-SAN-10"


def test_what_a_cost_lacks() -> None:
    assert facts.shortfall(GODS["dagon"], ["E", "D"]) == ("D",)
    assert facts.shortfall(GODS["dagon"], ["E", "D", "D"]) == ()
    assert facts.shortfall(GODS["polyps"], []) is None
    assert facts.lacking(GODS["polyps"], ["E"]) == 1

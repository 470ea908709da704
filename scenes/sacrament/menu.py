"""What can be done now, gathered for the hand: a tile for each kind of deed, and what each can be aimed at.

Everything comes from `legal_actions` and `refusal`; a tile that offers nothing now is dim and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.content import standard_content
from game.sacrament.kit import kit_of
from game.sacrament.prospects import check_card
from game.sacrament.queries import rise
from scenes.sacrament import paper
from scenes.widgets import Why

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

ICONS = {
    "move": "walk", "strike": "sword-brandish", "guard": "shield", "end_turn": "halt", "choose_next": "meeple",
    "decline": "cancel", "done": "check-mark", "accept": "check-mark", "roll_it": "dice-twenty-faces-twenty",
    "rest": "camping-tent", "cleanse": "candle-light", "tend": "healing", "mend": "cog", "learn": "upgrade",
    "buy": "coins", "sell": "coins", "repair": "cog", "refill": "rune-stone", "exchange": "trade", "wear": "chain-mail",
    "overflow": "backpack", "spend_token": "evil-eyes", "hold": "halt", "activate": "daemon-skull", "step": "walk",
    "attack": "sword-brandish", "special": "evil-eyes", "end_foe": "halt", "set_check": "dice-twenty-faces-twenty",
    "no_check": "check-mark", "name_cost": "broken-heart", "steady": "life-support", "operate": "old-lantern",
    "wield": "broadsword", "hand_over": "trade", "drop": "backpack", "pick_up": "backpack", "improvise": "team-idea",
    "douse": "fluffy-flame", "relight": "old-lantern", "pass_baton": "trade", "choose_pc": "meeple",
    "choose_space": "walk", "option": "choice", "react": "shield", "choose": "open-book",
}  # fmt: skip
MORE = (
    act.Wield, act.HandOver, act.DropItem, act.PickUp, act.Steady, act.Improvise, act.Douse, act.Relight, act.PassBaton,
    act.Operate,
)  # fmt: skip
"""Deeds that share the tile *More*."""
OWN_WORDS = "own_words"
"""The tile for a cost that no list has."""
PRIMARY = ("accept", "roll_it", "spend_token", "react", "done")


@dataclass(frozen=True)
class Tile:
    """One thing that can be done. `actions` are its legal forms, one for each target."""

    id: str
    word: str
    icon: str
    actions: tuple[Action, ...] = ()
    cost: int = 0
    rise: int = 0
    reason: Why | None = None
    help: str = ""
    lasting: bool = True
    """Whether it stands in its place even when it cannot be done (dim, with the reason)."""


def targets_of(action: Action) -> tuple[str, str | int] | None:
    """What an action is aimed at: a tile of the map, an adversary, a PC; ``None`` for nothing."""
    for name in ("token", "space", "ally", "victim"):
        value = getattr(action, name, None)
        if value:
            return ("ally" if name == "victim" else name), value
    return None


class Menu:
    """The tiles of the open question, for the person who answers it."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table
        self.tiles: list[Tile] = []
        self.aim = ""
        """The tile whose target is being chosen; empty: none."""

    def gather(self) -> None:
        """Look at what may be done now."""
        table = self.table
        if not table.my_choice or not table.ready:
            self.aim = ""
            wait = Why(table.app.tr("sac.moment"), "SAC-HORROR-06")
            lasting = [tile for tile in self.tiles if tile.lasting] if table.turn_goes_on else []
            self.tiles = [replace(tile, actions=(), reason=tile.reason or wait) for tile in lasting]
            return
        self.tiles = []
        legal = list(table.state.legal_actions())
        if table.question == "turn_action":
            self._turn(legal)
        else:
            self.tiles = [self._plain(number, action) for number, action in enumerate(legal)]
        if table.question in ("fail_cost", "hidden_outcome"):
            self.tiles.append(Tile(OWN_WORDS, table.app.tr("sac.cost.words"), "team-idea", lasting=False))
        if not any(tile.id == self.aim and tile.actions for tile in self.tiles):
            self.aim = ""

    def tile(self, id: str) -> Tile | None:
        return next((tile for tile in self.tiles if tile.id == id), None)

    def targets(self) -> dict[tuple[str, str | int], list[Action]]:
        """What a press on the map or on a portrait would do: by target, the actions for it."""
        if self.aim:
            tile = self.tile(self.aim)
            actions: Iterable[Action] = tile.actions if tile is not None else ()
        elif self.table.question == "turn_action":
            actions = [
                one for tile in self.tiles if tile.id == "move" or tile.id.startswith("strike") for one in tile.actions
            ]
        else:
            actions = [one for tile in self.tiles for one in tile.actions]
        found: dict[tuple[str, str | int], list[Action]] = {}
        for action in actions:
            target = targets_of(action)
            if target is not None:
                found.setdefault(target, []).append(action)
        return found

    # A PC's turn

    def _turn(self, legal: Sequence[Action]) -> None:
        table = self.table
        seat = table.state.current_player()
        state: Any = table.state
        kit = kit_of(state.pc(seat).sheet)
        tr = table.app.tr

        def of(kind: type, **fields: object) -> tuple[Action, ...]:
            return tuple(
                one
                for one in legal
                if isinstance(one, kind) and all(getattr(one, name) == value for name, value in fields.items())
            )

        self._add(
            "move", tr("ability.move.name"), "walk", of(act.Move), 1, act.Move(space="a1"), help=tr("ability.move.text")
        )
        hands = state.pc(seat).sheet.hands or ("",)
        for weapon in hands:
            word = tr("sac.strike_with", weapon=table.item_name(weapon)) if weapon else tr("sac.strike_unarmed")
            id = f"strike.{weapon}" if weapon else "strike"
            icon = paper.item_icon(weapon.partition(".")[0]) if weapon else "sword-brandish"
            self._add(
                id, word, icon, of(act.Strike, weapon=weapon), 1, act.Strike(weapon=weapon, token=""),
                help=tr("ability.strike.text"),
            )  # fmt: skip
        self._add(
            "guard", tr("ability.guard.name"), "shield", of(act.Guard), 1, act.GUARD, help=tr("ability.guard.text")
        )
        for ability in sorted(kit.actions, key=lambda one: one.cost):
            self._add(
                f"ability.{ability.id}",
                tr(f"ability.{ability.id}.name"),
                ability_icon(ability),
                of(act.Perform, ability=ability.id),
                ability.cost,
                act.Perform(ability=ability.id),
                rise=rise(state, seat, ability.id),
                help=tr(f"ability.{ability.id}.text"),
            )
        for key in dict.fromkeys(entry[0] if isinstance(entry, tuple) else entry for entry in kit.usable):
            thing = kit.things[key]
            id = key.partition(".")[0]
            help = f"item.{id}.text"
            self._add(
                f"item.{key}",
                table.item_name(key),
                paper.item_icon(id),
                of(act.UseItem, item=key),
                thing.cost,
                act.UseItem(item=key),
                rise=rise(state, seat, key),
                help=tr(help) if table.app.strings.has(help) else "",
            )
        more = tuple(one for one in legal if isinstance(one, MORE))
        self.tiles.append(
            Tile(
                "more", tr("sac.more"), "expand", more, help=tr("sac.more.help"),
                reason=None if more else Why(tr("sac.more.none"), "SAC-TURN-03"),
            )
        )  # fmt: skip

    def _add(
        self, id: str, word: str, icon: str, actions: tuple[Action, ...], cost: int, sample: Action, *, rise: int = 0,
        help: str = "",
    ) -> None:  # fmt: skip
        """A tile that stays; without a legal form it says why by what the rules answer to `sample`."""
        reason = None
        if not actions:
            reason = self.table.why_not(sample) or Why(self.table.app.tr("sac.no_target"), "SAC-ATTACK-04")
        self.tiles.append(Tile(id, word, icon, actions, cost, rise, reason, help))

    # Any other question

    def _plain(self, number: int, action: Action) -> Tile:
        table = self.table
        tag = str(action.__struct_config__.tag)
        icon = ICONS.get(tag, "choice")
        ability = getattr(action, "ability", "")
        item = getattr(action, "item", "")
        if ability:
            found = standard_content().abilities.get(ability)
            icon = ability_icon(found) if found is not None else icon
        elif item:
            icon = paper.item_icon(str(item).partition(".")[0])
        elif tag == "name_cost":
            icon = {
                "harm": "ragged-wound", "ladder": "evil-tower", "time": "hourglass", "item": "backpack",
                "exposure": "evil-eyes", "position": "trade",
            }.get(str(getattr(action, "kind", "")), icon)  # fmt: skip
        state: Any = table.state
        seat = state.current_player()
        cost = 0
        risk = 0
        if ability and seat > 0:
            spec = standard_content().abilities.get(ability)
            cost = spec.cost if spec is not None and state.fight is not None else 0
            user = (
                seat
                if ability in state.pc(seat).kit.known
                else next((pc.seat for pc in state.able() if ability in pc.kit.known), seat)
            )
            risk = rise(state, user, ability)
        word, help = table.act_words(action), ""
        if isinstance(action, act.React):
            name = f"ability.{ability}.text"
            help = table.app.tr(name) if table.app.strings.has(name) else ""
            card = check_card(state, action, table.viewer)
            if card is not None and not card.hidden:
                word = table.app.tr("sac.with_odds", deed=word, percent=round(card.chance * 100))
        return Tile(f"answer.{number}", word, icon, (action,), cost, risk, help=help, lasting=False)


def ability_icon(ability: Any) -> str:
    """The icon of an ability: by what it does first."""
    words = [str(effect.__struct_config__.tag) for effect in ability.effects]
    for word, icon in (
        ("heal", "healing"),
        ("share", "healing"),
        ("clear", "holy-water"),
        ("guard", "checked-shield"),
        ("ward", "rune-stone"),
        ("tokens", "candle-flame"),
        ("zone", "rune-stone"),
        ("reveal", "magnifying-glass"),
        ("ladder", "evil-tower"),
        ("move", "sprint"),
        ("evade", "sprint"),
        ("redirect", "bordered-shield"),
        ("mirror", "vortex"),
        ("martyr", "crown-of-thorns"),
    ):
        if word in words:
            return icon
    if ability.weapon == "ranged":
        return "thrown-knife"
    if ability.weapon == "bow":
        return "bow-arrow"
    return {
        "cantor": "sonic-shout", "arcane": "spell-book", "penitent": "whip", "warden": "crossed-swords",
    }.get(ability.path, "sword-brandish")  # fmt: skip

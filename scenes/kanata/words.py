"""Kanata's table in words: people, spaces, items, pieces, what an act would do with its odds."""

from __future__ import annotations

import math
from typing import Any

from game.core.contract import Action
from game.core.numbers import is_digits
from game.kanata.actions import Aim, Fire, Shoot
from scenes.kanata.parts import kind_of
from scenes.kanata.stage import Stage
from scenes.kanata.view import Piece, View
from scenes.table import TableScene
from scenes.widgets import Why


class Worded(TableScene):
    """A table that can say what stands on it. `view` is what is shown."""

    view: View
    stage: Stage

    def fires_at_once(self, action: Action) -> bool:
        """Whether a weapon shoots as soon as it is taken up, because there is no target to choose."""
        if not isinstance(action, Shoot):
            return False
        kind = self.entry(action.item).kind
        return kind == "belt" or (kind != "dynamite" and len(self.aims(action)) == 1)

    def aims(self, action: Action) -> tuple[Aim, ...]:
        """What the weapon of an act could be used on."""
        state: Any = self.state
        return tuple(state.aims(action.item)) if isinstance(action, Shoot) and self.my_choice else ()

    def person_name(self, seat: int) -> str:
        """A seat's name with its character, where the seat has a name of its own."""
        return self.app.tr(
            "kan.name", name=self.wording.names[seat], character=f"@character.{self.view.persons[seat].character}.name"
        )

    def space_name(self, space: str) -> str:
        """What people call a space."""
        return self.app.tr(f"kanata.space.{space}")

    def item_name(self, item: str) -> str:
        """An item or token in words."""
        return self.app.tr(f"kanata.thing.{item}")

    def item_does(self, item: str) -> str:
        """What an item or token does, in a sentence."""
        return self.app.tr(f"kanata.thing.{kind_of(item)}.text")

    def item_words(self, item: str) -> str:
        """An item with its figures, and what it does."""
        words = self.item_name(item)
        rounds = self.view.ammo.get(item)
        if rounds is not None:
            reach = self.entry(item).range + self.view.scopes.get(item, 0)
            words = self.app.tr("kan.gun", item=words, ammo=rounds, range=reach)
        return f"{words}\n{self.item_does(item)}"

    def token_words(self, token: str, count: int) -> str:
        """A token with how many there are, and what it does."""
        return f"{self.app.tr('kan.token', item=self.item_name(token), count=count)}\n{self.item_does(token)}"

    def item_of(self, index: str) -> str:
        """The id of an item that the position names by its place in the box."""
        content: Any = self.session.game.content  # type: ignore[attr-defined]  # Kanata's public face
        return str(content.items[int(index)].id)

    def entry(self, item: str) -> Any:
        """The printed figures of an item."""
        content: Any = self.session.game.content  # type: ignore[attr-defined]  # Kanata's public face
        return content.items[content.item_index[item]].entry

    def full_ammo(self, item: str) -> int:
        """The rounds that a gun comes with."""
        return int(self.entry(item).ammo)

    def piece_text(self, piece: Piece) -> str:
        """A piece in one sentence."""
        tr = self.app.tr
        space = self.space_name(piece.space)
        head, _, number = piece.id.partition(".")
        if head == "seat":
            return tr("kan.piece.seat", name=self.person_name(int(number)), space=space)
        if head == "abomination":
            one = next(one for one in self.view.abominations if str(one.number) == number)
            key = "kan.piece.dormant" if one.dormant else "kan.piece.abomination"
            return tr(key, number=one.number, space=space)
        if head == "ambulance":
            return tr("kan.piece.ambulance", space=space, tires=self.view.tires)
        if head == "bike":
            return tr("kan.piece.bike", space=space, gas=self.view.gas)
        return tr(f"kan.piece.{head}", space=space)

    def percent(self, chance: float) -> str:
        """A chance in hundredths."""
        return self.app.tr("kan.percent", percent=round(chance * 100))

    def fire_words(self, action: Action) -> str:
        """What the line to a target says: how far, how likely."""
        state: Any = self.state
        chance = state.odds(action)
        words = [self.wording.action(action)]
        piece = next((one for one in self.view.pieces() if one.id == self.piece_of(action)), None)
        weapon = str(self.view.frame.get("item", ""))
        weapon = self.item_of(weapon) if is_digits(weapon) else weapon
        if piece is not None and weapon:
            (x0, y0), (x1, y1) = self.stage.spot(self.walker_space()), self.stage.spot(piece.space)
            reach = self.entry(weapon).range + self.view.scopes.get(weapon, 0)
            if reach:
                words.append(self.app.tr("kan.distance", distance=round(math.hypot(x1 - x0, y1 - y0), 1), range=reach))
        if chance is not None:
            words.append(self.app.tr("kan.hits", chance=self.percent(chance)))
            rounds = self.view.ammo.get(weapon, 0)
            shots = min(3, rounds)
            if shots > 1:
                words.append(self.app.tr("kan.hits_with", shots=shots, chance=self.percent(1 - (1 - chance) ** shots)))
        return "\n".join(words)

    def target_words(self, action: Action) -> str:
        """The tooltip of something to choose: what it would do, with its odds."""
        state: Any = self.state
        chance = state.odds(action)
        words = self.wording.action(action)
        if chance is not None:
            words = f"{words}\n{self.app.tr('kan.hits', chance=self.percent(chance))}"
        for name in (getattr(action, "token", None), getattr(action, "item", None)):
            if name is not None:
                words = f"{words}\n{self.item_does(name)}"
        return words

    def answer_words(self, action: Action) -> str:
        """An act on a button of the tray: one that costs a round says at what, and how likely it hits."""
        state: Any = self.state
        words = self.wording.action(action)
        chance = state.odds(action)
        if chance is None or not isinstance(action, (Shoot, Fire)):
            return words
        if isinstance(action, Fire) or self.question == "next_weapon":
            return self.app.tr("kan.shot.again", what=words, chance=self.percent(chance))
        if not self.fires_at_once(action):
            return words
        aims = self.aims(action)
        target = self.wording.action(aims[0]) if len(aims) == 1 else self.app.tr("kan.at_any")
        return self.app.tr("kan.shot", weapon=self.item_name(action.item), target=target, chance=self.percent(chance))

    def why_action(self, action: Action) -> Why | None:
        """What W tells about an act: its odds, and the clause of the question."""
        decision = self.state.decision()
        if decision is None:
            return None
        tag = str(action.__struct_config__.tag)
        clause = decision.clauses[0] if decision.clauses else ""
        if self.app.strings.has(f"kan.why.{tag}"):
            return Why(self.app.tr(f"kan.why.{tag}"), clause)
        return Why(self.target_words(action), clause)

    # ------------------------------------------------------------------------------------------------ pieces

    def piece_of(self, action: Action) -> str:
        """The piece that an act is about; empty for none."""
        if isinstance(action, Aim):
            if action.enemy in ("sheriff", "ambulance"):
                return action.enemy
            if action.enemy == "abomination":
                return f"abomination.{action.number}"
            return f"corpse.{action.space}" if action.enemy == "corpse" else f"seat.{action.victim}"
        number = getattr(action, "number", None)
        if number is not None:
            return f"abomination.{number}"
        friend = getattr(action, "friend", None)
        return f"seat.{friend}" if friend is not None and not hasattr(action, "item") else ""

    def aim_at(self, piece: Piece) -> Aim | None:
        """The act of shooting at a piece; ``None`` for what is no enemy of the shooter."""
        head, _, rest = piece.id.partition(".")
        if head in ("sheriff", "ambulance"):
            return Aim(enemy=head)
        if head == "abomination":
            return Aim(enemy=head, number=int(rest))
        if head == "corpse":
            return Aim(enemy=head, space=rest)
        if head == "seat" and self.view.persons[int(rest)].status == "turned":
            return Aim(enemy="turned", victim=int(rest))
        return None

    def walker_space(self) -> str:
        """Where the one who moves or shoots stands."""
        number = self.view.frame.get("number")
        if self.question == "puppet_move" and number is not None:
            return next((one.space for one in self.view.abominations if one.number == number), self.view.owner.space)
        return self.view.owner.space

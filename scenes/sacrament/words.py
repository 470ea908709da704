"""The words of Sacrament's table: names of foes and things, people and deeds in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.contract import Action
from game.core.session import HUMAN
from game.sacrament import actions as act
from game.sacrament import events as ev
from game.sacrament.gm import Called
from game.sacrament.observation import SeenFoe, SeenPc
from game.sacrament.prospects import check_card
from scenes.sacrament import paper
from scenes.sacrament.view import View
from scenes.table import TableScene


class Worded(TableScene):
    """A table that can say what lies on it. `view` is what is shown."""

    view: View

    @property
    def state(self) -> Any:
        """Sacrament's state, with the queries that the other games do not have."""
        return self.session.state

    def item_name(self, key: str) -> str:
        """A thing by the key that actions name it by."""
        id, _, tier = key.partition(".")
        name = self.app.tr(f"item.{id}.name")
        return self.app.tr("sac.item.tier", item=name, tier=tier) if tier else name

    def foe_name(self, token: str) -> str:
        """An adversary by name, numbered where there are several of its kind."""
        foe = self.view.foes.get(token)
        kind = foe.kind if foe is not None else token.rstrip("0123456789").rstrip("_") or token
        name = self.app.tr(f"foe.{kind}.name") if self.app.strings.has(f"foe.{kind}.name") else kind
        number = token[len(kind) :].lstrip("_")
        return f"{name} {number}" if number and sum(one.kind == kind for one in self.view.foes.values()) > 1 else name

    def foe_text(self, foe: SeenFoe) -> str:
        """An adversary in one sentence, as far as it is known."""
        tr = self.app.tr
        parts = [tr("sac.foe.difficulty", difficulty=foe.difficulty) if foe.difficulty else tr("sacrament.veiled")]
        if foe.left is not None:
            parts.append(tr("sac.foe.left", count=foe.left))
        elif foe.state:
            parts.append(tr(f"sac.foe.{foe.state}"))
        parts += [tr(f"condition.{cond.name}.name") for cond in foe.conditions]
        if foe.hidden:
            parts.append(tr("condition.hidden.name"))
        return tr("sac.foe.text", name=self.foe_name(foe.token), facts=", ".join(parts))

    def pc_text(self, pc: SeenPc) -> str:
        """A character in one sentence."""
        tr = self.app.tr
        if pc.dead:
            return tr("sac.pc.dead", name=pc.name)
        parts = [tr("sac.pc.harm", harm=pc.harm, wounds=pc.wounds)]
        if self.view.fight:
            parts.append(tr("sac.pc.tokens", count=pc.tokens))
        if pc.guard:
            parts.append(tr("ability.guard.name"))
        if pc.dying:
            parts.append(tr("sac.steadied" if pc.steady else "sac.dying", fades=pc.fades))
        parts += [tr(f"condition.{cond.name}.name") for cond in pc.conditions]
        return tr("sac.pc.text", name=pc.name, facts=", ".join(parts))

    def role_words(self, seat: int) -> str:
        """Path, level and who plays."""
        pc = self.view.pcs[seat]
        path = self.app.tr(f"path.{paper.leaning(pc.abilities)}.name")
        plan = self.session.seats[seat]
        who = (
            self.app.tr("sac.role.you")
            if seat == self.viewer
            else plan.name
            if plan.kind == HUMAN
            else self.app.tr("sac.role.companion")
        )
        if self.thinking.seat == seat:
            who = self.app.tr("sac.role.thinking")
        return (
            self.app.tr("sac.role", path=path, level=pc.level, who=who)
            if who
            else self.app.tr("sac.summary", path=path, level=pc.level)
        )

    def stakes_words(self) -> str:
        """What is at stake in the check that is to be rolled, as the game master said."""
        top = self.view.seen.stack[-1] if self.view.seen.stack else None
        stakes = top.at_stake() if isinstance(top, Called) else ""
        return self.app.tr("sac.at_stake", stakes=stakes) if stakes else ""

    def order_text(self, seat: int) -> str:
        """Whether a character has had its turn."""
        pc = self.view.pcs[seat]
        key = "now" if seat == self.view.turn else "done" if pc.acted else "down" if pc.dying or pc.dead else "waits"
        return self.app.tr(f"sac.order.{key}", name=pc.name)

    def clock_words(self) -> list[str]:
        """The clocks of the story that still run: how far each has come, or what is left of it."""
        words = []
        for name, value in self.view.seen.clocks.items():
            spec = self.state.setup.scenario.clocks.get(name)
            if spec is not None and name not in self.state.stopped and not self.state.setup.only_fight:
                key = "sac.clock.up" if spec.end > spec.start else "sac.clock.down"
                words.append(self.app.tr(key, clock=f"@sacrament.clock.{name}", value=value, end=spec.end))
        return words

    def target_words(self, actions: Sequence[Action]) -> str:
        """What a press there would do: each deed, its cost and its odds."""
        lines = []
        for action in actions[:4]:
            card = check_card(self.state, action, self.viewer)
            words = self.act_words(action)
            if isinstance(action, act.Move):
                words = self.app.tr("sac.move_to", space=action.space, cost=self.move_cost(action))
            lines.append(
                self.app.tr("sac.with_odds", deed=words, percent=round(card.chance * 100))
                if card is not None and not card.hidden
                else words
            )
        return "\n".join(lines)

    def move_cost(self, action: act.Move) -> int:
        """The tokens a step takes (SAC-DIST-06), as the rules would take them."""
        state: Any = self.state
        trial = state.trial()
        seat = trial.current_player()
        before = trial.pc(seat).tokens
        trial.step(action)
        return int(before - trial.pc(seat).tokens)

    def what_words(self, event: ev.CheckRolled) -> str:
        """What a check was for."""
        strings, tr = self.app.strings, self.app.tr
        if event.target:
            return self.foe_name(event.target)
        for key in (
            event.what,
            f"ability.{event.what}.name",
            f"item.{event.what.partition('.')[0]}.name",
            f"sacrament.deed.{event.what}",
            f"sac.check.{event.what}",
        ):
            if strings.has(key):
                return tr(key)
        return tr(f"attribute.{event.attribute}.name") if event.attribute else event.what

    def dice_words(self, event: ev.DiceRolled) -> str:
        """What dice were for, and whose."""
        who = (
            self.foe_name(event.token)
            if event.token
            else self.wording.names[event.seat]
            if event.seat is not None
            else ""
        )
        key = f"sac.dice.{event.label}"
        what = self.app.tr(key) if self.app.strings.has(key) else event.label
        return self.app.tr("sac.dice.of", who=who, what=what) if who else what

"""What a person at Sacrament's table does: presses on tiles, tokens, the map and its things, and going back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs

from game.core.contract import Action
from game.core.session import Closed
from game.sacrament import actions as act
from game.sacrament import events as ev
from game.sacrament.frames import GM
from game.sacrament.queries import ends_story
from scenes.dialogs import Question
from scenes.sacrament import paper
from scenes.sacrament.judging import CheckSheet, WordsSheet
from scenes.sacrament.looking import Looking
from scenes.sacrament.menu import ICONS, OWN_WORDS, targets_of
from scenes.sacrament.sheets import DeedList
from scenes.scale import Layout
from scenes.widgets import Why, Widget

if TYPE_CHECKING:
    from scenes.sacrament.gm import GmScreen
    from scenes.sacrament.stage import Stage


HOSTILE = (act.Strike, act.Perform, act.UseItem, act.Improvise, act.Attack, act.DoSpecial)
"""What a press on its target alone never carries out: it is asked first, with cost and odds."""

TURNS = ("turn_action", "adversary_turn")
"""The questions at which somebody may walk."""


class Hand(Looking):
    """A table that takes presses. Everything becomes an action that the rules are asked about first."""

    stage: Stage
    gm: GmScreen

    def act(self, *actions: Action, at: Widget | None = None) -> bool:
        """A press that answers the question; where the party answers as one, for the seat of who pressed."""
        speaker = self.session.state.current_player()
        if self.viewer is not None and self.viewer != speaker and self.my_choice:
            actions = tuple(structs.replace(action, seat=self.viewer) for action in actions)
        if self.my_choice:
            actions = tuple(one for action in actions for one in (*self.session.undirected(action), action))
        return super().act(*actions, at=at)

    def act_out(self, action: Action, at: Widget | None = None) -> bool:
        """An act that no question asked for: dice for show, words, the game master's powers."""
        refusal = self.state.refusal(action)
        if refusal is not None:
            self.ui.refuse(self.as_why(refusal), at)
            return False
        self.animator.finish()
        self._apply(action, self.session.next_group(), mine=True)
        self._settle()
        return True

    def press_tile(self, id: str) -> None:
        """A tile: carried out at once where there is nothing to choose, else its targets light up."""
        tile = self.menu.tile(id)
        widget = self.ui.find(id)
        if id == OWN_WORDS:
            title, hint = self.app.tr("sac.cost.words"), self.app.tr("sac.cost.words.hint")
            self.app.manager.push(WordsSheet(self.app, title, hint, self._name_cost))
            return
        if tile is None or not tile.actions:
            return
        if isinstance(tile.actions[0], act.SetCheck):
            self._judge(tile.actions[0])
            return
        if id == "more":
            deeds = [(action, self.act_words(action), self._deed_icon(action)) for action in tile.actions]
            self.app.manager.push(DeedList(self.app, self.app.tr("sac.more"), deeds, lambda action: self.do(action)))
            return
        if len(tile.actions) == 1 and (targets_of(tile.actions[0]) is None or id.startswith("answer.")):
            if ends_story(self.state, tile.actions[0]):
                self._ask_end(tile.actions[0])
            else:
                self.act(tile.actions[0], at=widget)
            return
        self.menu.aim = "" if self.menu.aim == id else id
        if self.frame.layout == Layout.SINGLE:
            self.tab = "stage"
        self.refresh()

    def _name_cost(self, words: str) -> None:
        self.act(act.NameCost(kind="text", words=words), at=self.ui.find(OWN_WORDS))

    def _judge(self, check: act.SetCheck) -> None:
        """Attribute and difficulty of a deed are the game master's, from 2 to 30, and what is at stake is asked."""

        def call(attribute: str, difficulty: int, bonus: int, _: str, stakes: str) -> None:
            self.act(act.SetCheck(attribute=attribute, difficulty=difficulty, bonus=bonus, stakes=stakes))

        title = self.app.tr("sac.judge.title")
        self.app.manager.push(CheckSheet(self.app, title, check.attribute, check.difficulty, check.bonus, None, call))

    def _ask_end(self, action: Action) -> None:
        """The last choice of a story is asked for once more."""
        app, deed = self.app, self.act_words(action)
        answers = [("end", deed, partial(self.do, action))]
        text = app.tr("sac.end.ask", deed=deed)
        app.manager.push(Question(app, app.tr("sac.end.title"), text, answers, kind="primary"))

    def _deed_icon(self, action: Action) -> str:
        item = getattr(action, "item", "")
        return (
            paper.item_icon(str(item).partition(".")[0])
            if item
            else ICONS.get(str(action.__struct_config__.tag), "choice")
        )

    def do(self, action: Action) -> None:
        """One action."""
        self.act(action, at=self.ui.focus)

    def press_target(self, target: tuple[str, str | int], id: str) -> None:
        """Something that an action may be aimed at: a tile, a token, a portrait."""
        portrait = id.startswith("card.")
        if self.gm.brushes.armed and not portrait:
            self.gm.brushes.press_space(self._space_of(target))
            return
        actions = self.menu.targets().get(target, []) if self.ready and self.my_choice else []
        if not actions and self.my_choice and self.question in TURNS:
            actions = self.walk_to(target) if self.menu.aim or not portrait else []
        if not actions:
            if target[0] == "space":
                self.refuse_space(str(target[1]))
            elif self.menu.aim:
                tile = self.menu.tile(self.menu.aim)
                sample = tile.actions[0] if tile is not None else None
                why = self._aim_refusal(sample, target)
                self.ui.refuse(why, self.ui.find(id))
            else:
                self.stage.select(f"pc.{target[1]}" if target[0] == "ally" else f"foe.{target[1]}")
            return
        if len(actions) == 1 and (self.menu.aim or not isinstance(actions[0], HOSTILE)):
            self.act(actions[0], at=self.ui.find(id))
            return
        if not self.menu.aim and not portrait:
            actions = [*actions, *(step for step in self.walk_to(target) if step not in actions)]
        deeds = [(action, self.target_words([action]), self._deed_icon(action)) for action in actions]
        self.app.manager.push(DeedList(self.app, self.app.tr("sac.choose_deed"), deeds, lambda action: self.do(action)))

    def _space_of(self, target: tuple[str, str | int]) -> str:
        """The tile of what was pressed."""
        kind, value = target
        if kind == "space":
            return str(value)
        return self.view.foes[str(value)].at if kind == "token" else self.view.pcs[int(value)].at

    def walk_to(self, target: tuple[str, str | int]) -> list[Action]:
        """The step to where somebody stands."""
        kind, value = target
        if kind == "space" or self.menu.aim not in ("", "move") or self.question not in TURNS:
            return []
        one = self.view.foes.get(str(value)) if kind == "token" else self.view.pcs.get(int(value))
        return self.menu.targets().get(("space", one.at), []) if one is not None and one.at else []

    def _aim_refusal(self, sample: Action | None, target: tuple[str, str | int]) -> Why:
        """Why what is being aimed cannot be aimed there."""
        if sample is not None:
            blank: dict[str, str | int] = {"token": "", "ally": 0, "space": ""}
            fields = {name: value for name, value in blank.items() if hasattr(sample, name)}
            kind, value = target
            if kind in fields:
                fields[kind] = value
                why = self.why_not(structs.replace(sample, **fields))
                if why is not None:
                    return why
        return Why(self.app.tr("sac.no_target"), "SAC-ATTACK-04")

    def press_object(self, thing: str, space: str) -> None:
        """A thing of the map: used, or the rules say why not."""
        if self.gm.brushes.press_space(space):
            return
        if self.view.is_gm or not self.my_choice or self.question != "turn_action":
            return
        self.act(act.Operate(thing=thing, space=space), at=self.ui.find(f"thing.{thing}@{space}"))

    def drop_on(self, space: str, payload: Any) -> None:
        """A token was dragged to a tile."""
        if payload == f"pc.{self.view.turn}" and self.question == "turn_action":
            self.press_target(("space", space), f"space.{space}")
        elif self.view.is_gm:
            self.gm.shift(str(payload), space)

    def refuse_space(self, space: str) -> None:
        """A tile that cannot be chosen was pressed: what the rules say to it."""
        if self.gm.brushes.press_space(space):
            return
        if self.question == "turn_action" and not self.menu.aim:
            why = self.why_not(act.Move(space=space))
        elif self.my_choice and self.menu.aim:
            tile = self.menu.tile(self.menu.aim)
            why = self._aim_refusal(tile.actions[0] if tile is not None and tile.actions else None, ("space", space))
        else:
            why = None
        if why is not None:
            self.ui.tell(why, self.stage.sheet.rect(space))
            self.app.audio.play("knock", caption=False)

    def end_turn(self) -> tuple[Action | None, Why | None, str]:
        if not self.my_choice:
            return None, None, ""
        if self.question in ("turn_action",):
            left = self.view.pcs[self.viewer].tokens if self.viewer in self.view.pcs else 0
            return act.END_TURN, self.why_not(act.END_TURN), self.app.tr("sac.left_over", count=left) if left else ""
        if self.question == "adversary_turn":
            return act.END_FOE, self.why_not(act.END_FOE), ""
        return act.END_TURN, self.why_not(act.END_TURN), ""

    @property
    def token(self) -> Action:
        """A Horror Token as the game master spends it now: the answer to the question, or unasked (SAC-HORROR-06)."""
        return act.SPEND_TOKEN if self.state.current_player() == GM else act.SpendToken(seat=GM)

    def token_reason(self) -> Why | None:
        """Why no token can be spent now. Before the players it speaks only of the adversaries that they know of."""
        if self.past is not None:
            return self.not_mine
        why = self.why_not(self.token)
        known = self.view.foes.values()
        if why is None and self.viewer != GM and self.view.fight and all(foe.acted for foe in known):
            return Why(self.app.tr("sacrament.refusal.all_acted"), "SAC-HORROR-05")
        return why

    def spend_token(self) -> None:
        """The game master spends a token, from behind the screen or before everybody."""
        self.act_for_gm(self.token)

    def act_for_gm(self, action: Action) -> bool:
        """An answer of the game master from where everybody looks (a token is public)."""
        refusal = self.state.refusal(action)
        if refusal is not None:
            self.ui.refuse(self.as_why(refusal))
            return False
        self.animator.finish()
        self._apply(action, self.session.next_group(), mine=True)
        self._settle()
        return True

    # ------------------------------------------------------------------------------------------------- undo

    def turn_start(self) -> None:
        """Take back everything of this turn that nothing has been revealed by."""
        seat = self.viewer
        taken = 0
        while self.my_choice and self.question == "turn_action" and self.viewer == seat:
            press = self.session.entries[-1].group
            acts = [entry for entry in self.session.entries if entry.group == press]
            if any(isinstance(event, ev.TurnBegan) for entry in acts for event in entry.events):
                break
            label = self.session.undo_label()
            if isinstance(label, Closed):
                break
            self.session.undo()
            taken += 1
        widget = self.ui.find("turn_start")
        if not taken:
            label = self.session.undo_label()
            why = self._closed_why(label) if isinstance(label, Closed) else Why(self.app.tr("sac.turn_start.none"))
            self.ui.refuse(why, widget)
            return
        self.app.audio.play("paper", caption=False)
        self._went_back()

    def undo(self) -> None:
        super().undo()
        self._went_back()

    def redo(self) -> None:
        super().redo()
        self._went_back()

    def rewind(self, keep: int) -> None:
        """The game master goes back as far as within the scene, whatever was revealed since (SAC-GM-09)."""
        self.animator.finish()
        self.session.rewind(keep, "SAC-GM-09")
        self.gm_open = self.twin is None and self.current != GM
        self.app.audio.play("paper", caption=False)
        self._went_back()

    def _went_back(self) -> None:
        """Something was taken back or done again: both windows show where the game stands."""
        self.catch_up()
        if self.twin is not None:
            self.twin.catch_up()

"""Ready actions, made once for a town and a box: by item, space, token and seat."""

from __future__ import annotations

from game.core.contract import Action
from game.kanata import actions as act
from game.kanata.cards import KEYS, Content
from game.kanata.town import Town

SEATS = 6
_MEMO = 1 << 15


class Tables:
    """Actions by the index of what they name."""

    def __init__(self, content: Content, town: Town) -> None:
        ids = [item.id for item in content.items]
        self.step = tuple(act.Step(space=name) for name in town.names)
        self.choose_space = tuple(act.ChooseSpace(space=name) for name in town.names)
        self.throw = tuple(act.Throw(space=name) for name in town.names)
        self.ground_spaces = tuple(
            (space, self.choose_space[space]) for space in range(town.size) if town.ground >> space & 1
        )
        """Road and path cells with the action that names them."""
        self.shoot = tuple(act.Shoot(item=name) for name in ids)
        self.take = tuple(act.Take(item=name) for name in ids)
        self.take_keys = act.Take(item=KEYS)
        self.use_item = tuple(act.UseItem(item=name) for name in ids)
        self.put_away = tuple(act.PutAway(item=name) for name in ids)
        self.consume = tuple(act.Consume(item=name) for name in ids)
        self.deliver = tuple(act.Deliver(item=name) for name in ids)
        self.choose_item = tuple(act.ChooseItem(item=name) for name in ids)
        goods = (*ids, *content.token_names, KEYS)
        self.give: dict[str, Action] = {name: act.Give(item=name) for name in goods}
        self.ask_for: dict[str, Action] = {name: act.AskFor(item=name) for name in goods}
        self.attach = {
            (token, item): act.Attach(token=name, item=ids[item])
            for token, name in enumerate(content.token_names)
            for item in range(len(ids))
        }
        self._rescue = tuple(tuple(act.Rescue(friend=seat, item=name) for name in ids) for seat in range(SEATS))
        self.rescue_nde = tuple(act.Rescue(friend=seat, item="nde") for seat in range(SEATS))
        self.aim_abomination = tuple(act.Aim(enemy="abomination", number=n) for n in range(33))
        self.aim_corpse = tuple(act.Aim(enemy="corpse", space=name) for name in town.names)
        self.aim_turned = tuple(act.Aim(enemy="turned", victim=seat) for seat in range(SEATS))
        self.aim_human = tuple(act.Aim(enemy="human", victim=seat) for seat in range(SEATS))

        self._names = (ids, content.token_names)
        self._goods: dict[tuple[int, int, bool], tuple[str, ...]] = {}
        self._trades: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[Action, ...]] = {}

    def goods(self, items: int, tokens: int, keys: bool) -> tuple[str, ...]:
        """What a mask of items, packed tokens and the keys are called, in that order."""
        key = (items, tokens, keys)
        found = self._goods.get(key)
        if found is None:
            if len(self._goods) >= _MEMO:
                self._goods.clear()
            ids, names = self._names
            mine = [name for i, name in enumerate(ids) if items >> i & 1]
            mine += [name for i, name in enumerate(names) if tokens >> 4 * i & 15]
            found = self._goods[key] = (*mine, KEYS) if keys else tuple(mine)
        return found

    def trades(self, give: tuple[str, ...], ask: tuple[str, ...]) -> tuple[Action, ...]:
        """Give one of these, ask for one of those, or done."""
        key = (give, ask)
        found = self._trades.get(key)
        if found is None:
            if len(self._trades) >= _MEMO:
                self._trades.clear()
            answers = [self.give[name] for name in give] + [self.ask_for[name] for name in ask]
            found = self._trades[key] = (*answers, act.DONE)
        return found

    def rescue(self, friend: int, item: int) -> Action:
        """Give an item to a downed friend."""
        return self._rescue[friend][item]

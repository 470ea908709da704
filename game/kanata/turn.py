"""A turn: up to four actions in any order, coupled by their dice, then the enemies (KAN-TURN, TRACK)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from game.core.contract import Action, Event
from game.kanata import actions as act
from game.kanata import barn, corpses, enemies, feeding, ground, items, move, roadblock, shooting
from game.kanata import turned as haunting
from game.kanata.effects.base import begin_block
from game.kanata.events import (
    BarnPassed,
    Boarded,
    CardDrawn,
    CardsSeen,
    DeckRebuilt,
    DiceFixed,
    DiceRolled,
    LeftVehicle,
    MarkerMoved,
    NothingDrawn,
    Stayed,
    TraitUsed,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    VanStarted,
)
from game.kanata.frames import Frame
from game.kanata.state import (
    BIKE,
    DOWNED,
    FOOT,
    IN_VAN,
    MOVED,
    NOT_MOVED,
    NOWHERE,
    ONE_DIE,
    SKIP_NEXT,
    STANDING,
    STATUS,
    STAY_NEXT,
    STAYED,
    TURNED,
    VAN,
    Deck,
)
from game.kanata.town import bits

if TYPE_CHECKING:
    from game.kanata.cards import Card
    from game.kanata.state import KanataState


class TurnStart(Frame, frozen=True, tag="turn_start"):
    """A turn begins, or is skipped (KAN-TURN-12)."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        begin_turn(s, out)


def begin_turn(s: KanataState, out: list[Event] | None) -> None:
    """Nothing of the turn has happened yet; flags for it take effect."""
    seat = s.turn
    status = s.status[seat]
    omens, s.omens[seat] = s.omens[seat], 0
    reset_turn(s)
    s.began_as = status
    if status not in (STANDING, TURNED) or omens & SKIP_NEXT:
        if out is not None:
            cause = STATUS[status] if status not in (STANDING, TURNED) else "shot" if status else "card"
            clauses = ("KAN-TURN-12", "KAN-TURNED-12" if status == TURNED else "KAN-DOWN-02")
            out.append(TurnSkipped(clauses=clauses, seat=seat, cause=cause))
        pass_on(s)
        s.ask(TURN_START)
        return
    if status == TURNED:
        s.served |= 1 << seat
    if omens:
        s.dice = 1 if omens & ONE_DIE else 0
        s.must_stay = bool(omens & STAY_NEXT)
    if out is not None:
        out.append(TurnBegan(clauses=("KAN-TURN-01", "KAN-SETUP-11"), seat=seat, round=s.round))
    s.ask(CHOOSE_ACTION)


def reset_turn(s: KanataState) -> None:
    """Nothing of this turn has happened yet."""
    s.dice = s.shots = s.searches = s.held = 0
    s.moved = NOT_MOVED
    s.tracked = s.boost = s.must_stay = s.barred = False
    s.arrived = NOWHERE
    s.refused = ()


def pass_on(s: KanataState) -> None:
    """Clockwise (KAN-SETUP-11); a round is once round the table."""
    s.turn = (s.turn + 1) % len(s.status)
    if s.turn == s.first:
        s.round += 1


class TurnEnd(Frame, frozen=True, tag="turn_end"):
    """Corpses return, tires are mended, bars and boosts end (KAN-TURN-11); then the next turn."""

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        seat = s.turn
        if s.cleared:
            corpses.return_corpses(s, out)
        hidden = s.status[seat] == STANDING and s.is_hidden(seat)
        s.hidden_turns[seat] = s.hidden_turns[seat] + 1 if hidden else 0
        if out is not None:
            clauses: tuple[str, ...] = ("KAN-TURN-11", "KAN-CROSS-03") if hidden else ("KAN-TURN-11",)
            if s.status[seat] != s.began_as:
                clauses += ("KAN-TURN-09",)
            out.append(TurnEnded(clauses=clauses, seat=seat))
        pass_on(s)
        begin_turn(s, out)


class ChooseAction(Frame, frozen=True, tag="choose_action"):
    """CHOOSE_ACTION: what to do next, free acts included (ACTIONS)."""

    own: ClassVar[bool] = True
    name: ClassVar[str] = "choose_action"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TURN-01", "KAN-TURN-08")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return turned_acts(s) if s.status[s.turn] == TURNED else human_acts(s)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        _DO[type(action)](s, action, out)

    def abandon(self, s: KanataState, out: list[Event] | None) -> None:
        """The owner can act no more: the turn ends at once, without an enemy action (KAN-TURN-09)."""
        s.drop()
        s.ask(TURN_END)


def human_acts(s: KanataState) -> tuple[Action, ...]:
    """The legal actions of a human between its actions."""
    seat = s.turn
    setup = s.setup
    mount = s.mount[seat]
    found: list[Action] = []
    if s.moved == NOT_MOVED:
        if can_move(s, seat):
            found.append(act.MOVE)
        if s.must_stay or not s.hidden_turns[seat] or not move.must_come_out(s, seat):
            found.append(act.STAY)
    if not s.tracked:
        found.append(act.PLAYER_BOARD)
    elif s.moved:
        found.append(act.END_TURN)
    if s.arrived >= 0 and may_again(s, s.searches, s.shots) and items.can_search(s, seat):
        found.append(act.SEARCH)
    mine = s.items[seat]
    if mine:
        if mine & setup.weapons and may_again(s, s.shots, s.searches):
            found += shooting.shoot_acts(s, seat)
        eatable = mine & setup.health_items
        if eatable:
            found += [setup.tables.use_item[item] for item in bits(eatable)]
    space = s.space[seat]
    town = setup.town
    if space == town.cornfield:
        found += items.corn_acts(s, seat)
    elif space == town.start:
        found += roadblock.deliver_acts(s, seat)
    if mount != FOOT or space == s.bike or space == s.van:
        found += vehicle_acts(s, seat, mount)
    if mine & setup.scopable:
        found += items.attach_acts(s, seat)
    if DOWNED in s.status:
        found += items.rescue_acts(s, seat)
    found += items.trade_acts(s, seat)
    if setup.traits and setup.trait_of(s, seat) == "look_at_search" and s.search.size:
        found.append(act.USE_TRAIT)
    return tuple(found)


def may_again(s: KanataState, done: int, other: int) -> bool:
    """Once each; in panic one more optional action a turn (KAN-TURN-01, HORDE-04). Turned players have no extra."""
    if not done:
        return True
    return done == 1 and s.panic and other < 2 and s.status[s.turn] != TURNED


def can_move(s: KanataState, seat: int) -> bool:
    """Whether Move may be chosen: not when told to stay; a vehicle needs two dice and gas (KAN-BIKE-04, VAN-05)."""
    if s.must_stay:
        return False
    mount = s.mount[seat]
    if mount == FOOT:
        return True
    return s.dice != 1 and (mount == VAN or s.gas > 0)


def vehicle_acts(s: KanataState, seat: int, mount: int) -> list[Action]:
    """On and off the 4-wheeler, in and out of the van (KAN-BIKE-01, VAN-01, VAN-02)."""
    if mount == BIKE:
        return [act.GET_OFF]
    if mount == VAN:
        return [act.GET_OUT]
    found: list[Action] = []
    if s.items[seat] & s.setup.dynamite:
        return found
    space = s.space[seat]
    if space == s.bike and s.gas and BIKE not in s.mount:
        found.append(act.GET_ON)
    if space == s.van and (s.van_started or can_start_van(s, seat)):
        found.append(act.GET_IN)
    return found


def can_start_van(s: KanataState, seat: int) -> bool:
    """The keys, and no Sheriff, corpse or ambulance on the road before it (KAN-VAN-01)."""
    return s.keys == seat and not ground.drive_mask(s) >> s.setup.town.van_front & 1


def turned_acts(s: KanataState) -> tuple[Action, ...]:
    """The legal actions of a turned player (KAN-TURNED-04, 09)."""
    seat = s.turn
    found: list[Action] = []
    if s.moved == NOT_MOVED:
        found.append(act.MOVE)
        if not move.haunt_barred(s) >> s.space[seat] & 1:
            found.append(act.STAY)
    if not s.tracked:
        found.append(act.PLAYER_BOARD)
    elif s.moved:
        found.append(act.END_TURN)
    if s.arrived >= 0 and not s.searches and items.can_search(s, seat):
        found.append(act.SEARCH)
    mine = s.items[seat]
    if mine & s.setup.weapons and not s.shots:
        found += shooting.shoot_acts(s, seat)
    if mine & s.setup.scopable:
        found += items.attach_acts(s, seat)
    if s.moved == MOVED and s.arrived == s.space[seat] == s.setup.town.cornfield:
        found += items.corn_acts(s, seat)
    return tuple(found)


# ------------------------------------------------------------------------------------------------- the actions


def _move(s: KanataState, action: Any, out: list[Event] | None) -> None:
    seat = s.turn
    mount = s.mount[seat]
    s.moved = MOVED
    if mount == FOOT:
        _roll_to_walk(s, seat, out)
        return
    board = s.setup.content.board["dice"]
    if mount == BIKE:
        move.use_gas(s, out)
    dice = s.roll(board["bike"] if mount == BIKE else board["van"])
    clauses = ("KAN-BIKE-04",) if mount == BIKE else ("KAN-VAN-05", "KAN-VAN-04")
    _say(s, dice, "move", out, clauses)
    if not s.dice:
        fix_dice(s, 2, out, (*clauses, "KAN-TURN-05"))
    if mount == VAN and s.setup.trait_of(s, seat) == "reroll_van_die":
        s.ask(VanReroll(dice))
        return
    _set_off(s, move.RIDING if mount == BIKE else move.DRIVING, sum(dice), out)


def _roll_to_walk(s: KanataState, seat: int, out: list[Event] | None) -> None:
    most = 3 if s.boost else 2
    if s.items[seat] & s.setup.dynamite:
        # Whatever else: one die for movement (KAN-ITEM-08).
        dice = s.roll(1)
        _say(s, dice, "move", out, ("KAN-ITEM-08",))
        if not s.dice:
            fix_dice(s, 1, out, ("KAN-ITEM-08",))
        most = 0
    elif not s.dice:
        dice = s.roll(1)
        _say(s, dice, "move", out, ("KAN-TURN-04", "KAN-MOVE-01"))
    else:
        dice = s.roll(s.dice)
        _say(s, dice, "move", out, ("KAN-TURN-03", "KAN-TURN-05"))
        if s.dice == 1:
            most = 0
    frame = ChooseDice("move", dice, most)
    if len(dice) < most:
        s.ask(frame)
    else:
        frame.finish(s, out)


def _set_off(s: KanataState, mode: str, steps: int, out: list[Event] | None) -> None:
    move.proceed(s, move.ChooseStep(mode, steps), out)


def _stay(s: KanataState, action: Any, out: list[Event] | None) -> None:
    seat = s.turn
    s.moved = STAYED
    s.arrived = s.space[seat]
    if out is not None:
        clauses = ("KAN-TURN-06",) + (("KAN-BIKE-03",) if s.mount[seat] == BIKE else ())
        out.append(Stayed(clauses=clauses, seat=seat, space=ground.name(s, s.space[seat])))
    if not s.dice:
        fix_dice(s, 1, out, ("KAN-TURN-06",))
    if s.space[seat] == s.setup.town.feeding and s.status[seat] == STANDING:
        feeding.begin_feeding(s, out)


def _player_board(s: KanataState, action: Any, out: list[Event] | None) -> None:
    s.tracked = True
    dice = s.roll(s.dice or 1)
    _say(s, dice, "track", out, ("KAN-TRACK-01", "KAN-TURN-03") if s.dice else ("KAN-TRACK-01", "KAN-TURN-04"))
    frame = ChooseDice("track", dice, 2)
    if s.dice:
        frame.finish(s, out)
    else:
        s.ask(frame)


class ChooseDice(Frame, frozen=True, tag="choose_dice"):
    """CHOOSE_DICE: one more die, or keep; the first coupled roll fixes D (KAN-TURN-03, 04; a drink: ITEM-06)."""

    purpose: str
    dice: tuple[int, ...]
    most: int

    own: ClassVar[bool] = True
    name: ClassVar[str] = "choose_dice"
    layout: ClassVar[str] = "dice"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-TURN-03", "KAN-TURN-04")

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return _ADD_OR_KEEP

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        if type(action) is not act.AddDie:
            self.finish(s, out)
            return
        die = s.d6()
        clauses = ("KAN-TURN-04",) if len(self.dice) == 1 else ("KAN-ITEM-06",)
        _say(s, (die,), self.purpose, out, clauses)
        frame = ChooseDice(self.purpose, (*self.dice, die), self.most)
        if len(frame.dice) < self.most:
            s.ask(frame)
        else:
            frame.finish(s, out)

    def finish(self, s: KanataState, out: list[Event] | None) -> None:
        """The dice are final: they fix D, and the steps or the marker follow."""
        if not s.dice:
            clauses = ("KAN-TURN-03",) + (("KAN-ITEM-06",) if len(self.dice) > 2 else ())
            fix_dice(s, min(2, len(self.dice)), out, clauses)
        total = sum(self.dice)
        if self.purpose == "track":
            advance_marker(s, total, out)
        else:
            _set_off(s, move.HAUNTING if s.status[s.turn] == TURNED else move.ON_FOOT, total, out)


_ADD_OR_KEEP = (act.ADD_DIE, act.KEEP)


class VanReroll(Frame, frozen=True, tag="van_reroll"):
    """TRAIT: Nora may roll the van's lowest die again."""

    dice: tuple[int, ...]

    own: ClassVar[bool] = True
    name: ClassVar[str] = "van_reroll"
    layout: ClassVar[str] = "dice"
    clauses: ClassVar[tuple[str, ...]] = ("KAN-SETUP-09",)

    def legal(self, s: KanataState) -> tuple[Action, ...]:
        return (act.REROLL, act.KEEP)

    def resolve(self, s: KanataState, action: Any, out: list[Event] | None) -> None:
        s.drop()
        total = sum(self.dice)
        if action == act.REROLL:
            die = s.d6()
            total += die - min(self.dice)
            _say(s, (die,), "move", out, ("KAN-SETUP-09",))
            if out is not None:
                out.append(TraitUsed(clauses=("KAN-SETUP-09",), seat=s.turn, trait="reroll_van_die"))
        _set_off(s, move.DRIVING, total, out)


def fix_dice(s: KanataState, n: int, out: list[Event] | None, clauses: tuple[str, ...]) -> None:
    """From now on every roll of this turn uses ``n`` dice."""
    s.dice = n
    if out is not None:
        out.append(DiceFixed(clauses=clauses, seat=s.turn, dice=n))


def _say(
    s: KanataState, dice: tuple[int, ...], cause: str, out: list[Event] | None, clauses: tuple[str, ...]
) -> None:
    if out is not None:
        out.append(DiceRolled(clauses=clauses, seat=s.turn, dice=dice, total=sum(dice), cause=cause))


# ---------------------------------------------------------------------------------------------- the player board


def advance_marker(s: KanataState, steps: int, out: list[Event] | None) -> None:
    """The marker goes clockwise; Barn first, then the space where it ends (KAN-TRACK-01, TRACK-06)."""
    seat = s.turn
    turned = s.status[seat] == TURNED
    spaces = s.setup.content.turned_track if turned else s.setup.content.human_track
    there = s.track[seat] + steps
    s.track[seat] = there % len(spaces)
    kind = spaces[s.track[seat]]
    if out is not None:
        clauses = ("KAN-TRACK-01",) + (("KAN-TRACK-02",) if kind == "fence" else ())
        clauses += ("KAN-TURNED-04",) if turned else ()
        out.append(MarkerMoved(clauses=clauses, seat=seat, index=s.track[seat], kind=kind))
    if kind not in ("fence", "barn", "quiet"):
        s.ask(Land(kind))
    if there >= len(spaces) and not turned:
        if out is not None:
            out.append(BarnPassed(clauses=("KAN-TRACK-06",), seat=seat))
        barn.release(s, out, ("KAN-TRACK-06",))
        if s.cubes[seat]:
            barn.change_cube(s, seat, -1, "barn", out, ("KAN-TRACK-06",))


class Land(Frame, frozen=True, tag="land"):
    """The effect of the space where the marker ended."""

    kind: str

    automatic: ClassVar[bool] = True

    def resolve(self, s: KanataState, action: Action | None, out: list[Event] | None) -> None:
        s.drop()
        if s.status[s.turn] != s.began_as:
            return
        if self.kind == "event":
            inside = not s.setup.town.is_exterior(s.space[s.turn])
            draw_event(s, "interior" if inside else "exterior", out)
        elif self.kind == "mystery":
            draw_event(s, "mystery", out)
        elif self.kind == "pillars":
            barn.release(s, out, ("KAN-TRACK-05",))
            barn.wake_all(s, out, ("KAN-TRACK-05", "KAN-ABOM-06"))
        else:
            haunting.occult(s, out)


def draw_event(s: KanataState, name: str, out: list[Event] | None) -> None:
    """Draw from an event deck, rebuilt from its discards when it is out; Mystery is not (KAN-TRACK-03, 04, 07)."""
    deck = getattr(s, name)
    seat = s.turn
    if not deck.size:
        if not any(deck.discard):
            if out is not None:
                clauses = ("KAN-TRACK-07", "KAN-DECK-03")
                out.append(NothingDrawn(clauses=clauses, seat=seat, deck=name))
            return
        deck = Deck(deck.discard, deck.known, (0,) * len(deck.discard))
        if out is not None:
            out.append(DeckRebuilt(clauses=("KAN-TRACK-07", "KAN-DECK-01"), deck=name, cards=deck.size))
    names = s.setup.deck_names[name]
    index, deck = s.draw(deck, names, name)
    card = s.setup.content.decks[name][index]
    if card.fate == "discard":
        discard = list(deck.discard)
        discard[index] += 1
        deck = Deck(deck.unseen, deck.known, tuple(discard))
    setattr(s, name, deck)
    if out is not None:
        _say_card(s, name, card, out)
    begin_block(s, card.block, seat)


def _say_card(s: KanataState, name: str, card: Card, out: list[Event]) -> None:
    seat = s.turn
    first = "KAN-TRACK-04" if name == "mystery" else "KAN-TRACK-03"
    fate = {"discard": "KAN-DECK-01", "keep": "KAN-DECK-04"}
    last = fate.get(card.fate, "KAN-DECK-03" if name == "mystery" else "KAN-DECK-02")
    clauses: tuple[str, ...] = (first, last, "KAN-DECK-05")
    if s.mount[seat] == VAN:
        clauses += ("KAN-VAN-11",)
    elif s.is_hidden(seat):
        clauses += ("KAN-CROSS-05",)
    elif name == "exterior":
        clauses += ("KAN-MOVE-07",)
    out.append(CardDrawn(clauses=clauses, seat=seat, deck=name, card=card.id))


# ----------------------------------------------------------------------------------------------------- free acts


def _search(s: KanataState, action: Any, out: list[Event] | None) -> None:
    items.search(s, s.turn, out)


def _shoot(s: KanataState, action: Any, out: list[Event] | None) -> None:
    shooting.begin(s, s.turn, action.item, out)


def _end(s: KanataState, action: Any, out: list[Event] | None) -> None:
    s.drop()
    s.ask(TURN_END)
    if s.status[s.turn] == TURNED:
        haunting.begin_puppet(s)
    else:
        enemies.begin_enemy_action(s, out)


def _use(s: KanataState, action: Any, out: list[Event] | None) -> None:
    items.eat(s, s.turn, s.setup.content.item_index[action.item], out, ("KAN-HEAL-02", "KAN-TURN-08"))


def _take(s: KanataState, action: Any, out: list[Event] | None) -> None:
    items.take_corn(s, s.turn, action.item, out)


def _deliver(s: KanataState, action: Any, out: list[Event] | None) -> None:
    roadblock.deliver(s, s.turn, action.item, out)


def _attach(s: KanataState, action: Any, out: list[Event] | None) -> None:
    items.attach(s, s.turn, action.token, action.item, out)


def _rescue(s: KanataState, action: Any, out: list[Event] | None) -> None:
    items.rescue(s, s.turn, action.friend, action.item, out)


def _trade(s: KanataState, action: Any, out: list[Event] | None) -> None:
    s.ask(items.TradeCard(action.friend))


def _get_on(s: KanataState, action: Any, out: list[Event] | None) -> None:
    s.mount[s.turn] = BIKE
    if out is not None:
        out.append(Boarded(clauses=("KAN-BIKE-01", "KAN-BIKE-02"), seat=s.turn, vehicle="bike"))


def _get_off(s: KanataState, action: Any, out: list[Event] | None) -> None:
    clauses = ("KAN-BIKE-02",) + (("KAN-CROSS-04", "KAN-BIKE-08") if s.is_hidden(s.turn) else ())
    ground.get_off(s, s.turn, out, clauses)


def _get_in(s: KanataState, action: Any, out: list[Event] | None) -> None:
    seat = s.turn
    if not s.van_started:
        s.van_started = True
        s.keys = IN_VAN
        s.van = s.space[seat] = s.setup.town.van_front
        if out is not None:
            out.append(VanStarted(clauses=("KAN-VAN-01",), seat=seat, space=ground.name(s, s.van)))
    s.mount[seat] = VAN
    if out is not None:
        out.append(Boarded(clauses=("KAN-VAN-02", "KAN-VAN-01"), seat=seat, vehicle="van"))


def _get_out(s: KanataState, action: Any, out: list[Event] | None) -> None:
    s.mount[s.turn] = FOOT
    if out is not None:
        out.append(LeftVehicle(clauses=("KAN-VAN-02",), seat=s.turn, vehicle="van"))


def _use_trait(s: KanataState, action: Any, out: list[Event] | None) -> None:
    s.traits_used |= 1 << s.turn
    names = s.setup.deck_names["search"]
    s.search = s.look(s.search, 1, names, "search")
    if out is not None:
        out.append(TraitUsed(clauses=("KAN-SETUP-09",), seat=s.turn, trait="look_at_search"))
        card = (names[s.search.known[0]],)
        out.append(CardsSeen(clauses=("KAN-SETUP-09",), seat=s.turn, deck="search", cards=card))


_DO: dict[type[Action], Any] = {
    act.Move: _move,
    act.Stay: _stay,
    act.PlayerBoard: _player_board,
    act.Search: _search,
    act.Shoot: _shoot,
    act.EndTurn: _end,
    act.UseItem: _use,
    act.Take: _take,
    act.Deliver: _deliver,
    act.Attach: _attach,
    act.Rescue: _rescue,
    act.Trade: _trade,
    act.GetOn: _get_on,
    act.GetOff: _get_off,
    act.GetIn: _get_in,
    act.GetOut: _get_out,
    act.UseTrait: _use_trait,
}
CHOOSE_ACTION = ChooseAction()
TURN_START = TurnStart()
TURN_END = TurnEnd()

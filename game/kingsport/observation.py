"""What a cultist may know (KPT-INFO), the open question, and imagining what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from game.core.chance import Rng
from game.core.contract import Choice, Decision, Event, Observation, Reason, Values
from game.kingsport import actions as act
from game.kingsport import dice as dd
from game.kingsport import events as ev
from game.kingsport.cards import FAMILIES
from game.kingsport.effects import ChooseDice, ClauseQuestion, Reroll, Steal, TurnDice
from game.kingsport.frames import Frame
from game.kingsport.raid import RaidCards, investigator_strength
from game.kingsport.sanity import PayDeficit, eligible

if TYPE_CHECKING:
    from game.kingsport.state import KingsportState


INVOKED = "kingsport.reason.invoke"
"""The reason that speaks of nothing but a god which has just been taken from the open layout."""


class KingsportObservation(Observation, frozen=True):
    """All that one cultist may know. Gods are ids in layout order; ``None`` for a card whose face he cannot know."""

    players: int
    investigator: str | None
    scenario: bool
    ledger: str
    round: int
    first: int
    turn: int
    question: str
    stack: tuple[Frame, ...]
    sanity: tuple[int, ...]
    dice: tuple[str, ...]
    in_play: tuple[str, ...]
    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    """Per cultist the gods in hand as far as they can be known."""
    backs: tuple[tuple[int, int, int], ...]
    """Per cultist the number of Lesser, Elder and Great backs in hand (KPT-INFO-02)."""
    seen: tuple[tuple[str, ...], ...]
    """Per cultist the owned gods that everybody saw face up since the round began (KPT-INFO-08)."""
    piles: tuple[int, ...]
    obtained: int
    played: int
    prices: int
    invoked: int
    had_hand: bool
    azathoth: int


def known_hand(s: KingsportState, viewer: int | None, seat: int) -> int:
    """The gods in ``seat``'s hand that ``viewer`` can be sure of, as a mask (KPT-INFO-01, INFO-07, INFO-08)."""
    hand = s.hands[seat]
    if viewer == seat or not s.setup.hidden or not s.stack:
        return hand
    return hand & (s.seen[seat] | s.setup.tables.final)


def observe(s: KingsportState, player: int) -> KingsportObservation:
    """The observation of one cultist."""
    tables = s.setup.tables
    return KingsportObservation(
        player=player,
        players=s.setup.players,
        investigator=s.setup.investigator,
        scenario=s.setup.scenario_on,
        ledger=s.setup.ledger,
        round=s.round,
        first=s.first,
        turn=s.turn,
        question=s.stack[-1].name if s.stack else "",
        stack=public_stack(s, player),
        sanity=tuple(s.sanity),
        dice=dd.faces_of(s.dice),
        in_play=tables.names(s.in_play),
        hand=tables.names(s.hands[player]),
        hands=tuple(tables.names(known_hand(s, player, seat)) for seat in range(s.setup.players)),
        backs=tuple(backs(s, seat) for seat in range(s.setup.players)),
        seen=tuple(tables.names(seen) for seen in s.seen),
        piles=tuple(s.pile(g) for g in range(len(tables.ids))),
        obtained=s.obtained,
        played=s.played,
        prices=s.prices,
        invoked=s.invoked,
        had_hand=s.had_hand,
        azathoth=s.azathoth,
    )


def backs(s: KingsportState, seat: int) -> tuple[int, int, int]:
    """How many Lesser, Elder and Great backs a hand shows (KPT-INFO-02)."""
    lesser, elder, great = (int.bit_count(s.hands[seat] & family) for family in s.setup.tables.families)
    return lesser, elder, great


def public_stack(s: KingsportState, player: int) -> tuple[Frame, ...]:
    """The stack without what only the asked cultist knows: the gods he has named but not yet committed."""
    return tuple(
        structs.replace(frame, chosen=0)
        if isinstance(frame, (PayDeficit, RaidCards)) and frame.chosen and frame.seat(s) != player
        else frame
        for frame in s.stack
    )


def deal(c: KingsportState, player: int, rng: Rng) -> None:
    """What a rival has named secretly is taken away, and in a memory game hands are dealt anew."""
    if c.stack[-1].secret:
        c.stack = public_stack(c, player)
    if c.setup.hidden:
        deal_anew(c, player, rng)


def deal_anew(c: KingsportState, player: int, rng: Rng) -> None:
    """Memory game: replace what ``player`` cannot know by a random deal that agrees with it (KPT-INFO-09).

    Built from what he knows alone, so equal observations and equal ``rng`` give the same deal. That a rival is asked
    which gods to discard tells that there is a choice; where no deal with one is found, the question is settled.
    """
    top = c.stack[-1]
    payment = top if isinstance(top, PayDeficit) and top.payer != player else None
    true = c.hands[:]
    for _ in range(DEALS):
        c.hands[:] = true
        _deal_once(c, player, rng)
        if payment is None or len(payment.sets(c)) > 1:
            return
    assert payment is not None
    sets = payment.sets(c)
    c.drop()
    payment.settle(c, sets[0] if sets else eligible(c, payment.payer, payment.excluded), None, forced=True)
    c.settle(None)


DEALS = 400
"""Deals that are tried for one in which the question on the table can have been asked."""


def _deal_once(c: KingsportState, player: int, rng: Rng) -> None:
    """One random deal that agrees with what ``player`` knows of hands."""
    tables = c.setup.tables
    seats = [seat for seat in range(c.setup.players) if seat != player]
    known = {seat: known_hand(c, player, seat) for seat in seats}
    in_play = {seat: c.in_play if seat == c.turn else 0 for seat in seats}
    shown = [0] * len(tables.ids)
    for mask in (c.hands[player], c.in_play, *known.values()):
        for g in tables.indices(mask):
            shown[g] += 1
    for family in range(len(FAMILIES)):
        gods = list(tables.indices(tables.families[family]))
        missing = {g: c.setup.copies[g] - c.pile(g) - shown[g] for g in gods}
        need = {seat: backs(c, seat)[family] - int.bit_count(known[seat] & tables.families[family]) for seat in seats}
        hands = dict.fromkeys(seats, 0)
        barred = {seat: known[seat] | in_play[seat] for seat in seats}
        order = sorted(rng.shuffled([g for g in gods if missing[g]]), key=lambda g: -missing[g])
        found = _place(order, missing, need, barred, hands, rng)
        assert found, "the true deal is one solution"
        for seat in seats:
            known[seat] |= hands[seat]
    for seat in seats:
        c.hands[seat] = known[seat]


def _place(
    order: list[int],
    missing: dict[int, int],
    need: dict[int, int],
    barred: dict[int, int],
    hands: dict[int, int],
    rng: Rng,
) -> bool:
    """Give each god of ``order`` to as many different cultists as copies are missing.

    Backtracks; ``hands`` is filled.
    """
    if not order:
        return not any(need.values())
    god, rest = order[0], order[1:]
    open_seats = [seat for seat in need if need[seat] and not (barred[seat] | hands[seat]) >> god & 1]
    for chosen in _choices(rng.shuffled(open_seats), missing[god]):
        for seat in chosen:
            need[seat] -= 1
            hands[seat] |= 1 << god
        if _place(rest, missing, need, barred, hands, rng):
            return True
        for seat in chosen:
            need[seat] += 1
            hands[seat] &= ~(1 << god)
    return False


def _choices(seats: list[int], k: int) -> list[list[int]]:
    """All ways to take ``k`` of ``seats``, in their order."""
    if k == 0:
        return [[]]
    return [[seat, *more] for i, seat in enumerate(seats) for more in _choices(seats[i + 1 :], k - 1)]


_ALWAYS_TOLD = (
    ev.GameBegan,
    ev.CounterPassed,
    ev.TurnBegan,
    ev.RerollDeclined,
    ev.InvocationPassed,
    ev.TurnEnded,
    ev.RoundEnded,
    ev.GameEnded,
)
_MEMORY = "KPT-INFO-08"
_INVOKED_OF_OLD = ("KPT-INV-03", "KPT-INV-09", _MEMORY)
"""Without the clauses that say how one cost is read."""


_CALLED_BACK = ("KPT-INV-10", "KPT-RAID-08")
"""What these say of a god that is discarded holds only in the round in which it happens."""


def recall(s: KingsportState, event: Event, chapter: int, viewer: int | None) -> Event:
    """An event of the log as anybody may read it now: in a memory game gods of earlier rounds are only backs.

    Whatever would tell which god it was goes with the name: dice, prices and Sanity, points and strength, and clauses
    that speak of one cost only (KPT-INFO-08). What a god did in its Expansion is forgotten whole, for hardly two of one
    family do the same.
    """
    if not s.setup.hidden or not s.stack or chapter >= s.round or isinstance(event, _ALWAYS_TOLD):
        return event
    tables = s.setup.tables

    def family(card: str) -> str:
        return tables.family_of[tables.index[card]]

    if isinstance(event, (ev.DiceRolled, ev.DiceRerolled)) and event.card is None:
        return event  # the opening die
    if isinstance(event, ev.SanityChanged) and chapter == s.round - 1 and _opens_round(s, event):
        return event  # of this round, though what ended the round before set it off
    if isinstance(event, ev.GodInvoked):
        if tables.final & tables.bits[event.card]:
            return event  # everybody always knows who has it
        return structs.replace(event, card=family(event.card), paid=(), clauses=_INVOKED_OF_OLD)
    clauses: tuple[str, ...] = (*event.clauses, _MEMORY)  # those of the events below are the same for every god
    if isinstance(event, ev.GodPlayed):
        return structs.replace(event, card=family(event.card), clauses=clauses)
    if isinstance(event, ev.GodDiscarded):
        clauses = tuple(clause for clause in clauses if clause not in _CALLED_BACK)
        return structs.replace(event, card=family(event.card), points=0, forced=False, clauses=clauses)
    if isinstance(event, ev.RaidPlayed):
        return structs.replace(event, cards=tuple(family(card) for card in event.cards), clauses=clauses)
    if isinstance(event, ev.ExpansionEnded):
        return structs.replace(event, dice=(), clauses=clauses)
    return ev.Forgotten(clauses=(_MEMORY,))


def _opens_round(s: KingsportState, event: ev.SanityChanged) -> bool:
    """Whether a Sanity counter moved because a round began."""
    return event.cause == "handover" or (event.cause == "scenario" and s.setup.scenario.at == "round_start")


def reasons(s: KingsportState, choice: Choice, seat: int, chapter: int, viewer: int | None) -> tuple[Reason, ...]:
    """Why a computer cultist chose as it did, as far as ``viewer`` may be told (KPT-INFO-01, INFO-08).

    In a memory game a plan, a margin and even "there was nothing else to do" tell what it holds; the god that it
    invoked this round lies open.
    """
    if not s.stack or seat == viewer:
        return choice.reasons
    top = s.stack[-1]
    if isinstance(top, (PayDeficit, RaidCards)) and top.chosen and isinstance(choice.action, (act.Discard, act.Raid)):
        return ()  # named, but not committed yet
    if not s.setup.hidden:
        return choice.reasons
    if not isinstance(choice.action, act.Invoke) or chapter < s.round:
        return ()
    return tuple(reason for reason in choice.reasons if reason.key == INVOKED)


def decision(s: KingsportState) -> Decision | None:
    """The open question as people read it."""
    if not s.stack:
        return None
    frame = s.stack[-1]
    prompt, values = _prompt(s, frame)
    return Decision(frame.name, frame.seat(s), f"kingsport.prompt.{prompt}", values, frame.clauses, frame.layout)


def _prompt(s: KingsportState, frame: Frame) -> tuple[str, Values]:
    if isinstance(frame, PayDeficit):
        named = s.setup.tables.points(frame.chosen)
        return frame.name, {"deficit": frame.amount - s.sanity[frame.payer], "named": named}
    if isinstance(frame, RaidCards):
        return frame.name, {"strength": investigator_strength(s)}
    if isinstance(frame, ClauseQuestion):
        clause = s.setup.effects[frame.god][frame.number].effective
        values: dict[str, str | int] = {"god": f"@god.{s.god_id(frame.god)}.name"}
        # `limit` is what the card prints, `most` what it comes to on this table
        if isinstance(clause, (Reroll, TurnDice)):
            values["limit"] = clause.dice
        if isinstance(clause, Steal):
            victims = [action.victim for action in clause.options(s) if isinstance(action, act.ChooseVictim)]
            values |= {"limit": clause.amount, "most": min(clause.amount, max(s.sanity[seat] for seat in victims))}
        if isinstance(frame, ChooseDice):
            answers = [action for action in frame.legal(s) if isinstance(action, act.ChooseDice)]
            values["most"] = most = max(len(action.reroll or action.turn) for action in answers)
            word = f"{frame.name}.{'reroll' if isinstance(clause, Reroll) else 'turn'}"
            return word if most > 1 else f"{word}.one", values
        return frame.name, values
    if frame.name == "scenario_reroll":
        return frame.name, {"price": s.setup.scenario.opening_reroll}
    return frame.name, {}

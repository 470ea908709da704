"""What happens in Kingsport. All of it is open when it happens (KPT-INFO-03)."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from game.core.contract import Event, Values
from game.kingsport.actions import Turn


class GameBegan(Event, frozen=True, tag="game_began"):
    """Set-up: the Investigator in force, who holds the Time counter first, the modes, the piles."""

    players: int
    investigator: str | None
    scenario: bool
    ledger: str
    holder: int
    cards: int


class CounterPassed(Event, frozen=True, tag="counter_passed"):
    """The Time counter goes to the left and shows the new round."""

    giver: int
    receiver: int
    round: int


class SanityChanged(Event, frozen=True, tag="sanity_changed"):
    """A Sanity counter moved from ``now - change`` to ``now``; ``lost`` is what the cap of 12 cut off.

    ``cause``: handover, price, scenario, effect, raid, stolen, theft. ``forced``: nobody else could be stolen from.
    """

    spends: ClassVar[bool] = True

    seat: int
    change: int
    now: int
    cause: str
    lost: int = 0
    card: str | None = None
    forced: bool = False

    def told(self) -> tuple[str, Values]:
        kind = ".nothing" if not self.change else ".lost" if self.cause == "raid" and self.change < 0 else ""
        return self.cause + kind, {"amount": abs(self.change)}


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A cultist's turn starts."""

    seat: int
    round: int


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice taken from the supply and rolled. ``cause``: opening, effect."""

    reveals: ClassVar[bool] = True

    seat: int
    faces: tuple[str, ...]
    cause: str
    card: str | None = None


class DiceRerolled(Event, frozen=True, tag="dice_rerolled"):
    """Dice rolled again. ``forced``: there was nothing to choose."""

    reveals: ClassVar[bool] = True

    seat: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    card: str | None = None
    forced: bool = False


class DieGained(Event, frozen=True, tag="die_gained"):
    """A die taken from the supply and set to a face."""

    seat: int
    face: str
    card: str
    forced: bool = False


class DiceTurned(Event, frozen=True, tag="dice_turned"):
    """Dice set to another face."""

    spends: ClassVar[bool] = True

    seat: int
    turn: tuple[Turn, ...]
    card: str
    forced: bool = False


class ClauseIdle(Event, frozen=True, tag="clause_idle"):
    """A clause of the played god could not be carried out; ``number`` counts from 1."""

    seat: int
    card: str
    number: int


class GodPlayed(Event, frozen=True, tag="god_played"):
    """A god put into play in the Expansion."""

    spends: ClassVar[bool] = True

    seat: int
    card: str


class RerollDeclined(Event, frozen=True, tag="reroll_declined"):
    """The opening die stays as it is."""

    seat: int


class ExpansionEnded(Event, frozen=True, tag="expansion_ended"):
    """No more gods are played this turn."""

    seat: int
    dice: tuple[str, ...]
    played: int

    def told(self) -> tuple[str, Values]:
        return "" if self.dice else "forgotten", {}


class GodInvoked(Event, frozen=True, tag="god_invoked"):
    """A god paid for and taken from its pile into the hand."""

    spends: ClassVar[bool] = True

    seat: int
    card: str
    paid: tuple[str, ...]

    def told(self) -> tuple[str, Values]:
        return "" if self.paid else "unnamed", {}


class InvocationPassed(Event, frozen=True, tag="invocation_passed"):
    """Nothing was invoked."""

    seat: int


class RaidPlayed(Event, frozen=True, tag="raid_played"):
    """The gods committed to a Raid, all at once."""

    spends: ClassVar[bool] = True

    seat: int
    cards: tuple[str, ...]


class RaidResolved(Event, frozen=True, tag="raid_resolved"):
    """Strength compared: positive ``difference`` is won."""

    seat: int
    strength: int
    against: int
    difference: int

    def told(self) -> tuple[str, Values]:
        kind = "won" if self.difference > 0 else "lost" if self.difference < 0 else "even"
        return kind, {"amount": abs(self.difference)}


class GodDiscarded(Event, frozen=True, tag="god_discarded"):
    """A god goes back onto its pile to cover a deficit. ``forced``: no other set would do."""

    spends: ClassVar[bool] = True

    seat: int
    card: str
    points: int
    forced: bool = False

    def told(self) -> tuple[str, Values]:
        return "" if self.points else "unnamed", {}


class DeficitCovered(Event, frozen=True, tag="deficit_covered"):
    """A payment above the payer's Sanity is settled: ``wasted`` points too many, ``cancelled`` points uncovered."""

    spends: ClassVar[bool] = True

    seat: int
    amount: int
    sanity: int
    points: int
    wasted: int
    cancelled: int

    def told(self) -> tuple[str, Values]:
        return "cancelled" if self.cancelled else "wasted" if self.wasted else "", {}


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """Cards in play go back to hand, dice to the supply."""

    seat: int


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """All cultists have acted."""

    round: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """Scores, hands and winners are open. ``reason``: rounds, azathoth."""

    reveals: ClassVar[bool] = True

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    tie_break: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]

    def told(self) -> tuple[str, Values]:
        return self.reason, {}


class Forgotten(Event, frozen=True, tag="forgotten"):
    """Memory game: stands in the log for what would tell which god it was (KPT-INFO-08). It never happens in a game."""

    forgotten: ClassVar[bool] = True


KingsportEvent: TypeAlias = (
    GameBegan
    | CounterPassed
    | SanityChanged
    | TurnBegan
    | DiceRolled
    | DiceRerolled
    | DieGained
    | DiceTurned
    | ClauseIdle
    | GodPlayed
    | RerollDeclined
    | ExpansionEnded
    | GodInvoked
    | InvocationPassed
    | RaidPlayed
    | RaidResolved
    | GodDiscarded
    | DeficitCovered
    | TurnEnded
    | RoundEnded
    | GameEnded
)

"""What happens in Sacrament. Private parts (hidden rolls, notes) are left out for seats that may not see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

from msgspec import structs

from game.core.contract import Event, Values
from game.core.numbers import is_digits
from game.sacrament.phrases import phrase_of_choice


def without(event: Event, names: tuple[str, ...]) -> Event:
    """The event with some of its fields empty: tiles that who looks does not see."""
    return structs.replace(event, **dict.fromkeys(names, ""), unseen=()) if names else event


class GameBegan(Event, frozen=True, tag="game_began"):
    """Set-up: the table, its options and its characters."""

    scenario: str
    fight: str
    difficulty: str
    order: str
    characters: tuple[str, ...]
    ladder: int


class SceneEntered(Event, frozen=True, tag="scene_entered"):
    """The party comes to a node; ``key`` is the text of the place."""

    node: str
    key: str

    def told(self) -> tuple[str, Values]:
        return "", {"words": f"@{self.key}"}


class Told(Event, frozen=True, tag="told"):
    """Words of the scenario. ``about``: what a failure cost, an NPC who speaks, or nothing."""

    key: str
    about: str = ""

    def told(self) -> tuple[str, Values]:
        return "", {"words": f"@{self.key}"}


class ChoiceMade(Event, frozen=True, tag="choice_made"):
    """The party took a way or a choice of a node of the scenario."""

    scenario: str
    node: str
    choice: str

    def told(self) -> tuple[str, Values]:
        phrase = phrase_of_choice(self.scenario, self.node, self.choice)
        return "", {"words": f"@{phrase.key}", **phrase.values}


class CheckRolled(Event, frozen=True, tag="check_rolled"):
    """A check: who, what for, die, every modifier by name, total against difficulty (SAC-CHECK-09).

    ``hidden``: only the game master sees die and result. ``veiled``: only the game master sees the difficulty; players
    see die, total and whether it was enough (table option).
    """

    reveals: ClassVar[bool] = True

    seat: int
    what: str
    attribute: str
    die: int
    parts: tuple[tuple[str, int], ...]
    total: int
    difficulty: int
    success: bool
    margin: int
    hidden: bool = False
    target: str = ""
    veiled: bool = False
    because: tuple[str, ...] = ()
    """What each bonus of the situation comes from, in the order of ``parts``."""

    def seen_by(self, viewer: int | None) -> Event:
        if viewer == 0 or not (self.hidden or self.veiled):
            return self
        if not self.hidden:
            return structs.replace(self, difficulty=0, margin=0)
        return structs.replace(self, die=0, parts=(), total=0, difficulty=0, success=False, margin=0, because=())

    def told(self) -> tuple[str, Mapping[str, Any]]:
        if self.hidden and not self.die:
            return "hidden", {}
        because = iter(self.because)
        names = [(next(because, "") or name) if name == "situation" else name for name, _ in self.parts]
        parts = [
            {"bonus": name, "n": f"{n:+d}".replace("-", "\N{MINUS SIGN}")}
            for name, (_, n) in zip(names, self.parts, strict=True)
        ]
        unknown = "" if self.difficulty else ".veiled"
        return ("success" if self.success else "failure") + unknown, {"parts": parts}


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice that are no check: damage, armour, ward, death, aftershock, healing… ``label`` says for what."""

    reveals: ClassVar[bool] = True

    label: str
    dice: tuple[int, ...]
    total: int
    seat: int | None = None
    token: str = ""

    def told(self) -> tuple[str, Values]:
        return self.label, {}


class LadderMoved(Event, frozen=True, tag="ladder_moved"):
    """The Looming Horror goes from ``old`` to ``new`` (SAC-LADDER-04)."""

    spends: ClassVar[bool] = True

    cause: str
    old: int
    new: int
    seat: int | None = None


class MilestonePassed(Event, frozen=True, tag="milestone_passed"):
    """The ladder came up to a milestone; its aftershock follows."""

    milestone: int


class MilestoneArmed(Event, frozen=True, tag="milestone_armed"):
    """A spent milestone is armed again."""

    milestone: int


class Aftershock(Event, frozen=True, tag="aftershock"):
    """The d6 of a milestone."""

    reveals: ClassVar[bool] = True

    milestone: int
    die: int
    causer: int

    def told(self) -> tuple[str, Values]:
        return "", {"words": f"@aftershock.{self.milestone}.{self.die}"}


class HarmMarked(Event, frozen=True, tag="harm_marked"):
    """Boxes marked on a PC; ``harm`` and ``wounds`` are what stands now."""

    spends: ClassVar[bool] = True

    seat: int
    n: int
    harm: int
    wounds: int
    cause: str


class WoundsHealed(Event, frozen=True, tag="wounds_healed"):
    """Wounds healed; each cleared four boxes."""

    seat: int
    healed: int
    harm: int
    cause: str
    raised: bool = False

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.healed}


class BoxesCleared(Event, frozen=True, tag="boxes_cleared"):
    """Loose boxes cleared by rest."""

    seat: int
    n: int
    harm: int


class PcFell(Event, frozen=True, tag="pc_fell"):
    """A PC is dying."""

    spends: ClassVar[bool] = True

    seat: int


class PcSteadied(Event, frozen=True, tag="pc_steadied"):
    """A dying PC makes no more death checks until hit again."""

    seat: int


class FadeMarked(Event, frozen=True, tag="fade_marked"):
    """Fades of a dying PC."""

    spends: ClassVar[bool] = True

    seat: int
    n: int
    fades: int


class FadesGone(Event, frozen=True, tag="fades_gone"):
    """The scene is over: the Fades of a PC who lives are gone."""

    seat: int


class PcDied(Event, frozen=True, tag="pc_died"):
    """Three Fades."""

    spends: ClassVar[bool] = True

    seat: int


class NewCharacter(Event, frozen=True, tag="new_character"):
    """A dead PC's player has a new character."""

    seat: int
    name: str


class TokensChanged(Event, frozen=True, tag="tokens_changed"):
    """Tokens paid, given back or refilled."""

    spends: ClassVar[bool] = True

    seat: int
    change: int
    now: int
    cause: str

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.now}


class Moved(Event, frozen=True, tag="moved"):
    """A counter goes to another tile. ``cause``: step, push, pull, interpose, spell, gm, place.

    ``unseen``: its fields that name a tile which players do not see.
    """

    origin: str
    to: str
    cause: str
    seat: int | None = None
    token: str = ""
    unseen: tuple[str, ...] = ()

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == 0 else without(self, self.unseen)

    def told(self) -> tuple[str, Values]:
        if not self.token:
            return "", {}
        if self.origin:
            return ("foe" if self.to else "foe_out"), {}
        return ("foe_in" if self.to else "foe_dark"), {}


class AbilityUsed(Event, frozen=True, tag="ability_used"):
    """An action, spell or item is used."""

    spends: ClassVar[bool] = True

    seat: int
    used: str
    cost: int
    targets: tuple[str, ...] = ()
    item: bool = False

    def told(self) -> tuple[str, Values]:
        id = self.used.partition(".")[0] if self.item else self.used
        return "", {"what": f"@{'item' if self.item else 'ability'}.{id}.name"}


class FoeHurt(Event, frozen=True, tag="foe_hurt"):
    """Harm to an adversary: ``n`` got through, ``absorbed`` by its hide.

    ``over``: how much more would have got through than it can take, where players are not told how much that is: to
    them it is as much as was dealt.
    """

    token: str
    n: int
    absorbed: int
    seat: int | None = None
    over: int = 0

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == 0 or not self.over else structs.replace(self, n=self.n + self.over, over=0)


class FoeOut(Event, frozen=True, tag="foe_out"):
    """An adversary is out. ``cause``: harm, yield, fled, removed."""

    token: str
    cause: str


class FoeCame(Event, frozen=True, tag="foe_came"):
    """An adversary comes onto the map. ``cause``: begin, wave, summon, rise, gm. ``unseen``: see ``Moved``."""

    token: str
    kind: str
    to: str
    cause: str
    unseen: tuple[str, ...] = ()

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == 0 else without(self, self.unseen)

    def told(self) -> tuple[str, Values]:
        return ("" if self.to else "dark"), {"foe": f"@foe.{self.kind}.name"}


class FoeActs(Event, frozen=True, tag="foe_acts"):
    """An adversary takes its turn."""

    token: str


class FoeWaits(Event, frozen=True, tag="foe_waits"):
    """An adversary's turn is over without a deed, or it lost its turn."""

    token: str
    cause: str


class BlowAimed(Event, frozen=True, tag="blow_aimed"):
    """An adversary's attack is declared. ``cause``: ``random`` where the rules drew the target."""

    token: str
    victim: int
    dice: int
    cause: str = ""


class BlowMissed(Event, frozen=True, tag="blow_missed"):
    """The attack does nothing. ``cause``: evaded, mirrored, no_dice, defended."""

    token: str
    victim: int
    cause: str


class BlowFell(Event, frozen=True, tag="blow_fell"):
    """The outcome of an adversary's attack: damage, what was absorbed, harm; ``crit`` if it was critical."""

    token: str
    victim: int
    damage: int
    absorbed: int
    harm: int
    crit: bool = False

    def told(self) -> tuple[str, Values]:
        return ("crit" if self.crit else ""), {}


class Reacted(Event, frozen=True, tag="reacted"):
    """A PC answers with a reaction."""

    spends: ClassVar[bool] = True

    seat: int
    ability: str
    victim: int


class GuardReady(Event, frozen=True, tag="guard_ready"):
    """A Guard is ready, or (``ready`` false) spent or gone."""

    spends: ClassVar[bool] = True

    seat: int
    ready: bool
    cause: str


class WardChanged(Event, frozen=True, tag="ward_changed"):
    """Warded n; 0: gone."""

    spends: ClassVar[bool] = True

    seat: int
    n: int


class DurabilityChanged(Event, frozen=True, tag="durability_changed"):
    """The worn suit's durability; at 0 it is broken."""

    spends: ClassVar[bool] = True

    seat: int
    change: int
    now: int


class ConditionChanged(Event, frozen=True, tag="condition_changed"):
    """A condition begins or (``on`` false) ends."""

    condition: str
    on: bool
    until: str = ""
    seat: int | None = None
    token: str = ""

    def told(self) -> tuple[str, Values]:
        return ("foe_" if self.token else "") + ("on" if self.on else "off"), {}


class BonusGained(Event, frozen=True, tag="bonus_gained"):
    """A passing bonus."""

    seat: int
    what: str
    n: int

    def told(self) -> tuple[str, Values]:
        return self.what, {"n": f"{self.n:+d}".replace("-", "\N{MINUS SIGN}")}


class FightBegan(Event, frozen=True, tag="fight_began"):
    """Counters are on the map. ``surprise``: none, party, foes."""

    reveals: ClassVar[bool] = True  # who fights, and where they stand, is seen

    fight: str
    map: str
    surprise: str


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round starts; pools are full."""

    round: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A PC's turn starts."""

    seat: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A PC's turn is over; ``left`` tokens stay for reactions."""

    seat: int
    left: int

    def told(self) -> tuple[str, Values]:
        return "", {"count": self.left}


class BatonPassed(Event, frozen=True, tag="baton_passed"):
    """Who goes next. ``chooser`` named them."""

    seat: int
    chooser: int


class FoesBegan(Event, frozen=True, tag="foes_began"):
    """The adversaries act: at the round's end, or (``early``) brought forward."""

    early: bool

    def told(self) -> tuple[str, Values]:
        return ("early" if self.early else ""), {}


class TokenSpent(Event, frozen=True, tag="token_spent"):
    """One Horror Token: the ladder drops by a step and the adversaries act now (SAC-HORROR-10)."""

    spends: ClassVar[bool] = True

    old: int
    new: int
    beat: str = ""


class TokenHeld(Event, frozen=True, tag="token_held"):
    """No Horror Token this time."""

    passes: ClassVar[bool] = True


class FightEnded(Event, frozen=True, tag="fight_ended"):
    """``result``: win, defeat, fled, ended."""

    fight: str
    result: str
    rounds: int

    def told(self) -> tuple[str, Values]:
        return self.result, {}


class ZoneChanged(Event, frozen=True, tag="zone_changed"):
    """Chalk, soot, a line, a wall; or (``on`` false) gone."""

    zone: str
    space: str
    on: bool = True

    def told(self) -> tuple[str, Values]:
        return ("" if self.on else "off"), {}


class LightChanged(Event, frozen=True, tag="light_changed"):
    """A light is lit or (``on`` false) out."""

    on: bool
    seat: int | None = None
    space: str = ""


class Revealed(Event, frozen=True, tag="revealed"):
    """What was hidden there is seen; an adversary's exact harm is known. ``unseen``: see ``Moved``."""

    reveals: ClassVar[bool] = True

    space: str
    tokens: tuple[str, ...]
    unseen: tuple[str, ...] = ()

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == 0 else without(self, self.unseen)

    def told(self) -> tuple[str, Values]:
        return ("" if self.space else "dark"), {}


class Uncovered(Event, frozen=True, tag="uncovered"):
    """Tiles come into sight that the party had not seen, and adversaries that stand in sight now (SAC-VTT-06)."""

    reveals: ClassVar[bool] = True

    spaces: tuple[str, ...]
    tokens: tuple[str, ...]

    def told(self) -> tuple[str, Values]:
        return ("" if self.tokens else "ground"), {}


class BehindScreen(Event, frozen=True, tag="behind_screen"):
    """Something happens that only the game master knows: an adversary that players do not know of acts, or a note of
    the game master's own. ``truth`` is that.
    """

    reveals: ClassVar[bool] = True

    truth: SacramentEvent | None = None

    def seen_by(self, viewer: int | None) -> Event:
        if self.truth is None:
            return self
        return self.truth if viewer == 0 else BehindScreen(clauses=self.clauses)

    def told(self) -> tuple[str, Values]:
        return "", {}


class ItemChanged(Event, frozen=True, tag="item_changed"):
    """Things gained or (negative) gone. ``cause``: found, bought, sold, used, given, dropped, lost, refused.

    ``left``: how many of them are carried now, -1 where packs are private; ``uses``: how many are left in the thing.
    """

    spends: ClassVar[bool] = True

    seat: int
    item: str
    n: int
    cause: str
    left: int = -1
    uses: int = 0

    def told(self) -> tuple[str, Values]:
        if self.n >= 0:
            variant = "" if self.n else "refused"
        elif self.uses:
            variant = "uses"
        else:
            unsaid = "used" if self.cause == "used" else "less"
            variant = "gone" if not self.left else "fewer" if self.left > 0 else unsaid
        return variant, {"n": abs(self.n), "count": self.uses or abs(self.n)}


class GoldLeft(Event, frozen=True, tag="gold_left"):
    """Gold that fits nobody's pack stays behind."""

    seat: int
    n: int


class GoldChanged(Event, frozen=True, tag="gold_changed"):
    """Gold of a PC."""

    spends: ClassVar[bool] = True

    seat: int
    change: int
    now: int
    cause: str


class FlagSet(Event, frozen=True, tag="flag_set"):
    """The story remembers something."""

    name: str
    value: int


class ClockMoved(Event, frozen=True, tag="clock_moved"):
    """A clock of the scenario; ``rung``: it came to its end."""

    spends: ClassVar[bool] = True

    clock: str
    old: int
    new: int
    rung: bool = False


class Rested(Event, frozen=True, tag="rested"):
    """A rest. ``kind``: short, night."""

    spends: ClassVar[bool] = True

    kind: str
    safe: bool

    def told(self) -> tuple[str, Values]:
        return "", {"rest": f"@sacrament.rest.{self.kind}"}


class Tended(Event, frozen=True, tag="tended"):
    """A bandage use."""

    seat: int
    by: int


class Cleansed(Event, frozen=True, tag="cleansed"):
    """Time spent on a practice: the dice, the bonus, the result (SAC-CLEANSE)."""

    reveals: ClassVar[bool] = True

    seat: int
    practice: str
    dice: tuple[int, ...]
    bonus: int
    total: int
    safe: bool


class CleanseAllowed(Event, frozen=True, tag="cleanse_allowed"):
    """The game master lets the party cleanse once more."""


class Interrupted(Event, frozen=True, tag="interrupted"):
    """Whether an unsafe rest was broken off."""

    reveals: ClassVar[bool] = True

    die: int
    happened: bool


class PickBought(Event, frozen=True, tag="pick_bought"):
    """A pick is spent."""

    spends: ClassVar[bool] = True

    seat: int
    pick: str
    left: int

    def told(self) -> tuple[str, Values]:
        if self.pick.startswith("+"):
            return "raise", {"attribute": self.pick[1:], "count": self.left}
        return "", {"ability": self.pick, "count": self.left}


class LevelGained(Event, frozen=True, tag="level_gained"):
    """The party rises."""

    level: int


class GearExchanged(Event, frozen=True, tag="gear_exchanged"):
    """A piece given up for one of the new tier."""

    spends: ClassVar[bool] = True

    seat: int
    old: str
    new: str

    def told(self) -> tuple[str, Values]:
        return "", {"given": self.old, "taken": self.new}


class Wielded(Event, frozen=True, tag="wielded"):
    """What a PC holds or wears now."""

    seat: int
    items: tuple[str, ...]


class EndingReached(Event, frozen=True, tag="ending_reached"):
    """The scenario's ending."""

    reveals: ClassVar[bool] = True

    ending: str
    key: str
    level_up: bool

    def told(self) -> tuple[str, Values]:
        return "", {"words": f"@{self.key}"}


class VowInvoked(Event, frozen=True, tag="vow_invoked"):
    """A PC acts on the vow: +2 on the coming check, once a session."""

    spends: ClassVar[bool] = True

    seat: int
    vow_tag: str


class HelpGiven(Event, frozen=True, tag="help_given"):
    """A PC helps the roller."""

    seat: int
    roller: int


class CheckCalled(Event, frozen=True, tag="check_called"):
    """The game master names attribute and difficulty before the roll. Players see no difficulty of a hidden check, or
    (``veiled``) of any.
    """

    seats: tuple[int, ...]
    attribute: str
    difficulty: int
    hidden: bool
    reason: str
    veiled: bool = False
    stakes: str = ""

    def seen_by(self, viewer: int | None) -> Event:
        if viewer == 0 or not (self.hidden or self.veiled):
            return self
        return structs.replace(self, difficulty=0, stakes="" if self.hidden else self.stakes)

    def told(self) -> tuple[str, Values]:
        known = "" if self.difficulty else "veiled"
        return (f"{known}.stakes".lstrip(".") if self.stakes else known), {}


class CostNamed(Event, frozen=True, tag="cost_named"):
    """What a failure costs, as the game master states it. ``hidden``: what came of a hidden check, which players are
    not told (SAC-GM-04).
    """

    seat: int
    kind: str
    note: str
    hidden: bool = False

    def seen_by(self, viewer: int | None) -> Event:
        return structs.replace(self, kind="", note="") if self.hidden and viewer != 0 else self

    def told(self) -> tuple[str, Values]:
        return ("", {"cost": f"@sacrament.cost.{self.kind}"}) if self.kind else ("hidden", {})


class DeedDone(Event, frozen=True, tag="deed_done"):
    """A deed of the list, or (``free``) in somebody's ``words``; whether it succeeded, or needed no die."""

    seat: int
    deed: str
    success: bool
    words: str = ""

    def told(self) -> tuple[str, Values]:
        return ("free" if self.words else ""), {}


class Edited(Event, frozen=True, tag="edited"):
    """The game master changed a value: field, old, new, reason (SAC-GM-08)."""

    reveals: ClassVar[bool] = True

    path: str
    old: str
    new: str
    reason: str
    secret: bool = False

    def seen_by(self, viewer: int | None) -> Event:
        if not self.secret or viewer == 0:
            return self
        return structs.replace(self, path="", old="", new="", reason="")

    def told(self) -> tuple[str, Values]:
        """Whose value it is by name; the field as people read it."""
        head, *rest = self.path.split(".")
        if head in ("pcs", "foes") and len(rest) > 1 and is_digits(rest[0]):
            number = int(rest[0]) + 1
            return head, {"who": number if head == "pcs" else 0, "number": number, "field": _read(rest[1:])}
        return ("" if self.path else "secret"), {"field": _read([head, *rest])}


def _read(path: list[str]) -> str:
    """The place of a value without the dots and lines that files write."""
    return " ".join(path).replace("_", " ")


class NoteTaken(Event, frozen=True, tag="note_taken"):
    """A note of the game master: private, or handed to one seat (``to``) or to all (-1)."""

    reveals: ClassVar[bool] = True

    to: int
    text: str

    def seen_by(self, viewer: int | None) -> Event:
        if viewer == 0 or self.to == -1 or (viewer is not None and viewer == self.to):
            return self
        return BehindScreen(clauses=("SAC-GM-02",))


class GmRolled(Event, frozen=True, tag="gm_rolled"):
    """Dice behind the screen, or openly (SAC-GM-04)."""

    reveals: ClassVar[bool] = True

    formula: str
    dice: tuple[int, ...]
    total: int
    hidden: bool

    def seen_by(self, viewer: int | None) -> Event:
        return self if not self.hidden or viewer == 0 else structs.replace(self, formula="", dice=(), total=0)

    def told(self) -> tuple[str, Values]:
        return ("hidden" if self.hidden and not self.dice else ""), {}


class RollSealed(Event, frozen=True, tag="roll_sealed"):
    """A roll was made unseen (SAC-GM-04). ``seal`` fixes it for everybody; ``sealed`` is what it was made of
    (``seals``).
    """

    reveals: ClassVar[bool] = True

    seal: str
    sealed: str

    def seen_by(self, viewer: int | None) -> Event:
        return self if viewer == 0 else structs.replace(self, sealed="")

    def told(self) -> tuple[str, Values]:
        return ("open" if self.sealed else ""), {}


class ShowRolled(Event, frozen=True, tag="show_rolled"):
    """Dice rolled for show; they change nothing (SAC-DICE-05)."""

    seat: int
    formula: str
    dice: tuple[int, ...]
    total: int


class FogPainted(Event, frozen=True, tag="fog_painted"):
    """The game master hides or shows tiles."""

    spaces: tuple[str, ...]
    hidden: bool


class Talked(Event, frozen=True, tag="talked"):
    """Words at the table: free of cost."""

    seat: int
    text: str


class Picked(Event, frozen=True, tag="picked"):
    """A random choice, equal among those present and able (SAC-GM-12). ``what``: pc, tile, foe."""

    reveals: ClassVar[bool] = True

    what: str
    seat: int | None = None
    space: str = ""


class OptionTaken(Event, frozen=True, tag="option_taken"):
    """One of several things that an effect offered."""

    seat: int
    option: str


SacramentEvent: TypeAlias = (
    GameBegan | SceneEntered | Told | ChoiceMade | CheckRolled | DiceRolled | LadderMoved | MilestonePassed
    | MilestoneArmed | Aftershock | HarmMarked | WoundsHealed | BoxesCleared | PcFell | PcSteadied | FadeMarked
    | FadesGone | PcDied | NewCharacter | TokensChanged | Moved | AbilityUsed | FoeHurt | FoeOut | FoeCame
    | FoeActs | FoeWaits | BlowAimed | BlowMissed | BlowFell | Reacted | GuardReady | WardChanged
    | DurabilityChanged | ConditionChanged | BonusGained | FightBegan | RoundBegan | TurnBegan | TurnEnded
    | BatonPassed | FoesBegan | TokenSpent | TokenHeld | FightEnded | ZoneChanged | LightChanged | Revealed
    | ItemChanged | GoldChanged | GoldLeft | FlagSet | ClockMoved | Rested | Tended | Cleansed | CleanseAllowed
    | Interrupted | PickBought | LevelGained | GearExchanged | Wielded | EndingReached | VowInvoked | HelpGiven
    | CheckCalled | CostNamed | DeedDone | Edited | NoteTaken | GmRolled | RollSealed | ShowRolled | FogPainted
    | Talked | Picked | OptionTaken | Uncovered | BehindScreen
)  # fmt: skip

UNSEALED: Final = (CheckRolled, GmRolled, RollSealed)
"""What everybody may read when the game is over: rolls, and what seals hold (SAC-GM-04)."""

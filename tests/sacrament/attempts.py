"""Whatever a person might try, at any question: actions that are nearly always out of place."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament.content import ATTRIBUTES, PRACTICES, standard_content
from game.sacrament.frames import GM

CONTENT = standard_content()


def _with_things() -> Iterator[Action]:
    for item in (*CONTENT.weapons, *CONTENT.armour, *CONTENT.things, "spear.2", "spear.9", "spear.x", "ghost", ""):
        yield from (act.UseItem(item=item), act.Wield(item=item), act.DropItem(item=item), act.PickUp(item=item))
        yield from (act.Refill(ally=1, item=item), act.Buy(ally=1, item=item), act.Sell(ally=1, item=item))


def _with_places() -> Iterator[Action]:
    for space in ("a1", "c3", "d5", "e2", "g6", "z9", ""):
        yield from (kind(space=space) for kind in (act.Move, act.Step, act.ChooseSpace))
        yield from (act.Perform(ability=id, space=space) for id in ("arc.veil", "arc.step", "arc.pyre", "war.line"))
        yield act.Improvise(deed="drag", ally=1, space=space)
    for thing, space in (("hub", "e2"), ("candle", "b1"), ("lantern_post", "d4"), ("ghost", "d4"), ("hub", "z9")):
        yield act.Operate(thing=thing, space=space)


def _with_adversaries() -> Iterator[Action]:
    tokens = ("sexton", "quick_buried_1", "chorister_2", "grave_hound_1", "prioress", "leech_1", "millwight", "ghost")
    for token in tokens:
        yield from (act.Strike(weapon=weapon, token=token) for weapon in ("arming_sword", "hunting_bow", "", "ghost"))
        yield from (act.Perform(ability=id, token=token) for id in (*CONTENT.abilities, "ghost"))
        yield from (act.UseItem(item=id, token=token) for id in ("holy_water", "lamp_oil", "bell"))
        yield from (act.Improvise(deed=deed, token=token) for deed in ("shove", "yield", "dance"))
        yield act.Activate(token=token)


def _with_seats() -> Iterator[Action]:
    for seat in (-1, 0, 1, 2, 6):
        yield from (act.Perform(ability=id, ally=seat) for id in ("can.litany", "can.heart", "pen.absolve", "can.note"))
        yield from (act.UseItem(item=id, ally=seat) for id in ("salve", "bandages", "candle_stub", "ghost"))
        yield from (kind(ally=seat) for kind in (act.ChooseNext, act.PassBaton, act.Steady, act.Tend, act.ChoosePc))
        yield from (act.Mend(ally=seat), act.Repair(ally=seat), act.HandOver(item="rations", ally=seat))
        yield from (act.Attack(victim=seat), act.DoSpecial(victim=seat), act.Attack(among=(seat, 1)))
        yield from (act.Cleanse(leader=seat, practice=practice) for practice in (*PRACTICES, "sleep"))
        yield from (act.Learn(ally=seat, pick=pick) for pick in ("war.hew", "move", "+wits", "+luck", "arc.unmake"))
        yield from (act.Buy(ally=seat, item="rope"), act.Sell(ally=seat, item="rope"), act.Wear(ally=seat, item="x"))
        yield from (act.Overflow(way=way, item="rations", ally=seat) for way in ("refuse", "give", "eat"))
        yield act.Exchange(ally=seat, given="arming_sword", taken="spear.2")
        yield act.EndTurn(seat=seat)


def _plain() -> Iterator[Action]:
    yield from (act.React(ability=id) for id in ("war.side", "war.inter", "arc.mirror", "pen.martyr", "ghost"))
    yield from (act.Choose(choice=id) for id in ("begin", "to_street", "listen", "leave", "read", "plead", "ghost"))
    yield from (act.Option(option=id) for id in ("rope", "answer", "self", "tova", "ghost"))
    yield from (act.Rest(kind=kind) for kind in ("short", "night", "long"))
    yield from (act.SetCheck(attribute=name, difficulty=12) for name in (*ATTRIBUTES, "luck"))
    yield from (act.NameCost(kind=kind) for kind in ("harm", "time", "money"))
    yield from (act.GUARD, act.END_TURN, act.DECLINE, act.DONE, act.ACCEPT, act.DOUSE, act.RELIGHT, act.ROLL_IT)
    yield from (act.SPEND_TOKEN, act.HOLD, act.END_FOE, act.NO_CHECK, act.Improvise(deed="free"))
    yield act.Improvise(deed="free", words="a long speech", cost=9)


def _of_the_game_master() -> Iterator[Action]:
    """Acts out of turn, each wrong in itself or done by somebody else."""
    yield act.CallCheck(seat=1, who=(1,), attribute="wits", difficulty=12)
    yield act.CallCheck(seat=0, who=(), attribute="wits", difficulty=12)
    yield act.CallCheck(seat=0, who=(9,), attribute="wits", difficulty=12)
    yield act.CallCheck(seat=0, who=(1,), attribute="luck", difficulty=12)
    yield act.CallCheck(seat=0, who=(1,), attribute="wits", difficulty=31)
    yield act.CallCheck(seat=0, who=(1,), attribute="wits", difficulty=12, bonus=3)
    yield from (act.Hurt(seat=2, victim=1, n=1), act.Hurt(seat=0, victim=9, n=1), act.Hurt(seat=0, victim=1, n=0))
    yield act.Edit(seat=1, path="ladder", value=0)
    edits = (("ladder", 22), ("seed", 7), ("pcs.0.luck", 7), ("pcs.0.harm", "many"), ("", 1), ("frames", ()))
    for path, value in edits:
        yield act.Edit(seat=0, path=path, value=value)
    yield from (act.Note(seat=3, words="x"), act.Note(seat=0, words="x", to=9), act.Note(seat=0, words="a\u202eb"))
    yield from (act.GmRoll(seat=0, formula="2d"), act.GmRoll(seat=1, formula="2d6"), act.Talk(seat=1, words="\x07"))
    yield from (act.RollForShow(seat=1, formula="999999d6"), act.RollForShow(seat=9, formula="2d6"))
    yield from (act.Place(seat=0, kind="ghost", space="c3"), act.Place(seat=0, kind="leech", space="z9"))
    yield from (act.Shift(seat=0, space="c3", token="ghost"), act.Shift(seat=0, space="c3", ally=9))
    yield from (act.RemoveFoe(seat=0, token="ghost"), act.Fog(seat=0, spaces=("z9",)), act.Jump(seat=0, node="ghost"))
    yield from (act.Light(seat=0, spaces=("z9",)), act.Light(seat=1, spaces=("c3",)))
    yield act.EndFight(seat=0, result="draw")


WRONG = (
    act.Move(space="z9"),
    act.Strike(weapon="excalibur", token="nobody"),
    act.Guard(seat=GM),
    act.Perform(ability="can.note", token="nobody"),
    act.Perform(ability="no.such", ally=9),
    act.UseItem(item="salve", ally=99),
    act.ChooseNext(ally=0),
    act.Attack(victim=77),
    act.Attack(among=(1, 1)),
    act.Step(space="a1"),
    act.Choose(choice="to_nowhere"),
    act.SpendToken(seat=3),
    act.Learn(ally=1, pick="+luck"),
    act.Buy(ally=1, item="crown"),
    act.Cleanse(leader=9, practice="dance"),
    act.Edit(seat=GM, path="pcs.0.harm", value="lots"),
    act.Edit(seat=GM, path="seed", value=1),
    act.CallCheck(seat=1, who=(1,), attribute="wits", difficulty=12),
    act.CallCheck(seat=GM, who=(), attribute="wits", difficulty=12),
    act.Overflow(way="burn"),
    act.NameCost(kind="harm", n=99),
    act.React(ability="war.side", seat=5),
    act.RollForShow(seat=1, formula="999999d6"),
)


ATTEMPTS = (
    *WRONG, *_with_things(), *_with_places(), *_with_adversaries(), *_with_seats(), *_plain(),
    *_of_the_game_master(),
)  # fmt: skip
"""All of them."""

"""Every question, action, event, refusal and reason of Sacrament has its sentence, and each gets the values it
names.
"""

from __future__ import annotations

import re

import pytest

from game.ai.players import Player, choice_seed
from game.core.chance import Rng
from game.core.content import DATA
from game.core.contract import Action, Decision, Event
from game.core.replay import Replay
from game.core.rules_text import load_rules
from game.core.session import SeatPlan, Session
from game.core.strings import ENGLISH, Strings, load_language
from game.core.wording import Wording
from game.registry import get
from game.sacrament import refusals
from game.sacrament.actions import Choose, ChoosePc, Improvise, Perform, Strike
from game.sacrament.events import CheckRolled, DiceRolled, Edited, ItemChanged
from game.sacrament.frames import GM
from game.sacrament.rules import GAME
from game.sacrament.scenarios import SCENARIOS, load_scenario
from tests.sacrament.attempts import WRONG
from tests.sacrament.table import any_table

TEXTS = load_language(ENGLISH)
GAME_STRIKE = Strike(token="quick_buried_3", weapon="arming_sword.2")
NAMES = ("the game master", "Osric", "Eadgyth", "Cuthbert", "Hereswith", "Tova")
SIGNS = re.compile(r"[{}]|@\w|(sacrament|ability|item|wickham|millrace|candles)\.\w")
"""What a sentence shows where a key or a value is missing."""
IDS = re.compile(r"\w[._]\w|^[a-z]\w+$")
"""What it shows where an id stands for a name: a name begins with a capital letter, a tile has one letter."""


def check_sentence(words: Wording, sentence: str, *, silent: bool = False) -> None:
    """A sentence that a person can read."""
    assert not words.strings.missing
    assert sentence.strip() or silent
    assert not SIGNS.search(sentence), sentence


def check_told(words: Wording, sentence: str, *, silent: bool = False) -> None:
    """A sentence about what can be done or was done: nothing in it is called by its id."""
    check_sentence(words, sentence, silent=silent)
    assert not IDS.search(sentence) or re.fullmatch(r"[a-z]\d+", sentence), sentence


@pytest.mark.parametrize("number", range(16))
def test_games_can_be_told(number: int) -> None:
    words = Wording(GAME, Strings(), NAMES)
    s = any_table(number)
    gm, companion = Player(GAME, "gm"), Player(GAME, "adept")
    for ply in range(160):
        decision = s.decision()
        if decision is None:
            outcome = s.outcome()
            assert outcome is not None
            for line in words.outcome(outcome):
                check_sentence(words, line)
            break
        check_told(words, words.decision(decision))
        for action in s.legal_actions():
            check_told(words, words.action(action, s))
        for wrong in WRONG:
            refusal = s.refusal(wrong)
            if refusal is not None:
                check_sentence(words, words.refusal(refusal))
        choice = (gm if decision.seat == GM else companion).choose(s, choice_seed(number, decision.seat, ply))
        for reason in choice.reasons:
            check_sentence(words, words.reason(reason))
        events: list[Event] = s.apply_action(choice.action)
        for event in events:
            check_told(words, words.event(event), silent=True)
        for line in words.sight(s.observation(decision.seat)):
            check_sentence(words, line)


def test_everything_that_an_effect_lets_choose_has_a_name() -> None:
    labels = {
        label
        for path in (DATA / "sacrament").rglob("*.yaml")
        for names in re.findall(r"labels: \[([^\]]*)\]", path.read_text("utf-8"))
        for label in names.split(", ")
    }
    assert {"take", "catch"} <= labels
    for label in labels:
        assert f"sacrament.pick.{label}" in TEXTS


def test_a_choice_is_called_as_the_story_calls_it() -> None:
    """On the button, in the log, in the line of what was taken back, and in a printed replay."""
    seats = [SeatPlan("gm"), *(SeatPlan("human", name) for name in NAMES[1:4])]
    session = Session.start(GAME, seats, options={"scenario": "wickham"})
    words = Wording(GAME, Strings(), NAMES)
    listen = Choose(choice="listen")
    told = TEXTS["wickham.tavern.listen"]
    assert words.action(listen, session.state) == told
    session.apply(listen)
    assert session.state.node == "tavern"
    session.apply(ChoosePc(ally=1))
    entry = session.entries[1]
    assert words.done(entry) == told
    assert words.event(entry.events[0]) == f"The party decides: {told}."
    assert session.log(0)[1].phrase is None  # what another seat pressed is not told beyond its events
    lines = list(Replay(session.contents(), get).text(words))
    assert f"   1  Osric: {told}" in lines


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Improvise(deed="drag", ally=1, space="c3"), "Drag away: Osric to c3"),
        (Improvise(deed="drag", ally=2, space="c4"), "Drag away: Eadgyth to c4"),
        (Perform(ability="war.hew", token="sexton", weapon="arming_sword"), "Hew: Æthelstan (Arming sword)"),
        (Perform(ability="war.hew", token="sexton", weapon="spear.2"), "Hew: Æthelstan (Spear 2)"),
        (Perform(ability="arc.step", space="b2"), "Crooked Step: b2"),
    ],
)
def test_a_deed_says_all_that_it_is_aimed_at(action: Action, told: str) -> None:
    assert Wording(GAME, Strings(), NAMES).action(action, any_table(0)) == told


@pytest.mark.parametrize("number", range(8))
def test_no_two_things_to_do_read_the_same(number: int) -> None:
    words, rng = Wording(GAME, Strings(), NAMES), Rng(number)
    s = any_table(number)
    for _ in range(150):
        if s.is_terminal():
            break
        legal = s.legal_actions()
        told = [words.action(action, s) for action in legal]
        assert len(set(told)) == len(told), sorted(one for one in told if told.count(one) > 1)
        s.step(legal[rng.below(len(legal))])


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("number", range(6))
def test_nobody_is_said_to_have_nothing_left_of_what_is_left(number: int, private: bool) -> None:
    words, rng = Wording(GAME, Strings(), NAMES), Rng(number)
    s = any_table(number, private_packs=private)
    for _ in range(150):
        if s.is_terminal():
            break
        legal = s.legal_actions()
        before = {pc.seat: pc.sheet.items for pc in s.pcs}
        events = s.apply_action(legal[rng.below(len(legal))])
        told = [event for event in events if isinstance(event, ItemChanged)]
        for event in told:
            line = words.event(event)
            left = sum(item.n for item in s.pc(event.seat).sheet.items if item.key == event.item)
            assert ("no longer" in line) <= (not left), line
            if event.n < 0 and len(told) == 1 and not private:
                more = sum(item.n for item in before[event.seat] if item.key == event.item) - left
                assert more == -event.n or f"{event.uses} use" in line, line
            assert not private or not (event.uses or event.left >= 0)


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("pcs.0.harm", "harm of Osric"),
        ("pcs.2.loose_ends", "loose ends of Cuthbert"),
        ("foes.1.at", "at of adversary 2"),
        ("unsafe", "unsafe"),
        ("flags.key_found", "flags key found"),
    ],
)
def test_an_edited_value_is_told_without_the_paths_of_files(path: str, told: str) -> None:
    event = Edited(clauses=("SAC-GM-08",), path=path, old="1", new="2", reason="A slip.")
    line = f"The game master changes {told} from 1 to 2. A slip."
    assert Wording(GAME, Strings(), NAMES).event(event) == line


def test_a_question_names_adversaries_as_deeds_do() -> None:
    words = Wording(GAME, Strings(), NAMES)
    question = Decision("push", 1, "sacrament.prompt.push", {"token": "leech_3"}, ("SAC-DIST-05",), "spaces")
    assert words.decision(question) == "Where does Leech Knot 3 stagger to?"


def test_every_refusal_of_the_table_has_a_text_and_a_clause() -> None:
    clauses = load_rules("sacrament").clauses
    for rows in refusals.ROWS.values():
        for row in rows:
            assert f"sacrament.refusal.{row.key}" in TEXTS, row.key
            assert row.clause in clauses


def test_one_of_several_adversaries_and_a_finer_weapon_have_names() -> None:
    words = Wording(GAME, Strings(), NAMES)
    assert words.action(GAME_STRIKE) == "Strike Quick-Buried 3 (Arming sword 2)"


def test_each_bonus_of_the_situation_has_a_name_of_its_own() -> None:
    """Two that count at once are told apart, in the log and before the roll."""
    strings = Strings("en")
    names = {}
    for scenario in SCENARIOS:
        for node in load_scenario(scenario).nodes.values():
            for choice in node.choices.values():
                for bonus in choice.check.bonus_if if choice.check is not None else ():
                    key = f"sacrament.bonus.{scenario}.{'_'.join(re.findall('[a-z0-9]+', bonus.condition))}"
                    assert strings.has(key), key
                    names[scenario, bonus.condition] = strings.text(key)
    assert len(set(names.values())) == len(names)
    event = CheckRolled(
        clauses=("SAC-CHECK-09",), seat=1, what="wickham.graves.dig", attribute="strength", die=10, total=14,
        parts=(("strength", 2), ("situation", 1), ("situation", 1)), difficulty=12, success=True, margin=2,
        because=("wickham.eleven", "wickham.item_shovel_or_item_spade"),
    )  # fmt: skip
    line = Wording(GAME, strings, ["GM", "Ann"]).event(event)
    assert "eleven graves known +1" in line
    assert "a spade +1" in line
    assert "situation" not in line


@pytest.mark.parametrize("number", range(6))
def test_the_tray_has_a_word_for_every_kind_of_dice(number: int) -> None:
    rng = Rng(number)
    s = any_table(number, attack_rolls=True)
    for _ in range(250):
        if s.is_terminal():
            break
        legal = s.legal_actions()
        for event in s.apply_action(legal[rng.below(len(legal))]):
            if isinstance(event, DiceRolled):
                assert f"sac.dice.{event.label}" in TEXTS
            if isinstance(event, CheckRolled) and not event.target and not event.attribute:
                assert f"sac.check.{event.what}" in TEXTS

"""Actions have one text form, which can be read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.text import ActionTextError, action_from_mapping, action_kinds, action_text, normalize, parse_action
from tests.toy.rules import TOY, Gain, Mark, Object, Remark, Stake


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Gain(), "gain"),
        (Gain(seat=1), "gain seat=1"),
        (Object(yes=True), "object yes=true"),
        (Stake(points=3, word="all-in"), "stake points=3 word=all-in"),
        (Stake(points=3, word="3"), 'stake points=3 word="3"'),
        (Stake(points=3, word="null"), 'stake points=3 word="null"'),
        (
            Stake(points=-1, marks=(Mark("a b"), Mark('"', 2))),
            'stake points=-1 marks=[{"where":"a b","size":1},{"where":"\\"","size":2}]',
        ),
        (Remark(text="so it is = done"), 'remark text="so it is = done"'),
    ],
)
def test_the_text_form(action, text):
    assert action_text(action) == text
    assert parse_action(TOY, text) == action
    assert parse_action(TOY, f"  {text}\n") == action


@given(
    st.text(st.characters(exclude_categories=["Cs"])), st.integers(-(2**63), 2**63 - 1), st.none() | st.integers(0, 9)
)
def test_every_action_survives_its_text(word, points, seat):
    action = Stake(points=points, word=word, seat=seat, marks=(Mark(word),))
    assert parse_action(TOY, action_text(action)) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "found no action, expected one of dare, end, gain, look, object, remark, roll, stake, take, wave"),
        ("gian", "found the action 'gian', expected gain"),
        ("stake", "found stake incomplete or wrong, expected object missing required field points"),
        ("stake points=x", "found str in points, expected int"),
        ("stake points=1.5", "found str in points, expected int"),
        ("stake points=true", "found bool in points, expected int"),
        ("stake point=1", "found the field 'point', expected stake with points, word, marks"),
        ("stake points=1 points=2", "column 16: found points a second time, expected each field once"),
        ("stake points=1 loud", "column 16: found 'loud', expected field=value"),
        ("stake points=", "column 14: found nothing after =, expected a value"),
        ('stake points=1 word="x', "column 21: found '\"x', expected JSON (Unterminated string starting at)"),
        ('stake points=1 word="x"y', "column 24: found 'y', expected a blank"),
        ('stake points=1 marks=[{"were":"x"}]', "expected object"),
        ("gain seat=x", "found str in seat, expected int | null"),
        ("gain action=roll", "column 6: found action a second time, expected each field once"),
        (f"remark text={'[' * 100_000}", "found nesting too deep, expected fewer brackets"),
    ],
)
def test_a_wrong_text_says_what_was_expected(text, message):
    with pytest.raises(ActionTextError) as caught:
        parse_action(TOY, text)
    assert message in str(caught.value)


def test_mappings_of_scenarios_and_journals():
    assert action_from_mapping(TOY, {"action": "stake", "points": 2, "marks": [{"where": "x"}]}) == Stake(
        points=2, marks=(Mark("x"),)
    )
    with pytest.raises(ActionTextError, match="found no action"):
        action_from_mapping(TOY, {"points": 2})
    with pytest.raises(ActionTextError, match="found the action"):
        action_from_mapping(TOY, {"action": ["gain"]})


def test_the_kinds_of_a_game():
    kinds = "gain roll stake look dare take wave end object remark"
    assert set(action_kinds(TOY)) == set(kinds.split())


def test_the_current_players_seat_is_left_out():
    state = TOY.new_game()
    assert normalize(state, Gain(seat=0)) == Gain()
    assert normalize(state, Gain(seat=1)) == Gain(seat=1)
    assert normalize(state, Gain()) == Gain()

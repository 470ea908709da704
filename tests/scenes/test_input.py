"""Keys and mouse become intents, as the table of bindings says."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from scenes.input import DEFAULT_KEYS, WATCHING, BindingClash, Bindings, Do, Intent, Mapper


@pytest.fixture(autouse=True)
def _display() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


def _key(name: str, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=mod, unicode="")


@pytest.mark.parametrize(
    ("name", "mod", "do"),
    [
        ("return", 0, Do.ACTIVATE),
        ("space", 0, Do.ACTIVATE),
        ("escape", 0, Do.BACK),
        ("i", 0, Do.INSPECT),
        ("w", 0, Do.WHY),
        ("f6", pygame.KMOD_LSHIFT, Do.PREVIOUS_REGION),
        ("left", pygame.KMOD_LSHIFT, Do.PAN_LEFT),
        ("z", pygame.KMOD_LCTRL, Do.UNDO),
        ("u", 0, Do.UNDO),
        ("z", pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, Do.REDO),
        ("e", 0, Do.END_TURN),
        ("return", pygame.KMOD_LALT, Do.FULL_SCREEN),
        ("f11", 0, Do.FULL_SCREEN),
        ("m", 0, Do.MUTE),
        ("f1", 0, Do.RULEBOOK),
    ],
)
def test_keys_mean_what_the_table_says(name: str, mod: int, do: Do) -> None:
    assert Mapper().intents(_key(name, mod)) == [Intent(do, key=True)]


def test_no_chord_means_two_things_at_the_same_time() -> None:
    for acts in (WATCHING, set(DEFAULT_KEYS) - WATCHING):
        chords = [chord for do in acts for chord in DEFAULT_KEYS[do]]
        assert len(chords) == len(set(chords))


def test_space_and_enter_hurry_others_on_only_while_others_act() -> None:
    mapper = Mapper()
    mapper.watching = True
    assert mapper.intents(_key("space")) == [Intent(Do.FASTER, key=True)]
    assert mapper.intents(_key("return")) == [Intent(Do.SKIP, key=True)]
    assert mapper.intents(_key("e")) == [Intent(Do.END_TURN, key=True)]
    mapper.watching = False
    assert mapper.intents(_key("space")) == [Intent(Do.ACTIVATE, key=True)]


def test_every_act_of_the_keyboard_has_its_key() -> None:
    """The table of ux: what a person can want without a pointer."""
    pointed = {Do.POINT, Do.PRESS, Do.RELEASE, Do.INSPECT_AT, Do.SCROLL, Do.DRAG_VIEW}
    typed = {Do.TEXT, Do.COMPOSE, Do.BACKSPACE, Do.DELETE, Do.SELECT_ALL, Do.COPY, Do.CUT, Do.PASTE}
    window = {Do.FOCUS_LOST, Do.FOCUS_GAINED, Do.QUIT}
    assert set(Do) - pointed - typed - window == set(DEFAULT_KEYS)
    assert all(DEFAULT_KEYS.values())


def test_letters_are_typed_while_a_field_has_the_focus() -> None:
    mapper = Mapper()
    mapper.typing = True
    for name in ("u", "e", "m", "space", "0"):
        assert mapper.intents(_key(name)) == []
    assert mapper.intents(pygame.event.Event(pygame.TEXTINPUT, text="me\x00\n")) == [
        Intent(Do.TEXT, text="me ", key=True)
    ]
    assert mapper.intents(_key("backspace")) == [Intent(Do.BACKSPACE, key=True)]
    assert mapper.intents(_key("tab")) == [Intent(Do.NEXT, key=True)]


def test_return_and_backspace_belong_to_an_open_composition() -> None:
    mapper = Mapper()
    mapper.typing = True
    mapper.intents(pygame.event.Event(pygame.TEXTEDITING, text="か", start=0, length=1))
    assert mapper.intents(_key("return")) == []
    assert mapper.intents(_key("backspace")) == []
    mapper.intents(pygame.event.Event(pygame.TEXTINPUT, text="蚊"))
    assert mapper.intents(_key("return")) == [Intent(Do.ACTIVATE, key=True)]


def test_text_outside_of_fields_is_nothing() -> None:
    assert Mapper().intents(pygame.event.Event(pygame.TEXTINPUT, text="a")) == []


def test_a_clash_is_refused_by_name_and_changes_nothing() -> None:
    bindings = Bindings()
    with pytest.raises(BindingClash) as clash:
        bindings.bind(Do.HINT, ("e",))
    assert clash.value.taken_by == Do.END_TURN
    assert bindings.chords(Do.HINT) == ("h",)


def test_own_bindings_are_kept_and_faulty_ones_passed_over() -> None:
    bindings = Bindings({"hint": ["j"], "log": ["e"], "no_such_act": ["q"]})
    assert bindings.act("j") == Do.HINT
    assert bindings.act("h") is None
    assert bindings.act("l") == Do.LOG
    assert bindings.changed() == {"hint": ["j"]}


@pytest.mark.parametrize(
    ("own", "kept"),
    [
        ({"log": ["h"], "hint": ["l"]}, {"log": ["h"], "hint": ["l"]}),
        ({"up": ["u"], "undo": ["z"]}, {"up": ["u"], "undo": ["z"]}),
        ({"undo": ["z"], "up": ["u"]}, {"up": ["u"], "undo": ["z"]}),
        ({"log": ["h"], "hint": ["r"], "recap": ["l"]}, {"log": ["h"], "hint": ["r"], "recap": ["l"]}),
        ({"log": ["j"], "hint": ["j"]}, {"log": ["j"]}),
        ({"log": ["h"], "hint": ["e"]}, {}),
        ({"log": ["space"], "faster": ["f"]}, {"faster": ["f"]}),
        ({"centre": ["[5]"], "zoom_in": ["shift+[*]"]}, {"centre": ["keypad 5"], "zoom_in": ["shift+keypad *"]}),
    ],
)
def test_own_keys_are_laid_on_at_once(own: dict[str, list[str]], kept: dict[str, list[str]]) -> None:
    bindings = Bindings(own)
    assert bindings.changed() == kept
    assert Bindings(bindings.changed()).changed() == kept


@pytest.mark.parametrize(
    ("key", "mod", "do"),
    [
        (pygame.K_KP_PLUS, 0, Do.ZOOM_IN),
        (pygame.K_KP_PLUS, pygame.KMOD_NUM, Do.ZOOM_IN),
        (pygame.K_KP_MINUS, 0, Do.ZOOM_OUT),
        (pygame.K_KP_ENTER, 0, Do.ACTIVATE),
        (pygame.K_EQUALS, pygame.KMOD_LSHIFT, Do.ZOOM_IN),
        (pygame.K_PLUS, 0, Do.ZOOM_IN),
        (pygame.K_MINUS, 0, Do.ZOOM_OUT),
    ],
)
def test_plus_and_minus_zoom_wherever_they_are(key: int, mod: int, do: Do) -> None:
    event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
    assert Mapper().intents(event) == [Intent(do, key=True)]


@pytest.mark.parametrize("key", [pygame.K_MODE, pygame.K_RALT, pygame.K_LSHIFT, pygame.K_LMETA, pygame.K_SCROLLOCK, 0])
def test_what_only_changes_other_keys_is_bound_to_nothing(key: int) -> None:
    taken: list[str] = []
    mapper = Mapper()
    mapper.capture = taken.append
    mapper.intents(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert taken == []
    mapper.intents(_key("q", pygame.KMOD_RALT))
    assert taken == ["alt+q"]


def test_a_letter_that_is_bound_is_typed_in_a_field_all_the_same() -> None:
    mapper = Mapper(Bindings({"full_screen": ["b"], "next_region": ["keypad 6"]}))
    assert mapper.intents(_key("b")) == [Intent(Do.FULL_SCREEN, key=True)]
    mapper.typing = True
    assert mapper.intents(_key("b")) == []
    assert mapper.intents(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP6, mod=0, unicode="6")) == []


@pytest.mark.parametrize("key", ["f11", "b", "alt+return"])
def test_a_held_key_toggles_the_full_screen_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mapper = Mapper(Bindings({"full_screen": [key]}))
    code = pygame.key.key_code(key.rpartition("+")[2])
    mod = pygame.KMOD_LALT if "+" in key else 0
    now = [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])

    def down() -> list[Intent]:
        return mapper.intents(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))

    def up() -> None:
        mapper.intents(pygame.event.Event(pygame.KEYUP, key=code, mod=mod, unicode=""))

    toggled = [Intent(Do.FULL_SCREEN, key=True)]
    assert down() == toggled
    assert down() == []
    # The new window takes the focus for a moment: the key is said to go up and down, but it is held.
    up()
    mapper.intents(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    now[0] += 30
    mapper.intents(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    with monkeypatch.context() as held:
        held.setattr(pygame.key, "get_pressed", lambda: {code: True})
        assert down() == []
    up()
    now[0] += 1000
    assert down() == toggled
    up()
    assert down() == toggled, "two quick presses are two"


def test_buttons_and_wheel() -> None:
    mapper = Mapper()
    assert mapper.intents(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1)) == [
        Intent(Do.PRESS, (3, 4))
    ]
    assert mapper.intents(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=3)) == [
        Intent(Do.INSPECT_AT, (3, 4))
    ]
    assert mapper.intents(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=4)) == []
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2, precise_y=2.0)
    assert mapper.intents(wheel) == [Intent(Do.SCROLL, (3, 4), delta=2.0)]

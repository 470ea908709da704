"""The Kingsport table in the states that pictures, frame figures and tests want to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game import registry
from game.ai.players import Player, choice_seed
from game.core.session import HUMAN, Session
from game.kingsport.actions import END_EXPANSION, END_TURN, PASS, Play
from scenes.app import App
from scenes.input import Do, Intent
from scenes.kingsport.table import KingsportTable
from scenes.log import LogSheet
from scenes.shots import Shot, Sleeper, seats

NAMES = ("Lucy", "James", "Larry", "Steve", "Æðelþryð")


def open_table(app: App, session: Session) -> KingsportTable:
    """Put a table on the app's stack, its curtain lifted, with computer players that never answer."""
    table = KingsportTable(app, session, app.manager.pop)
    table.thinking.make = Sleeper
    app.manager.push(table)
    lift(app, table)
    return table


def lift(app: App, table: KingsportTable) -> None:
    """Lift the curtain if it hangs, and let everything arrive."""
    person = table.session.person_to_act()
    while app.manager.top is not table:
        app.manager.pop()
        if person is not None and table.viewer is None:
            table._lift(person)
    table.animator.finish()


def position_table(app: App, position: Mapping[str, Any], *kinds: str, script: Sequence[Any] = ()) -> KingsportTable:
    """A table that starts from a written position."""
    game = registry.get("kingsport")
    return open_table(app, Session.start(game, seats(NAMES, kinds), position=position, script=script))


def play_on(session: Session, until: int, stop_at: int) -> None:
    """Let novices play every seat up to round `until` and the Expansion of the seat `stop_at`."""
    player = Player(session.game, session.game.levels[0])
    while not session.state.is_terminal():
        state = session.state
        decision = state.decision()
        asked = decision is not None and (decision.name, decision.seat) == ("expansion_action", stop_at)
        if asked and state.chapter() >= until and not state.position()["this_turn"]["played"]:
            return
        seed = choice_seed(session.header.seed, state.current_player(), len(session.entries) - 1)
        session.apply(player.choose(state, seed).action)


def played_table(app: App, until: int, seat: int, *kinds: str, seed: int = 7, **options: Any) -> KingsportTable:
    """A table with a history."""
    session = Session.start(registry.get("kingsport"), seats(NAMES, kinds), seed=seed, options=options)
    play_on(session, until, seat)
    return open_table(app, session)


FIVE = (HUMAN, HUMAN, "adept", "novice", "adept")
FULL_HANDS: Mapping[str, Any] = {
    "players": 5,
    "round": 6,
    "investigator": "dyer",
    "first": 3,
    "turn": 0,
    "phase": "expansion",
    "cultists": [
        {
            "hand": [
                "byakhee",
                "migo",
                "nightgaunt",
                "xura",
                "nodens",
                "yithian",
                "dagon",
                "hydra",
                "tulzscha",
                "cthulhu",
            ],
            "sanity": 9,
            "dice": ["E", "D", "X"],
        },
        {"hand": ["byakhee", "xura", "yig", "dagon"], "sanity": 4},
        {"hand": ["yithian", "hastur", "haunter"], "sanity": 12},
        {"hand": ["migo", "shubniggurath", "polyps"], "sanity": 7},
        {"hand": ["nightgaunt", "tulzscha"], "sanity": 0},
    ],
}


def _round_six(app: App) -> None:
    played_table(app, 6, 0, *FIVE, investigator="dyer")


def _drawer(app: App) -> None:
    played_table(app, 3, 0, *FIVE, investigator="dyer").toggle_drawer()


def _seats_tab(app: App) -> None:
    position_table(app, FULL_HANDS, *FIVE).show_tab("left")


def _log_tab(app: App) -> None:
    played_table(app, 3, 0, *FIVE, investigator="dyer").show_tab("right")


def _hint(app: App) -> None:
    table = position_table(app, FULL_HANDS, *FIVE)
    table.thinking.hint()


def _hand_of_ten(app: App) -> None:
    position_table(app, FULL_HANDS, *FIVE)


def _preview(app: App) -> None:
    table = position_table(app, FULL_HANDS, *FIVE)
    widget = table.ui.find("hand.cthulhu")
    assert widget is not None
    table.ui.set_focus(widget)
    table.ui.show_ring = True


def _tip(app: App) -> None:
    table = position_table(app, FULL_HANDS, *FIVE)
    widget = table.ui.find("pile.rhantegoth")
    assert widget is not None
    app.manager.handle(Intent(Do.POINT, widget.box.center))
    table.ui.update(400)


def _raid_sum(app: App) -> None:
    position = {**FULL_HANDS, "phase": "raid"}
    table = position_table(app, position, *FIVE)
    table.sent = {"hydra", "dagon", "nodens", "cthulhu"}
    table.refresh()


DEFICIT: Mapping[str, Any] = {
    "players": 5,
    "round": 8,
    "investigator": "carter",
    "first": 0,
    "turn": 0,
    "phase": "expansion",
    "azathoth_round": 8,
    "cultists": [
        {"hand": ["migo", "nodens", "dagon", "hydra", "cthulhu", "azathoth"], "sanity": 1, "dice": ["E", "D"]},
        {"hand": ["byakhee", "xura"], "sanity": 4},
        {"hand": ["yithian"], "sanity": 12},
        {"hand": ["polyps"], "sanity": 7},
        {"hand": ["nightgaunt"], "sanity": 3},
    ],
}


def _deficit(app: App) -> None:
    table = position_table(app, DEFICIT, *FIVE)
    table.act(Play(card="cthulhu"))
    table.animator.finish()
    table.open_deficit()


def _refusal(app: App) -> None:
    table = position_table(app, {**FULL_HANDS, "phase": "invocation"}, *FIVE)
    widget = table.ui.find("pile.azathoth")
    assert widget is not None
    table.ui.activate(widget)
    table.ui.update(100)


def _curtain(app: App) -> None:
    table = played_table(app, 4, 0, *FIVE, investigator="dyer")
    table.act(END_EXPANSION)
    table.act(PASS)
    while table.question not in ("end_turn", ""):
        table.act(table.state.legal_actions()[-1])
    table.act(END_TURN)


def _memory_log(app: App) -> None:
    table = played_table(app, 4, 0, *FIVE, investigator="armitage", ledger="memory")
    app.manager.push(LogSheet(app, table.wording, lambda: table.session.log(table.viewer)))


TIE: Mapping[str, Any] = {
    "players": 3,
    "round": 9,
    "investigator": "carter",
    "first": 1,
    "turn": 0,
    "phase": "end_turn",
    "cultists": [
        {"hand": ["cthulhu", "migo", "dagon"], "sanity": 6},
        {"hand": ["nyarlathotep", "yogsothoth"], "sanity": 6},
        {"hand": ["shubniggurath", "tulzscha"], "sanity": 3},
    ],
}


def _tie(app: App) -> None:
    table = position_table(app, TIE, HUMAN, HUMAN, "adept")
    table.act(END_TURN)
    table.animator.finish()
    table.update(16)


def _inspect_god(app: App) -> None:
    position_table(app, FULL_HANDS, *FIVE).inspect("cthulhu")


def _inspect_final(app: App) -> None:
    position_table(app, FULL_HANDS, *FIVE).inspect("azathoth")


def _inspect_investigator(app: App) -> None:
    table = position_table(app, FULL_HANDS, *FIVE)
    table.inspect_investigator()


def _inspect_seat(app: App) -> None:
    position_table(app, FULL_HANDS, *FIVE).inspect_seat(3)


def _thinking(app: App) -> None:
    table = position_table(
        app, {**FULL_HANDS, "turn": 2, "cultists": _moved_dice(2)}, HUMAN, "adept", "adept", "novice", "adept"
    )
    for _ in range(60):
        table.update(50)


def _moved_dice(seat: int) -> list[dict[str, Any]]:
    """The cultists of `FULL_HANDS`, the dice before `seat`."""
    rows = [{name: value for name, value in row.items() if name != "dice"} for row in FULL_HANDS["cultists"]]
    rows[seat]["dice"] = ["E", "E", "D"]
    return rows


def _final_round(app: App) -> None:
    played_table(app, 9, 0, *FIVE, investigator="dyer", seed=11)


def _asking(
    app: App, hand: Sequence[str], card: str, dice: Sequence[str], investigator: str = "dyer"
) -> KingsportTable:
    rows = [{"hand": list(hand), "sanity": 8, "dice": list(dice)}, *FULL_HANDS["cultists"][1:]]
    table = position_table(app, {**FULL_HANDS, "cultists": rows, "investigator": investigator}, *FIVE)
    table.act(Play(card=card))
    table.animator.finish()
    return table


def _choose_face(app: App) -> None:
    _asking(app, ["yig", "migo"], "yig", ["E", "X"])


def _choose_dice(app: App) -> None:
    table = _asking(app, ["nyarlathotep", "migo"], "nyarlathotep", ["E", "D", "X", "X"])
    table.tray.turn_die(2, "D")


def _choose_reroll(app: App) -> None:
    table = _asking(app, ["yithian", "migo"], "yithian", ["E", "D", "X"])
    table.tray.pick_die(0)


def _choose_victim(app: App) -> None:
    _asking(app, ["hastur", "migo"], "hastur", ["E", "X"])


def _scenario_reroll(app: App) -> None:
    rows = [{"hand": ["migo"], "sanity": 8}, *FULL_HANDS["cultists"][1:]]
    position_table(
        app, {**FULL_HANDS, "phase": "turn_roll", "investigator": "gilman", "cultists": rows}, *FIVE, script=["E"]
    )


def _looking_back(app: App) -> None:
    _round_six(app)
    table = app.manager.top
    assert isinstance(table, KingsportTable)
    table.sheets.look_back(len(table.session.entries) // 2)


def _flight(app: App) -> None:
    app.settings.my_speed = 1.0
    table = position_table(app, FULL_HANDS, *FIVE)
    table.act(Play(card="byakhee"))


SHOTS = (
    Shot("kingsport", "round-6", _round_six),
    Shot("kingsport", "hand-of-10", _hand_of_ten),
    Shot("kingsport", "preview", _preview),
    Shot("kingsport", "tip", _tip),
    Shot("kingsport", "raid-sum", _raid_sum),
    Shot("kingsport", "deficit", _deficit),
    Shot("kingsport", "refusal", _refusal),
    Shot("kingsport", "curtain", _curtain),
    Shot("kingsport", "memory-log", _memory_log),
    Shot("kingsport", "tie", _tie),
    Shot("kingsport", "inspect-god", _inspect_god),
    Shot("kingsport", "inspect-azathoth", _inspect_final),
    Shot("kingsport", "inspect-investigator", _inspect_investigator),
    Shot("kingsport", "inspect-seat", _inspect_seat),
    Shot("kingsport", "thinking", _thinking),
    Shot("kingsport", "final-round", _final_round),
    Shot("kingsport", "choose-face", _choose_face),
    Shot("kingsport", "choose-dice", _choose_dice),
    Shot("kingsport", "choose-reroll", _choose_reroll),
    Shot("kingsport", "choose-victim", _choose_victim),
    Shot("kingsport", "scenario-reroll", _scenario_reroll),
    Shot("kingsport", "drawer", _drawer),
    Shot("kingsport", "seats-tab", _seats_tab),
    Shot("kingsport", "log-tab", _log_tab),
    Shot("kingsport", "hint", _hint),
    Shot("kingsport", "flight", _flight, mid=100),
    Shot("kingsport", "looking-back", _looking_back),
)

"""The story on the stage: the place's text, what was told since, and what can be done, with the odds of each check."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.core.contract import Action
from game.sacrament import actions as act
from game.sacrament import events as ev
from game.sacrament.prospects import CheckCard, check_card, pending_card, roller_card
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.menu import Tile
from scenes.widgets import Button, Drawn, Label, ScrollArea, Ui, Widget

if TYPE_CHECKING:
    from scenes.sacrament.table import SacramentTable

STORY = theme.Style("body", 21, leading=1.45)
ROW_WORD = theme.Style("body_bold", 19, leading=1.2)
MOST_TOLD = 14


class Page:
    """Builds the stage while no fight is on."""

    def __init__(self, table: SacramentTable) -> None:
        self.table = table

    def build(self, ui: Ui, rect: pygame.Rect) -> None:
        """Story left and answers right; below each other where the stage is narrow."""
        scale = self.table.app.scale
        pad = scale.px(14)
        sheet = rect.inflate(-2 * pad, -2 * pad)
        ui.add(Drawn(self.table.app, "page", sheet, self._draw_ground))
        inside = sheet.inflate(-2 * scale.px(38), -2 * scale.px(32))
        narrow = inside.width < scale.px(860 * max(1.0, scale.text_factor**0.6))
        gap = scale.px(28)
        if narrow:
            area = ScrollArea(self.table.app, "story", inside, paper=True)
            y = self._fill_story(area, 0, area.inner_width)
            self._fill_answers(area, y + gap, area.inner_width)
            ui.add(area)
            return
        wide = round(inside.width * 0.53)
        left = ScrollArea(
            self.table.app, "story", pygame.Rect(inside.left, inside.top, wide, inside.height), paper=True
        )
        self._fill_story(left, 0, left.inner_width)
        right = ScrollArea(
            self.table.app,
            "answers",
            pygame.Rect(inside.left + wide + gap, inside.top, inside.width - wide - gap, inside.height),
            paper=True,
        )
        self._fill_answers(right, 0, right.inner_width)
        ui.add(left, right)

    def _draw_ground(self, surface: pygame.Surface, widget: Widget) -> None:
        paper.vellum(self.table.app, surface, widget.box)

    # The story

    def place_name(self) -> str:
        """Where the party is."""
        view = self.table.view
        if view.question == "downtime" or (not view.node and view.seen.ending):
            return self.table.app.tr("sac.downtime")
        if view.node:
            return self.table.app.tr(f"{view.seen.scenario}.{view.node}.name")
        return self.table.app.tr(f"sacrament.option.fight.{view.fight}" if view.fight else "sacrament.name")

    def told(self) -> list[tuple[str, str, str]]:
        """What was told since the party came here: its text first. Kind, words, about whom."""
        table = self.table
        found: list[tuple[str, str, str]] = []
        for entry in table.session.log(table.reader):
            for event in entry.events:
                if isinstance(event, ev.SceneEntered):
                    found = [("scene", table.app.tr(event.key), "")]
                elif isinstance(event, ev.EndingReached):
                    found.append(("scene", table.app.tr(event.key), ""))
                elif isinstance(event, ev.Told):
                    found.append(("told", table.app.tr(event.key), event.about))
                elif isinstance(
                    event,
                    (
                        ev.CheckRolled,
                        ev.RollSealed,
                        ev.HarmMarked,
                        ev.ItemChanged,
                        ev.GoldChanged,
                        ev.ClockMoved,
                        ev.WoundsHealed,
                        ev.Cleansed,
                        ev.LadderMoved,
                        ev.Aftershock,
                        ev.ConditionChanged,
                        ev.CheckCalled,
                        ev.CostNamed,
                    ),
                ):
                    words = table.wording.event(event)
                    if words:
                        found.append(("fact", words, ""))
                elif isinstance(event, ev.NoteTaken) and event.text:
                    found.append(("note", table.app.tr("sac.note_shown", text=event.text), ""))
                elif isinstance(event, ev.Talked):
                    found.append(
                        ("note", table.app.tr("sac.talked", name=table.wording.names[event.seat], text=event.text), "")
                    )
        return found[:1] + found[1:][-MOST_TOLD:] if found else []

    def _fill_story(self, area: ScrollArea, y: int, width: int) -> int:
        app, scale = self.table.app, self.table.app.scale
        name = self.place_name()
        longest = max(name.split(), key=lambda word: app.text.measure(word, paper.PAGE_TITLE)[0])
        style = paper.fit(app, longest, paper.PAGE_TITLE, width, 20)
        high = app.text.measure(name, style, width)[1]
        area.add(Label(app, "place", pygame.Rect(0, y, width, high), name, style, paper.red(app)))
        y += high + scale.px(6)
        area.add(Drawn(app, "place.rule", pygame.Rect(0, y, width, scale.px(14)), self._draw_rule))
        y += scale.px(20)
        for number, words in enumerate(self.table.clock_words()):
            high = app.text.measure(words, theme.BODY_BOLD, width)[1]
            area.add(
                Label(app, f"clock.{number}", pygame.Rect(0, y, width, high), words, theme.BODY_BOLD, paper.red(app))
            )
            y += high + scale.px(8)
        for number, (kind, words, about) in enumerate(self.told()):
            y = self._paragraph(area, number, kind, words, about, y, width)
        area.content_height = y
        return y

    def _draw_rule(self, surface: pygame.Surface, widget: Widget) -> None:
        paper.draw_rule(self.table.app, surface, widget.box.left, widget.box.right, widget.box.centery)

    def _paragraph(self, area: ScrollArea, number: int, kind: str, words: str, about: str, y: int, width: int) -> int:
        app, scale = self.table.app, self.table.app.scale
        if kind == "scene":
            return self._initial(area, number, words, y, width)
        style = {"told": theme.FLAVOUR.sized(20), "fact": theme.SECONDARY.sized(17), "note": theme.BODY_BOLD}.get(
            kind, theme.BODY
        )
        colour = paper.red(app) if about == "fail" or kind == "note" else paper.ink(app)
        indent = scale.px(20) if kind == "fact" else 0
        high = app.text.measure(words, style, width - indent)[1]
        area.add(Label(app, f"told.{number}", pygame.Rect(indent, y, width - indent, high), words, style, colour))
        return y + high + scale.px(6 if kind == "fact" else 10)

    def _initial(self, area: ScrollArea, number: int, words: str, y: int, width: int) -> int:
        """The place's text with a rubricated initial, two lines high."""
        app, scale = self.table.app, self.table.app.scale
        first, rest = words[:1], words[1:]
        if not first.isalpha() or app.settings.high_contrast:
            high = app.text.measure(words, STORY, width)[1]
            area.add(Label(app, f"told.{number}", pygame.Rect(0, y, width, high), words, STORY, paper.ink(app)))
            return y + high + scale.px(14)
        line = app.text.line_height(STORY)
        letter = theme.Style("uncial", STORY.size * 2.6, leading=1.0)
        wide = app.text.measure(first, letter)[0] + scale.px(8)
        narrow = width - wide
        split = self._split(rest, narrow, 2)
        head, tail = rest[:split].rstrip(), rest[split:].lstrip()
        area.add(
            Drawn(
                app,
                f"initial.{number}",
                pygame.Rect(0, y, wide, 2 * line),
                partial(self._draw_initial, letter=first, style=letter),
                text=words,
            )
        )
        area.add(
            Label(app, f"told.{number}", pygame.Rect(wide, y, narrow, 2 * line), head, STORY, paper.ink(app), text="")
        )
        y += 2 * line
        if tail:
            high = app.text.measure(tail, STORY, width)[1]
            area.add(
                Label(app, f"told.{number}.rest", pygame.Rect(0, y, width, high), tail, STORY, paper.ink(app), text="")
            )
            y += high
        return y + scale.px(14)

    def _split(self, words: str, width: int, lines: int) -> int:
        """How much of a text goes into so many lines, cut between words."""
        app = self.table.app
        most = lines * app.text.line_height(STORY)
        places = [index for index, char in enumerate(words) if char == " "] + [len(words)]
        low, high = 0, len(places) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if app.text.measure(words[: places[middle]], STORY, width)[1] <= most:
                low = middle
            else:
                high = middle - 1
        return places[low]

    def _draw_initial(self, surface: pygame.Surface, widget: Widget, *, letter: str, style: theme.Style) -> None:
        app = self.table.app
        image = app.text.font("UncialAntiqua-400", app.scale.text_px(style.size)).render(letter, True, paper.red(app))
        used = image.get_bounding_rect()
        surface.blit(image, (widget.box.left - used.left, widget.box.centery - used.height // 2 - used.top), None)

    # The answers

    def _fill_answers(self, area: ScrollArea, y: int, width: int) -> int:
        table, app, scale = self.table, self.table.app, self.table.app.scale
        prompt = table.prompt()
        high = app.text.measure(prompt, theme.BODY_ITALIC.sized(19), width)[1]
        area.add(
            Label(app, "asks", pygame.Rect(0, y, width, high), prompt, theme.BODY_ITALIC.sized(19), paper.ink(app))
        )
        y += high + scale.px(10)
        card = pending_card(table.state, table.viewer) if table.my_choice else None
        if card is not None:
            y = self._add_card(area, card, y, width)
        stakes = table.stakes_words()
        if stakes:
            high = app.text.measure(stakes, theme.BODY_BOLD, width)[1]
            area.add(Label(app, "stakes", pygame.Rect(0, y, width, high), stakes, theme.BODY_BOLD, paper.red(app)))
            y += high + scale.px(10)
        heading = ""
        for tile in table.menu.tiles:
            action = tile.actions[0] if tile.actions else None
            part = self._part(action)
            if part != heading and part:
                words = app.tr(f"sac.part.{part}")
                line = app.text.line_height(paper.UNCIAL.sized(21))
                area.add(
                    Label(
                        app,
                        f"part.{part}",
                        pygame.Rect(0, y + scale.px(6), width, line),
                        words,
                        paper.UNCIAL.sized(21),
                        paper.red(app),
                    )
                )
                y += line + scale.px(10)
            heading = part
            y = self._add_row(area, tile, action, y, width)
        area.content_height = max(area.content_height, y)
        return y

    def _part(self, action: Action | None) -> str:
        """Which part of a long list an answer belongs to."""
        if isinstance(action, act.Choose):
            return "ways" if action.choice.startswith("to_") else ""
        own = isinstance(action, act.ChoosePc) and self.table.question == "node_choice"
        if own or isinstance(action, (act.Perform, act.UseItem, act.Steady)):
            return "uses"
        return (
            {
                act.Buy: "buy",
                act.Sell: "sell",
                act.Learn: "learn",
                act.Cleanse: "cleanse",
                act.Exchange: "exchange",
                act.Tend: "tend",
                act.Mend: "tend",
                act.Wear: "wear",
                act.Repair: "tend",
                act.Refill: "tend",
            }.get(type(action), "")
            if action is not None
            else ""
        )

    def card_of(self, action: Action | None) -> CheckCard | None:
        """The check that an answer would lead to."""
        if action is None:
            return None
        if isinstance(action, act.ChoosePc) and self.table.question == "roller":
            return roller_card(self.table.state, action.ally, self.table.viewer)
        return check_card(self.table.state, action, self.table.viewer)

    def card_words(self, card: CheckCard) -> str:
        """Attribute, difficulty by word and number, odds; or that it is hidden."""
        app = self.table.app
        if card.hidden:
            bonus = paper.signed(card.bonus)
            return app.tr("sac.check.hidden", attribute=f"@attribute.{card.attribute}.name", bonus=bonus)
        return app.tr(
            "sac.check.words",
            attribute=f"@attribute.{card.attribute}.name",
            difficulty=self.difficulty(card.difficulty),
            bonus=paper.signed(card.bonus),
            percent=round(card.chance * 100),
        )

    def difficulty(self, number: int) -> str:
        """A difficulty by its name and number (SAC-CHECK-02)."""
        name = {8: "easy", 12: "routine", 15: "hard", 18: "heroic", 22: "legendary"}.get(number)
        return self.table.app.tr(f"sac.difficulty.{name}") if name else str(number)

    def _add_row(self, area: ScrollArea, tile: Tile, action: Action | None, y: int, width: int) -> int:
        table, app, scale = self.table, self.table.app, self.table.app.scale
        card = self.card_of(action)
        icon = tile.icon
        if isinstance(action, act.Choose):
            way = action.choice.startswith("to_")
            icon = "walk" if way else paper.ATTRIBUTE_ICONS[card.attribute] if card is not None else icon
        detail = self.card_words(card) if card is not None else ""
        if tile.rise:
            detail = f"{detail}  {app.tr('sac.rises', n=tile.rise)}".strip()
        inside = width - scale.px(28) - round(scale.text_px(ROW_WORD.size) * 1.7)
        high = app.text.measure(tile.word, ROW_WORD, inside)[1] + scale.px(22)
        if detail:
            high += app.text.measure(detail, theme.SECONDARY, inside)[1]
        high = max(scale.px(54), high)
        area.add(
            Button(
                app, tile.id, pygame.Rect(0, y, width, high), tile.word, partial(table.press_tile, tile.id), icon=icon,
                kind="paper", align="left", style=ROW_WORD, detail=detail, reason=tile.reason, region="stage",
                tooltip=tile.help, why=partial(table.why_tile, tile.id),
            )
        )  # fmt: skip
        return y + high + scale.px(8)

    def parts_words(self, card: CheckCard) -> str:
        """The modifiers of a check by name."""
        parts = [{"bonus": name.partition(":")[2] or name, "n": paper.signed(n)} for name, n in card.parts]
        return str(self.table.wording.values({"parts": parts})["parts"])

    def _add_card(self, area: ScrollArea, card: CheckCard, y: int, width: int) -> int:
        """The check card: attribute, difficulty, modifiers, odds in large type."""
        app, scale = self.table.app, self.table.app.scale
        parts = self.parts_words(card)
        inner = width - scale.px(40)
        high = (
            app.text.line_height(paper.UNCIAL) + app.text.measure(parts, theme.BODY, inner)[1]
            + app.text.line_height(theme.BODY_BOLD) + scale.px(44)
        )  # fmt: skip
        text = f"{self.card_words(card)} {parts}"
        area.add(
            Drawn(
                app, "card", pygame.Rect(0, y, width, high), partial(self._draw_card, card=card, parts=parts), text=text
            )
        )
        return y + high + scale.px(12)

    def _draw_card(self, surface: pygame.Surface, widget: Widget, *, card: CheckCard, parts: str) -> None:
        app, scale, box = self.table.app, self.table.app.scale, widget.box
        paper.vellum(app, surface, box, "slip")
        inner = box.inflate(-scale.px(40), -scale.px(36))
        head = app.tr(
            "sac.check.head",
            attribute=f"@attribute.{card.attribute}.name",
            difficulty=app.tr("sac.check.secret") if card.hidden else self.difficulty(card.difficulty),
        )
        style = paper.fit(app, head, paper.UNCIAL, inner.width, 14)
        high = app.text.line_height(paper.UNCIAL)
        app.text.draw(
            surface,
            head,
            pygame.Rect(inner.left, inner.top, inner.width, high),
            style,
            paper.red(app),
            valign="middle",
            wrap=False,
        )
        middle = app.text.measure(parts, theme.BODY, inner.width)[1]
        app.text.draw(
            surface, parts, pygame.Rect(inner.left, inner.top + high, inner.width, middle), theme.BODY, paper.ink(app)
        )
        if not card.hidden:
            odds = app.tr("sac.check.odds", percent=round(card.chance * 100), bonus=paper.signed(card.bonus))
            below = pygame.Rect(
                inner.left, inner.top + high + middle, inner.width, app.text.line_height(theme.BODY_BOLD)
            )
            app.text.draw(
                surface,
                odds,
                below,
                paper.fit(app, odds, theme.BODY_BOLD, inner.width, 12),
                paper.ink(app),
                wrap=False,
            )

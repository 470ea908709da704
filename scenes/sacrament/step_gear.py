"""The builder's step for gear: the pack to its true capacity, and the shop (SAC-GEAR, SAC-PACK, SAC-KIT)."""

from __future__ import annotations

from functools import partial

import pygame

from game.sacrament import builder as rules
from game.sacrament.characters import Item, is_small, slots_of
from game.sacrament.kit import kit_of
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.sheet_view import item_words
from scenes.sacrament.step import Step
from scenes.widgets import Button, Choice, Drawn, Label, ScrollArea, Ui, Why, Widget, make_tabs

SHELVES = ("weapons", "armour", "trinkets", "goods")


class GearStep(Step):
    """Slots as boxes, shelves with what can be had; what does not fit is refused with what is too much."""

    def build(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        kit = kit_of(self.sheet)
        words = app.tr("sac.slots", used=kit.used, capacity=kit.capacity, gold=self.sheet.gold)
        line = app.text.line_height(theme.LABEL_BOLD)
        ui.add(
            Label(
                app,
                "slots",
                pygame.Rect(inside.left, inside.top, inside.width, line),
                words,
                theme.LABEL_BOLD,
                paper.red(app),
            )
        )
        side = scale.px(58)
        count = max(kit.capacity, kit.used)
        per_row = max(1, (inside.width + scale.px(6)) // (side + scale.px(6)))
        rows = -(-count // per_row)
        top = inside.top + line + scale.px(4)
        for number, (item, whole) in enumerate(self._slots(count)):
            place = pygame.Rect(
                inside.left + number % per_row * (side + scale.px(6)),
                top + number // per_row * (side + scale.px(6)),
                side,
                side,
            )
            name = (
                item_words(app, item)
                if item is not None
                else app.tr("sac.slot.free" if number < kit.capacity else "sac.slot.over")
            )
            act = partial(self._give_back, item) if item is not None else None
            ui.add(
                Drawn(
                    app,
                    f"slot.{number}",
                    place,
                    partial(self._draw_slot, item=item, whole=whole, over=number >= kit.capacity),
                    act,
                    text=name,
                    tooltip=name,
                    region="stage",
                )
            )
        y = top + rows * (side + scale.px(6)) + scale.px(8)
        tabs_high = app.text.control(48)
        names = [(shelf, app.tr(f"sac.shelf.{shelf}")) for shelf in SHELVES]
        ui.add(
            *make_tabs(
                app,
                "shelf",
                pygame.Rect(inside.left, y, inside.width, tabs_high),
                names,
                self.builder.shelf,
                self._set_shelf,
            )
        )
        y += tabs_high + scale.px(8)
        if self.builder.shelf in ("weapons", "armour") and self.sheet.level > 1:
            tiers = [(tier, app.tr("sac.tier", tier=tier)) for tier in range(1, self.sheet.level + 1)]
            high = app.text.control(48)
            ui.add(
                Choice(
                    app,
                    "tier",
                    pygame.Rect(inside.left, y, inside.width, high),
                    app.tr("sac.build.tier"),
                    tiers,
                    min(self.builder.tier, self.sheet.level),
                    self._set_tier,
                    paper=True,
                )
            )
            y += high + scale.px(8)
        self._build_shelf(ui, pygame.Rect(inside.left, y, inside.width, inside.bottom - y))

    def _slots(self, count: int) -> list[tuple[Item | None, bool]]:
        """What lies in each box of the pack; `whole` marks the first box of a thing."""
        found: list[tuple[Item | None, bool]] = []
        small = [item for item in self.sheet.items if slots_of(self.content, item) and self._is_small(item)]
        for item in self.sheet.items:
            if not self._is_small(item):
                found += [(item, number == 0) for number in range(slots_of(self.content, item))]
        for item in small:
            found += [(item, number == 0) for number in range(-(-item.n // 5))]
        coins = self.sheet.gold // 100
        found += [(Item("gold", n=100), True)] * coins
        return found + [(None, False)] * max(0, count - len(found))

    def _is_small(self, item: Item) -> bool:
        return is_small(self.content, item.id)

    def _draw_slot(
        self, surface: pygame.Surface, widget: Widget, *, item: Item | None, whole: bool, over: bool
    ) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        pygame.draw.rect(
            surface,
            theme.mix(paper.VELLUM, theme.BONE, 0.4) if item else theme.mix(paper.VELLUM, paper.STONE, 0.35),
            box,
            border_radius=scale.px(5),
        )
        colour = paper.RUBRIC if over else theme.PRINT
        pygame.draw.rect(surface, colour, box, max(1, scale.px(3 if widget.hovered or over else 2)), scale.px(5))
        if item is None:
            return
        if item.id == "gold":
            icon = "coins"
        else:
            armour = self.content.armour.get(item.id)
            icon = paper.item_icon(item.id, armour.weight if armour else "")
        tone = theme.PRINT if whole else theme.mix(theme.PRINT, paper.VELLUM, 0.6)
        image = app.assets.icon(icon, round(box.width * 0.66), tone)
        surface.blit(image, image.get_rect(center=box.center))
        if item.n > 1 and whole and item.id != "gold":
            style = theme.LABEL_BOLD.sized(16)
            app.text.draw(
                surface,
                str(item.n),
                box.inflate(-scale.px(8), -scale.px(2)),
                style,
                paper.RUBRIC,
                align="right",
                valign="bottom",
                wrap=False,
            )

    def _set_shelf(self, shelf: str) -> None:
        self.builder.shelf = shelf
        self.builder.refresh()

    def _set_tier(self, tier: int) -> None:
        self.builder.tier = tier
        self.builder.refresh()

    def _stock(self) -> list[Item]:
        content = self.content
        tier = min(self.builder.tier, self.sheet.level)
        if self.builder.shelf == "weapons":
            return [Item(id, tier=tier) for id in content.weapons]
        if self.builder.shelf == "armour":
            return [Item(id, tier=tier) for id in content.armour]
        trinkets = self.builder.shelf == "trinkets"
        return [Item(id) for id, thing in content.things.items() if thing.trinket == trinkets and thing.price]

    def _build_shelf(self, ui: Ui, room: pygame.Rect) -> None:
        """The shop: choose the free piece of a kind, or buy."""
        app, scale = self.app, self.app.scale
        area = ScrollArea(app, "shelf.list", room, paper=True)
        kind = {"weapons": "weapon", "armour": "armour", "trinkets": "trinket"}.get(self.builder.shelf, "")
        free = set(rules.choices(self.content, self.sheet, kind)) if kind else set()
        came = {item.key for item in rules.free_things(self.content, self.sheet)}
        buy_word, free_word = app.tr("sac.build.buy"), app.tr("sac.build.free")
        wide = max(Button.width_for(app, word) for word in (buy_word, free_word))
        high = max(
            scale.px(60), app.text.line_height(theme.BODY_BOLD) + app.text.line_height(theme.SECONDARY) + scale.px(12)
        )
        y = 0
        for item in self._stock():
            key = item.key
            row = pygame.Rect(0, y, area.inner_width, high)
            area.add(
                Drawn(app, f"stock.{key}", row, partial(self._draw_stock, item=item), text=self._stock_words(item))
            )
            fault = rules.buy_fault(self.content, self.sheet, item)
            buttons = [(f"buy.{key}", buy_word, partial(self._buy, item), self.builder.why(fault) if fault else None)]
            if item in free:
                taken = Why(app.tr("sac.build.have_free"), "SAC-GEAR-07") if key in came else None
                buttons.insert(0, (f"free.{key}", free_word, partial(self._choose, kind, item), taken))
            x = row.right - wide
            tall = row.height - scale.px(10)
            for id, word, act, reason in reversed(buttons):
                place = pygame.Rect(x, row.top + scale.px(5), wide, tall)
                area.add(Button(app, id, place, word, act, kind="paper", reason=reason))
                x -= wide + scale.px(8)
            y += high + scale.px(4)
        area.content_height = y
        ui.add(area)

    def _stock_words(self, item: Item) -> str:
        app = self.app
        price = self.content.price(item.id, item.tier)
        slots = slots_of(self.content, item)
        return app.tr(
            "sac.stock",
            item=item_words(app, item),
            price=price,
            slots=app.tr("sac.small") if self._is_small(item) else slots,
        )

    def _draw_stock(self, surface: pygame.Surface, widget: Widget, *, item: Item) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        pygame.draw.line(surface, theme.mix(theme.PRINT, paper.VELLUM, 0.55), box.bottomleft, box.bottomright, 1)
        side = scale.px(40)
        armour = self.content.armour.get(item.id)
        image = app.assets.icon(paper.item_icon(item.id, armour.weight if armour else ""), side, paper.ink(app))
        surface.blit(image, image.get_rect(midleft=(box.left + scale.px(6), box.centery)))
        left = box.left + side + scale.px(16)
        wide = (
            box.width
            - side
            - scale.px(16)
            - 2 * (max(Button.width_for(app, app.tr(k)) for k in ("sac.build.buy", "sac.build.free")) + scale.px(8))
        )
        name = item_words(app, item)
        price = self.content.price(item.id, item.tier)
        slots = (
            app.tr("sac.small")
            if self._is_small(item)
            else app.tr("sac.slot.count", count=slots_of(self.content, item))
        )
        first = app.text.line_height(theme.BODY_BOLD)
        style = paper.fit(app, name, theme.BODY_BOLD, max(20, wide), 11)
        top = box.centery - (first + app.text.line_height(theme.SECONDARY)) // 2
        app.text.draw(
            surface, name, pygame.Rect(left, top, wide, first), style, paper.ink(app), wrap=False, must_fit=False
        )
        told = app.tr("sac.stock.line", price=price, slots=slots)
        small = paper.fit(app, told, theme.SECONDARY, max(20, wide), 11)
        app.text.draw(
            surface,
            told,
            pygame.Rect(left, top + first, wide, box.bottom - top - first),
            small,
            paper.ink(app),
            wrap=False,
            must_fit=False,
        )

    def _buy(self, item: Item) -> None:
        self.builder.attempt(lambda: rules.buy(self.content, self.sheet, item), f"buy.{item.key}")

    def _choose(self, kind: str, item: Item) -> None:
        self.builder.attempt(lambda: rules.choose(self.content, self.sheet, kind, item), f"free.{item.key}")

    def _give_back(self, item: Item) -> None:
        fault = rules.return_fault(self.content, self.sheet, item)
        if fault is not None:
            self.builder.ui.refuse(self.builder.why(fault))
            return
        self.builder.attempt(lambda: rules.give_back(self.content, self.sheet, item), "slots")

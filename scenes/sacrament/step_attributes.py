"""The builder's step for attributes: the dealt values, and what picks raise (SAC-ATTR)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.sacrament import builder as rules
from game.sacrament.characters import pick_fault
from game.sacrament.content import ATTRIBUTES
from game.sacrament.kit import kit_of
from scenes import theme
from scenes.sacrament import paper
from scenes.sacrament.step import Step
from scenes.widgets import Button, Drawn, ScrollArea, Ui, Why, Widget


class AttributeStep(Step):
    """Four values dealt by pressing or by dragging; raises with their cap."""

    def build(self, ui: Ui, inside: pygame.Rect) -> None:
        app, scale = self.app, self.app.scale
        room = self.builder.heading(ui, inside, "sac.step.attributes")
        area = ScrollArea(app, "step", room, paper=True)
        line = app.text.line_height(theme.LABEL)
        high = max(scale.px(112), 2 * line + app.text.control() + scale.px(24))
        y = 0
        for name in ATTRIBUTES:
            row = pygame.Rect(0, y, area.inner_width, high)
            area.add(
                Drawn(
                    app, f"row.{name}", row, partial(self._draw_attribute, name=name), text=self._attribute_words(name)
                )
            )
            side = max(scale.px(50), app.text.control())
            x = row.left + scale.px(70)
            top = row.bottom - side - scale.px(8)
            for value in (2, 1, 0, -1):
                mine = self.sheet.attributes.get(name) == value
                chip = Button(
                    app, f"deal.{name}.{value}", pygame.Rect(x, top, side, side), paper.signed(value),
                    partial(self._deal, name, value), kind="paper", on=mine, style=paper.UNCIAL.sized(22),
                    payload=(name, value) if mine else None, on_drop=partial(self._drop_value, name),
                    text=app.tr("sac.build.deal", attribute=f"@attribute.{name}.name", value=paper.signed(value)),
                    tooltip=app.tr("sac.build.deal", attribute=f"@attribute.{name}.name", value=paper.signed(value)),
                )  # fmt: skip
                area.add(chip)
                x += side + scale.px(8)
            fault = pick_fault(self.content, self.sheet, f"+{name}")
            word, less = app.tr("sac.build.raise"), app.tr("sac.build.lower")
            raised = self.sheet.picks.count(f"+{name}")
            wide = min(scale.px(230), (row.right - x - scale.px(24)) // 2)
            area.add(
                Button(
                    app,
                    f"raise.{name}",
                    pygame.Rect(row.right - 2 * wide - scale.px(16), top, wide, side),
                    word,
                    partial(self.builder.learn, f"+{name}"),
                    kind="paper",
                    icon="upgrade" if wide > scale.px(180) else "",
                    reason=self.builder.why(fault) if fault is not None and not self.builder.override else None,
                    tooltip=app.tr("sac.build.raise.help", cap=paper.signed(2)),
                ),
                Button(
                    app,
                    f"lower.{name}",
                    pygame.Rect(row.right - wide - scale.px(4), top, wide, side),
                    less,
                    partial(self.builder.give_up, f"+{name}"),
                    kind="paper",
                    reason=None if raised else Why(app.tr("sac.build.no_raise"), "SAC-ATTR-03"),
                ),
            )
            y += high + scale.px(10)
        ui.add(area)

    def _deal(self, name: str, value: int) -> None:
        self.builder.change(rules.assign_attribute(self.sheet, name, value))

    def _drop_value(self, name: str, payload: Any) -> None:
        if isinstance(payload, tuple) and len(payload) == 2:
            self._deal(name, payload[1])

    def _attribute_words(self, name: str) -> str:
        kit = kit_of(self.sheet)
        return self.app.tr(
            "sac.build.attribute", attribute=f"@attribute.{name}.name", base=paper.signed(kit.base[name]),
            bonus=paper.signed(kit.bonus[name]), value=paper.signed(kit.value[name]),
        )  # fmt: skip

    def _draw_attribute(self, surface: pygame.Surface, widget: Widget, *, name: str) -> None:
        app, scale, box = self.app, self.app.scale, widget.box
        rim = theme.mix(theme.PRINT, paper.VELLUM, 0.5)
        pygame.draw.line(surface, rim, box.bottomleft, box.bottomright, max(1, scale.px(1.5)))
        side = scale.px(44)
        icon = app.assets.icon(paper.ATTRIBUTE_ICONS[name], side, paper.ink(app))
        surface.blit(icon, icon.get_rect(center=(box.left + scale.px(36), box.centery)))
        left = box.left + scale.px(70)
        line = app.text.line_height(paper.UNCIAL)
        words = app.tr(f"attribute.{name}.name")
        style = paper.fit(app, words, paper.UNCIAL, box.width // 3, 20)
        wide = app.text.measure(words, style)[0]
        app.text.draw(
            surface, words, pygame.Rect(left, box.top + scale.px(6), wide + 4, line), style, paper.red(app), wrap=False
        )
        rest = pygame.Rect(
            left + wide + scale.px(16), box.top + scale.px(6), box.right - left - wide - scale.px(28), line
        )
        told = self._attribute_words(name).partition(": ")[2] or self._attribute_words(name)
        small = paper.fit(app, told, theme.BODY, rest.width, 12)
        app.text.draw(surface, told, rest, small, paper.ink(app), valign="middle", wrap=False)

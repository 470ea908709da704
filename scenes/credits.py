"""Whose work is in this: type, icons, libraries with their licences; and what could not be loaded."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
import yaml

from scenes import theme
from scenes.heading import Heading
from scenes.paths import FONTS, ROOT, SPRITES
from scenes.screen import Screen
from scenes.widgets import Button, Label, Panel, ScrollArea, Ui

if TYPE_CHECKING:
    from scenes.app import App


@lru_cache(maxsize=1)
def font_credits() -> tuple[tuple[str, str, str], ...]:
    """Each family in words, whose it is (from the first line of its licence text; perhaps empty), and its licence."""
    found = []
    for path in sorted((FONTS / "licences").glob("*.txt")):
        text = path.read_text(encoding="utf-8", errors="replace")
        family = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", path.stem)
        family = family.replace("Open Dyslexic", "OpenDyslexic")  # written as one word
        if "Apache License" in text[:400]:
            found.append((family, "", "Apache License 2.0"))
            continue
        owner = re.split(r" \(http| [A-Za-z]+-[A-Za-z]+\.ttf|[,.;]? with Reserved", text.strip().splitlines()[0])[0]
        found.append((family, owner.strip().rstrip(".,"), "SIL Open Font License 1.1"))
    return tuple(found)


@lru_cache(maxsize=1)
def icon_credit() -> tuple[str, int]:
    """The credit line of the icons, and how many there are."""
    try:
        manifest = yaml.safe_load((SPRITES / "icons" / "manifest.yaml").read_text(encoding="utf-8"))
        return str(manifest["credit"]), len(manifest["icons"])
    except (OSError, KeyError, TypeError, yaml.YAMLError):
        return "", 0


class Credits(Screen):
    """A long sheet to scroll through."""

    name = "credits"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.ui.focus_first("back")

    def paragraphs(self) -> list[tuple[str, theme.Style]]:
        """The sheet's text."""
        app = self.app
        lines: list[tuple[str, theme.Style]] = [
            (app.tr("credits.intro"), theme.FLAVOUR),
            (app.tr("credits.type"), theme.HEADING),
        ]
        lines += [(". ".join(part for part in credit if part), theme.BODY) for credit in font_credits()]
        credit, count = icon_credit()
        lines.append((app.tr("credits.icons"), theme.HEADING))
        if credit:
            lines.append((f"{credit} {app.tr('credits.icon_count', count=count)}", theme.BODY))
        lines.append((app.tr("credits.libraries"), theme.HEADING))
        lines.append((app.tr("credits.libraries.text"), theme.BODY))
        if (ROOT / "LICENSE").exists():
            places = {"fonts": "data/fonts/licences", "icons": "sprites/icons/LICENSE.txt"}
            lines.append((app.tr("credits.licences", places), theme.BODY_ITALIC))
        missing = app.missing()
        if missing or app.notes:
            lines.append((app.tr("credits.missing"), theme.HEADING))
            lines += [(app.tr("credits.missing_line", name=name), theme.SECONDARY) for name in sorted(missing)]
            lines += [(note, theme.SECONDARY) for note in app.notes]
        return lines

    def build(self, ui: Ui) -> None:
        app, scale = self.app, self.app.scale
        word = app.tr("gallery.title")
        wide = Button.width_for(app, word, icon=True)
        heading = Heading(self, app.tr("credits.title"), beside=wide + scale.px(16))
        heading.add(ui)
        edge = heading.edge
        sheet = pygame.Rect(0, heading.title.bottom + scale.px(16), min(scale.width - 2 * edge, scale.px(1100)), 0)
        sheet.height = scale.height - sheet.top - edge // 2
        sheet.centerx = scale.width // 2
        ui.add(Panel(app, "sheet", sheet, "parchment"))
        area = ScrollArea(app, "text", sheet.inflate(-2 * scale.px(56), -2 * scale.px(36)), paper=True)
        y = 0
        width = area.inner_width
        for number, (text, style) in enumerate(self.paragraphs()):
            if style is theme.HEADING and number:
                y += scale.px(14)
            high = Label.height_for(app, text, style, width)
            colour = theme.BLOOD if style is theme.HEADING and not app.settings.high_contrast else theme.PRINT
            area.add(Label(app, f"line.{number}", pygame.Rect(0, y, width, high), text, style, colour))
            y += high + scale.px(8)
        area.content_height = y
        ui.add(area)
        place = heading.beside_back(wide)
        ui.add(Button(app, "gallery", place, word, self._gallery, icon="easel", region="top"))

    def _gallery(self) -> None:
        from scenes.gallery import Gallery  # the gallery shows cards of every board

        self.app.manager.push(Gallery(self.app))

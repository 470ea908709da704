"""The printed character sheet (SAC-BUILDER-05): PDF on A4 or Letter with embedded fonts, and plain text.

Nothing is clipped: what does not fit goes to another page, and no page is left blank. The smallest print is 9 pt.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

from game.core.content import DATA
from game.core.files import write_atomic
from game.core.letters import STAND_INS, UNKNOWN, clean, in_fonts
from game.core.strings import Strings
from game.sacrament.characters import (
    BASE_SLOTS,
    LEVELS,
    Character,
    abilities_of,
    pick_counter,
    picks_earned,
    slots_used,
    uses_left,
)
from game.sacrament.checks import DIFFICULTIES
from game.sacrament.content import ATTRIBUTES, WEIGHTS, Ability, Content, Thing
from game.sacrament.effects.lists import Attack
from game.sacrament.effects.wounds import Dmg
from game.sacrament.formulas import parse_damage
from game.sacrament.kit import kit_of
from game.sacrament.magic import growth_of
from game.sacrament.values import BOXES, BOXES_A_WOUND, FADES, POOL

PAPERS: Final = ("A4", "Letter")
FONTS: Final = DATA / "fonts"
SMALL, PLAIN, HEAD, TITLE = 9, 10, 12, 22
MARGIN: Final = 13.0
BOX: Final = 4.2
GAP: Final = 1.2
INK, GREY = 20, 110
NOTE_LINES: Final = 4


class Labels:
    """The words of a sheet."""

    def __init__(self, strings: Strings, sheet: Character) -> None:
        self.strings = strings
        self.sheet = sheet

    def of(self, key: str, **values: str | int) -> str:
        return self.strings.text(f"sheet.{key}", values)

    def text(self, text: str) -> str:
        """A text of the character's own, fit to be shown; a ready character may still have keys."""
        return self.strings.text(text[1:]) if text.startswith("@") else clean(text)

    def item(self, id: str, tier: int, kind: str) -> str:
        """A thing with its tier's name."""
        if kind == "armour":
            return self.strings.text(f"armour.{id}.{tier}")
        name = self.strings.text(f"item.{id}.name")
        if kind == "weapon" and tier > 1:
            return f"{name} ({self.strings.text(f'weapon.tier.{tier}')})"
        return name


def signed(n: int) -> str:
    """A number with its sign, as printed: +2, 0, −1."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def ability_lines(content: Content, sheet: Character, labels: Labels) -> list[tuple[str, str, str]]:
    """Name, figures and text of the innate and the learned abilities, in the order they were bought."""
    out = []
    for id in ("move", "strike", "guard", *abilities_of(sheet)):
        ability = content.abilities[id]
        name = labels.strings.text(f"ability.{id}.name")
        out.append((name, _figures(ability, sheet.level, labels), labels.strings.text(f"ability.{id}.text")))
    return out


def spell_dice(ability: Ability, level: int) -> str:
    """The damage dice of a spell in the hands of a caster of a level (SAC-MAGIC-10); empty where it does none."""
    grown = growth_of(ability, level)
    for effect in ability.effects:
        for hit in effect.hit if isinstance(effect, Attack) else ():
            if isinstance(hit, Dmg) and ability.is_spell:
                written = parse_damage(hit.dice)
                return f"{written.dice + grown}d6" + (f"{written.plus:+d}" if written.plus else "")
    return ""


def _figures(ability: Ability, level: int, labels: Labels) -> str:
    parts = [labels.strings.text(f"kind.{ability.kind}")]
    if ability.trigger and ability.kind != "passive":
        parts = [labels.of("reaction")]
    if ability.kind != "passive":
        parts.append(labels.of("cost", count=ability.cost))
    if ability.is_spell:
        parts.append(labels.of("rise", n=max(1, ability.risk)))
        if growth_of(ability, level) and spell_dice(ability, level):
            parts.append(labels.of("grown", dice=spell_dice(ability, level)))
    if ability.range != "self":
        parts.append(labels.strings.text(f"band.{ability.range}"))
    if ability.once:
        parts.append(labels.of(f"once.{ability.once}"))
    return ", ".join(parts)


def weapon_lines(content: Content, sheet: Character, labels: Labels) -> list[tuple[str, str]]:
    """Name and figures of every weapon carried."""
    kit = kit_of(sheet)
    out = []
    for item in sheet.items:
        weapon = content.weapons.get(item.id)
        if weapon is None:
            continue
        parts = [f"{item.tier}d6"]
        strike = kit.strikes.get(item.key)
        if strike is None:
            parts.append(labels.of("too_high"))
        else:
            melee, melee_name, near, near_name = strike
            for value, name, band in ((melee, melee_name, "melee"), (near, near_name, "near")):
                if name:
                    total = signed(value + weapon.to_hit)
                    attribute = labels.strings.text(f"attribute.{name}.name")
                    parts.append(f"{labels.strings.text(f'band.{band}')}: {attribute} {total}")
        out.append((labels.item(item.id, item.tier, "weapon"), "; ".join(parts)))
    return out


def pack_lines(content: Content, sheet: Character, labels: Labels) -> list[str]:
    """Everything carried, a line each."""
    out = []
    for item in sheet.items:
        kind = "weapon" if item.id in content.weapons else "armour" if item.id in content.armour else "thing"
        name = labels.item(item.id, item.tier, kind)
        left, most = uses_left(content, item)
        count = f" ({left}/{most})" if most else ""
        out.append(f"{item.n} × {name}{count}" if item.n > 1 else f"{name}{count}")
    return out


def sheet_text(content: Content, sheet: Character, strings: Strings) -> str:
    """The sheet as plain text, every field of the printed one."""
    labels = Labels(strings, sheet)
    kit = kit_of(sheet)
    earned, spent, left = pick_counter(sheet)
    lines = [
        labels.text(sheet.name),
        labels.of(
            "line.level",
            level=sheet.level,
            look=labels.text(sheet.look) or "–",
            player=labels.text(sheet.player) or "–",
        ),
        labels.of("line.vow", practice=_practice(labels, sheet), vow=labels.text(sheet.vow)),
        "",
    ]
    for name in ATTRIBUTES:
        base, bonus = kit.base[name], kit.bonus[name]
        sum_ = f" = {signed(kit.value[name])}" if bonus else ""
        plus = f" {signed(bonus)}" if bonus else ""
        lines.append(f"{strings.text(f'attribute.{name}.name')}: {signed(base)}{plus}{sum_}")
    lines += ["", labels.of("line.picks", earned=earned, spent=spent, left=left)]
    lines += [labels.of("line.tokens", boxes=" ".join(["[ ]"] * POOL))]
    group = " ".join(["[ ]"] * BOXES_A_WOUND)
    lines += [labels.of("line.harm", boxes="  |  ".join([group] * (BOXES // BOXES_A_WOUND)))]
    lines += [labels.of("line.fades", boxes=" ".join(["[ ]"] * FADES)), ""]
    lines += [f"{name}: {figures}" for name, figures in weapon_lines(content, sheet, labels)]
    if kit.armour is not None:
        boxes = " ".join(["[ ]"] * kit.durability)
        name = labels.item(kit.armour.id, kit.armour.tier, "armour")
        lines.append(labels.of("line.armour", name=name, dice=f"{kit.armour.tier}d6", boxes=boxes))
    lines.append("")
    lines += [f"{name} ({figures}): {text}" for name, figures, text in ability_lines(content, sheet, labels)]
    lines += ["", labels.of("line.pack", used=kit.used, slots=kit.capacity, gold=sheet.gold)]
    lines += [f"- {line}" for line in pack_lines(content, sheet, labels)]
    if sheet.overrides:
        lines += ["", labels.of("line.override", list="; ".join(sheet.overrides))]
    return "\n".join(lines) + "\n"


def _practice(labels: Labels, sheet: Character) -> str:
    return labels.strings.text(f"practice.{sheet.practice}.name") if sheet.practice else "–"


class _Page(FPDF):
    """The page: fonts, boxes, headings that stay with what they head."""

    def __init__(self, paper: str, saving: bool) -> None:
        super().__init__("portrait", "mm", paper)
        self.saving = saving
        self.render_color_fonts = False  # a stand-in with layers of colour prints nothing where its layers are empty
        self.unknown: set[str] = set()
        """Letters of the sheet that no font has: the mark is printed for each."""
        self.add_font("text", "", FONTS / "AlegreyaSans-400.ttf")
        self.add_font("text", "B", FONTS / "AlegreyaSans-700.ttf")
        self.add_font("title", "", FONTS / "EBGaramond-600.ttf")
        self.set_margins(MARGIN, MARGIN, MARGIN)
        self.set_auto_page_break(True, MARGIN)
        self.add_page()

    def normalize_text(self, text: str) -> str:
        """Every text on its way to the page: as the screen would draw it, with the fonts that stand in at hand."""
        text = clean(text)
        if UNKNOWN in text:  # it stands for a letter already
            self.unknown.add(UNKNOWN)
        if all(self._has("", letter) for letter in text):
            return text
        if STAND_INS[0].lower() not in self.fonts:  # they are read only for the sheet that needs them
            for name in STAND_INS:
                self.add_font(name, "", FONTS / f"{name}.ttf")
            self.set_fallback_fonts(list(STAND_INS), exact_match=False)
        self.unknown.update(letter for letter in text if not self._can_print(letter))
        return "".join(letters for letters, _ in in_fonts(text, "", self._has))

    def _can_print(self, letter: str) -> bool:
        """Whether there are fonts for a letter, or for the parts it is made of."""
        return all(
            any(self._has(name, part) for name in ("", *STAND_INS)) for part in unicodedata.normalize("NFD", letter)
        )

    def _has(self, name: str, letter: str) -> bool:
        """Whether a font has a letter; no name stands for the font of the text."""
        font = self.fonts[name.lower()] if name else self.current_font
        return letter == "\n" or (isinstance(font, TTFFont) and ord(letter) in font.cmap)

    def room(self, height: float) -> None:
        """A new page unless ``height`` still fits on this one."""
        if self.get_y() + height > self.h - MARGIN:
            self.add_page()

    def heading(self, text: str, keep: float = 12.0) -> None:
        """A heading with a rule; it is never the last line of a page."""
        self.room(keep + 8)
        self.ln(2.2)
        self.set_font("title", "", HEAD)
        self.set_text_color(INK)
        self.cell(0, 5.5, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_draw_color(GREY if self.saving else INK)
        self.line(self.l_margin, self.get_y(), self.w - self.r_margin, self.get_y())
        self.ln(1.0)

    def para(self, text: str, *, bold: str = "", size: int = PLAIN) -> None:
        """A paragraph, a bold beginning before it."""
        self.set_text_color(INK)
        if bold:
            self.set_font("text", "B", size)
            self.write(size * 0.46, f"{bold} ")
        self.set_font("text", "", size)
        self.write(size * 0.46, text)
        self.ln(size * 0.46)

    def boxes(self, x: float, y: float, n: int, *, filled: int = 0) -> float:
        """``n`` boxes to tick; the x after them."""
        self.set_draw_color(INK)
        self.set_line_width(0.25)
        for number in range(n):
            self.rect(x, y, BOX, BOX, style="DF" if number < filled and not self.saving else "D")
            if number < filled:
                self.line(x, y, x + BOX, y + BOX)
                self.line(x, y + BOX, x + BOX, y)
            x += BOX + GAP
        return x


def write_sheet(
    content: Content,
    sheet: Character,
    path: Path,
    strings: Strings,
    *,
    paper: str = "A4",
    saving: bool = False,
    unknown: set[str] | None = None,
) -> int:
    """Write the sheet as PDF and return its number of pages. ``saving``: no grey fills.

    Letters that no font has are printed as a mark, which the sheet explains; they are added to ``unknown``.
    """
    labels = Labels(strings, sheet)
    page = _Page(paper, saving)
    page.set_title(labels.text(sheet.name))
    page.set_creator("Unhallowed")
    _head(page, labels, sheet)
    if page.unknown:  # all that people write themselves stands in the head
        page.para(labels.of("unknown", mark=UNKNOWN), size=SMALL)
    _attributes(page, labels, sheet)
    _body(page, labels, sheet)
    _gear(page, content, labels, sheet)
    page.heading(labels.of("abilities"))
    for name, figures, text in ability_lines(content, sheet, labels):
        page.room(9)
        page.para(f"({figures}) {text}", bold=f"{name}.")
    _pack(page, content, labels, sheet)
    _reference(page, labels)
    _notes(page, labels)
    write_atomic(path, bytes(page.output()))
    if unknown is not None:
        unknown |= (page.unknown - {UNKNOWN}) or page.unknown
    pages: int = page.pages_count
    return pages


def _head(page: _Page, labels: Labels, sheet: Character) -> None:
    page.set_font("title", "", TITLE)
    page.set_text_color(INK)
    page.multi_cell(0, 9.5, labels.text(sheet.name) or labels.of("nameless"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    line = labels.of(
        "line.level", level=sheet.level, look=labels.text(sheet.look) or "–", player=labels.text(sheet.player) or "–"
    )
    page.para(line)
    leaning = _leaning(labels, sheet)
    if leaning:
        page.para(leaning, bold=labels.of("paths"))
    page.para(_practice(labels, sheet), bold=labels.of("practice"))
    page.para(labels.text(sheet.vow), bold=labels.of("vow"))
    y = page.get_y() + 0.6
    page.set_font("text", "", SMALL)
    page.set_xy(page.boxes(page.l_margin, y, 1) + 1, y - 0.2)
    page.cell(0, BOX, labels.of("vow_used"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    if sheet.overrides:
        page.ln(1)
        page.set_font("text", "B", PLAIN)
        stamp = labels.of("line.override", list="; ".join(sheet.overrides))
        page.multi_cell(0, 5, stamp, border=1, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _leaning(labels: Labels, sheet: Character) -> str:
    """The paths of the learned abilities, the most used first."""
    names = {"can": "cantor", "arc": "arcane", "pen": "penitent", "war": "warden"}
    count: dict[str, int] = {}
    for id in abilities_of(sheet):
        path = names[id.partition(".")[0]]
        count[path] = count.get(path, 0) + 1
    order = sorted(count, key=lambda path: (-count[path], path))
    return ", ".join(f"{labels.strings.text(f'path.{path}.name')} {count[path]}" for path in order)


def _attributes(page: _Page, labels: Labels, sheet: Character) -> None:
    kit = kit_of(sheet)
    page.heading(labels.of("attributes"))
    width = (page.w - 2 * MARGIN) / len(ATTRIBUTES)
    y = page.get_y()
    for number, name in enumerate(ATTRIBUTES):
        x = page.l_margin + number * width
        page.set_xy(x, y)
        page.set_font("text", "", SMALL)
        page.cell(width, 4.2, labels.strings.text(f"attribute.{name}.name"), align="C")
        page.set_xy(x, y + 4.2)
        page.set_font("title", "", 18)
        page.cell(width, 8, signed(kit.value[name]), align="C")
        page.set_xy(x, y + 12)
        page.set_font("text", "", SMALL)
        page.cell(
            width, 4.2, labels.of("base_bonus", base=signed(kit.base[name]), bonus=signed(kit.bonus[name])), align="C"
        )
    page.set_xy(page.l_margin, y + 17)
    earned, spent, left = pick_counter(sheet)
    bought = ", ".join(_pick_name(labels, pick) for pick in sheet.picks) or "–"
    page.para(bought, bold=labels.of("line.picks", earned=earned, spent=spent, left=left))


def _pick_name(labels: Labels, pick: str) -> str:
    if pick.startswith("+"):
        return f"+1 {labels.strings.text(f'attribute.{pick[1:]}.name')}"
    return labels.strings.text(f"ability.{pick}.name")


def _body(page: _Page, labels: Labels, sheet: Character) -> None:
    page.heading(labels.of("body"), keep=20)
    y = page.get_y() + 0.5
    page.set_font("text", "B", PLAIN)
    for label, draw in (("harm", _harm_boxes), ("tokens", _token_boxes), ("fades", _fade_boxes)):
        page.set_xy(page.l_margin, y)
        page.set_font("text", "B", PLAIN)
        page.cell(22, BOX, labels.of(label))
        draw(page, page.l_margin + 23, y, labels)
        y += BOX + 3
    page.set_xy(page.l_margin, y)
    page.para("____________________________________________", bold=labels.of("conditions"))


def _harm_boxes(page: _Page, x: float, y: float, labels: Labels) -> None:
    for wound in range(1, BOXES // BOXES_A_WOUND + 1):
        x = page.boxes(x, y, BOXES_A_WOUND)
        page.set_xy(x, y)
        page.set_font("text", "", SMALL)
        word = labels.of("wound_at", n=wound * BOXES_A_WOUND)
        page.cell(page.get_string_width(word) + 4, BOX, word)
        x = page.get_x() + 2


def _token_boxes(page: _Page, x: float, y: float, labels: Labels) -> None:
    page.boxes(x, y, POOL)


def _fade_boxes(page: _Page, x: float, y: float, labels: Labels) -> None:
    page.boxes(x, y, FADES)


def _gear(page: _Page, content: Content, labels: Labels, sheet: Character) -> None:
    kit = kit_of(sheet)
    page.heading(labels.of("weapons"))
    for name, figures in weapon_lines(content, sheet, labels) or [(labels.of("none"), "")]:
        page.para(figures, bold=f"{name}.")
    page.heading(labels.of("armour"))
    if kit.armour is None:
        page.para(labels.of("none"))
    else:
        item = kit.armour
        y = page.get_y()
        name = labels.item(item.id, item.tier, "armour")
        page.para(labels.of("armour_dice", dice=f"{item.tier}d6", weight=kit.armour_weight), bold=f"{name}.")
        y = page.get_y() + 0.6
        page.set_xy(page.l_margin, y)
        page.set_font("text", "B", PLAIN)
        page.cell(22, BOX, labels.of("durability"))
        left = kit.durability if item.left < 0 else item.left
        x = page.boxes(page.l_margin + 23, y, kit.durability, filled=kit.durability - left)
        page.set_xy(x + 3, y)
        page.set_font("text", "", SMALL)
        page.cell(0, BOX, labels.of("broken_at"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        page.ln(1)
    page.para(labels.of("guard", dice=f"{kit.guard_dice}d6"))
    trinkets = [content.things[i.id] for i in sheet.items if i.id in content.things and content.things[i.id].trinket]
    if trinkets:
        page.heading(labels.of("trinkets"))
        for thing in trinkets:
            text = labels.strings.text(f"item.{thing.id}.text")
            page.para(f"({_thing_figures(thing, labels)}) {text}", bold=f"{labels.item(thing.id, 1, 'thing')}.")


def _thing_figures(thing: Thing, labels: Labels) -> str:
    parts = [labels.of("tier", n=thing.tier)]
    if thing.effects:
        parts.append(labels.of("cost", count=thing.cost))
    if thing.magic:
        parts.append(labels.of("rise", n=max(1, thing.risk)))
    if thing.charges:
        parts.append(labels.of("charges", n=thing.charges))
    if thing.once:
        parts.append(labels.of(f"once.{thing.once}"))
    return ", ".join(parts)


def _pack(page: _Page, content: Content, labels: Labels, sheet: Character) -> None:
    kit = kit_of(sheet)
    lines = pack_lines(content, sheet, labels)
    half = (len(lines) + 1) // 2
    page.heading(labels.of("pack"), keep=12 + 4.8 * half)  # two columns of it are read on one page
    strength = max(0, kit.value["strength"])
    more = kit.capacity - BASE_SLOTS - strength
    page.para(
        labels.of("slots", slots=kit.capacity, base=BASE_SLOTS, strength=strength, more=more, used=kit.used),
        size=SMALL,
    )
    page.para(
        labels.of("gold", gold=sheet.gold, slots=slots_used(content, (), sheet.gold)), bold=labels.of("gold_word")
    )
    width = (page.w - 2 * MARGIN) / 2
    page.set_font("text", "", PLAIN)
    for row in range(half):
        page.room(5)
        y = page.get_y()
        for column in range(2):
            number = row + column * half
            if number < len(lines):
                page.set_xy(page.l_margin + column * width, y)
                page.cell(width, 4.8, f"{number + 1}. {lines[number]}")
        page.set_xy(page.l_margin, y + 4.8)


def _reference(page: _Page, labels: Labels) -> None:
    page.heading(labels.of("reference"), keep=44)
    named = ", ".join(f"{labels.of(f'difficulty.{name}')} {n}" for name, n in DIFFICULTIES.items())
    page.para(labels.of("reference.check", difficulties=named), size=SMALL)
    for key in ("tokens", "distance", "magic", "harm", "healing", "cleansing"):
        page.para(labels.of(f"reference.{key}"), size=SMALL)
    picks = ", ".join(str(picks_earned(level)) for level in range(1, LEVELS + 1))
    light, heavy = WEIGHTS["light"][1], WEIGHTS["heavy"][1]
    page.para(labels.of("reference.picks", picks=picks, light=light, heavy=heavy), size=SMALL)
    page.para(labels.of("reference.ladder"), size=SMALL)


def _notes(page: _Page, labels: Labels) -> None:
    """Lines to write on, as many as the page still has room for."""
    page.heading(labels.of("notes"), keep=8 * NOTE_LINES)
    page.set_draw_color(GREY)
    y = page.get_y() + 6
    while y < page.h - MARGIN:
        page.line(page.l_margin, y, page.w - page.r_margin, y)
        y += 7

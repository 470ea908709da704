"""The own dial and the five sockets: what a person's dice and Sanity are, and would be."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.kingsport.dice import FACE_INDEX, MULTISETS, of_faces
from scenes import theme
from scenes.kingsport import facts
from scenes.kingsport.parts import Part, draw_dial, draw_socket, socket_places
from scenes.kingsport.view import FACES
from scenes.widgets import Drawn, Ui, Widget

if TYPE_CHECKING:
    pass


class Dice(Part):
    """The own dial and the five sockets: what a person's dice and Sanity are, and would be."""

    def dial_widget(self, place: pygame.Rect, region: str) -> Drawn:
        text = self._dial_text()
        return Drawn(self.app, "dial", place, self._draw_own_dial, text=text, tooltip=text, region=region)

    def _seat_of_dial(self) -> int:
        return self.table.viewer if self.table.viewer is not None else self.view.turn

    def _dial_text(self) -> str:
        seat = self._seat_of_dial()
        return self.app.tr("kpt.dial", name=self.table.wording.names[seat], count=self.view.sanity[seat])

    def _draw_own_dial(self, surface: pygame.Surface, widget: Widget) -> None:
        seat = self._seat_of_dial()
        draw_dial(self.app, surface, widget.box, self.motion.sanity(seat), self.ghost_sanity())

    def ghost_sanity(self) -> int | None:
        """The Sanity that would be left after playing the card that is looked at."""
        preview = self.table.shown_preview()
        return preview.after if preview is not None and preview.after != preview.sanity else None

    def build_sockets(self, ui: Ui, box: pygame.Rect, gap: int) -> None:
        for number, place in enumerate(socket_places(box, gap)):
            ui.add(self.socket_widget(number, place, "actions"))

    def socket_widget(self, number: int, place: pygame.Rect, region: str) -> Drawn:
        face = self.view.dice[number] if number < len(self.view.dice) else ""
        text = self.app.tr("kpt.die", face=f"@face.{face}") if face else self.app.tr("kpt.socket")
        press = (
            partial(self.table.tray.pick_die, number)
            if face and self.table.question == "choose_dice" and self.table.ready
            else None
        )
        paint = partial(self._draw_die, number=number)
        return Drawn(self.app, f"die.{number}", place, paint, press, text=text, tooltip=text, region=region)

    def _draw_die(self, surface: pygame.Surface, widget: Widget, *, number: int) -> None:
        box = widget.box
        draw_socket(self.app, surface, box)
        size = round(box.width * 0.88)
        have = len(self.view.dice)
        if number < have:
            if number in self.motion.hidden_dice:
                return
            image = self.art.die(self.view.dice[number], size)
            place = image.get_rect(center=box.center)
            chosen = number in self.table.tray.picked or number in self._paying()
            if chosen:
                place.move_ip(0, -round(box.height * 0.12))
            surface.blit(image, place)
            if chosen:
                pygame.draw.rect(
                    surface, theme.CANDLE, place.inflate(4, 4), max(2, self.app.scale.px(3)), round(size * 0.2)
                )
            return
        preview = self.table.shown_preview()
        if preview is None:
            return
        index = number - have
        if index < len(preview.gained):
            image = self.art.die(preview.gained[index], size, ghost=True)
            surface.blit(image, image.get_rect(center=box.center))
        elif index < len(preview.gained) + preview.blocked:
            image = self.art.die("?", size, ghost=True, struck=True)
            surface.blit(image, image.get_rect(center=box.center))

    def _paying(self) -> frozenset[int]:
        """The dice that would pay for the pile that is looked at."""
        card = self.table.looked_at("pile")
        if card is None or not self.table.ready or facts.lacking(self.gods[card], self.view.dice):
            return frozenset()
        best: tuple[int, ...] = ()
        price = self.gods[card].price

        payment = price.payment(of_faces(FACE_INDEX[face] for face in self.view.dice))
        assert payment is not None
        need = list(MULTISETS[payment])
        for number, face in enumerate(self.view.dice):
            if need[FACES.index(face)]:
                need[FACES.index(face)] -= 1
                best += (number,)
        return frozenset(best)

"""The widget kit: what screens are made of."""

from scenes.widgets.base import REGIONS, Why, Widget
from scenes.widgets.basic import Button, Chip, Choice, Drawn, IconButton, Label, Panel, Slider, Toggle
from scenes.widgets.field import TextField
from scenes.widgets.scroll import ScrollArea
from scenes.widgets.tabs import Tab, make_tabs
from scenes.widgets.ui import Ui

__all__ = [
    "REGIONS",
    "Button",
    "Chip",
    "Choice",
    "Drawn",
    "IconButton",
    "Label",
    "Panel",
    "ScrollArea",
    "Slider",
    "Tab",
    "TextField",
    "Toggle",
    "Ui",
    "Why",
    "Widget",
    "make_tabs",
]

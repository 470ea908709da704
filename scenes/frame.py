"""The frame of every table: where bar, rails, stage and actions lie in each layout class."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from scenes.scale import Layout, Scale

TOP, TOP_SINGLE = 64.0, 48.0
LEFT, RIGHT, STRIP = 340.0, 420.0, 96.0
ACTIONS, ACTIONS_SINGLE = 152.0, 112.0
TABS = 56.0
HIDE_TOP_UNDER = 480.0


@dataclass(frozen=True)
class Frame:
    """Rectangles in pixels. In Compact `left` is a strip and `right` a drawer that lies over the stage when it is open;
    in Single `stage`, `left` and `right` are the same place, one shown at a time, chosen by the tabs."""

    layout: Layout
    top: pygame.Rect
    left: pygame.Rect
    stage: pygame.Rect
    right: pygame.Rect
    actions: pygame.Rect
    tabs: pygame.Rect


def frame_for(scale: Scale, *, extra_actions: float = 0.0) -> Frame:
    """The frame for a window; `extra_actions` is more height for the action bar (larger text), in units."""
    width, height = scale.window.size
    grow = max(1.0, 1 + (scale.text_factor - 1) * 0.6)
    none = pygame.Rect(0, 0, 0, 0)
    if scale.layout == Layout.SINGLE:
        top_height = 0 if scale.high < HIDE_TOP_UNDER else scale.px(TOP_SINGLE * grow)
        tabs_height = scale.px(TABS * grow)
        bar_height = scale.px(ACTIONS_SINGLE * grow + extra_actions)
        top = pygame.Rect(0, 0, width, top_height)
        tabs = pygame.Rect(0, height - tabs_height, width, tabs_height)
        actions = pygame.Rect(0, tabs.top - bar_height, width, bar_height)
        stage = pygame.Rect(0, top_height, width, actions.top - top_height)
        return Frame(scale.layout, top, stage, stage, stage, actions, tabs)
    top = pygame.Rect(0, 0, width, scale.px(TOP * grow))
    bar_height = scale.px(ACTIONS * grow + extra_actions)
    actions = pygame.Rect(0, height - bar_height, width, bar_height)
    middle = actions.top - top.bottom
    left_width = scale.px(LEFT if scale.layout == Layout.FULL else STRIP)
    right_width = scale.px(RIGHT)
    left = pygame.Rect(0, top.bottom, left_width, middle)
    right = pygame.Rect(width - right_width, top.bottom, right_width, middle)
    stage_right = right.left if scale.layout == Layout.FULL else width
    stage = pygame.Rect(left.right, top.bottom, stage_right - left.right, middle)
    return Frame(scale.layout, top, left, stage, right, actions, none)

"""Movement that shows what has already happened: tweens in a queue, with speed, skip and reduced motion.

An animation never decides anything. Whatever happens to it (played, sped up, skipped), its last step is applied, so
that the screen ends in the same place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

INSTANT = 0.0

# Milliseconds at speed 1.
STEP = 120
PATH_LONGEST = 900
CARD_MOVE = 220
FLIP = 180
PANEL = 140
DIE = 700
DIE_READ = 500
ANNOUNCE = 350
HOLD = 600
CROSS_FADE = 120


def smooth(t: float) -> float:
    """Slow, fast, slow."""
    return t * t * (3 - 2 * t)


def ease_out(t: float) -> float:
    """Fast, then slow: for things that arrive."""
    return 1 - (1 - t) ** 3


def arc(t: float) -> float:
    """Height along a throw: 0, 1 in the middle, 0."""
    return math.sin(math.pi * t)


@dataclass
class Tween:
    """`apply` is called with 0 to 1 while `duration` (ms at speed 1) runs, last of all with exactly 1.

    `moves` marks travel and zoom, which reduced motion turns into a short cross-fade (`duration` becomes 120 ms).
    `start` and `end` are called once each, also when the animation is skipped. A `held` one stays at its end until
    somebody goes on (`Animator.go_on`).
    """

    duration: float
    apply: Callable[[float], None] = lambda t: None
    ease: Callable[[float], float] = smooth
    start: Callable[[], None] | None = None
    end: Callable[[], None] | None = None
    moves: bool = True
    delay: float = 0.0
    held: bool = False
    _clock: float = field(default=0.0, init=False)
    _started: bool = field(default=False, init=False)
    _ended: bool = field(default=False, init=False)

    @property
    def done(self) -> bool:
        return self._ended

    @property
    def waits(self) -> bool:
        """Whether it is at its end and held there."""
        return self.held and self._started and not self._ended and self._clock - self.delay >= self.duration

    def advance(self, elapsed: float, reduced: bool) -> None:
        if self._ended:
            return
        self._clock += elapsed
        if self._clock < self.delay:
            return
        if not self._started:
            self._started = True
            if self.start is not None:
                self.start()
        duration = min(self.duration, CROSS_FADE) if reduced and self.moves else self.duration
        share = 1.0 if duration <= 0 else min(1.0, (self._clock - self.delay) / duration)
        self.apply(1.0 if share >= 1.0 else self.ease(share))
        if share >= 1.0 and not self.held:
            self._ended = True
            if self.end is not None:
                self.end()

    def finish(self) -> None:
        """Jump to the end."""
        self.delay = 0.0
        self.held = False
        self.advance(math.inf, reduced=False)


def until_pressed(end: Callable[[], None] | None = None) -> Tween:
    """Nothing, until somebody goes on."""
    return Tween(0, end=end, moves=False, held=True)


def wait(duration: float) -> Tween:
    """Nothing for a while: a pause in which something can be read."""
    return Tween(duration, moves=False)


def call(action: Callable[[], None]) -> Tween:
    """Something done at its place in the queue."""
    return Tween(0, start=action, moves=False)


class Animator:
    """A queue of groups of tweens: those of one group run together, the groups one after another.

    Beside the queue run tweens that nothing waits for (`play_beside`): words that stay a moment while the game goes on.
    `speed` is a factor, `INSTANT` (0) skips everything at once.
    """

    def __init__(self) -> None:
        self.speed = 1.0
        self.reduced = False
        self._queue: list[list[Tween]] = []
        self._beside: list[Tween] = []

    @property
    def busy(self) -> bool:
        """Whether something is queued."""
        return bool(self._queue)

    @property
    def moving(self) -> bool:
        """Whether a frame may differ from the one before."""
        return bool(self._beside) or (self.busy and not self.waits)

    @property
    def waits(self) -> bool:
        """Whether the queue stands still until somebody goes on."""
        return self.busy and all(tween.done or tween.waits for tween in self._queue[0])

    @property
    def ending(self) -> bool:
        """Whether the group that runs now is the last."""
        return len(self._queue) == 1

    def play(self, *tweens: Tween) -> None:
        """Run these together after all that is queued."""
        if tweens:
            self._queue.append(list(tweens))
            if self.speed == INSTANT:
                self.finish()

    def play_beside(self, tween: Tween) -> None:
        """Run this from now on; nothing waits for it."""
        self._beside.append(tween)
        if self.speed == INSTANT:
            self.finish_beside()

    def go_on(self) -> bool:
        """End what waits for somebody, and nothing else; whether anything did."""
        if not self.waits:
            return False
        group = self._queue.pop(0)
        for tween in group:
            tween.finish()
        return True

    def play_each(self, tweens: Sequence[Tween], stagger: float = 0.0) -> None:
        """Run these one after another, or each `stagger` ms after the one before."""
        if stagger <= 0:
            for tween in tweens:
                self.play(tween)
            return
        for number, tween in enumerate(tweens):
            tween.delay += number * stagger
        self.play(*tweens)

    def update(self, dt: float) -> bool:
        """Let `dt` milliseconds pass; whether anything moved."""
        if not self.moving:
            return False
        if self.speed == INSTANT:
            self.finish()
            return True
        elapsed = dt * self.speed
        for tween in self._beside[:]:
            tween.advance(elapsed, self.reduced)
        self._beside = [tween for tween in self._beside if not tween.done]
        if not self._queue:
            return True
        group = self._queue[0]
        for tween in group:
            tween.advance(elapsed, self.reduced)
        if all(tween.done for tween in group) and self._queue and self._queue[0] is group:
            self._queue.pop(0)
        return True

    def finish(self) -> None:
        """Apply the end of everything, queued and beside, in order. What that queues in turn is finished too."""
        while self._queue:
            for tween in self._queue.pop(0):
                tween.finish()
        self.finish_beside()

    def finish_beside(self) -> None:
        """Apply the end of everything that runs beside the queue."""
        while self._beside:
            self._beside.pop(0).finish()

"""The lines of main() while they are written: in order, within loops, and before loops."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.export.layout import call, lay, literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.export.layout import Source


@dataclass
class Loop:
    """A loop over items. label: of the part that goes through them. seed, place: names for an item's seed and number.

    is_seeded: something within has asked for the item's seed.
    """

    label: str
    seed: str
    place: str
    is_seeded: bool = False


class Statements:
    """Lines with their indentation. Loops lie within each other; what a loop makes once is put before the outermost."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._level = 1
        self._loops: list[Loop] = []
        self._outer: list[list[str]] = []
        self._before: list[str] = []
        self._is_before = False

    @property
    def lines(self) -> list[str]:
        """What was said so far, without the loops that are open."""
        return self._lines

    def say(self, before: str, source: Source = "", after: str = "", level: int = 0) -> None:
        """Append a statement. level: further indentation."""
        self._lines += lay(before, source, self._level + level, after)

    def extend(self, lines: Sequence[str]) -> None:
        """Append lines that have their indentation."""
        self._lines += lines

    def set_apart(self, start: int) -> None:
        """Put an empty line before and after what was said since there were `start` lines, if that is more than one."""
        if len(self._lines) - start > 1:
            if start and self._lines[start - 1]:
                self._lines.insert(start, "")
            self._lines.append("")

    def begin(self, loop: Loop) -> None:
        """What is said from here on is the body of this loop."""
        self._outer.append(self._lines)
        self._lines = []
        self._level += 1
        self._loops.append(loop)

    def end(self) -> list[str]:
        """End the loop; its body is answered, and what belongs before the outermost one is said."""
        body = self._lines
        while body and not body[-1]:
            body.pop()
        self._lines = self._outer.pop()
        self._level -= 1
        self._loops.pop()
        if not self._loops and self._before:
            self._lines += [*self._before, ""]
            self._before = []
        return body

    @contextmanager
    def before_loops(self) -> Iterator[None]:
        """Put what is said within before the outermost loop: what is made once, as for the first item."""
        if not self._loops or self._is_before:
            yield
            return
        inner, level = self._lines, self._level
        self._lines, self._level, self._is_before = self._before, 1, True
        try:
            yield
        finally:
            self._lines, self._level, self._is_before = inner, level, False

    def seed(self) -> Source:
        """The seed that parts here derive theirs from, as an expression: the script's, or that of the item."""
        if not self._loops:
            return "args.seed"
        if not self._is_before:
            self._loops[-1].is_seeded = True
            return self._loops[-1].seed
        made: Source = "args.seed"
        for loop in self._loops:
            made = call("part_seed", call("part_seed", made, literal(loop.label)), '"item:0"')
        return made

    def seed_of_item(self, loop: Loop) -> Source:
        """The seed of each item of a loop that has ended, by its place."""
        return call("part_seed", call("part_seed", self.seed(), literal(loop.label)), f'f"item:{{{loop.place}}}"')

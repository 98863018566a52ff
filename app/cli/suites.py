"""The suites of `cdui test`: what they hold, their share of the CI budget, and the packages they need."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Suite:
    """One group of tests. minutes: its share of the budget, on two cores. paths: below the repository root.

    is_shared: its files are shared between two processes, and what measures runs alone afterwards.
    """

    name: str
    minutes: int
    paths: tuple[str, ...]
    is_shared: bool = False


SUITES = (
    Suite("set-up", 4, ("tests/architecture", "tests/integration/launcher")),
    Suite("graph", 12, ("tests",), is_shared=True),  # whatever belongs to no other suite
    Suite("window", 10, ("tests/window",)),
    Suite("desktop", 3, ("tests/desktop",)),
    Suite("workers", 6, ("tests/workers",)),
    Suite("files", 4, ("tests/files",)),
    Suite("bundle", 3, ("tests/bundle",)),
    Suite("ssh", 3, ("tests/ssh",)),
    Suite("secrets", 1, ("tests/secrets",)),
)
"""CONTRIBUTING.md shows the same table."""


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package that a suite needs. check: a shell command that succeeds when it is there."""

    name: str
    suite: str
    check: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Results of one or more suites."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    errors: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.passed + other.passed,
            self.failed + other.failed,
            self.skipped + other.skipped,
            self.errors + other.errors,
        )

    def line(self, took_s: float) -> str:
        """The last line of pytest for these counts."""
        named = {"failed": self.failed, "passed": self.passed, "skipped": self.skipped, "errors": self.errors}
        shown = ", ".join(f"{count} {name}" for name, count in named.items() if count) or "no tests ran"
        return f" {shown} in {took_s:.2f}s ".center(80, "=")


def targets(suite: Suite, root: Path) -> list[str]:
    """pytest arguments that select a suite; empty when none of its folders is there yet."""
    found = [path for path in suite.paths if (root / path).is_dir()]
    if suite.paths == ("tests",) and found:
        others = [path for other in SUITES if other is not suite for path in other.paths]
        found += [f"--ignore={path}" for path in others if (root / path).is_dir()]
    return found


def parts(suite: Suite) -> tuple[list[str], ...]:
    """pytest arguments of each call that the suite takes; together they select each of its tests once."""
    if not suite.is_shared:
        return ([],)
    # in the order of the folders: what kills processes and takes a minute begins, small tests fill up the end
    return (["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "-m", "not bench"], ["-m", "bench"])


def read_packages(text: str) -> list[Package]:
    """The rows of packaging/apt-packages.txt: `package | suite | check`."""
    rows = [line.split("|", 2) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [Package(*(cell.strip() for cell in row)) for row in rows if len(row) == 3]


def missing(packages: Sequence[Package]) -> list[Package]:
    """The packages whose check fails on this machine."""

    def there(package: Package) -> bool:
        done = subprocess.run(["sh", "-c", package.check], capture_output=True, stdin=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    return [package for package in packages if not there(package)]


def read_counts(report: Path) -> Counts:
    """Counts of a JUnit report. A report that was not written counts as one error."""
    try:
        root = ElementTree.parse(report).getroot()
    except (OSError, ElementTree.ParseError):
        return Counts(errors=1)
    total = Counts()
    for suite in root.iter("testsuite"):
        n = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "skipped", "errors")}
        passed = n["tests"] - n["failures"] - n["skipped"] - n["errors"]
        total += Counts(max(passed, 0), n["failures"], n["skipped"], n["errors"])
    return total


def minutes(took_s: float) -> str:
    """`0.8 min`."""
    return f"{took_s / 60:.1f} min"


def budget(rows: Mapping[str, float]) -> list[tuple[str, str, str, bool]]:
    """(suite, time, share, whether it is over) for each suite that ran."""
    shares = {suite.name: suite.minutes for suite in SUITES}
    return [(name, minutes(s), f"{shares[name]} min", s > shares[name] * 60) for name, s in rows.items()]

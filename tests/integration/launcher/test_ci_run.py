"""`.ci/run`: brings missing packages, then hands over to `./cdui test --all`; with stand-ins for both."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = """# a note
there | set-up | true
missing-one | graph | exit 3
missing-two | ssh | cat /nowhere
"""
RECORD = (
    '#!/bin/sh\necho "$(basename "$0") $*" >>"$CI_TEST_LOG"\nif [ "$(basename "$0")" = sudo ]; then exec "$@"; fi\n'
)


def _checkout(root: Path, repo: Path, packages: str) -> dict[str, str]:
    (root / "repo" / ".ci").mkdir(parents=True)
    (root / "repo" / "packaging").mkdir()
    (root / "bin").mkdir()
    shutil.copy(repo / ".ci" / "run", root / "repo" / ".ci" / "run")
    (root / "repo" / "packaging" / "apt-packages.txt").write_text(packages)
    for place in ("repo/cdui", "bin/apt-get", "bin/sudo"):
        (root / place).write_text(RECORD)
        (root / place).chmod(0o755)
    return {"PATH": f"{root / 'bin'}:{os.environ['PATH']}", "CI_TEST_LOG": str(root / "log")}


def _run(root: Path, env: dict[str, str], *arguments: str) -> tuple[int, list[str]]:
    done = subprocess.run(
        [str(root / "repo" / ".ci" / "run"), *arguments], env=env, cwd="/", stdin=subprocess.DEVNULL, check=False
    )
    steps = (root / "log").read_text().splitlines()
    return done.returncode, [step for step in steps if not step.startswith("sudo ")]


def test_with_everything_there_it_only_tests(tmp_path: Path, repo: Path) -> None:
    env = _checkout(tmp_path, repo, "there | set-up | true\n")
    assert _run(tmp_path, env) == (0, ["cdui test --all"])


def test_missing_packages_are_installed_first(tmp_path: Path, repo: Path) -> None:
    env = _checkout(tmp_path, repo, PACKAGES)
    assert _run(tmp_path, env, "--slow") == (
        0,
        [
            "apt-get update -q",
            "apt-get install -q -y --no-install-recommends missing-one missing-two",
            "cdui test --all --slow",
        ],
    )


@pytest.mark.parametrize("failing", ["bin/apt-get", "repo/cdui"])
def test_a_step_that_fails_fails_the_whole(tmp_path: Path, repo: Path, failing: str) -> None:
    env = _checkout(tmp_path, repo, PACKAGES)
    (tmp_path / failing).write_text(RECORD + "exit 7\n")
    code, steps = _run(tmp_path, env)
    assert code == 7
    assert (steps[-1].startswith("cdui")) == (failing == "repo/cdui")


@pytest.mark.parametrize("name", ["cdui", ".ci/run"])
def test_programs_have_their_run_bit(repo: Path, name: str) -> None:
    assert os.access(repo / name, os.X_OK)

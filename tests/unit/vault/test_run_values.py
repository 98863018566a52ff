"""The vault of runs: what a run has until it ends, and no log line that shows it meanwhile."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING

import pytest

from app import logs
from app.vault.run_values import RunValue, RunVault
from app.vault.secret import Secret

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger(__name__)


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    started = logs.start(None, stream=stream, as_json=True)
    yield stream
    started.close()


def _typed(text: str) -> dict[str, RunValue]:
    return {"p.key": RunValue(Secret(text), is_typed=True)}


def test_values_are_there_until_the_run_ends() -> None:
    vault = RunVault()
    vault.put("a", _typed("hunter-two"))
    vault.put("b", {})
    assert (len(vault), dict(vault.of("a")), dict(vault.of("b"))) == (1, _typed("hunter-two"), {})
    vault.put("a", _typed("other"))
    assert vault.of("a")["p.key"].secret == Secret("other")
    vault.drop("a")
    vault.drop("a")
    assert (len(vault), dict(vault.of("a"))) == (0, {})


def test_the_log_hides_a_value_as_long_as_some_run_has_it(lines: io.StringIO) -> None:
    vault = RunVault()
    vault.put("a", _typed('hunter "two"'))
    vault.put("b", _typed('hunter "two"'))
    vault.put("b", _typed('hunter "two"'))
    for gone in ("a", "b", ""):
        log.info("said %s", 'hunter "two"', extra={"deep": {"x": ['hunter "two"']}})
        vault.drop(gone)
    log.info("said %s", 'hunter "two"')
    shown = lines.getvalue().splitlines()
    assert ["hunter" in line for line in shown] == [False, False, True, True]
    assert '"message": "said ***"' in shown[0]
    assert '"deep": {"x": ["***"]}' in shown[0]

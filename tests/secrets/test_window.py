"""Secrets in the window with a real keyring: remember, use, forget; and what is said when it cannot be used."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browser_flow import built, run_flow
from tests.support.secret_traces import TELLER, files_with
from tests.support.server_process import server

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.secret_service import SecretService

MARK = "m4rk-of-a-secret"
LONGEST_S = 5.0
"""That a page may wait for the answer, the store's fallback included; what drawing takes comes on top."""


def _environ(service: SecretService) -> dict[str, str]:
    return {name: service.environ[name] for name in ("HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")}


def _told(service: SecretService, repo: Path, folder: Path, lang: str = "en") -> dict[str, Any]:
    with server(folder / "data", **_environ(service)) as running:
        return run_flow(repo, running.info["url"], "secrets_store", folder / "profile", lang_wanted=lang)


@pytest.mark.req("EA-392", "RX-197")
def test_a_secret_of_the_window_is_in_the_keyring_alone(unlocked: SecretService, repo: Path, tmp_path: Path) -> None:
    built(repo)
    teller = tmp_path / "teller.py"
    teller.write_text(TELLER, encoding="utf-8")
    with server(tmp_path / "data", **_environ(unlocked)) as running:
        seen = run_flow(repo, running.info["url"], "secrets", tmp_path / "profile", teller=str(teller), mark=MARK)
        assert (seen["store"], seen["why"]) == ("keyring", [])
        assert seen["said"] == ["hidden", "hidden", "blank"]
        assert (seen["traces"], seen["findings"]) == ([], [])
    assert files_with(tmp_path / "data", MARK) == []


@pytest.mark.req("RW-111")
def test_the_window_says_which_store_is_used_and_why(bus: SecretService, repo: Path, tmp_path: Path) -> None:
    built(repo)
    told = _told(bus, repo, tmp_path)
    assert (told["store"], told["why"]) == ("memory", ["keyring_absent"])
    assert told["text"].startswith("In memory.")
    assert "CODEFYUI_SECRETS_STORE=file" in told["text"]


def test_a_locked_keyring_is_named_in_the_language_of_the_window(
    activating: SecretService, repo: Path, tmp_path: Path
) -> None:
    built(repo)
    told = _told(activating, repo, tmp_path, "zh-TW")
    assert (told["store"], told["why"]) == ("memory", ["keyring_locked"])
    assert told["text"].startswith("存放於記憶體。")


def test_a_keyring_that_hangs_is_given_up_within_five_seconds(
    unlocked: SecretService, repo: Path, tmp_path: Path
) -> None:
    built(repo)
    assert unlocked.daemon is not None
    unlocked.daemon.send_signal(signal.SIGSTOP)
    told = _told(unlocked, repo, tmp_path)
    assert (told["store"], told["why"]) == ("memory", ["keyring_silent"])
    assert told["seconds"] < LONGEST_S + 3

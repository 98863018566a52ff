"""A user's desk: a user-data folder, the real command line, and a control plane that follows a script."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


class Desk:
    """One user with a folder of their own."""

    def __init__(self, root: Path, repo: Path) -> None:
        self.home = root / "home"
        self.home.mkdir()
        self.root = root
        self.repo = repo
        self.servers: list[subprocess.Popen[bytes]] = []
        self.graph = root / "graph.json"
        nodes = [{"id": "a", "type": "Start"}, {"id": "train", "type": "TrainingLoop"}]
        self.graph.write_text(json.dumps({"nodes": nodes, "edges": [], "keep": "me"}))

    def env(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """Ours, with this user's folder and English words."""
        kept = {
            k: v for k, v in os.environ.items() if not k.startswith(("CODEFYUI_", "LC_", "LANG", "DISPLAY", "WAYL"))
        }
        return {**kept, "CODEFYUI_USER_DATA_DIR": str(self.home), "CODEFYUI_LANG": "en", **(extra or {})}

    def popen(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a command and do not wait. It takes Ctrl-C also where the tests run in the background of a shell."""
        return subprocess.Popen(
            [sys.executable, "-m", "app", *arguments],
            cwd=self.repo,
            env=self.env(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    def cdui(self, *arguments: str, extra: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return subprocess.run(
            [sys.executable, "-m", "app", *arguments],
            cwd=self.repo,
            env=self.env(extra),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def serve(self, **script: Any) -> subprocess.Popen[bytes]:
        """Start the scripted control plane and wait until it listens."""
        file = self.root / "script.json"
        file.write_text(json.dumps({"events": [], "status": "succeeded", **script}))
        process = subprocess.Popen(
            [sys.executable, "tests/support/fake_plane.py", str(self.home), str(file)],
            cwd=self.repo,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        self.servers.append(process)
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        return process

    def memory(self) -> dict[str, Any]:
        """What the scripted control plane was sent."""
        found: dict[str, Any] = json.loads((self.home / "fake.json").read_text())
        return found

    def close(self) -> None:
        """End every server that still stands."""
        for process in self.servers:
            if process.poll() is None:
                process.kill()
            process.wait(10)
            assert process.stdout
            process.stdout.close()


@pytest.fixture
def desk(tmp_path: Path, repo: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, repo)
    yield made
    made.close()

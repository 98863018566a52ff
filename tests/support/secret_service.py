"""A real Secret Service for tests: a D-Bus of its own and GNOME's keyring daemon, in a home of their own."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

PASSWORD = "of the tests"
"""An empty one would not unlock the keyring."""

_WAIT_S = 30.0

_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>{services}
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
"""
_ACTIVATION = "<standard_session_servicedirs/>"


@dataclass
class SecretService:
    """A bus that runs. home: of everything. environ: what a process on this desktop has in its environment."""

    home: Path
    environ: Mapping[str, str]
    daemon: subprocess.Popen[bytes] | None = field(default=None)

    def unlock(self, password: str = PASSWORD) -> None:
        """Start the keyring daemon with its keyring open, and wait until it is on the bus.

        A password that is not the one of an earlier start leaves the keyring locked.
        """
        daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets"],
            env=dict(self.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.daemon = daemon
        assert daemon.stdin is not None
        daemon.stdin.write(password.encode())
        daemon.stdin.close()
        deadline = time.monotonic() + _WAIT_S
        while not self._is_there():
            assert daemon.poll() is None, "the keyring daemon ended"
            assert time.monotonic() < deadline, "the keyring daemon did not come to the bus"
            threading.Event().wait(0.01)

    def kill(self) -> None:
        """End the daemon at once, as a crash would."""
        if self.daemon is not None:
            self.daemon.kill()
            self.daemon.wait()
            self.daemon = None

    def _is_there(self) -> bool:
        done = subprocess.run(
            [
                "dbus-send",
                "--session",
                "--dest=org.freedesktop.DBus",
                "--print-reply=literal",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus.NameHasOwner",
                "string:org.freedesktop.secrets",
            ],
            env=dict(self.environ),
            capture_output=True,
            text=True,
            check=False,
        )
        return "true" in done.stdout


@contextmanager
def desktop(home: Path, *, activates: bool = False) -> Iterator[SecretService]:
    """A session bus. activates: it starts a (locked) keyring daemon by itself when somebody asks for one."""
    runtime = home / "runtime"
    runtime.mkdir(mode=0o700, parents=True)
    socket, config = home / "bus", home / "bus.conf"
    config.write_text(_BUS.format(socket=socket, services=_ACTIVATION if activates else ""))
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "DISPLAY", "WAYLAND"))}
    environ |= {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={socket}",
    }
    bus = subprocess.Popen(
        ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"],
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    service = SecretService(home, environ)
    try:
        assert bus.stdout is not None
        assert bus.stdout.readline(), "the bus did not start"
        yield service
    finally:
        service.kill()
        bus.kill()
        bus.communicate()

"""Starting at login: the files of each system, and what a desktop's own settings do to them."""

from __future__ import annotations

import plistlib
from pathlib import Path

from app.desktop.login import MacLogin, WindowsLogin, XdgLogin, login_of

WORDS = ["/opt/a b/cdui", "--window", "--in-tray"]


def test_an_entry_for_the_desktop_to_start_is_written_and_taken_away(tmp_path: Path) -> None:
    login = XdgLogin(tmp_path / "autostart", WORDS)
    assert not login.is_on()
    login.set(False)
    login.set(True)
    assert login.is_on()
    (file,) = (tmp_path / "autostart").iterdir()
    assert file.name == "codefyui.desktop"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert 'Exec="/opt/a b/cdui" "--window" "--in-tray"' in lines
    assert "X-GNOME-Autostart-enabled=true" in lines
    assert not any(line.startswith("MimeType") for line in lines)
    login.set(False)
    assert not login.is_on()
    assert list((tmp_path / "autostart").iterdir()) == []


def test_what_a_desktop_switches_off_is_off_until_it_is_set_again(tmp_path: Path) -> None:
    login = XdgLogin(tmp_path, WORDS)
    for line in ("Hidden=true", "X-GNOME-Autostart-enabled = false"):
        login.set(True)
        file = tmp_path / "codefyui.desktop"
        file.write_text(file.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
        assert not login.is_on()
        login.set(True)
        assert login.is_on()
    (tmp_path / "codefyui.desktop").write_bytes(b"\xff\xfe")
    assert not login.is_on()


def test_a_launch_agent_names_the_words(tmp_path: Path) -> None:
    login = MacLogin(tmp_path / "LaunchAgents", WORDS)
    assert not login.is_on()
    login.set(True)
    (file,) = (tmp_path / "LaunchAgents").iterdir()
    assert plistlib.loads(file.read_bytes()) == {
        "Label": "io.codefyui.desktop",
        "ProgramArguments": WORDS,
        "RunAtLoad": True,
    }
    login.set(False)
    assert not login.is_on()
    login.set(False)


def test_each_system_has_its_way(tmp_path: Path) -> None:
    assert isinstance(login_of("win32", {}), WindowsLogin)
    assert isinstance(login_of("darwin", {}), MacLogin)
    xdg = login_of("linux", {"XDG_CONFIG_HOME": str(tmp_path)})
    xdg.set(True)
    assert (tmp_path / "autostart" / "codefyui.desktop").exists()
    relative = login_of("linux", {"XDG_CONFIG_HOME": "relative"})
    assert isinstance(relative, XdgLogin)
    assert relative._file == Path.home() / ".config" / "autostart" / "codefyui.desktop"

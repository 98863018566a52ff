"""`cdui desktop install | remove`: the program in the desktop's menu, and as who opens `cdui://` links.

Files of the freedesktop.org specifications (Desktop Entry, 1.5; Icon Theme; Shared MIME) in the user's own folders:
nothing outside them is touched, and `remove` takes away what `install` wrote.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import Parser
from app.desktop.openings import SCHEME
from app.desktop.words import PRODUCT, WORDS, WindowError, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "codefyui"
"""Of the files, and of the window's class: by it a desktop puts the window under this entry."""

ICON = Path(__file__).with_name("icon.svg")

_MIME = f"x-scheme-handler/{SCHEME}"
_TOOL_S = 20.0


def main(arguments: Sequence[str]) -> int:
    """Write or remove the entry; exit 0. Raises: CliError, exit code 2 where there is no such menu."""
    parser = Parser("desktop", "about_desktop")
    parser.add_argument("action", choices=("install", "remove"), help=say("menu_action"))
    given = parser.parse_args(arguments)
    if sys.platform != "linux":
        raise WindowError("menu_elsewhere")
    data = data_folder(os.environ)
    try:
        changed = install(data, launch_words()) if given.action == "install" else remove(data)
    except OSError as problem:
        raise WindowError("window_unwritable", 1, folder=data, why=problem.strerror or problem) from None
    for path in changed:
        print(say("menu_installed" if given.action == "install" else "menu_removed", path=path))
    if not changed:
        print(say("menu_none"))
    _tell_desktop(data, is_there=given.action == "install")
    return 0


def data_folder(environ: Mapping[str, str]) -> Path:
    """Where the user's own applications and icons lie (XDG Base Directory)."""
    given = environ.get("XDG_DATA_HOME", "")
    # a relative one is to be ignored, says the specification
    return Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"


def launch_words() -> list[str]:
    """The command line that starts this program: a checkout's launcher, a bundle's own file, or this interpreter."""
    root = Path(__file__).resolve().parents[2]
    if getattr(sys, "frozen", False):
        return [sys.executable]
    if (root / "cdui").is_file() and os.access(root / "cdui", os.X_OK):
        return [str(root / "cdui")]
    found = shutil.which("cdui")
    return [found] if found else [sys.executable, "-m", "app"]


def install(data: Path, words: Sequence[str]) -> list[Path]:
    """Write the entry and its icon below `data`, over older ones; answers their paths. Raises: OSError."""
    entry, icon = _paths(data)
    for path in (entry, icon):
        path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ICON, icon)
    part = entry.with_name(f".{entry.name}.{os.getpid()}")
    part.write_text(entry_text(words), encoding="utf-8")
    part.replace(entry)
    return [entry, icon]


def remove(data: Path) -> list[Path]:
    """Take them away; answers what was there. Raises: OSError."""
    there = [path for path in _paths(data) if path.exists()]
    for path in there:
        path.unlink()
    return there


def entry_text(words: Sequence[str], *, at_login: bool = False) -> str:
    """The entry that starts this command line, with a link as its last word where one was pressed; or, `at_login`, one
    that the desktop starts by itself.
    """
    english, chinese = WORDS["menu_comment"]
    field = "" if at_login else " %u"
    lines = [
        "[Desktop Entry]",
        "Type=Application",
        "Version=1.5",
        f"Name={PRODUCT}",
        f"Comment={english}",
        f"Comment[zh_TW]={chinese}",
        f"Exec={' '.join(quoted(word) for word in words)}{field}",
        f"Icon={NAME}",
        "Terminal=false",
        "Categories=Development;Science;",
        "X-GNOME-Autostart-enabled=true" if at_login else f"MimeType={_MIME};",
        f"StartupWMClass={NAME}",
        "StartupNotify=true",
        "SingleMainWindow=true",
    ]
    return "\n".join(lines) + "\n"


def quoted(word: str) -> str:
    """One word for Exec: quoted, then escaped once more as every text of the file is; `%` would be a field."""
    escaped = "".join("\\" + sign if sign in '"`$\\' else sign for sign in word)
    return '"' + escaped.replace("\\", "\\\\").replace("%", "%%") + '"'


def _paths(data: Path) -> tuple[Path, Path]:
    icons = data / "icons" / "hicolor" / "scalable" / "apps"
    return data / "applications" / f"{NAME}.desktop", icons / f"{NAME}.svg"


def _tell_desktop(data: Path, *, is_there: bool) -> None:
    """Have the desktop look again. Without its tools it finds the entry by itself at the next login."""
    lines = [["update-desktop-database", str(data / "applications")]]
    if is_there:
        lines.append(["xdg-mime", "default", f"{NAME}.desktop", _MIME])
    for line in lines:
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=_TOOL_S)

"""Builds `ui/` into `app/_ui` when that is older than its sources; every start from a checkout calls it.

Standard library alone: it runs before the environment is complete, and inside a wheel build. The new build is put in
place by one rename, so a server that is running never serves half of it. Exit codes: 0 built or nothing to do, 1 the
build failed, 2 there is neither a build nor Node.js to make one.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "ui"
BUILT = ROOT / "app" / "_ui"
STAMP = ".stamp"
OLDEST_NODE = (20, 19)
PACKED = frozenset({".js", ".css", ".html", ".svg", ".json"})
ONE_PACKET_BYTES = 1400
"""A file of no more goes out in one packet as it is: a smaller one beside it would be room for nothing."""
_NOT_SOURCES = frozenset({"node_modules", "dist", "tests"})


def digest(folder: Path) -> str:
    """SHA-256 over names and bytes of everything that the build is made from; 40 hexadecimal digits of it."""
    found = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        if parts[0] in _NOT_SOURCES or file.name.startswith(".") or not file.is_file():
            continue
        found.update("/".join(parts).encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:40]


def is_fresh(wanted: str) -> bool:
    """True when the build in place was made from these sources."""
    try:
        return (BUILT / STAMP).read_text("ascii") == wanted
    except OSError:
        return False


def node_problem() -> tuple[str, str] | None:
    """Why Node.js cannot be used here, in both languages; None when it can."""
    oldest = ".".join(map(str, OLDEST_NODE))
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return f"Node.js {oldest} or newer was not found", f"找不到 Node.js {oldest} 以上的版本"
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    numbers = tuple(int(part) for part in said.lstrip("v").split(".")[:2] if part.isdigit())
    if numbers < OLDEST_NODE:
        return f"Node.js is {said}, and {oldest} or newer is needed", f"Node.js 版本是 {said}，需要 {oldest} 以上"
    return None


def build(wanted: str) -> None:
    """Install the libraries of the lock file, build, compress, put in place. Raises: CalledProcessError; OSError."""
    npm = shutil.which("npm") or "npm"
    lock = hashlib.sha256((SOURCES / "package-lock.json").read_bytes()).hexdigest()
    installed = SOURCES / "node_modules" / ".cdui-lock"
    if not installed.is_file() or installed.read_text("ascii") != lock:
        _run([npm, "ci", "--no-audit", "--no-fund"])
        installed.write_text(lock, "ascii")
    new = BUILT.with_name(f"_ui.{os.getpid()}.new")
    shutil.rmtree(new, ignore_errors=True)
    try:
        environment = {**os.environ, "CDUI_UI_BUILD": wanted}
        _run([npm, "exec", "--", "vite", "build", "--outDir", str(new), "--emptyOutDir"], environment)
        for file in sorted(new.rglob("*")):
            if file.suffix in PACKED and file.stat().st_size > ONE_PACKET_BYTES:
                file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
        (new / STAMP).write_text(wanted, "ascii")
        _put_in_place(new)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _put_in_place(new: Path) -> None:
    old = BUILT.with_name(f"_ui.{os.getpid()}.old")
    if BUILT.exists():
        BUILT.rename(old)
    new.rename(BUILT)
    shutil.rmtree(old, ignore_errors=True)


def _run(command: list[str], environment: dict[str, str] | None = None) -> None:
    # its lines are for people: stdout belongs to the command that the start goes on with
    subprocess.run(command, cwd=SOURCES, env=environment, stdout=sys.stderr, check=True)


def _say(english: str, chinese: str) -> None:
    names = ("CODEFYUI_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = next((os.environ[name] for name in names if os.environ.get(name)), "")
    is_chinese = wanted.replace("-", "_").startswith(("zh_TW", "zh_Hant")) or wanted == "zh"
    print(chinese if is_chinese else english, file=sys.stderr, flush=True)


def main() -> int:
    """See the module."""
    if not SOURCES.is_dir():
        return 0 if (BUILT / "index.html").is_file() else 2
    wanted = digest(SOURCES)
    if is_fresh(wanted):
        (BUILT / STAMP).touch()  # the start looks at times before it asks
        return 0
    problem = node_problem()
    if problem is not None:
        has_old = (BUILT / "index.html").is_file()
        _say(
            f"{problem[0]}: " + ("an older user interface is used." if has_old else "there is no user interface."),
            f"{problem[1]}：" + ("將使用較舊的使用者介面。" if has_old else "沒有使用者介面可用。"),
        )
        return 0 if has_old else 2
    _say("Building the user interface; the first time takes half a minute", "正在建置使用者介面；第一次約需半分鐘")
    try:
        build(wanted)
    except (subprocess.CalledProcessError, OSError) as error:
        _say(f"The user interface could not be built: {error}", f"無法建置使用者介面：{error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The launcher in a copy of the checkout: a stand-in Python takes down what it is asked to do, nothing is fetched."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

PYTHON = r"""#!/bin/sh
# A stand-in for Python: the real one for small questions, a record of everything else.
log="$CDUI_TEST_LOG"
case "$*" in
  *"-m venv"*)
    echo venv >>"$log"
    for last; do :; done
    rm -rf "$last"; mkdir -p "$last/bin"; touch "$last/pyvenv.cfg"; cp "$0" "$last/bin/python" ;;
  *"-m pip"*)
    echo "pip $*" >>"$log"
    if [ -n "${CDUI_TEST_HOLD-}" ]; then echo pip-holds; read -r _ <"$CDUI_TEST_HOLD"; fi
    exit "${CDUI_TEST_PIP_EXIT:-0}" ;;
  *"-m app"*) shift 3; for a; do printf '[%s]' "$a"; done; echo ;;
  *"import pip"*) exit 0 ;;
  *) exec "$CDUI_TEST_REAL" "$@" ;;
esac
"""


class Checkout:
    """A copy of what the launcher reads, in a folder with a space and Chinese in its name."""

    def __init__(self, root: Path, repo: Path) -> None:
        self.root = root / "my 專案 folder"
        (self.root / "packaging").mkdir(parents=True)
        (self.root / "app").mkdir()
        for name in ("cdui", "pyproject.toml", "packaging/constraints.txt", "app/__init__.py"):
            shutil.copy(repo / name, self.root / name)
        self.bin = root / "bin"
        self.bin.mkdir()
        self.log = root / "log"
        self.add_python("python3", PYTHON)
        for tool in ("sh", "cat", "cksum", "tr", "sed", "dirname", "readlink", "mv", "rm", "mkdir", "cp", "touch"):
            where = shutil.which(tool)
            assert where
            (self.bin / tool).symlink_to(where)

    def add_python(self, name: str, text: str) -> None:
        """Put an executable on the PATH that the launcher sees."""
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def env(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """Only our tools on PATH, English words."""
        base = {"PATH": str(self.bin), "CDUI_TEST_LOG": str(self.log), "CDUI_TEST_REAL": sys.executable, "LANG": "C"}
        return {**base, **(extra or {})}

    def run(
        self,
        *arguments: str,
        extra: Mapping[str, str] | None = None,
        program: Path | None = None,
        cwd: Path | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Call the launcher and wait for it."""
        return subprocess.run(
            [str(program or self.root / "cdui"), *arguments],
            env=self.env(extra),
            cwd=cwd or self.root.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def steps(self) -> Sequence[str]:
        """What the stand-in was asked to do: venv, pip <extras>."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return ["pip " + line.rsplit("-e ", 1)[1] if line.startswith("pip") else line for line in lines]


@pytest.fixture
def checkout(tmp_path: Path, repo: Path) -> Checkout:
    return Checkout(tmp_path, repo)


@pytest.mark.req("RW-018")
def test_version_needs_no_set_up(checkout: Checkout) -> None:
    done = checkout.run("--version")
    from app import __version__

    assert (done.returncode, done.stdout) == (0, f"codefyui-desktop {__version__}\n")
    assert not (checkout.root / ".venv").exists()
    assert checkout.steps() == []


def test_first_call_sets_up_and_the_second_only_runs(checkout: Checkout) -> None:
    first = checkout.run("start", "two words", "")
    assert (first.returncode, first.stdout) == (0, "[start][two words][]\n")
    assert checkout.steps() == ["venv", "pip .[ml]"]
    assert "[1/2]" in first.stderr
    assert "[2/2]" in first.stderr
    second = checkout.run("start")
    assert (second.stdout, second.stderr) == ("[start]\n", "")
    assert checkout.steps() == ["venv", "pip .[ml]"]


def test_the_pins_are_given_to_pip(checkout: Checkout) -> None:
    checkout.run("start")
    assert "-c packaging/constraints.txt" in checkout.log.read_text()


def test_it_works_through_symlinks_from_any_folder(checkout: Checkout, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    (elsewhere / "absolute").symlink_to(checkout.root / "cdui")
    (elsewhere / "chained").symlink_to("absolute")
    (elsewhere / "app").mkdir()
    done = checkout.run("start", program=elsewhere / "chained", cwd=elsewhere)
    assert (done.returncode, done.stdout) == (0, "[start]\n")
    assert (checkout.root / ".venv" / "cdui-stamp").exists()
    assert not (elsewhere / ".venv").exists()


def test_a_changed_pin_installs_again_and_keeps_the_test_tools(checkout: Checkout) -> None:
    checkout.run("test")
    checkout.run("start")
    assert checkout.steps() == ["venv", "pip .[ml,desktop,test]"]
    with (checkout.root / "packaging" / "constraints.txt").open("a") as pins:
        pins.write("# moved\n")
    checkout.run("start")
    assert checkout.steps() == ["venv", "pip .[ml,desktop,test]", "pip .[ml,desktop,test]"]


@pytest.mark.parametrize("command", ["status", "stop", "--version"])
def test_asking_and_stopping_install_nothing_after_a_changed_pin(checkout: Checkout, command: str) -> None:
    checkout.run("start")
    with (checkout.root / "packaging" / "constraints.txt").open("a") as pins:
        pins.write("# moved\n")
    done = checkout.run(command)
    assert (done.returncode, done.stderr) == (0, "")
    assert checkout.steps() == ["venv", "pip .[ml]"]
    checkout.run("start")
    assert checkout.steps() == ["venv", "pip .[ml]", "pip .[ml]"]


@pytest.mark.parametrize("command", ["status", "stop"])
def test_asking_and_stopping_without_an_environment_make_none(checkout: Checkout, command: str) -> None:
    done = checkout.run(command)
    assert (done.returncode, done.stdout, checkout.steps()) == (1, "", [])
    assert "./cdui start" in done.stderr
    assert not (checkout.root / ".venv").exists()


@pytest.mark.parametrize("command", ["status", "stop"])
def test_asking_and_stopping_find_the_program_of_a_moved_checkout(checkout: Checkout, command: str) -> None:
    checkout.run("start")
    checkout.root = checkout.root.rename(checkout.root.parent / "moved")
    (checkout.root / ".venv" / "bin" / "python").write_text('#!/bin/sh\necho "$PYTHONPATH"\n')
    done = checkout.run(command)
    assert (done.returncode, done.stdout) == (0, f"{checkout.root}\n")
    assert checkout.steps() == ["venv", "pip .[ml]"]


@pytest.mark.parametrize("command", ["status", "stop"])
def test_asking_and_stopping_wait_for_no_other_set_up(checkout: Checkout, command: str) -> None:
    checkout.run("start")
    with (checkout.root / "packaging" / "constraints.txt").open("a") as pins:
        pins.write("# moved\n")
    process, gate = _hold(checkout, "start")
    done = checkout.run(command)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"[{command}]\n", "")
    gate.write_text("go\n")
    process.communicate(timeout=30)
    assert process.returncode == 0


def test_test_tools_are_added_when_asked_for(checkout: Checkout) -> None:
    checkout.run("start")
    checkout.run("test", "-k", "x")
    assert checkout.steps() == ["venv", "pip .[ml]", "pip .[ml,desktop,test]"]


def test_a_moved_checkout_is_set_up_again(checkout: Checkout) -> None:
    checkout.run("start")
    checkout.root = checkout.root.rename(checkout.root.parent / "moved")
    assert checkout.run("start").returncode == 0
    assert checkout.steps() == ["venv", "pip .[ml]", "pip .[ml]"]


def test_failed_installation_says_so_and_starts_over(checkout: Checkout) -> None:
    done = checkout.run("start", extra={"CDUI_TEST_PIP_EXIT": "3"})
    assert (done.returncode, done.stdout) == (1, "")
    assert "could not be installed" in done.stderr
    again = checkout.run("start")
    assert (again.returncode, again.stdout) == (0, "[start]\n")
    assert checkout.steps() == ["venv", "pip .[ml]", "venv", "pip .[ml]"]


def _hold(checkout: Checkout, *arguments: str) -> tuple[subprocess.Popen[bytes], Path]:
    """Start the launcher and wait until its installation is under way; it goes on when the gate is written to."""
    gate = checkout.root.parent / "gate"
    os.mkfifo(gate)
    process = subprocess.Popen(
        [str(checkout.root / "cdui"), *arguments],
        env=checkout.env({"CDUI_TEST_HOLD": str(gate)}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stderr
    assert any(b"pip-holds" in line for line in iter(process.stderr.readline, b""))
    return process, gate


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_set_up_leaves_no_half_environment(checkout: Checkout, how: signal.Signals) -> None:
    process, _ = _hold(checkout, "start")
    os.killpg(process.pid, how)
    process.communicate(timeout=30)
    assert process.returncode == (130 if how is signal.SIGINT else -9)
    assert not (checkout.root / ".venv" / "cdui-stamp").exists()
    again = checkout.run("start")
    assert (again.returncode, again.stdout) == (0, "[start]\n")
    assert checkout.steps() == ["venv", "pip .[ml]", "venv", "pip .[ml]"]


def test_two_first_starts_set_up_once(checkout: Checkout) -> None:
    first, gate = _hold(checkout, "start")
    second = subprocess.Popen(
        [str(checkout.root / "cdui"), "validate"],
        env=checkout.env(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert second.stderr
    assert b"waiting" in second.stderr.readline()
    opened = threading.Thread(target=lambda: gate.write_text("go\n"))
    opened.start()
    assert first.communicate(timeout=30)[0] == b"[start]\n"
    assert second.communicate(timeout=30)[0] == b"[validate]\n"
    opened.join()
    assert checkout.steps() == ["venv", "pip .[ml]"]


def test_old_python_is_named(checkout: Checkout) -> None:
    checkout.add_python("python3", "#!/bin/sh\nexit 1\n")
    done = checkout.run("start")
    assert done.returncode == 1
    assert "Python 3.11 or newer" in done.stderr
    assert not (checkout.root / ".venv").exists()


def test_python_without_venv_names_the_package(checkout: Checkout) -> None:
    refuse = '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\nexec "$CDUI_TEST_REAL" "$@"\n'
    checkout.add_python("python3", refuse)
    done = checkout.run("start")
    assert done.returncode == 1
    version = ".".join(map(str, sys.version_info[:2]))
    assert f"sudo apt install python{version}-venv" in done.stderr


def test_chinese_words_where_the_locale_asks_for_them(checkout: Checkout) -> None:
    done = checkout.run("start", extra={"LANG": "zh_TW.UTF-8"})
    assert "安裝程式庫" in done.stderr
    assert "Installing" not in done.stderr


def test_a_file_name_in_a_foreign_script_cannot_break_the_hand_over(checkout: Checkout) -> None:
    done = checkout.run("run", "圖 $(x) 'q\" \\.json", "--", "*")
    assert done.stdout == "[run][圖 $(x) 'q\" \\.json][--][*]\n"


def _ui(checkout: Checkout, repo: Path, npm: str) -> None:
    (checkout.root / "ui" / "src").mkdir(parents=True)
    (checkout.root / "ui" / "package.json").write_text("{}")
    (checkout.root / "ui" / "package-lock.json").write_text("{}")
    shutil.copy(repo / "packaging" / "ui.py", checkout.root / "packaging" / "ui.py")
    checkout.add_python("npm", npm)
    checkout.add_python("node", "#!/bin/sh\necho v20.19.0\n")
    for tool in ("find", "head"):
        where = shutil.which(tool)
        assert where
        (checkout.bin / tool).symlink_to(where)


NPM = r"""#!/bin/sh
echo "npm $1 $3" >>"$CDUI_TEST_LOG"
if [ "$1" = ci ]; then mkdir -p node_modules; exit; fi
mkdir -p "$6/assets"; echo "<html>" >"$6/index.html"; echo 1 >"$6/assets/a.js"
"""
BUILT = ["npm ci --no-fund", "npm exec vite"]


def test_the_user_interface_is_built_when_its_sources_have_changed(checkout: Checkout, repo: Path) -> None:
    _ui(checkout, repo, NPM)
    done = checkout.run("start")
    assert (done.returncode, done.stdout) == (0, "[start]\n")
    assert checkout.steps()[2:] == BUILT
    assert (checkout.root / "app" / "_ui" / "index.html").read_text() == "<html>\n"
    checkout.run("start")
    assert len(checkout.steps()) == 4
    source = checkout.root / "ui" / "src" / "main.tsx"
    source.write_text("new")
    os.utime(checkout.root / "app" / "_ui" / ".stamp", (1, 1))
    checkout.run("start")
    assert checkout.steps()[4:] == BUILT[1:]


def test_a_source_that_was_only_touched_is_not_built_again(checkout: Checkout, repo: Path) -> None:
    _ui(checkout, repo, NPM)
    checkout.run("start")
    stamp = checkout.root / "app" / "_ui" / ".stamp"
    os.utime(stamp, (1, 1))
    checkout.run("start")
    assert len(checkout.steps()) == 4
    assert stamp.stat().st_mtime > 1


@pytest.mark.parametrize("arguments", [("status",), ("stop",), ("validate", "x.json"), ("export", "x.json")])
def test_commands_that_show_no_window_build_none(checkout: Checkout, repo: Path, arguments: tuple[str, ...]) -> None:
    checkout.run("start")
    _ui(checkout, repo, NPM)
    assert checkout.run(*arguments).returncode == 0
    assert checkout.steps()[2:] == []


def test_a_user_interface_that_does_not_build_is_named_and_the_old_one_stays(checkout: Checkout, repo: Path) -> None:
    _ui(checkout, repo, NPM)
    checkout.run("start")
    (checkout.root / "ui" / "src" / "main.tsx").write_text("new")
    os.utime(checkout.root / "app" / "_ui" / ".stamp", (1, 1))
    checkout.add_python("npm", "#!/bin/sh\nexit 1\n")
    done = checkout.run("start")
    assert (done.returncode, done.stdout) == (1, "")
    assert "could not be built" in done.stderr
    assert (checkout.root / "app" / "_ui" / "index.html").is_file()
    assert [path.name for path in (checkout.root / "app").glob("_ui*")] == ["_ui"]


def test_without_node_the_program_starts_all_the_same(checkout: Checkout, repo: Path) -> None:
    _ui(checkout, repo, NPM)
    (checkout.bin / "npm").unlink()
    done = checkout.run("start")
    assert (done.returncode, done.stdout) == (0, "[start]\n")
    assert "Node.js 20.19 or newer was not found" in done.stderr


def test_a_node_that_is_too_old_is_named(checkout: Checkout, repo: Path) -> None:
    _ui(checkout, repo, NPM)
    checkout.add_python("node", "#!/bin/sh\necho v18.20.4\n")
    done = checkout.run("start", extra={"LANG": "zh_TW.UTF-8"})
    assert (done.returncode, done.stdout) == (0, "[start]\n")
    assert "Node.js 版本是 v18.20.4，需要 20.19 以上" in done.stderr

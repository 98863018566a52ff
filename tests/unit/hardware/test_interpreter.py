"""The interpreter that a setting names is looked at once, and each way of being no use has its own words."""

from __future__ import annotations

import os
import stat
import sys
import threading
from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import Refused
from app.hardware import interpreter
from app.hardware.interpreter import FAILED_FOR_S, Interpreter, NamedInterpreter, look
from app.hardware.torch_build import TorchBuild
from tests.support.run_processes import is_gone, wait_until

if TYPE_CHECKING:
    from pathlib import Path


def program(folder: Path, text: str, name: str = "python") -> str:
    """A program of this Python's that answers as the text does."""
    file = folder / name
    file.write_text(f"#!{sys.executable}\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def answering(folder: Path, answer: str) -> str:
    return program(folder, f"print('noise of a site'); print('cdui-probe:' + '{answer}'); print('more')")


def refused(named: str, probe_s: float = 20.0) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as found:
        look(named, os.environ, probe_s)
    return found.value.reason.code, dict(found.value.reason.params)


def test_this_interpreter_is_found_with_its_torch() -> None:
    found = look(sys.executable, os.environ)
    version = ".".join(map(str, sys.version_info[:3]))
    assert (found.path, found.version, found.torch.version) == (sys.executable, version, torch.__version__)
    assert (found.torch.cuda, found.cards) == (torch.version.cuda, torch.cuda.device_count())


def test_a_name_is_looked_up_and_a_link_stays_a_link(tmp_path: Path) -> None:
    answering(tmp_path, '{"version": [3, 12, 1], "torch": "2.9.0+cu130", "cuda": "13.0", "hip": null, "cards": 2}')
    (tmp_path / "link").symlink_to("python")
    found = look("link", {"PATH": str(tmp_path)})
    assert (found.path, found.version, found.cards) == (str(tmp_path / "link"), "3.12.1", 2)
    assert (found.torch.version, found.torch.cuda, found.torch.hip) == ("2.9.0+cu130", "13.0", None)


def test_what_is_not_there_or_no_program(tmp_path: Path) -> None:
    assert refused(str(tmp_path / "none")) == ("python_not_found", {"python": str(tmp_path / "none")})
    assert refused(str(tmp_path))[0] == "python_not_found"
    plain = tmp_path / "plain"
    plain.write_text("no program")
    assert refused(str(plain))[0] == "python_probe_failed"
    gone = program(tmp_path, "", "gone")
    with open(gone, "w") as file:
        file.write("#!/no/such/interpreter\n")
    assert refused(gone)[0] == "python_not_found"


@pytest.mark.parametrize("version", ["[2, 7, 18]", "[3, 9, 99]"])
def test_an_old_python_says_its_version(tmp_path: Path, version: str) -> None:
    code, params = refused(answering(tmp_path, f'{{"version": {version}}}'))
    assert code == "python_too_old"
    assert params["version"] == ".".join(version.strip("[]").split(", "))
    assert params["needed"] == "3.10"


def test_the_oldest_python_that_will_do(tmp_path: Path) -> None:
    assert look(answering(tmp_path, '{"version": [3, 10, 0], "torch": "2.1"}'), os.environ).version == "3.10.0"


def test_a_python_without_torch_says_what_its_import_raised(tmp_path: Path) -> None:
    code, params = refused(answering(tmp_path, '{"version": [3, 12, 1], "problem": "ImportError: libcudart"}'))
    assert (code, params["problem"]) == ("python_without_torch", "ImportError: libcudart")


def test_the_probe_itself_tells_of_a_torch_that_breaks(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise OSError('no libtorch')")
    with pytest.raises(Refused) as found:
        look(sys.executable, {**os.environ, "PYTHONPATH": str(tmp_path)})
    assert found.value.reason.code == "python_without_torch"
    assert found.value.reason.params["problem"] == "OSError: no libtorch"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "import sys; sys.exit(3)",
        "print('cdui-probe:no json')",
        "print('cdui-probe:[]')",
        "print('cdui-probe:{\"version\": 3}')",
        "import os; os.kill(os.getpid(), 11)",
        "while True: print('y' * 1000)",
    ],
)
def test_a_program_that_answers_otherwise(tmp_path: Path, text: str) -> None:
    assert refused(program(tmp_path, text))[0] == "python_probe_failed"


def test_a_program_that_never_answers_is_given_up_with_all_it_started(tmp_path: Path) -> None:
    said = tmp_path / "pid"
    text = (
        "import subprocess, sys, time\n"
        "left = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(said)!r}, 'w').write(str(left.pid))\n"
        "time.sleep(600)"
    )
    code, params = refused(program(tmp_path, text), 1.0)
    assert (code, params["problem"]) == ("python_probe_failed", "> 1 s")
    left = int(said.read_text())
    wait_until(lambda: is_gone(left), what="the program that it had started ends")


class _Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_is_looked_at_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    found = Interpreter("/p", "3.12.1", TorchBuild("2.9"))

    def once(named: str, environ: object, probe_s: float) -> Interpreter:
        looks.append(named)
        return found

    monkeypatch.setattr(interpreter, "look", once)
    named = NamedInterpreter("p", {}, _Clock())
    threads = [threading.Thread(target=named.get) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (named.get(), looks) == (found, ["p"])


def test_a_refusal_is_looked_at_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []
    found = Interpreter("/p", "3.12.1", TorchBuild("2.9"))

    def mended_later(named: str, environ: object, probe_s: float) -> Interpreter:
        looks.append(named)
        if len(looks) < 2:
            raise Refused.of("python_not_found", python=named)
        return found

    monkeypatch.setattr(interpreter, "look", mended_later)
    clock = _Clock()
    named = NamedInterpreter("p", {}, clock)
    for _ in range(3):
        with pytest.raises(Refused):
            named.get()
    assert len(looks) == 1
    clock.now += FAILED_FOR_S
    assert named.get() is found

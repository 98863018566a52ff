"""What `cdui test` selects, counts and says."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.cli import checks
from app.cli.suites import SUITES, Counts, Package, Suite, budget, missing, parts, read_counts, read_packages, targets
from app.cli.words import CliError


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEFYUI_LANG", "en")


def _suite(name: str, root: Path) -> list[str]:
    return targets(next(s for s in SUITES if s.name == name), root)


def test_every_test_folder_belongs_to_exactly_one_suite(tmp_path: Path) -> None:
    for folder in ("architecture", "integration/launcher", "unit", "workers"):
        (tmp_path / "tests" / folder).mkdir(parents=True)
    assert _suite("set-up", tmp_path) == ["tests/architecture", "tests/integration/launcher"]
    assert _suite("workers", tmp_path) == ["tests/workers"]
    assert _suite("ssh", tmp_path) == []
    ignored = ["tests/architecture", "tests/integration/launcher", "tests/workers"]
    assert _suite("graph", tmp_path) == ["tests", *(f"--ignore={path}" for path in ignored)]


def test_the_shares_are_those_of_the_budget(repo: Path) -> None:
    shares = {suite.name: suite.minutes for suite in SUITES}
    expected = {
        "set-up": 4,
        "graph": 12,
        "window": 10,
        "desktop": 3,
        "workers": 6,
        "files": 4,
        "bundle": 3,
        "ssh": 3,
        "secrets": 1,
    }
    assert shares == expected
    told = (repo / "CONTRIBUTING.md").read_text()
    assert [name for name, minutes in shares.items() if f"| {name} | {minutes} |" not in told] == []


def test_the_list_of_packages_is_read_and_checked(repo: Path) -> None:
    rows = read_packages("# note\n\nneeded | graph | true\nabsent | ssh | false | cat\nbroken line\n")
    assert rows == [Package("needed", "graph", "true"), Package("absent", "ssh", "false | cat")]
    assert missing([Package("a", "graph", "true"), Package("b", "ssh", "exit 3")]) == [Package("b", "ssh", "exit 3")]
    real = read_packages((repo / "packaging" / "apt-packages.txt").read_text())
    assert real
    assert {package.suite for package in real} <= {suite.name for suite in SUITES}


def test_counts_of_a_report(tmp_path: Path) -> None:
    report = tmp_path / "r.xml"
    report.write_text('<testsuites><testsuite tests="10" failures="2" skipped="1" errors="1"/></testsuites>')
    counts = read_counts(report)
    assert counts == Counts(passed=6, failed=2, skipped=1, errors=1)
    line = (counts + Counts(passed=1)).line(1.5)
    assert line.strip("= ") == "2 failed, 7 passed, 1 skipped, 1 errors in 1.50s"
    assert len(line) == 80
    assert read_counts(tmp_path / "none.xml") == Counts(errors=1)
    assert Counts().line(0).strip("= ") == "no tests ran in 0.00s"


def test_a_suite_over_its_share_is_marked() -> None:
    assert budget({"ssh": 179.0, "bundle": 241.0}) == [
        ("ssh", "3.0 min", "3 min", False),
        ("bundle", "4.0 min", "3 min", True),
    ]


class Calls:
    """Stands in for the tools: remembers command lines, fails those that contain a word."""

    def __init__(self, fails: str = "") -> None:
        self.lines: list[str] = []
        self.fails = fails

    def __call__(self, line: list[str], root: Path) -> int:
        self.lines.append(" ".join(line))
        for word in line:
            if word.startswith("--junit-xml="):
                with open(word.removeprefix("--junit-xml="), "w") as report:
                    report.write('<testsuite tests="3" failures="0" skipped="0" errors="0"/>')
        return 1 if self.fails and self.fails in self.lines[-1] else 0


def test_what_measures_runs_alone_and_no_test_twice() -> None:
    shared, alone = parts(Suite("a", 1, ("tests",), is_shared=True))
    assert shared == ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "-m", "not bench"]
    assert alone == ["-m", "bench"]
    assert parts(Suite("a", 1, ("tests",))) == ([],)


THERE = [part for suite in SUITES if targets(suite, Path(__file__).resolve().parents[3]) for part in parts(suite)]
"""What this checkout calls pytest for."""


def _run(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], fails: str = "", absent: list[Package] | None = None
) -> tuple[int, list[str]]:
    calls = Calls(fails)
    monkeypatch.setattr(checks, "_call", calls)
    monkeypatch.setattr(checks, "missing", lambda packages: absent or [])
    return checks.main(arguments), calls.lines


def test_everything_runs_and_the_total_stands_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = _run(monkeypatch, ["--slow"])
    assert code == 0
    for tool in ("ruff format --check", "ruff check", "mypy", "lint-imports"):
        assert [line for line in lines if tool in line]
    suites = [line for line in lines if "pytest" in line]
    assert len(suites) == len(THERE)
    assert all("--slow" in line for line in suites)
    assert f"{3 * len(THERE)} passed in" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("tool", ["ruff format", "ruff check", "mypy", "lint-imports", "tests/architecture "])
def test_anything_that_fails_fails_the_whole(monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    assert _run(monkeypatch, [], fails=tool)[0] == 1


def test_a_missing_package_leaves_its_suite_out_and_fails_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = [Package("libfoo", "set-up", "false"), Package("libbar", "set-up", "false")]
    code, lines = _run(monkeypatch, [], absent=absent)
    assert code == 0
    assert len([line for line in lines if "pytest" in line]) == len(THERE) - 1
    shown = capsys.readouterr().out
    assert "set-up" in shown
    assert "sudo apt install libfoo libbar" in shown
    assert _run(monkeypatch, ["--all"], absent=absent)[0] == 1


def test_without_a_keyring_to_try_its_suite_alone_is_left_out(
    repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = read_packages((repo / "packaging" / "apt-packages.txt").read_text())
    absent = [package for package in rows if package.suite == "secrets"]
    code, lines = _run(monkeypatch, [], absent=absent)
    selected = [line.rpartition("report.xml ")[2] for line in lines if "pytest" in line]
    assert [line for line in selected if line.startswith("tests/secrets")] == []
    assert [line for line in selected if "--ignore=tests/secrets" in line] != []
    assert (code, "sudo apt install dbus gnome-keyring" in capsys.readouterr().out) == (0, True)
    assert _run(monkeypatch, ["--all"], absent=absent)[0] == 1


def test_pytest_arguments_run_just_those_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    code, lines = _run(monkeypatch, ["tests/unit", "-k", "x", "--slow"])
    assert (code, len(lines)) == (0, 1)
    assert lines[0].endswith("-m pytest --slow tests/unit -k x")


@pytest.mark.parametrize(("given", "answered"), [(0, 0), (1, 1), (2, 1), (4, 2), (5, 1)])
def test_exit_codes_of_pytest(monkeypatch: pytest.MonkeyPatch, given: int, answered: int) -> None:
    monkeypatch.setattr(checks, "_call", lambda line, root: given)
    assert checks.main(["-k", "x"]) == answered


def test_outside_a_checkout_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "__file__", str(tmp_path / "app" / "cli" / "checks.py"))
    with pytest.raises(CliError) as caught:
        checks.main([])
    assert caught.value.exit_code == 2

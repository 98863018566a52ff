"""The table of commands, and the way from a command line to the module that serves it.

Modules are named, not imported: `cdui --version` loads none of them.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from typing import TYPE_CHECKING, NamedTuple

from app.cli.interrupts import Interrupt
from app.cli.output import READER_LEFT, OutputError, give_up_stdout, streams
from app.cli.words import CliError, say

if TYPE_CHECKING:
    from collections.abc import Sequence


class Command(NamedTuple):
    """One command. module: below app, with `main(arguments) -> exit code`. about: key of its one line of help."""

    name: str
    module: str
    about: str


COMMANDS = (
    Command("start", "cli.start", "about_start"),
    Command("stop", "cli.stop", "about_stop"),
    Command("status", "cli.status", "about_status"),
    Command("run", "cli.run", "about_run"),
    Command("validate", "cli.validate", "about_validate"),
    Command("export", "cli.export", "about_export"),
    Command("test", "cli.checks", "about_test"),
    Command("agent", "cli.absent", "about_agent"),
    Command("desktop", "desktop.menu_entry", "about_desktop"),
    Command("--server", "cli.serve", "about_server"),
)
_WINDOW = Command("--window", "desktop.command", "about_window")
"""Without a word, or with what is to be opened; the word itself is for programs."""


def usage() -> str:
    """The page that `cdui --help` shows."""
    rows = "\n".join(f"  cdui {command.name:<10} {say(command.about)}" for command in COMMANDS)
    return (
        f"{say('usage_head')}\n\n{rows}\n"
        f"  cdui {'':<10} {say(_WINDOW.about)}\n  cdui --version  {say('about_version')}\n\n{say('usage_foot')}"
    )


def dispatch(arguments: Sequence[str], *, ends_process: bool = False) -> int:
    """Run one command line. Answers 2 for a word that is no command, 130 after Ctrl-C, 141 when the reader left.

    ends_process: nothing comes after this, so SIGINT stays ignored from when the answer is settled.
    """
    interrupt = Interrupt()
    with streams():
        try:
            interrupt.begin()
            code = _answer(arguments)
            interrupt.over()
        except KeyboardInterrupt:
            code = 130
        except OutputError as trouble:
            code = _broken(trouble)
        interrupt.over()
        try:
            sys.stdout.flush()
        except OutputError as trouble:
            code = _broken(trouble)
    if not ends_process:
        interrupt.end()
    return code


def _answer(arguments: Sequence[str]) -> int:
    try:
        return _dispatch(arguments)
    except CliError as problem:
        print(f"cdui: {problem}", file=sys.stderr)
        return problem.exit_code
    except SystemExit as ended:  # argparse after a help page
        return ended.code if isinstance(ended.code, int) else 0


def _broken(trouble: OutputError) -> int:
    """The exit code for a stdout that takes no more; says why unless its reader just left."""
    give_up_stdout()
    if trouble.is_reader_gone:
        return READER_LEFT
    print(f"cdui: {say('output_broken', why=trouble)}", file=sys.stderr)
    return 1


def _dispatch(arguments: Sequence[str]) -> int:
    if not arguments:
        return _run(_WINDOW.module, [])
    word, rest = arguments[0], arguments[1:]
    if word in ("--version", "-V"):
        from app import __version__

        print(f"codefyui-desktop {__version__}")
        return 0
    if word in ("--help", "-h", "help"):
        print(usage())
        return 0
    for command in COMMANDS:
        if command.name == word:
            return _run(command.module, rest)
    if word == _WINDOW.name:
        return _run(_WINDOW.module, rest)
    if word.lower().startswith("cdui:") or word.lower().endswith(".json"):
        return _run(_WINDOW.module, arguments)
    close = difflib.get_close_matches(word, [command.name for command in COMMANDS], n=1)
    print(usage(), file=sys.stderr)
    print(file=sys.stderr)
    raise (
        CliError("unknown_command_near", word=word, near=close[0]) if close else CliError("unknown_command", word=word)
    )


def _run(module: str, arguments: Sequence[str]) -> int:
    return int(importlib.import_module(f"app.{module}").main(list(arguments)))

"""An argument parser that speaks the user's language and exits 2 in one line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from app.cli.words import CliError, say

if TYPE_CHECKING:
    from collections.abc import Callable


class Parser(argparse.ArgumentParser):
    """Parses one command. Options cannot be shortened: a later option must not change what an old script means."""

    def __init__(self, command: str, about: str) -> None:
        super().__init__(prog=f"cdui {command}", description=say(about), add_help=False, allow_abbrev=False)
        self._positionals.title = say("help_arguments")
        self._optionals.title = say("help_options")
        self.add_argument("-h", "--help", action="help", help=say("help_help"))

    def error(self, message: str) -> NoReturn:
        """Raises: CliError(usage_error), exit code 2."""
        raise CliError("usage_error", command=self.prog, message=message)


def number(lowest: float, highest: float, *, whole: bool = True) -> Callable[[str], float]:
    """A converter for argparse: a number in [lowest, highest]. Raises: argparse.ArgumentTypeError with words."""

    def convert(text: str) -> float:
        try:
            value = int(text) if whole else float(text)
        except ValueError:
            value = lowest - 1
        if not lowest <= value <= highest:  # false for NaN too
            raise argparse.ArgumentTypeError(say("not_a_number", text=text, lowest=lowest, highest=highest))
        return value

    return convert


def port(text: str) -> int:
    """0..65535; 0 takes a free one."""
    return int(number(0, 65535)(text))

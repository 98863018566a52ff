"""An argument parser that speaks the user's language and exits 2 in one line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from app.cli.words import CliError, language, say
from app.cli.words_argparse import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable


class Parser(argparse.ArgumentParser):
    """Parses one command. Options cannot be shortened: a later option must not change what an old script means."""

    def __init__(self, command: str, about: str) -> None:
        # argparse looks its sentences up under these two names; there is no other way in to their language
        argparse._ = _theirs  # type: ignore[attr-defined] # an import of the module, not part of its interface
        argparse.ngettext = _theirs_of_many  # type: ignore[attr-defined] # likewise
        super().__init__(prog=f"cdui {command}", description=say(about), add_help=False, allow_abbrev=False)
        self._positionals.title = say("help_arguments")
        self._optionals.title = say("help_options")
        self.add_argument("-h", "--help", action="help", help=say("help_help"))

    def error(self, message: str) -> NoReturn:
        """Raises: CliError(usage_error), exit code 2."""
        raise CliError("usage_error", command=self.prog, message=message)


def _theirs(sentence: str) -> str:
    """One of argparse's sentences in the user's language; English for one that we do not know."""
    return WORDS.get(sentence, sentence) if language() == "zh-TW" else sentence


def _theirs_of_many(one: str, many: str, count: int) -> str:
    return _theirs(one if count == 1 else many)


def number(lowest: float, highest: float, *, whole: bool = True) -> Callable[[str], float]:
    """A converter for argparse: a number in [lowest, highest]. Raises: argparse.ArgumentTypeError with words."""

    shown = str(int(highest)) if float(highest).is_integer() else str(highest)

    def convert(text: str) -> float:
        try:
            value = int(text) if whole else float(text)
        except ValueError:
            value = lowest - 1
        if not lowest <= value <= highest:  # false for NaN too
            raise argparse.ArgumentTypeError(say("not_a_number", text=text, lowest=f"{lowest:g}", highest=shown))
        return value

    return convert


def port(text: str) -> int:
    """0..65535; 0 takes a free one."""
    return int(number(0, 65535)(text))

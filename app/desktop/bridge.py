"""What the page can ask of the window: a table of methods over JSON values.

The page is a program of ours from a server of this machine, and still: each method says what it may touch. A file is
read or written only where a person has chosen it in a dialog of the system just now.
"""

from __future__ import annotations

import json
import logging
import os
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app import __version__
from app.desktop.texts import TextError, Texts
from app.desktop.toolkit import Choice, Dialog
from app.desktop.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.desktop.openings import Opening
    from app.desktop.toolkit import Toolkit

log = logging.getLogger(__name__)

_MOST_NAME = 200


class Bridge:
    """Answers the page. Methods wait for people and disks: each call has a thread of its own."""

    def __init__(self, toolkit: Toolkit, actions: dict[str, Callable[[dict[str, Any]], Any]]) -> None:
        """actions: what is done by who owns the window, beside the methods of this class."""
        self._toolkit = toolkit
        self._texts = Texts()
        self._openings: list[Opening] = []
        self._methods: dict[str, Callable[[dict[str, Any]], Any]] = {
            "hello": self._hello,
            "openings": self._take_openings,
            "read": self._read,
            "choose_open": self._choose_open,
            "choose_folder": self._choose_folder,
            "save": self._save,
            "open_outside": _open_outside,
            **actions,
        }
        self.language = ""

    def put(self, openings: list[Opening]) -> None:
        """Keep what is to be opened until the page comes for it."""
        self._openings += openings

    def call(self, message: Any) -> str | None:
        """Do what the page asks; the script that answers it, None for what is no question of ours."""
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return None
        method = self._methods.get(message["method"])
        args = message.get("args")
        answer: dict[str, Any] = {"id": message.get("id")}
        if method is None:
            answer["refusal"] = _refusal("method_unknown", method=message["method"][:80])
        else:
            try:
                answer["value"] = method(args if isinstance(args, dict) else {})
            except TextError as problem:
                answer["refusal"] = _refusal(problem.code, **problem.params)
            except Exception:
                log.exception("the page's call %s failed", message["method"])
                answer["refusal"] = _refusal("window_failed")
        return event(answer) if answer["id"] is not None else None

    def _hello(self, args: dict[str, Any]) -> dict[str, Any]:
        return {"version": __version__, "toolkit": self._toolkit.name}

    def _take_openings(self, args: dict[str, Any]) -> list[dict[str, Any]]:
        taken, self._openings = self._openings, []
        return [self._opened(opening) for opening in taken]

    def _opened(self, opening: Opening) -> dict[str, Any]:
        if opening.kind == "link":
            return {"kind": "link", "hash": opening.value}
        try:
            return {"kind": "file", **_shown(self._texts, opening.value)}
        except TextError as problem:
            return {"kind": "refused", "refusal": _refusal(problem.code, **problem.params)}

    def _read(self, args: dict[str, Any]) -> dict[str, Any]:
        offset = args.get("offset")
        text, following = self._texts.piece(str(args.get("id")), offset if isinstance(offset, int) else -1)
        return {"text": text, "next": following}

    def _choose_open(self, args: dict[str, Any]) -> dict[str, Any] | None:
        path = self._toolkit.choose(self._dialog(Choice.OPEN, kinds=((say("dialog_graphs", self.language), "*.json"),)))
        return None if path is None else _shown(self._texts, path)

    def _choose_folder(self, args: dict[str, Any]) -> str | None:
        return self._toolkit.choose(self._dialog(Choice.FOLDER))

    def _dialog(self, choice: Choice, name: str = "", kinds: tuple[tuple[str, str], ...] = ()) -> Dialog:
        return Dialog(choice, say(f"dialog_{choice.value}", self.language), name, kinds)

    def _save(self, args: dict[str, Any]) -> dict[str, str] | None:
        text = args.get("text")
        if not isinstance(text, str):
            raise TextError("file_no_text", "")
        path = self._toolkit.choose(self._dialog(Choice.SAVE, name=file_name(str(args.get("name") or "graph.json"))))
        if path is None:
            return None
        _write(Path(path), text)
        return {"path": path}


def event(detail: Any) -> str:
    """The script that tells the page something. ASCII, so that no character of it can end a line or a script."""
    return f"window.dispatchEvent(new CustomEvent('cdui', {{ detail: {json.dumps(detail, allow_nan=False)} }}))"


def file_name(proposed: str) -> str:
    """A name that can be one on every system; the folder is for the person to choose."""
    kept = "".join(" " if c in '<>:"/\\|?*' or ord(c) < 32 else c for c in proposed).strip(" .")
    return kept[:_MOST_NAME] or "graph.json"


def _shown(texts: Texts, path: str) -> dict[str, Any]:
    held = texts.take(path)
    return {"id": held.id, "name": held.name, "size": held.size}


def _write(path: Path, text: str) -> None:
    """Write beside and put in place, so that a full disk leaves the file that was there. Raises: TextError."""
    part = path.with_name(f".{path.name[:_MOST_NAME]}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise TextError("file_unwritable", path.name) from None


def _open_outside(args: dict[str, Any]) -> bool:
    """Show a page of the web in the browser; nothing but pages of the web."""
    url = args.get("url")
    return isinstance(url, str) and url.startswith(("https://", "http://")) and webbrowser.open(url)


def _refusal(code: str, **params: Any) -> dict[str, Any]:
    return {"code": code, "params": params, "text": ""}

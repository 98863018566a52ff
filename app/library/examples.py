"""The example graphs that come with the program, and any other read-only folder of graphs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from app.core.graph.parse import parse_text
from app.core.vocab.errors import NotFound
from app.core.vocab.reason import reason
from app.library.resolve import resolve_inside

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Example:
    """One example. path: relative to the folder, with `/`; what `load_example` takes. node_count: without notes."""

    name: str
    description: str
    category: str
    path: str
    node_count: int


class Examples:
    """The graphs below one folder. Blocking reads at each call; the folder may change in between."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def list(self, lang: str = "en") -> Sequence[dict[str, Any]]:
        """One object per example, by path, with its texts in `lang` where the document has them."""
        return [asdict(example) for example in read_examples(self._folder, lang)]

    def load(self, path: str) -> dict[str, Any]:
        """The document at `path`. Raises: NotFound (example_not_found), Refused (path_leaves_folder, name_*)."""
        return load_example(self._folder, path)


def read_examples(folder: Path, lang: str = "en") -> list[Example]:
    """Every readable graph below `folder`, by path. What is no graph is left out.

    A document may have `name_zh_TW`, `description_zh_TW` and `category_zh_TW` beside the English ones.
    """
    found = []
    for file in sorted(folder.rglob("*.json")):
        try:
            doc = parse_text(file.read_bytes()).doc
        except OSError:
            continue
        if doc is None:
            continue
        path = file.relative_to(folder).as_posix()
        name, description, category = (_text(doc.raw, key, lang) for key in ("name", "description", "category"))
        found.append(
            Example(
                name=name or file.stem,
                description=description,
                category=category,
                path=path,
                node_count=sum(node.type != "note" for node in doc.nodes),
            )
        )
    return found


def _text(document: Mapping[str, Any], key: str, lang: str) -> str:
    """A text of a document, in `lang` if it has it; empty where there is none."""
    found = (document.get(name) for name in ((f"{key}_zh_TW", key) if lang == "zh-TW" else (key,)))
    return next((text for text in found if isinstance(text, str) and text), "")


def load_example(folder: Path, path: str) -> dict[str, Any]:
    """The document at `path`. Raises: NotFound (example_not_found), Refused (path_leaves_folder, name_*)."""
    file = resolve_inside(folder, path)
    try:
        doc = parse_text(file.read_bytes()).doc if file.suffix == ".json" else None
    except OSError:
        doc = None
    if doc is None:
        raise NotFound(reason("example_not_found", path=path[:80]))
    return dict(doc.raw)

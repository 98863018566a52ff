"""Every broken file of the corpus gets exactly its named problems, in both languages, without a traceback."""

from __future__ import annotations

import pytest

from app.core.graph.parse import parse_text
from app.core.graph.prepare import prepare_text
from tests.support.catalog import CATALOG
from tests.support.corpus import FOLDER, Broken, large, small


@pytest.mark.parametrize("broken", small(), ids=lambda broken: broken.name)
def test_a_broken_file_gets_its_named_problems(broken: Broken) -> None:
    found = prepare_text(broken.data, CATALOG)
    assert [[p.reason.code, p.node_id] for p in found.problems] == broken.problems
    assert found.graph is None
    for problem in found.problems:
        for lang in ("en", "zh-TW"):
            answer = problem.to_json(lang)
            assert answer["text"]
            assert "{" not in answer["text"].replace("{}", "")


def test_the_corpus_is_whole() -> None:
    listed = {broken.name for broken in small()}
    assert listed == {path.name for path in (FOLDER / "graphs").iterdir()}
    assert len(listed) >= 34
    assert all(broken.problems for broken in small())


def test_files_of_50_mb_and_endless_nesting_get_a_named_answer() -> None:
    names = []
    for broken in large():
        found = prepare_text(broken.data, CATALOG)
        assert [[p.reason.code, p.node_id] for p in found.problems] == broken.problems, broken.name
        names.append(broken.name)
    assert len(names) == 6


def test_many_problems_are_cut_and_counted() -> None:
    found = parse_text(b'{"nodes":[' + b"5," * 999 + b"5]}")
    assert len(found.problems) == 201
    assert found.problems[-1].reason.params == {"count": 800}

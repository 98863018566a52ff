"""CSVReader: what people's files look like, and what is wrong with them."""

from __future__ import annotations

import csv
import io
import math
from typing import TYPE_CHECKING, Any

import pytest
import sklearn.datasets
import torch
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.engine.context import CancelFlag
from app.nodes.data.csv_reader import CSVReader
from app.nodes.data.csv_table import _Reading, _unique
from tests.support import mutants
from tests.support.nodes import call, run_context

if TYPE_CHECKING:
    from pathlib import Path


def read(root: Path, content: str | bytes | None = None, **params: Any) -> dict[str, Any]:
    if content is not None:
        data = content.encode() if isinstance(content, str) else content
        (root / "t.csv").write_bytes(data)
        params["path"] = str(root / "t.csv")
    return call(CSVReader, root, {}, params)


def refusal(root: Path, content: str | bytes, **params: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(NodeError) as caught:
        read(root, content, **params)
    words = dict(caught.value.reason.params)
    words.pop("path", None)
    return caught.value.reason.code, words


@pytest.mark.parametrize(("name", "target"), [("iris", "species"), ("wine", "cultivar")])
def test_the_samples_are_scikit_learns(tmp_path: Path, name: str, target: str) -> None:
    bunch = getattr(sklearn.datasets, f"load_{name}")()
    out = read(tmp_path, path=f"data/samples/{name}.csv", target_column=target)
    mutants.check(mutants.equals(torch.from_numpy(bunch.data).float()), out["tensor"])
    assert out["labels"] == [str(bunch.target_names[code]) for code in bunch.target]
    assert len(out["columns"]) == bunch.data.shape[1]


def test_the_defaults_read_iris_without_labels(tmp_path: Path) -> None:
    out = read(tmp_path)
    assert out["tensor"].shape == (150, 4)
    assert out["labels"] == []
    assert out["columns"] == ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    assert out["__log__"] == (
        "150 rows, 4 columns: sepal_length, sepal_width, petal_length, petal_width; left out, not numbers: species"
    )


@pytest.mark.parametrize(
    "content",
    [
        "a,b,t\n1,2,x\n3,4.5,y\n",
        "a,b,t\r\n1,2,x\r\n3,4.5,y\r\n",
        "a,b,t\r1,2,x\r3,4.5,y",
        "\ufeffa,b,t\n1,2,x\n3,4.5,y",
        "a;b;t\n1;2;x\n3;4,5;y\n",
        "a\tb\tt\n1\t2\tx\n3\t4.5\ty\n",
        "a|b|t\n1|2|x\n3|4.5|y\n",
        '"a","b","t"\n"1","2","x"\n"3","4.5","y"\n',
        "a, b, t\n 1 , 2 , x \n 3 , 4.5 , y \n",
        "\n\na,b,t\n\n1,2,x\n  \n3,45e-1,y\n\n",
        "a,b,t\n1,2,x\n3,４.５,y\n",
        "\ufeffa,b,t\n1,2,x\n3,4.5,y\n".encode("utf-16-le"),
        "\ufeffa;b;t\r\n1;2;x\r\n3;4,5;y\r\n".encode("utf-16-be"),
    ],
    ids=repr,
)
def test_the_same_table_in_many_dresses(tmp_path: Path, content: str | bytes) -> None:
    out = read(tmp_path, content, target_column="t")
    assert out["tensor"].tolist() == [[1.0, 2.0], [3.0, 4.5]]
    assert out["tensor"].dtype is torch.float32
    assert out["labels"] == ["x", "y"]
    assert out["columns"] == ["a", "b"]


def test_quoted_cells_hold_separators_quotes_and_line_breaks(tmp_path: Path) -> None:
    out = read(tmp_path, 'a,"b, c",t\n1,2,"x ""1"", y"\n3,4,"two\nlines"\n', target_column="t")
    assert out["labels"] == ['x "1", y', "two\nlines"]
    assert out["columns"] == ["a", "b, c"]


def test_chosen_columns_come_in_the_order_asked_for(tmp_path: Path) -> None:
    content = 'a,b,"c, d",t\n1,2,3,7\n4,5,6,8\n'
    out = read(tmp_path, content, include_columns='"c, d", a', target_column="t")
    assert out["tensor"].tolist() == [[3.0, 1.0], [6.0, 4.0]]
    assert out["columns"] == ["c, d", "a"]
    assert out["labels"] == ["7", "8"]
    assert read(tmp_path, content, include_columns="t,1")["tensor"].tolist() == [[7.0, 2.0], [8.0, 5.0]]


def test_without_a_header_columns_are_numbered(tmp_path: Path) -> None:
    out = read(tmp_path, "1,x,2\n3,y,4\n", skip_header=False, target_column="1")
    assert out["tensor"].tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert out["columns"] == ["column_0", "column_2"]
    assert out["labels"] == ["x", "y"]


def test_equal_and_empty_names_stay_apart(tmp_path: Path) -> None:
    assert read(tmp_path, "a,,a,\n1,2,3,4\n")["columns"] == ["a", "column_1", "a_2", "column_3"]


def test_cells_without_a_value_become_nan(tmp_path: Path) -> None:
    out = read(tmp_path, "a,b,c\n1,NA,nan\n,2,3\nnull, ,?\n")
    assert [[math.isnan(v) for v in row] for row in out["tensor"].tolist()] == [
        [False, True, True],
        [True, False, False],
        [True, True, True],
    ]
    assert out["__log__"] == "3 rows, 3 columns: a, b, c; 6 cells without a value became NaN"


@pytest.mark.parametrize("cell", ["x", "1_000", "1,5", "0x10", "--1", "1 2", "½"])
def test_a_column_with_something_else_is_left_out_or_named(tmp_path: Path, cell: str) -> None:
    content = f'a,b\n1,2\n3,"{cell}"\n'
    out = read(tmp_path, content)
    assert out["columns"] == ["a"]
    assert out["__log__"] == "2 rows, 1 columns: a; left out, not numbers: b"
    code, words = refusal(tmp_path, content, include_columns="b")
    assert code == "csv_cell_not_number"
    assert words == {"line": 3, "column": "b", "cell": cell}


def test_a_column_that_turns_to_text_after_thousands_of_rows(tmp_path: Path) -> None:
    rows = "".join(f"{i},{i}\n" for i in range(9000))
    out = read(tmp_path, f"a,b\n{rows}7,late\n", target_column="b")
    assert out["tensor"].shape == (9001, 1)
    assert out["tensor"][8999:].flatten().tolist() == [8999.0, 7.0]
    assert out["labels"][-2:] == ["8999", "late"]
    code, words = refusal(tmp_path, f"a,b\n{rows}7,late\n", include_columns="b")
    assert (code, words["line"]) == ("csv_cell_not_number", 9002)


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        ("", "csv_empty", {}),
        ("\ufeff", "csv_empty", {}),
        (" \n\n", "csv_empty", {}),
        ("a,b\n", "csv_no_rows", {}),
        ("a,b\n1,2\n3\n", "csv_ragged", {"line": 3, "found": 1, "wanted": 2}),
        ("a,b\n1,2,3\n", "csv_ragged", {"line": 2, "found": 3, "wanted": 2}),
        ('a,b\n"x\ny",2\n3\n', "csv_ragged", {"line": 4, "found": 1, "wanted": 2}),
        ("a,b\nx,y\n", "csv_no_numbers", {"columns": "a, b"}),
        (b"a,b\n1,2\n3,\xff\n", "csv_not_utf8", {"line": 1}),
        ("grün\n1\n".encode("latin-1"), "csv_not_utf8", {"line": 1}),
        ('a,b\n1,"2\n', "csv_malformed", {"line": 2, "why": "unexpected end of data"}),
        ("a\n" + "1" * 200000 + "\n", "csv_malformed", {"line": 2, "why": "field larger than field limit (131072)"}),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_broken_files_are_named_with_their_line(
    tmp_path: Path, content: str | bytes, code: str, words: dict[str, Any]
) -> None:
    assert refusal(tmp_path, content) == (code, words)


def test_a_target_that_is_not_there_is_named_with_the_columns(tmp_path: Path) -> None:
    wanted = {"column": "color", "columns": "a, b"}
    assert refusal(tmp_path, "a,b\n1,2\n", target_column="color") == ("column_missing", wanted)
    assert refusal(tmp_path, "a,b\n1,2\n", include_columns="a,color") == ("column_missing", wanted)


def test_files_that_cannot_be_found_are_named(tmp_path: Path) -> None:
    for path, code in (("no.csv", "file_missing"), ("data/files", "file_is_folder"), ("", "path_empty")):
        with pytest.raises(NodeError) as caught:
            read(tmp_path, path=path)
        assert caught.value.reason.code == code


def test_an_upload_is_read_by_its_name(tmp_path: Path) -> None:
    run = run_context(tmp_path)
    (run.folders.files / "my data.csv").write_text("a\n5\n")
    assert call(CSVReader, tmp_path, {}, {"path": "my data.csv"}, run=run)["tensor"].tolist() == [[5.0]]


def test_a_stop_ends_a_long_file_early(tmp_path: Path) -> None:
    cancel = CancelFlag()
    cancel.set()
    (tmp_path / "t.csv").write_text("a\n" + "1\n" * 20000)
    run = run_context(tmp_path, cancel=cancel)
    out = call(CSVReader, tmp_path, {}, {"path": str(tmp_path / "t.csv")}, run=run)
    assert out["__interrupted__"] == {}
    assert out["tensor"].shape == (4095, 1)  # the header is a line, too


def test_a_stop_is_heard_among_blank_lines_and_in_an_open_quote(tmp_path: Path) -> None:
    for content in ("a\n1\n" + "\n" * 9000 + "2\n", 'a\n1\n"' + "x\n" * 9000 + '"\n'):
        cancel = CancelFlag()
        cancel.set()
        (tmp_path / "t.csv").write_text(content)
        run = run_context(tmp_path, cancel=cancel)
        out = call(CSVReader, tmp_path, {}, {"path": str(tmp_path / "t.csv")}, run=run)
        assert out["__interrupted__"] == {}
        assert out["tensor"].tolist() == [[1.0]]


def test_a_row_without_an_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.data.csv_lines.ROW_CHARS", 200)
    assert refusal(tmp_path, "a\n\n" + "1," * 60) == ("csv_row_too_long", {"line": 3, "limit": 100})
    assert refusal(tmp_path, "a\n1\n" + '"\n",' * 80) == ("csv_row_too_long", {"line": 3, "limit": 100})
    assert read(tmp_path, "a\n" + "1\n" * 200)["tensor"].shape == (200, 1)


def test_long_rows_make_short_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    take = _Reading._take

    def noted(self: _Reading, lines: list[int], rows: list[list[str]], table: Any) -> None:
        sizes.append(len(rows))
        take(self, lines, rows, table)

    monkeypatch.setattr(_Reading, "_take", noted)
    monkeypatch.setattr("app.nodes.data.csv_table.CHUNK_CHARS", 15)
    assert read(tmp_path, "a,b\n" + "12,34\n" * 8)["tensor"].shape == (8, 2)
    assert sizes == [3, 3, 2]


def test_names_taken_by_other_columns_are_passed_over(tmp_path: Path) -> None:
    assert read(tmp_path, "a,a_2,a,a,a_2\n1,2,3,4,5\n")["columns"] == ["a", "a_2", "a_3", "a_4", "a_2_2"]


def test_many_equal_names_cost_one_look_each() -> None:
    class Name(str):
        looks = 0

        def __hash__(self) -> int:
            Name.looks += 1
            return super().__hash__()

        def strip(self, chars: str | None = None) -> str:
            return self

    assert _unique([Name("a")] * 3000)[-1] == "a_3000"
    assert Name.looks < 12000


def test_a_table_beyond_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.shapes.free_bytes", lambda device: 1 << 20)
    code, words = refusal(tmp_path, "a,b,c\n" + "1,2,3\n" * 100000)
    assert code == "tensor_too_large"
    assert words["free"] == "1.0 MiB (1048576 bytes)"


CELLS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=8)


@given(table=st.lists(st.tuples(st.floats(width=32, allow_nan=False), CELLS), min_size=1, max_size=20))
def test_what_csv_writes_is_read_back(tmp_path_factory: pytest.TempPathFactory, table: list[tuple[float, str]]) -> None:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows([["a", "t"], *table])
    out = read(tmp_path_factory.getbasetemp(), text.getvalue(), target_column="t")
    assert out["tensor"].flatten().tolist() == [value for value, _ in table]
    assert out["labels"] == [cell.strip() for _, cell in table]


@given(content=st.binary(max_size=200))
def test_any_bytes_are_a_table_or_a_refusal(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    try:
        out = read(tmp_path_factory.getbasetemp(), content, skip_header=False)
    except NodeError as error:
        code = error.reason.code
        assert code.startswith("csv_"), code
    else:
        assert out["tensor"].shape[1] == len(out["columns"])

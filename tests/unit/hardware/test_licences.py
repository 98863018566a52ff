"""What the program is made of: found from its own metadata, with licences that have a name."""

from __future__ import annotations

from email.message import Message
from typing import TYPE_CHECKING

import pytest

from app.hardware import licences
from app.hardware.licences import Package, licence_of, packages, text_of

if TYPE_CHECKING:
    from pathlib import Path


def about(*headers: tuple[str, str]) -> Message:
    made = Message()
    for name, value in headers:
        made[name] = value
    return made


@pytest.mark.parametrize(
    ("headers", "licence"),
    [
        ([("License-Expression", "MIT"), ("License", "something else")], "MIT"),
        ([("License", "BSD\nRedistribution and use ...")], "BSD"),
        ([("License", "Copyright X"), ("Classifier", "License :: OSI Approved :: BSD License")], "BSD License"),
        ([("License", "UNKNOWN"), ("Classifier", "License :: A"), ("Classifier", "License :: O :: B")], "A, B"),
        ([("License", "x" * 101)], ""),
        ([], ""),
    ],
)  # fmt: skip
def test_a_licence_is_called_by_its_name(headers: list[tuple[str, str]], licence: str) -> None:
    assert licence_of(about(*headers)) == licence


def _install(folder: Path, name: str, *headers: str, licence: str = "") -> None:
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "\n".join(["Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *headers]) + "\n"
    )
    files = ["METADATA"]
    if licence:
        (info / "LICENSE.txt").write_text(licence)
        files.append("LICENSE.txt")
    (info / "RECORD").write_text("".join(f"{info.name}/{file},,\n" for file in files))


def test_what_is_needed_is_followed_and_what_developers_need_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(licences, "PROGRAM", "cdui-made-up")
    _install(
        tmp_path, "cdui-made-up", "License-Expression: Apache-2.0", "Requires-Dist: Need_One>=2", "Provides-Extra: ml",
        "Provides-Extra: test", 'Requires-Dist: need-two; extra == "ml"', 'Requires-Dist: tool; extra == "test"',
        "Requires-Dist: not-here",
    )  # fmt: skip
    _install(tmp_path, "need_one", "License: MIT", "Requires-Dist: cdui-made-up", 'Requires-Dist: tool; extra == "ml"')
    _install(tmp_path, "need_two", licence="  Do as you like.\n")
    _install(tmp_path, "tool")
    assert packages() == (
        Package("cdui-made-up", "1.0", "Apache-2.0"),
        Package("need_one", "1.0", "MIT"),
        Package("need_two", "1.0", ""),
    )
    assert [text_of("need-two"), text_of("Need.One"), text_of("tool"), text_of("../x")] == [
        "Do as you like.",
        "MIT",
        None,
        None,
    ]


def test_the_program_itself_is_among_its_packages() -> None:
    found = {one.name.lower(): one for one in packages()}
    assert found["codefyui-desktop"].licence == "Apache-2.0"
    assert {"aiohttp", "torch", "peewee"} <= set(found)
    assert "pytest" not in found

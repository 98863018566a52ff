"""How much room the server says there is."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tests.support.plane import make, serving

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_the_version_tells_how_much_room_the_data_folder_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    asked: list[Path] = []

    def free(folder: Path) -> object:
        asked.append(folder)
        if len(asked) > 1:
            raise OSError(5, "no answer")
        return usage._replace(free=7)

    async with serving(make(tmp_path)) as client:
        monkeypatch.setattr("app.api.routes.system.shutil.disk_usage", free)
        assert (await client.get("/api/version")).json["free_bytes"] == 7
        assert (await client.get("/api/version")).json["free_bytes"] is None
    assert asked == [tmp_path, tmp_path]

"""Mutants of rows about what the window offers and what it keeps."""

from __future__ import annotations

from typing import Any

from tests.support.mutation import of, wrap


@of("RW-111", tests=("tests/unit/vault/test_secrets.py",))
def secrets_go_to_a_file_unasked() -> None:
    """Where no keyring works, a file takes the secrets, though nobody said that it may."""
    from app.vault import secrets
    from app.vault.stores import FileStore

    def make(init: Any) -> Any:
        def init_with_a_file(self: Any, folder: Any, *rest: Any, **named: Any) -> None:
            init(self, folder, *rest, **named)
            self._memory = FileStore(folder / secrets.FILE_NAME)

        return init_with_a_file

    wrap(secrets.Secrets, "__init__", make)


@of("EA-270", tests=("tests/integration/api/test_reasons_route.py",))
def every_viewer_reads_english() -> None:
    """The words that a page asks for are English, whatever language it asks for."""
    from app.api.routes import reasons

    wrap(reasons, "_written", lambda written: lambda lang: written("en"))

"""The keyring of the operating system as a store: values lie there, their names in a file of ours.

A keyring cannot be asked what it holds, so `keyring.json` in the user-data folder lists scope, name and date. A value
goes in before its name and out before it too: a crash between the two leaves a name without a value, which reads as not
there, or a value that the next one replaces.
"""

from __future__ import annotations

import importlib
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from app.core.vocab.errors import Unavailable
from app.core.vocab.reason import reason
from app.vault.secret import Secret
from app.vault.stores import EntryFile, KeyringUnusable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from keyring.backend import KeyringBackend

    from app.core.vocab.reason import Reason
    from app.vault.secret import Key

SERVICE = "codefyui-desktop"
MIN_PRIORITY = 1.0
"""What the library itself calls a recommended backend; below are those that keep nothing or only plain text."""

_BUNDLED = "keyring.backends."
_BACKENDS = ("SecretService", "kwallet", "libsecret", "macOS", "Windows")
_PROBE = "probe"


def find_backend() -> KeyringBackend:
    """The backend that the user configured for the library, else the best of those that it brings itself.

    Third-party ones that are merely installed are passed over: some keep plain text, some ask on the terminal.
    Raises: KeyringUnusable keyring_absent, keyring_failed.
    """
    try:
        from keyring import core

        chosen = core.load_env() or core.load_config()
        if chosen is None:
            best = max(_bundled(), key=lambda kind: float(kind.priority), default=None)
            chosen = None if best is None else best()
        if chosen is None or float(getattr(chosen, "priority", 0)) < MIN_PRIORITY:
            raise KeyringUnusable(reason("keyring_absent"))
        return chosen
    except KeyringUnusable:
        raise
    except Exception as error:  # whatever a backend does while it is looked at: there is none to be used
        raise KeyringUnusable(reason("keyring_failed", problem=type(error).__name__)) from None


def _bundled() -> list[type[KeyringBackend]]:
    """Those of the library's own that can be used here, looked at anew each time.

    The library makes its list of all backends once, and keyrings come and go.
    """
    from keyring.backend import KeyringBackend

    for name in _BACKENDS:
        importlib.import_module(_BUNDLED + name)
    viable = KeyringBackend.get_viable_backends()
    return [kind for kind in viable if kind.__module__.removeprefix(_BUNDLED) in _BACKENDS]


class KeyringStore:
    """See Store. index: the file with the names. backend: of the library, already probed."""

    kind = "keyring"

    def __init__(self, index: Path, backend: KeyringBackend) -> None:
        self._index = EntryFile(index)
        self._backend = backend
        self._service = f"{SERVICE} {self._index.store_id()}"

    @classmethod
    def open(cls, index: Path, find: Callable[[], KeyringBackend] = find_backend) -> KeyringStore:
        """Find the keyring and see whether it really takes, gives and forgets a value. Blocks as long as it likes.

        Raises: KeyringUnusable; Unavailable when the index cannot be read or written.
        """
        store = cls(index, find())
        try:
            store.probe()
        except KeyringUnusable:
            raise
        except Exception as error:  # backends raise what their bus raises
            raise KeyringUnusable(_why(error)) from None
        return store

    def probe(self) -> None:
        """Set, get and delete an entry of no meaning: a locked keyring is chosen like an open one, and then fails."""
        name, value = f"{_PROBE}/{secrets.token_hex(4)}", secrets.token_hex(8)
        self._backend.set_password(self._service, name, value)
        found = self._backend.get_password(self._service, name)
        self._backend.delete_password(self._service, name)
        if found != value:
            raise KeyringUnusable(reason("keyring_failed", problem="nothing kept"))

    def entries(self) -> Mapping[Key, str]:
        """See Store."""
        return self._index.read().entries

    def get(self, key: Key) -> Secret | None:
        """See Store."""
        if key not in self._index.read().entries:
            return None
        value = self._do(lambda: self._backend.get_password(self._service, _username(key)))
        return None if value is None else Secret(value)

    def put(self, key: Key, value: Secret, updated_at: str) -> None:
        """See Store."""
        self._index.read()  # an index that cannot be read takes no name either
        self._do(lambda: self._backend.set_password(self._service, _username(key), value.reveal()))
        self._index.change(key, updated_at)

    def remove(self, key: Key) -> bool:
        """See Store."""
        if key not in self._index.read().entries:
            return False
        self._do(lambda: self._delete(key))
        return self._index.change(key, None)

    def _delete(self, key: Key) -> None:
        from keyring.errors import PasswordDeleteError

        try:
            self._backend.delete_password(self._service, _username(key))
        except PasswordDeleteError:
            # deleted by hand in the keyring, or refused by it: only the second is still there
            if self._backend.get_password(self._service, _username(key)) is not None:
                raise

    def _do(self, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:  # a daemon that died, a bus that is gone, a prompt that was dismissed
            # the type alone: what a backend says may hold what it was given
            raise Unavailable.of("secrets_store_failed", store="keyring", problem=type(error).__name__) from None


def _username(key: Key) -> str:
    """One text for scope and name that no other pair has."""
    return f"{quote(key.scope, safe=':')}/{key.name}"


def _why(error: Exception) -> Reason:
    from keyring.errors import InitError, KeyringLocked, NoKeyringError

    if isinstance(error, NoKeyringError):
        return reason("keyring_absent")
    # a daemon that has not been unlocked refuses to make its first collection: InitError
    if isinstance(error, (KeyringLocked, InitError)):
        return reason("keyring_locked")
    return reason("keyring_failed", problem=type(error).__name__)

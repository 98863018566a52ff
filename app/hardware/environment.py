"""The environment of a program that is not ours: what our own bundle or virtual environment put there is taken out.

A frozen program is started with its own library folder in front of LD_LIBRARY_PATH; a foreign interpreter would load
the bundle's libraries in place of its own and crash, or worse, not crash. Source: the PyInstaller manual, "Launching
external programs from the frozen application".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH", "LIBPATH")
_OF_A_BUNDLE = ("_PYI_", "_MEIPASS")
_OF_AN_INTERPRETER = frozenset(
    {
        "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONEXECUTABLE", "PYTHONPLATLIBDIR", "PYTHONCASEOK",
        "__PYVENV_LAUNCHER__", "VIRTUAL_ENV", "VIRTUAL_ENV_PROMPT", "CONDA_PYTHON_EXE", "TCL_LIBRARY", "TK_LIBRARY",
    }
)  # fmt: skip


def foreign_environment(environ: Mapping[str, str], *, is_frozen: bool) -> dict[str, str]:
    """The environment for another program. Pure.

    Library paths are what they were before a frozen program began (`..._ORIG`), or not set; those of an unfrozen one
    are the user's own and stay. What ties Python to one interpreter or virtual environment is left out.
    """
    kept = {
        name: value
        for name, value in environ.items()
        if name not in _OF_AN_INTERPRETER and not name.startswith(_OF_A_BUNDLE)
    }
    for name in _LIBRARY_PATHS:
        before = kept.pop(f"{name}_ORIG", None)
        if before is not None:
            kept[name] = before
        elif is_frozen:
            kept.pop(name, None)
    return kept

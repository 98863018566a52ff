"""A foreign program sees nothing of our bundle or virtual environment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.hardware.environment import foreign_environment


def test_library_paths_of_a_frozen_program_are_as_they_were_before_it() -> None:
    environ = {"LD_LIBRARY_PATH": "/bundle:/mine", "LD_LIBRARY_PATH_ORIG": "/mine", "DYLD_LIBRARY_PATH": "/bundle"}
    assert foreign_environment(environ, is_frozen=True) == {"LD_LIBRARY_PATH": "/mine"}


def test_library_paths_of_an_unfrozen_program_are_the_user_s() -> None:
    environ = {"LD_LIBRARY_PATH": "/opt/cuda", "DYLD_LIBRARY_PATH": "/x"}
    assert foreign_environment(environ, is_frozen=False) == environ


@pytest.mark.parametrize("is_frozen", [True, False])
def test_what_ties_python_to_one_place_is_left_out_and_all_else_stays(is_frozen: bool) -> None:
    kept = {"HOME": "/h", "PATH": "/bin", "OMP_NUM_THREADS": "1", "PYTHONUTF8": "1", "CUDA_VISIBLE_DEVICES": "1"}
    dropped = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__", "_MEIPASS2", "_PYI_ARCHIVE_FILE",
               "_PYI_PARENT_PROCESS_LEVEL")  # fmt: skip
    assert foreign_environment({**kept, **dict.fromkeys(dropped, "x")}, is_frozen=is_frozen) == kept


NAMES = st.sampled_from(["LD_LIBRARY_PATH", "LD_LIBRARY_PATH_ORIG", "PYTHONHOME", "_PYI_X", "HOME"]) | st.text("AB_")


@given(st.dictionaries(NAMES, st.text(max_size=3)), st.booleans())
def test_it_adds_nothing_and_doing_it_again_changes_nothing(environ: dict[str, str], is_frozen: bool) -> None:
    made = foreign_environment(environ, is_frozen=is_frozen)
    before = {**environ, "LD_LIBRARY_PATH": environ.get("LD_LIBRARY_PATH_ORIG", environ.get("LD_LIBRARY_PATH", ""))}
    assert all(before[name] == value for name, value in made.items())
    assert foreign_environment(made, is_frozen=False) == made

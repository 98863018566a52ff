"""Every slice that can be written chooses what Python chooses, and is counted before anything is read."""

from __future__ import annotations

import torch
from hypothesis import given
from hypothesis import strategies as st

from app.engine.figures import stats
from app.engine.inspector import answer
from app.engine.slicing import parse, sliced_count

BOUNDS = st.none() | st.integers(-6, 6)


@st.composite
def written(draw: st.DrawFn) -> tuple[list[int], str]:
    shape = draw(st.lists(st.integers(1, 4), max_size=4))
    head = draw(st.integers(0, len(shape)))
    tail = draw(st.integers(0, len(shape) - head))

    def part(size: int) -> str:
        if draw(st.booleans()):
            return str(draw(st.integers(-size, size - 1)))
        start, stop, step = draw(BOUNDS), draw(BOUNDS), draw(st.none() | st.integers(1, 3))
        text = f"{'' if start is None else start}:{'' if stop is None else stop}"
        return text if step is None else f"{text}:{step}"

    parts = [part(size) for size in shape[:head]]
    if tail or draw(st.booleans()):
        parts += ["...", *(part(size) for size in shape[len(shape) - tail :])]
    return shape, ", ".join(parts)


@given(written())
def test_slices_choose_what_python_chooses(case: tuple[list[int], str]) -> None:
    shape, text = case
    tensor = torch.arange(torch.Size(shape).numel()).reshape(shape)
    expected = eval(f"tensor[{text or '...'}]", {"tensor": tensor})  # Python itself is the reference
    assert sliced_count(shape, parse(text, shape)) == expected.numel()
    found = answer(tensor, text)
    assert found["sliced_shape"] == list(expected.shape)
    assert found["values"] == (expected.tolist() if expected.numel() else [])


@given(st.lists(st.floats(-1e6, 1e6, width=32), min_size=1, max_size=50))
def test_figures_are_those_of_torch(numbers: list[float]) -> None:
    value = torch.tensor(numbers)
    found, wide = stats(value), value.double()
    assert (found["min"], found["max"]) == (wide.min().item(), wide.max().item())
    assert torch.allclose(torch.tensor(found["mean"]).double(), wide.mean(), rtol=1e-5, atol=1e-5)
    levels = torch.tensor([float(level) for level in found["quantiles"]], dtype=torch.float64)
    assert torch.allclose(
        torch.tensor(list(found["quantiles"].values()), dtype=torch.float64), wide.quantile(levels), atol=1e-6
    )
    assert sum(found["histogram"]["counts"]) == len(numbers)

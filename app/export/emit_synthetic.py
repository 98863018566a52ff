"""Made-up data sets: the same numbers from the same seed as the nodes draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.export.dataset_classes import items
from app.export.layout import call, each, literal
from app.export.part import Effect, Emitter, Sort, Value
from app.nodes.data.synthetic_sequence import counts_of
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Source
    from app.export.part import Part

_SEEDS = 2**64
_SKLEARN_SEEDS = 2**32

_OFFSETS = '''
def <name>(centre: torch.Tensor, side: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Give the distances [n, side, 1] and [n, 1, side] of each pixel's middle from centres [n, 2] (down, across)."""
    middle = torch.arange(side) + 0.5
    return middle[None, :, None] - centre[:, 0, None, None], middle[None, None, :] - centre[:, 1, None, None]
'''
_BLOBS = '''
def <name>(side: int, count: int, seed: int) -> MADE:
    """One bright round blob in each picture [1, side, side] from -1 to 1; every label is 0."""
    generator = torch.Generator().manual_seed(seed)
    centre = (0.25 + 0.5 * torch.rand(count, 2, generator=generator)) * side
    spread = (0.08 + 0.12 * torch.rand(count, generator=generator)) * side
    pictures = torch.empty(count, 1, side, side)
    step = max(1, 2**20 // side**2)
    for rows in (slice(start, start + step) for start in range(0, count, step)):
        y, x = OFFSETS(centre[rows], side)
        pictures[rows, 0] = 2 * torch.exp(-(y**2 + x**2) / (2 * spread[rows, None, None] ** 2)) - 1
    return RESULT(pictures, torch.zeros(count, dtype=torch.int64)LAST)
'''
_SHAPES = '''
def <name>(side: int, count: int, noise: float, seed: int) -> MADE:
    """One or two shapes in each picture [1, side, side], and masks [side, side]: 0 nothing, 1 circle, 2 rectangle."""
    generator = torch.Generator().manual_seed(seed)
    drawn = torch.rand(count, 2, 6, generator=generator)
    has_second = torch.rand(count, generator=generator) < 0.5
    pictures = torch.empty(count, 1, side, side)
    masks = torch.empty(count, side, side, dtype=torch.int64)
    step = max(1, 2**20 // side**2)
    for rows in (slice(start, start + step) for start in range(0, count, step)):
        picture = torch.zeros(len(drawn[rows]), side, side)
        mask = torch.zeros_like(picture, dtype=torch.int64)
        for place in (0, 1):
            kind, down, across, tall, wide, level = drawn[rows, place].T[:, :, None, None]
            y, x = OFFSETS(torch.stack([down, across], 1)[:, :, 0, 0].mul(0.6).add(0.2) * side, side)
            height, width = (0.12 + 0.13 * tall) * side, (0.12 + 0.13 * wide) * side
            is_circle = kind < 0.5
            inside = torch.where(is_circle, y**2 + x**2 <= height**2, (y.abs() <= height) & (x.abs() <= width))
            if place:
                inside = inside & has_second[rows, None, None]
            picture = torch.where(inside, 0.5 + 0.5 * level, picture)
            mask = torch.where(inside, torch.where(is_circle, 1, 2), mask)
        if noise:
            picture = picture + noise * torch.randn(picture.shape, generator=generator)
        pictures[rows, 0], masks[rows] = picture, mask
    return RESULT(pictures, masksLAST)
'''
_RECALL = '''
def <name>(length: int, count: int, classes: int, distractors: int, seed: int) -> MADE:
    """Sequences of distractors whose WHICH token is that of their class; the label is the class."""
    generator = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, classes, (count,), generator=generator)
    tokens = torch.empty(count, length, dtype=torch.int64)
    if length > 1:
        tokens = torch.randint(classes, classes + distractors, (count, length), generator=generator)
    tokens[:, PLACE] = labels
    return RESULT(tokens, labelsLAST)
'''


def _made(part: Part, wanted: str, template: str, *arguments: Source, dtype: str = "float32") -> dict[str, Value]:
    """Define the function and call it. A class of its own holds the items only where a transform may be put in."""
    script = part.script
    script.use("torch")
    has_transform = "Transform" in part.graph_types
    if has_transform:
        kind, last = items(script, optional=True), ", None"
    else:
        script.use("torch.utils.data", "TensorDataset")
        kind, last = "TensorDataset", ""
    for word, value in (("MADE", kind), ("RESULT", kind), ("LAST", last)):
        template = template.replace(word, value)
    kept = part.keep(call(script.define(wanted, template), *arguments), sort=Sort.OBJECT)
    about: dict[str, Any] = {"gives": "tensors", "draws": False, "has_transform": has_transform, "dtype": dtype}
    return {"dataset": Value(kept.text, Sort.OBJECT, None, about)}


def _seed(part: Part) -> str:
    return f"seed={part.params['seed'] % _SEEDS}"


def _shapes(part: Part) -> Mapping[str, Value]:
    side, count = part.params["image_size"], part.params["n_samples"]
    refuse_absurd((count, side, side), 4, "cpu")
    template = _BLOBS.replace("OFFSETS", part.script.define("offsets", _OFFSETS))
    return _made(part, "make_blobs", template, f"side={side}", f"count={count}", _seed(part))


def _segmentation(part: Part) -> Mapping[str, Value]:
    side, count, noise = part.params["image_size"], part.params["n_samples"], part.params["noise"]
    refuse_absurd((count, side, side), 4 + 8, "cpu")
    template = _SHAPES.replace("OFFSETS", part.script.define("offsets", _OFFSETS))
    more = (f"side={side}", f"count={count}", f"noise={literal(noise)}", _seed(part))
    return _made(part, "make_shapes", template, *more)


def _sequence(part: Part) -> Mapping[str, Value]:
    params = part.params
    length, count, classes, distractors = counts_of(params)
    refuse_absurd((count, length), 8, "cpu")
    is_first = params["kind"] == "recall_first"
    template = _RECALL.replace("WHICH", "first" if is_first else "last").replace("PLACE", "0" if is_first else "-1")
    sizes = (f"length={length}", f"count={count}", f"classes={classes}", f"distractors={distractors}")
    vocabulary = {"vocab_size": Value(str(classes + distractors), Sort.NUMBER)}
    if part.read == {"vocab_size"}:
        return vocabulary
    wanted = "recall_first" if is_first else "recall_last"
    return {**_made(part, wanted, template, *sizes, _seed(part), dtype="int64"), **vocabulary}


def _points(part: Part) -> Mapping[str, Value]:
    """Points in a plane, as scikit-learn makes them up."""
    script, params = part.script, part.params
    kind, count, noise = params["kind"], params["n_samples"], params["noise"]
    refuse_absurd((count, 2), 8 * 8, "cpu")
    if kind == "circles" and params["factor"] >= 1:
        raise NodeError.of("factor_too_large", factor=params["factor"])
    if kind == "blobs" and params["centers"] > count:
        raise NodeError.of("centers_too_many", centers=params["centers"], count=count)
    more: dict[str, list[Source]] = {
        "circles": [f"noise={literal(noise)}", f"factor={literal(params['factor'])}"],
        "moons": [f"noise={literal(noise)}"],
        "blobs": [f"centers={params['centers']}", f"cluster_std={literal(noise)}"],
        "classification": [
            *("n_features=2", "n_informative=2", "n_redundant=0", "n_clusters_per_class=1"),
            f"flip_y={literal(min(noise, 1.0))}",
        ],
    }
    columns = {"columns": Value('["x0", "x1"]', Sort.TEXTS)}
    if part.read == {"columns"}:
        return columns
    names = {port: part.name(port) for port in ("points", "classes")}
    wants = {"points": "tensor" in part.read or not part.read, "classes": "labels" in part.read}
    function = f"make_{kind}"
    script.use("sklearn.datasets", function)
    made = call(function, f"n_samples={count}", *more[kind], f"random_state={params['seed'] % _SKLEARN_SEEDS}")
    script.say(", ".join(names[key] if wants[key] else "_" for key in names) + " = ", made)
    found = dict(columns)
    if wants["points"]:
        script.use("torch")
        source = call(f"torch.from_numpy({names['points']}).to", script.device(), "torch.float32")
        found = {"tensor": part.keep(source, dtype="float32"), **found}
    if wants["classes"]:
        found["labels"] = part.keep(each("str(kind)", f"for kind in {names['classes']}.tolist()"), "labels", Sort.TEXTS)
    return found


EMITTERS: Mapping[str, Emitter] = {
    "SyntheticDataset": Emitter(_points),
    "SyntheticSegmentation": Emitter(_segmentation, Effect.DROPPED),
    "SyntheticSequence": Emitter(_sequence, Effect.DROPPED),
    "SyntheticShapes": Emitter(_shapes, Effect.DROPPED),
}
"""Node type -> how it is written."""

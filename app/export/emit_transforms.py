"""Transforms: steps joined to a chain, and the data sets whose items go through one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.export import transform_steps as steps
from app.export.layout import call, literal
from app.export.part import Effect, Emitter, Sort, Value
from app.export.pictures import picture_to_tensor
from app.nodes.data.normalize_transform import mean_and_std
from app.nodes.data.random_crop import MOST_PADDING
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.export.layout import Source
    from app.export.part import Part
    from app.export.script import Script

CHAINING = (
    *("ColorJitter", "ComposeTransform", "NormalizeTransform", "RandAugment", "RandomCrop", "RandomHorizontalFlip"),
    *("RandomRotation", "ResizeTransform", "ToTensorTransform"),
)
"""Types that only add to a chain; the chain itself is written for whoever else reads it."""


def _partial(script: Script, function: str, **settings: Any) -> Source:
    script.use("functools", "partial")
    return call("partial", function, *(f"{name}={literal(value)}" for name, value in settings.items()))


def _imported(script: Script, *pillow: str) -> None:
    script.use("torch")
    script.use("typing", "Any")
    if pillow:
        script.use("PIL", *pillow)


def _to_tensor(part: Part) -> Source:
    return to_tensor(part.script)


def to_tensor(script: Script) -> Source:
    """The step that makes pictures tensors."""
    _imported(script)
    return script.define("to_tensor", steps.TO_TENSOR.replace("PICTURE", picture_to_tensor(script)))


def normalize(script: Script, mean: Sequence[float], std: Sequence[float]) -> Source:
    """The step that brings channels to other means and spreads."""
    _imported(script)
    return _partial(script, script.define("normalize", steps.NORMALIZE), mean=tuple(mean), std=tuple(std))


def resize(script: Script, side: int, how: str) -> Source:
    """The step that brings pictures to a square. Raises: NodeError tensor_too_large."""
    refuse_absurd((side, side, 4), 4, "cpu")
    _imported(script, "Image")
    script.use("torch.nn", "functional")
    return _partial(script, script.define("resize", steps.RESIZE), side=side, how=how)


def _flip(part: Part) -> Source:
    _imported(part.script, "Image", "ImageOps")
    return _partial(part.script, part.script.define("random_flip", steps.FLIP), p=part.params["p"])


def _crop(part: Part) -> Source:
    script, params = part.script, part.params
    refuse_absurd((params["size"], params["size"], 4), 4, "cpu")
    if params["padding"] > MOST_PADDING:
        raise NodeError.of("padding_too_large", padding=params["padding"], size=MOST_PADDING)
    _imported(script, "Image")
    settings = {"side": params["size"], "padding": params["padding"]}
    if params["padding_mode"] == "constant":
        script.use("torch.nn", "functional")
        return _partial(script, script.define("random_crop", steps.CROP), **settings)
    script.use("numpy as np")
    source = script.define("source_places", steps.SOURCE)
    crop = script.define("random_crop", steps.CROP_FILLED.replace("SOURCE", source))
    return _partial(script, crop, **settings, mode=params["padding_mode"])


def _drawing(script: Script, template: str) -> str:
    """A template with the names of the two definitions that every step on pictures alone uses."""
    plain = script.define("grey_or_colour", steps.GREY_OR_COLOUR)
    return template.replace("PLAIN", plain)


def _rotate(part: Part) -> Source:
    script, params = part.script, part.params
    script.use("torch")
    script.use("PIL", "Image")
    template = _drawing(script, steps.ROTATE).replace("UNIFORM", script.define("uniform", steps.UNIFORM))
    fill = round(min(max(params["fill"], 0.0), 255.0))
    rotate = script.define("random_rotation", template)
    return _partial(script, rotate, degrees=params["degrees"], expand=params["expand"], fill=fill)


def _jitter(part: Part) -> Source:
    script = part.script
    script.use("torch")
    script.use("PIL", "Image", "ImageEnhance")
    template = _drawing(script, steps.JITTER).replace("UNIFORM", script.define("uniform", steps.UNIFORM))
    template = template.replace("HUE", script.define("move_hue", steps.HUE))
    return _partial(script, script.define("jitter", template), **part.params)


def _rand_augment(part: Part) -> Source:
    script, params = part.script, part.params
    magnitude, bins = params["magnitude"], params["num_magnitude_bins"]
    if magnitude >= bins:
        raise NodeError.of("magnitude_beyond_bins", magnitude=magnitude, most=bins - 1)
    script.use("math")
    script.use("torch")
    script.use("PIL", "Image", "ImageEnhance", "ImageOps")
    template = _drawing(script, steps.RAND_AUGMENT).replace("AUGMENTED", script.define("changed", steps.AUGMENTED))
    augment = script.define("rand_augment", template)
    return _partial(script, augment, count=params["num_ops"], share=magnitude / (bins - 1))


def _step(make: Callable[[Part], Source], draws: bool = False) -> Emitter:
    """A node that adds one step. draws: the step is random."""

    def emit(part: Part) -> Mapping[str, Value]:
        before = _of(part.inputs.get("transform"))
        return _chain(part, [*before["steps"], make(part)], draws or before["draws"])

    return Emitter(emit, Effect.DROPPED)


def _of(value: Value | None) -> dict[str, Any]:
    """What is known of a chain that comes in: its steps, whether it draws. A foreign one is a step itself."""
    if value is not None and "steps" in value.about:
        return dict(value.about)
    if value is None or value.text == "None":
        return {"steps": [], "draws": False}
    return {"steps": [value.text], "draws": True}


def _chain(part: Part, chained: list[Source], draws: bool) -> dict[str, Value]:
    about = {"steps": chained, "draws": draws}
    if part.readers.get("transform", frozenset()) <= frozenset(CHAINING) and part.read:
        return {"transform": Value("None", Sort.OBJECT, None, about)}
    name = part.name()
    part.script.say(f"{name} = ", chain_of(part.script, chained))
    return {"transform": Value(name, Sort.OBJECT, None, about)}


def chain_of(script: Script, chained: Sequence[Source]) -> Source:
    """Steps as one callable."""
    script.use("collections.abc", "Callable")
    script.use("typing", "Any")
    return call(script.define("Chain", steps.CHAIN), *chained)


def _compose(part: Part) -> Mapping[str, Value]:
    parts = [_of(value) for _, value in sorted(part.inputs.items())]
    chained = [step for one in parts for step in one["steps"]]
    return _chain(part, chained, any(one["draws"] for one in parts))


def _normalize(part: Part) -> Source:
    return normalize(part.script, *mean_and_std(dict(part.params)))


def _resize(part: Part) -> Source:
    return resize(part.script, part.params["size"], part.params["interpolation"])


def _transform(part: Part) -> Mapping[str, Value]:
    """Another transform for a data set: in the place of its own one, where it has one, else around it."""
    script, params, dataset = part.script, part.params, part.inputs["dataset"]
    given = part.inputs.get("transform")
    if given is not None and given.text != "None":
        text, draws = given.text, _of(given)["draws"]
    else:
        refuse_absurd((params["resize"], params["resize"], 4), 4, "cpu")
        chained = [
            *([resize(script, params["resize"], "bilinear")] if params["resize"] else []),
            *([to_tensor(script)] if params["to_tensor"] else []),
            *([normalize(script, (0.5,), (0.5,))] if params["normalize"] else []),
        ]
        text, draws = part.name("steps"), False
        script.say(f"{text} = ", chain_of(script, chained))
    script.use("collections.abc", "Callable")
    script.use("typing", "Any")
    about = {"gives": "anything", "draws": draws, "has_transform": True}
    if dataset.about.get("has_transform"):
        script.use("copy")
        made = call(script.define("with_transform", steps.REPLACED), dataset.text, text)
    else:
        script.use("torch.utils.data", "Dataset")
        made = call(script.define("Transformed", steps.TRANSFORMED), dataset.text, text)
        about["draws"] = draws or bool(dataset.about.get("draws", True))
    kept = part.keep(made, sort=Sort.OBJECT)
    return {"dataset": Value(kept.text, Sort.OBJECT, None, about)}


EMITTERS: Mapping[str, Emitter] = {
    "ColorJitter": _step(_jitter, draws=True),
    "ComposeTransform": Emitter(_compose, Effect.DROPPED),
    "NormalizeTransform": _step(_normalize),
    "RandAugment": _step(_rand_augment, draws=True),
    "RandomCrop": _step(_crop, draws=True),
    "RandomHorizontalFlip": _step(_flip, draws=True),
    "RandomRotation": _step(_rotate, draws=True),
    "ResizeTransform": _step(_resize),
    "ToTensorTransform": _step(_to_tensor),
    "Transform": Emitter(_transform, Effect.DROPPED),
}
"""Node type -> how it is written."""

"""Losses, optimizers and learning-rate schedules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.export.layout import call, flat, literal
from app.export.part import Effect, Emitter, Sort, Value
from app.nodes._torch.number_lists import number_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Source
    from app.export.part import Part

_LOSS_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "CrossEntropyLoss": ("weight", "ignore_index", "label_smoothing"),
    "NLLLoss": ("weight", "ignore_index"),
    "BCELoss": ("weight",),
    "BCEWithLogitsLoss": ("weight", "pos_weight"),
}
_LOSS_DEFAULTS = {"label_smoothing": 0.0, "ignore_index": -100}

_ADAM = ("betas", "eps", "weight_decay")
_OPTIMIZER_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "Adam": (*_ADAM, "amsgrad"),
    "AdamW": (*_ADAM, "amsgrad"),
    "RAdam": _ADAM,
    "NAdam": _ADAM,
    "SGD": ("momentum", "dampening", "weight_decay", "nesterov"),
    "RMSprop": ("eps", "weight_decay", "momentum"),
    "Adagrad": ("weight_decay",),
    "ASGD": ("weight_decay",),
    "Rprop": (),
}
_OPTIMIZER_DEFAULTS = {
    "betas": (0.9, 0.999),
    "eps": 1e-08,
    "amsgrad": False,
    "momentum": 0.0,
    "dampening": 0.0,
    "nesterov": False,
    "weight_decay": 0.0,
}

_WARMUP = '''
def <name>(step: int, warmup: int, total: int) -> float:
    """Give the factor of a step: a straight line up for `warmup` steps, then SHAPE."""
    if step < warmup:
        return 1e-8 + (1.0 - 1e-8) * step / warmup
    done = min(1.0, (step - warmup) / (total - warmup))
    return RESULT
'''
_CONSTANT = '''
def <name>(step: int, warmup: int) -> float:
    """Give the factor of a step: a straight line up for `warmup` steps, then 1."""
    return 1e-8 + (1.0 - 1e-8) * step / warmup if step < warmup else 1.0
'''


def _loss(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    kind = params["type"]
    more: list[Source] = []
    for name in _LOSS_OPTIONS.get(kind, ()):
        value = params[name]
        if name in ("weight", "pos_weight"):
            numbers = number_list(value, name)
            if numbers:
                script.use("torch")
                more.append(f"{name}={flat(call('torch.tensor', literal(numbers), f'device={script.device()}'))}")
        elif value != _LOSS_DEFAULTS[name]:
            more.append(f"{name}={literal(value)}")
    if params["reduction"] != "mean":
        more.append(f"reduction={literal(params['reduction'])}")
    script.use("torch", "nn")
    about = {"type": kind, "reduction": params["reduction"], "ignore_index": params["ignore_index"]}
    made = part.keep(call(f"nn.{kind}", *more), sort=Sort.OBJECT)
    return {"loss_fn": Value(made.text, Sort.OBJECT, None, about)}


def _optimizer(part: Part) -> Mapping[str, Value]:
    params, kind = part.params, part.params["type"]
    defaults = {**_OPTIMIZER_DEFAULTS, **({"weight_decay": 0.01} if kind == "AdamW" else {})}
    more: list[Source] = []
    for name in _OPTIMIZER_OPTIONS[kind]:
        value = tuple(number_list(params[name], name, count=2)) if name == "betas" else params[name]
        if value != defaults[name]:
            more.append(f"{name}={literal(value)}")
    part.script.use("torch")
    weights = f"{part.inputs['model'].text}.parameters()"
    made = part.keep(call(f"torch.optim.{kind}", weights, f"lr={literal(params['lr'])}", *more), sort=Sort.OBJECT)
    swings = kind in ("Adam", "AdamW", "RAdam", "NAdam", "SGD", "RMSprop")
    return {"optimizer": Value(made.text, Sort.OBJECT, None, {"swings": swings})}


def _scheduler(part: Part) -> Mapping[str, Value]:
    params, kind = part.params, part.params["type"]
    optimizer = part.inputs["optimizer"]
    if params["step_size"] < 1 or params["T_max"] < 1:
        raise NodeError.of("scheduler_params", type=kind, message="step_size and T_max must be 1 or more")
    if kind in ("warmup_cosine", "warmup_linear", "constant_with_warmup"):
        made = _warmup(part, optimizer.text)
    else:
        part.script.use("torch.optim.lr_scheduler", kind)
        made = call(kind, optimizer.text, *_arguments(kind, params, optimizer))
    kept = part.keep(made, sort=Sort.OBJECT)
    return {"scheduler": Value(kept.text, Sort.OBJECT, None, {"type": kind})}


def _warmup(part: Part, optimizer: str) -> Source:
    script, kind, warmup, total = part.script, *(part.params[name] for name in ("type", "warmup_steps", "total_steps"))
    script.use("torch.optim.lr_scheduler", "LambdaLR")
    script.use("functools", "partial")
    if kind == "constant_with_warmup":
        factor = call("partial", script.define("warmup_constant", _CONSTANT), f"warmup={warmup}")
        return call("LambdaLR", optimizer, factor)
    if total <= warmup:
        raise NodeError.of("schedule_too_short", total_steps=total, warmup_steps=warmup)
    shape, result = "a straight line down to 0 at `total`", "1.0 - done"
    if kind == "warmup_cosine":
        script.use("math")
        shape, result = "half a cosine down to 0 at `total`", "0.5 * (1.0 + math.cos(math.pi * done))"
    name = script.define(kind, _WARMUP.replace("SHAPE", shape).replace("RESULT", result))
    return call("LambdaLR", optimizer, call("partial", name, f"warmup={warmup}", f"total={total}"))


def _arguments(kind: str, params: Mapping[str, Any], optimizer: Value) -> list[Source]:
    gamma, size, half = literal(params["gamma"]), params["step_size"], params["T_max"]
    chosen: dict[str, list[Source]] = {
        "StepLR": [f"step_size={size}", f"gamma={gamma}"],
        "MultiStepLR": [f"milestones={[size * n for n in (1, 2, 3, 4)]}", f"gamma={gamma}"],
        "ExponentialLR": [f"gamma={gamma}"],
        "ReduceLROnPlateau": [f"factor={gamma}"],
        "CosineAnnealingLR": [f"T_max={half}"],
        "CosineAnnealingWarmRestarts": [f"T_0={half}"],
        "OneCycleLR": [
            f"max_lr={literal(params['max_lr'])}",
            f"total_steps={params['total_steps']}",
            *([] if optimizer.about.get("swings", True) else ["cycle_momentum=False"]),
        ],
    }
    return chosen[kind]


EMITTERS: Mapping[str, Emitter] = {
    "LRScheduler": Emitter(_scheduler, Effect.DROPPED),
    "Loss": Emitter(_loss, Effect.DROPPED),
    "Optimizer": Emitter(_optimizer, Effect.DROPPED),
}
"""Node type -> how it is written."""

"""Training loops and the judging of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.core.vocab.reason import reason
from app.export import resuming
from app.export.layout import call, literal
from app.export.part import CannotExport, Effect, Emitter, Sort, Value
from app.export.train_function import Options, Used, train_template, validate_template

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Source
    from app.export.part import Part

_CLASSIFIERS = ("CrossEntropyLoss", "NLLLoss")
_RECORDS = (
    *("log_grad_norm", "log_update_ratio", "tensorboard"),
    *("checkpoint_every", "checkpoint_every_steps"),
)
"""Params that write something down beside the training; the script leaves them out and says so."""

_EVALUATE = '''
def <name>(model: nn.Module, dataset: Dataset, batch_size: int, device: torch.device) -> tuple[int, int]:
    """Count the labels that the model's strongest class gets right, and all of them."""
    training = model.training
    model.eval()
    right, total = 0, 0
    with torch.no_grad():
        for x, y in DataLoader(dataset, batch_size=batch_size, generator=torch.Generator()):
            x, y = x.to(device), y.to(device)
            OUTPUT
            right += int((output.argmax(1) == y).sum())
            total += y.numel()
    model.train(training)
    return right, total
'''
_DTYPES = {"bf16": "torch.bfloat16", "fp16": "torch.float16"}


def device_of(part: Part) -> str:
    """The device that a node's own param means, as an expression; auto is the script's."""
    wanted = part.params["device"]
    part.script.use("torch")
    return part.script.device() if wanted in ("", "auto") else f"torch.device({literal(wanted)})"


def _options(part: Part) -> Options:
    params, inputs = part.params, part.inputs
    loss = inputs["loss_fn"].about
    has_validation = "val_dataloader" in inputs
    has_accuracy = has_validation and loss.get("type") in _CLASSIFIERS
    patience = params["early_stopping_patience"] if has_validation else 0
    if patience and params["monitor"] == "val_accuracy" and not has_accuracy:
        raise NodeError.of("monitor_unavailable", monitor="val_accuracy", loss=str(loss.get("type")))
    schedule = str(inputs["lr_scheduler"].about.get("type", "")) if "lr_scheduler" in inputs else ""
    per_step = params["scheduler_step"] == "optimizer_step"
    if per_step and schedule == "ReduceLROnPlateau":
        raise NodeError.of("plateau_needs_epochs")
    return Options(
        has_validation=has_validation,
        has_accuracy=has_accuracy,
        schedule=schedule,
        per_step=per_step,
        precision=params["precision"],
        patience=bool(patience),
        monitor=params["monitor"] if patience else "",
        clip=bool(params["grad_clip_norm"]),
        accumulate=params["accumulate_steps"] > 1,
        max_steps=bool(params["max_steps"]),
        val_steps=bool(params["val_every_steps"]) and has_validation,
        batch_interval=params["batch_metrics"],
        resumes="start_epoch" in inputs,
        exact="start_epoch" in inputs and "checkpoint" in inputs["start_epoch"].about,
        leaves="CheckpointSaver" in part.graph_types and not patience and part.script.wants_place(part.node.id),
        mean_loss=loss.get("reduction") == "none",
        ignore_index=int(loss.get("ignore_index", -100)),
    )


def _refuse(part: Part) -> None:
    params, inputs = part.params, part.inputs
    if params["strategy"] != "single":
        raise CannotExport(reason("export_value_unsupported", param="strategy", value=params["strategy"]))
    if "metrics" in part.read:
        raise CannotExport(reason("export_port_unsupported", port="metrics"), "metrics")
    start = inputs.get("start_epoch")
    if start is not None and "checkpoint" in start.about:
        has_patience = params["early_stopping_patience"] and "val_dataloader" in inputs
        if has_patience or not start.about["is_exact"]:
            # how long early stopping has waited, and where a file of this script stands that does not say it
            raise CannotExport(reason("export_port_unsupported", port="start_epoch"), "start_epoch")
    for port in ("loss_fn", "lr_scheduler"):
        if port in inputs and "type" not in inputs[port].about and inputs[port].text != "None":
            # what a loop does depends on its loss and schedule; of one that a script made nothing is known
            raise CannotExport(reason("export_port_unsupported", port=port), port)


def _loop(part: Part) -> Mapping[str, Value]:
    _refuse(part)
    script, inputs, o = part.script, part.inputs, _options(part)
    for param in _RECORDS:
        if part.params[param]:
            part.warn(reason("export_option_left_out", param=param), part.node.id)
    _imports(part, o)
    train = script.define("train", train_template(o, _used(part, o)))
    device = device_of(part)
    if device != "device":
        script.say(f"{inputs['model'].text}.to({device})")
    scaler = ""
    if o.has_scaler:
        scaler = part.name("scaler")
        script.say(f"{scaler} = ", call("torch.amp.GradScaler", f"{device}.type"))
        state = inputs.get("grad_scaler_state", Value("None")).text
        if o.exact and state == "None":
            state = f'{inputs["start_epoch"].about["checkpoint"]}.get("grad_scaler_state")'
        if state != "None":
            script.say(f"if {state}:")
            script.say(f"{scaler}.load_state_dict({state})", level=1)
    _place_schedule(part, o)
    is_read = bool(part.read & {"losses", "val_losses"})
    history = part.name("history") if is_read else ""
    place = part.name("place") if o.leaves else ""
    if part.params["deterministic"]:
        script.be_deterministic()
    part.seed_here()
    targets = f"{history or '_'}, {place} = " if o.leaves else f"{history} = " if is_read else ""
    script.say(targets, call(train, *_given(part, o, device, scaler)))
    _leave(part, place)
    found = {
        "model": inputs["model"],
        "optimizer": inputs["optimizer"],
        "grad_scaler_state": Value(f"{scaler}.state_dict()" if scaler else "None"),
    }
    for port, key in (("losses", "train_loss"), ("val_losses", "val_loss")):
        if port in part.read:
            values = f'{history}["{key}"]' if key == "train_loss" or o.has_validation else "[]"
            found[port] = part.keep(call("torch.tensor", values, f"device={script.device()}"), port, dtype="float32")
    return found


def _used(part: Part, o: Options) -> Used:
    """The other functions that the training function calls, defined before it."""
    script = part.script
    return Used(
        validate=script.define("validate", validate_template(o)) if o.has_validation else "",
        go_on=resuming.go_on(script) if o.exact else "",
        note=resuming.note(script) if o.leaves else "",
        random_states=resuming.random_states(script) if o.is_noted else "",
    )


def _place_schedule(part: Part, o: Options) -> None:
    """A schedule of a loop that does not begin at epoch 0 is brought there, unless it has moved already."""
    if not (o.resumes and o.schedule):
        return
    inputs = part.inputs
    steps = inputs["start_epoch"].text
    if o.per_step:
        loader = inputs["dataloader"].text
        each = f"len({loader})"
        if o.accumulate:
            part.script.use("math")
            each = f"math.ceil(len({loader}) / {part.params['accumulate_steps']})"
        steps = f"{steps} * {each}"
    model = (inputs["lr_scheduler"].text, inputs["optimizer"].text)
    checkpoint = inputs["start_epoch"].about.get("checkpoint")
    resuming.place_schedule(part.script, o.schedule, steps, model, checkpoint)


def _leave(part: Part, place: str) -> None:
    """Note for a CheckpointSaver which variable says where these two were left; "" for nowhere."""
    model, optimizer = part.inputs["model"].text, part.inputs["optimizer"].text
    part.script.forget_places(model)
    if place:
        part.script.leave_place(model, optimizer, place, part.node.id)


def _imports(part: Part, o: Options) -> None:
    script = part.script
    script.use("torch")
    script.use("torch", "nn")
    script.use("torch.utils.data", "DataLoader")
    if o.patience or (o.accumulate and o.resumes and o.counts_steps):
        script.use("math")
    if o.patience:
        script.use("copy")
    if o.exact or o.leaves:
        script.use("typing", "Any")


def _given(part: Part, o: Options, device: str, scaler: str) -> list[Source]:
    """What the training function is called with."""
    params, inputs = part.params, part.inputs
    values = {
        "epochs": params["epochs"],
        "start": inputs["start_epoch"].text if o.resumes else "",
        "place": inputs["start_epoch"].about.get("place", "") if o.exact else "",
        "val_loader": inputs["val_dataloader"].text if o.has_validation else "",
        "scheduler": inputs["lr_scheduler"].text if o.schedule else "",
        "scaler": scaler,
        "patience": params["early_stopping_patience"],
        "clip": literal(params["grad_clip_norm"]),
        "accumulate": params["accumulate_steps"],
        "max_steps": params["max_steps"],
        "val_steps": params["val_every_steps"],
        "interval": params["log_interval"],
    }
    first: list[Source] = [inputs[port].text for port in ("model", "dataloader", "optimizer", "loss_fn")]
    return [*first, device, *(f"{name}={values[name]}" for name in o.arguments() if name in values)]


def _evaluate(part: Part) -> Mapping[str, Value]:
    script, device = part.script, device_of(part)
    script.use("torch")
    script.use("torch", "nn")
    script.use("torch.utils.data", "DataLoader", "Dataset")
    precision = part.params["precision"]
    output = "output = model(x)"
    if precision != "fp32":
        scope = f"with torch.autocast(device.type, dtype={_DTYPES[precision]}):"
        output = f"{scope}\n                {output}"
    evaluate = script.define("evaluate", _EVALUATE.replace("OUTPUT", output))
    correct, total, accuracy = part.name("correct"), part.name("total"), part.name()
    model, dataset = part.inputs["model"].text, part.inputs["dataset"].text
    if device != "device":
        script.say(f"{model}.to({device})")
    script.say(f"{correct}, {total} = ", call(evaluate, model, dataset, str(part.params["batch_size"]), device))
    script.say(f"{accuracy} = {correct} / max({total}, 1)")
    if not part.is_shown("accuracy"):
        script.say("", call("print", literal(f"{part.node.id}:"), accuracy))
    texts = {"accuracy": accuracy, "correct": correct, "total": total}
    return {port: Value(text, Sort.NUMBER) for port, text in texts.items()}


EMITTERS: Mapping[str, Emitter] = {
    "EvaluateModel": Emitter(_evaluate, Effect.ACTS),
    "TrainingLoop": Emitter(_loop, Effect.ACTS),
}
"""Node type -> how it is written."""

"""Models and checkpoints in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export.emit_training import device_of
from app.export.layout import call, literal
from app.export.part import CannotExport, Effect, Emitter, Sort, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part


def _plain(path: str) -> str:
    return path.strip().replace("\\", "/")


def _place(part: Part) -> str:
    """The path that is written, as a literal; its folder is made. A bare name lies where the script is started."""
    path = _plain(part.params["path"])
    if not path:
        raise CannotExport(reason("path_empty"))
    if "/" in path.strip("/"):
        part.script.use("os")
        part.script.say("", call("os.makedirs", literal(path.rpartition("/")[0]), "exist_ok=True"))
    part.script.writes(path)
    return literal(path)


def _source(part: Part) -> str:
    path = _plain(part.params["path"])
    if not path:
        raise CannotExport(reason("path_empty"))
    if part.script.reads(path) and not path.startswith("/"):
        part.warn(reason("export_needs_file", path=path), part.node.id)
    return literal(path)


def _model_saver(part: Part) -> Mapping[str, Value]:
    script, params, model = part.script, part.params, part.inputs["model"]
    is_whole, is_safe = params["save_mode"] == "full_model", params["format"] == "safetensors"
    if is_whole and is_safe:
        raise CannotExport(reason("format_mismatch"))
    path = _place(part)
    script.use("torch")
    if is_safe:
        script.use("safetensors.torch", "save_model")
        script.say("", call("save_model", model.text, path))
    else:
        script.say("", call("torch.save", model.text if is_whole else f"{model.text}.state_dict()", path))
    return {"path": Value(path, Sort.OBJECT), "model": model}


def _checkpoint_saver(part: Part) -> Mapping[str, Value]:
    script, inputs = part.script, part.inputs
    path, content = _place(part), part.name()
    script.use("torch")
    entries = {
        "epoch": str(part.params["epoch"]),
        "model_state_dict": f"{inputs['model'].text}.state_dict()",
        "optimizer_state_dict": f"{inputs['optimizer'].text}.state_dict()",
    }
    if "losses" in inputs and inputs["losses"].text != "None":
        entries["losses"] = f"{part.tensor('losses').text}.cpu()"
    if "lr_scheduler" in inputs and inputs["lr_scheduler"].text != "None":
        entries["scheduler_state_dict"] = f"{inputs['lr_scheduler'].text}.state_dict()"
    if "grad_scaler_state" in inputs and inputs["grad_scaler_state"].text != "None":
        entries["grad_scaler_state"] = inputs["grad_scaler_state"].text
    script.say(f"{content} = {{")
    for key, value in entries.items():
        script.say(f'"{key}": {value},', level=1)
    script.say("}")
    script.say("", call("torch.save", content, path))
    return {"path": Value(path, Sort.OBJECT), "model": inputs["model"]}


def _model_loader(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    if params["load_mode"] == "full_model" or "model" not in part.inputs:
        raise CannotExport(reason("export_value_unsupported", param="load_mode", value=params["load_mode"]))
    model, path, device, state = part.inputs["model"], _source(part), device_of(part), part.name("state")
    if _plain(params["path"]).endswith(".safetensors"):
        script.use("safetensors.torch", "load_file")
        script.say(f"{state} = ", call("load_file", path))
    else:
        script.say(f"{state} = ", call("torch.load", path, 'map_location="cpu"', "weights_only=True"))
        script.say(f'{state} = {state}.get("model_state_dict", {state}.get("state_dict", {state}))')
    strict = [] if params["strict"] else ["strict=False"]
    script.say("", call(f"{model.text}.load_state_dict", state, *strict))
    if device != "device":
        script.say(f"{model.text}.to({device})")
    return {"model": model}


def _checkpoint_loader(part: Part) -> Mapping[str, Value]:
    script, inputs = part.script, part.inputs
    model, optimizer, device = inputs["model"], inputs["optimizer"], device_of(part)
    name, path = part.name("checkpoint"), _source(part)
    script.say(f"{name} = ", call("torch.load", path, 'map_location="cpu"', "weights_only=True"))
    if device != "device":
        script.say(f"{model.text}.to({device})")
    script.say(f'{model.text}.load_state_dict({name}["model_state_dict"])')
    script.say(f'{optimizer.text}.load_state_dict({name}["optimizer_state_dict"])')
    found = {
        "model": model,
        "optimizer": optimizer,
        "epoch": Value(f'{name}["epoch"]', Sort.NUMBER, None, {"exact": True}),
        "grad_scaler_state": Value(f'{name}.get("grad_scaler_state")'),
    }
    if "losses" in part.read:
        source = call(
            "torch.as_tensor", f'{name}.get("losses", [])', "dtype=torch.float32", f"device={script.device()}"
        )
        found["losses"] = part.keep(source, "losses", dtype="float32")
    scheduler = inputs.get("lr_scheduler")
    if scheduler is not None:
        script.say(f'if "scheduler_state_dict" in {name}:')
        script.say(f'{scheduler.text}.load_state_dict({name}["scheduler_state_dict"])', level=1)
        found["lr_scheduler"] = Value(scheduler.text, Sort.OBJECT, None, {**scheduler.about, "restored": True})
    return found


EMITTERS: Mapping[str, Emitter] = {
    "CheckpointLoader": Emitter(_checkpoint_loader, Effect.DROPPED),
    "CheckpointSaver": Emitter(_checkpoint_saver, Effect.ACTS),
    "ModelLoader": Emitter(_model_loader, Effect.DROPPED),
    "ModelSaver": Emitter(_model_saver, Effect.ACTS),
}
"""Node type -> how it is written."""

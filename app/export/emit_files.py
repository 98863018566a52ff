"""Models and checkpoints in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export import resuming
from app.export.emit_training import device_of
from app.export.layout import call, pairs
from app.export.part import CannotExport, Effect, Emitter, Sort, Value
from app.export.paths import plain, readable, writable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part


def _model_saver(part: Part) -> Mapping[str, Value]:
    script, params, model = part.script, part.params, part.inputs["model"]
    is_whole, is_safe = params["save_mode"] == "full_model", params["format"] == "safetensors"
    if is_whole and is_safe:
        raise CannotExport(reason("format_mismatch"))
    path = writable(part, params["path"], "module" if is_whole else "")
    script.use("torch")
    if is_safe:
        script.use("safetensors.torch", "save_model")
        script.say("", call("save_model", model.text, path))
    else:
        script.say("", call("torch.save", model.text if is_whole else f"{model.text}.state_dict()", path))
    return {"path": Value(path, Sort.OBJECT), "model": model}


def _checkpoint_saver(part: Part) -> Mapping[str, Value]:
    script, inputs = part.script, part.inputs
    # a file that says another epoch than the loop has reached is none of the place where that stopped
    place = None if part.params["epoch"] else script.place_of(inputs["model"].text, inputs["optimizer"].text)
    path, content = writable(part, part.params["path"], "place" if place else ""), part.name()
    script.use("torch")
    entries = {
        **({} if place else {"epoch": str(part.params["epoch"])}),
        "model_state_dict": f"{inputs['model'].text}.state_dict()",
        "optimizer_state_dict": f"{inputs['optimizer'].text}.state_dict()",
    }
    if "losses" in inputs and inputs["losses"].text != "None":
        entries["losses"] = f"{part.tensor('losses').text}.cpu()"
    if "lr_scheduler" in inputs and inputs["lr_scheduler"].text != "None":
        entries["scheduler_state_dict"] = f"{inputs['lr_scheduler'].text}.state_dict()"
    if "grad_scaler_state" in inputs and inputs["grad_scaler_state"].text != "None":
        entries["grad_scaler_state"] = inputs["grad_scaler_state"].text
    script.say(f"{content} = ", pairs(entries))
    if place:
        script.say("", call(resuming.save(script), path, content, place))
    else:
        script.say("", call("torch.save", content, path))
    return {"path": Value(path, Sort.OBJECT), "model": inputs["model"]}


def _model_loader(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    if params["load_mode"] == "full_model":
        return _whole_model(part)
    model = part.inputs.get("model", Value("None"))
    if model.text == "None":
        raise CannotExport(reason("model_needed", got="NoneType"), "model")
    path, device, state = readable(part, params["path"]), device_of(part), part.name("state")
    script.forget_places(model.text)
    if plain(params["path"]).endswith(".safetensors"):
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


def _whole_model(part: Part) -> Mapping[str, Value]:
    """A module as the script itself has written it; one of a run is made of classes that a script lacks."""
    script, path = part.script, plain(part.params["path"])
    if script.written(path) != "module":
        raise CannotExport(reason("export_value_unsupported", param="load_mode", value="full_model"))
    script.use("torch")
    device = device_of(part)
    made = call("torch.load", readable(part, path), f"map_location={device}", "weights_only=False")
    return {"model": part.keep(made, sort=Sort.OBJECT)}


def _checkpoint_loader(part: Part) -> Mapping[str, Value]:
    script, inputs = part.script, part.inputs
    model, optimizer, device = inputs["model"], inputs["optimizer"], device_of(part)
    name, path = part.name("checkpoint"), readable(part, part.params["path"])
    script.say(f"{name} = ", call("torch.load", path, 'map_location="cpu"', "weights_only=True"))
    if device != "device":
        script.say(f"{model.text}.to({device})")
    script.say(f'{model.text}.load_state_dict({name}["model_state_dict"])')
    script.say(f'{optimizer.text}.load_state_dict({name}["optimizer_state_dict"])')
    script.forget_places(model.text)
    written = script.written(plain(part.params["path"]))
    about = {
        "checkpoint": name,
        "place": resuming.entry(name, written == "place"),
        "is_exact": written in (None, "place"),
    }
    found = {
        "model": model,
        "optimizer": optimizer,
        "epoch": Value(f'{name}["epoch"]', Sort.NUMBER, None, about),
        "grad_scaler_state": Value(f'{name}.get("grad_scaler_state")'),
    }
    if "losses" in part.read:
        source = call(
            "torch.as_tensor", f'{name}.get("losses", [])', "dtype=torch.float32", f"device={script.device()}"
        )
        found["losses"] = part.keep(source, "losses", dtype="float32")
    scheduler = inputs.get("lr_scheduler")
    if scheduler is not None and scheduler.text != "None":
        script.say(f'if {name}.get("scheduler_state_dict"):')
        script.say(f'{scheduler.text}.load_state_dict({name}["scheduler_state_dict"])', level=1)
        found["lr_scheduler"] = scheduler
    return found


_ANSWER = '''
def <name>(model: nn.Module, inputs: torch.Tensor, device: torch.device) -> torch.Tensor:
    """Ask the model in eval mode; of several results the first tensor counts. It comes back in the mode it had."""
    modes = [(module, module.training) for module in model.modules()]
    model.to(device).eval()
    with torch.no_grad():
        found = model(inputs.to(device, copy=True))
    for module, training in modes:
        module.training = training
    while isinstance(found, (list, tuple)):
        found = found[0]
    return found
'''


def _inference(part: Part) -> Mapping[str, Value]:
    script, model, device = part.script, part.inputs["model"], device_of(part)
    script.use("torch")
    script.use("torch", "nn")
    name = part.name("output")
    script.say(f"{name} = ", call(script.define("answer", _ANSWER), model.text, part.tensor("input").text, device))
    if device != "device":
        script.say(f"{name} = {name}.to({script.device()})")
    return {"output": Value(name, Sort.TENSOR), "model": model}


EMITTERS: Mapping[str, Emitter] = {
    "CheckpointLoader": Emitter(_checkpoint_loader, Effect.DROPPED),
    "CheckpointSaver": Emitter(_checkpoint_saver, Effect.ACTS),
    "Inference": Emitter(_inference),
    "ModelLoader": Emitter(_model_loader, Effect.DROPPED),
    "ModelSaver": Emitter(_model_saver, Effect.ACTS),
}
"""Node type -> how it is written."""

"""The training function of a script: a plain loop with only those options that are on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.export.layout import WIDTH, lay, pairs
from app.export.resuming import class_of

if TYPE_CHECKING:
    from collections.abc import Mapping

_DTYPES = {"bf16": "torch.bfloat16", "fp16": "torch.float16"}


@dataclass(frozen=True)
class Options:
    """What is on in a loop. schedule: type of the schedule, "" for none.

    resumes: it does not begin at epoch 0. exact: it goes on from the place in a checkpoint. leaves: it notes the place
    where it ends, for a checkpoint.
    """

    has_validation: bool
    has_accuracy: bool
    schedule: str
    per_step: bool
    precision: str
    patience: bool
    monitor: str
    clip: bool
    accumulate: bool
    max_steps: bool
    val_steps: bool
    batch_interval: bool
    resumes: bool
    exact: bool
    leaves: bool
    mean_loss: bool
    ignore_index: int

    @property
    def has_scaler(self) -> bool:
        """True where gradients are scaled."""
        return self.precision == "fp16"

    @property
    def counts_steps(self) -> bool:
        """True where the number of optimizer steps matters."""
        return self.max_steps or self.val_steps or self.leaves

    @property
    def counts_batches(self) -> bool:
        """True where the number of batches matters."""
        return self.batch_interval or self.leaves

    @property
    def begins_within(self) -> bool:
        """True where it matters how many batches of the first epoch are done already."""
        return self.exact and (self.accumulate or self.is_noted)

    @property
    def is_noted(self) -> bool:
        """True where the loop may end within an epoch, at a place that is noted."""
        return self.leaves and self.max_steps

    @property
    def answer(self) -> str:
        """The type of what the function answers."""
        figures = "dict[str, list[float]]"
        return f"tuple[{figures}, dict[str, Any]]" if self.leaves else figures

    def arguments(self) -> dict[str, str]:
        """Name of each argument with its type, in order; main() gives them by position up to `device`."""
        found = {
            "model": "nn.Module",
            "loader": "DataLoader",
            "optimizer": "torch.optim.Optimizer",
            "loss_fn": "nn.Module",
            "device": "torch.device",
            "epochs": "int",
        }
        optional = {
            "start": ("int", self.resumes),
            "place": ("dict[str, Any] | None", self.exact),
            "val_loader": ("DataLoader", self.has_validation),
            "scheduler": (class_of(self.schedule), bool(self.schedule)),
            "scaler": ("torch.amp.GradScaler", self.has_scaler),
            "patience": ("int", self.patience),
            "clip": ("float", self.clip),
            "accumulate": ("int", self.accumulate),
            "max_steps": ("int", self.max_steps),
            "val_steps": ("int", self.val_steps),
            "interval": ("int", self.batch_interval),
        }
        return {**found, **{name: kind for name, (kind, is_on) in optional.items() if is_on}}


@dataclass(frozen=True)
class Used:
    """Names of other functions of the script, "" for those that are not needed."""

    validate: str = ""
    go_on: str = ""
    note: str = ""
    random_states: str = ""


def train_template(options: Options, used: Used) -> str:
    """The function `<name>`."""
    o = options
    lines = ["def <name>(", *(f"    {name}: {kind}," for name, kind in o.arguments().items())]
    also = ", and the place where it ends" if o.leaves else ""
    lines += [f") -> {o.answer}:", f'    """Train the model and answer the figures of each epoch{also}."""']
    keys = ["train_loss", "lr", *(["val_loss"] if o.has_validation else [])]
    keys += ["val_accuracy"] if o.has_accuracy else []
    lines.append(
        f"    history: dict[str, list[float]] = {{{', '.join(f'{chr(34)}{key}{chr(34)}: []' for key in keys)}}}"
    )
    lines += _before(o)
    lines.append(f"    for epoch in range({'start + 1' if o.resumes else '1'}, epochs + 1):")
    lines += [f"        {line}" if line else "" for line in _epoch(o, used)]
    if o.patience:
        lines += ["    if best_weights:", "        model.load_state_dict(best_weights)"]
    lines += [f"    {line}" for line in _end(o, used)]
    assert all(len(line) <= WIDTH for line in lines)
    return "\n".join(lines)


def _before(o: Options) -> list[str]:
    lines = []
    if o.counts_steps:
        each = "math.ceil(len(loader) / accumulate)" if o.accumulate else "len(loader)"
        lines.append(_count_from(o, "steps", each))
    if o.counts_batches:
        lines.append(_count_from(o, "batches", "len(loader)"))
    if o.is_noted:
        lines.append("inside: dict[str, Any] | None = None")
    if (o.leaves or o.exact) and o.per_step and o.schedule:
        lines.append('rate = optimizer.param_groups[0]["lr"]')
    if o.patience:
        worst = "-math.inf" if o.monitor == "val_accuracy" else "math.inf"
        lines.append(f"best, waited, best_weights = {worst}, 0, {{}}")
    lines.append("optimizer.zero_grad()")
    return [f"    {line}" for line in lines]


def _count_from(o: Options, name: str, each: str) -> str:
    if o.exact:
        return f'{name} = place["{name}"] if place else start * {each}'
    return f"{name} = start * {each}" if o.resumes else f"{name} = 0"


def _epoch(o: Options, used: Used) -> list[str]:
    lines, validate = [], used.validate
    if o.max_steps and o.resumes:
        rest = ' and not (place and place["batch"])' if o.exact else ""
        lines += [f"if steps >= max_steps{rest}:", "    break"]
    lines.append("model.train()")
    loader, first = "loader", "1"
    is_noted = o.is_noted
    begin = [f"begun = {used.random_states}(), loader.generator.get_state()"] if is_noted else []
    if o.exact:
        judges = "[val_loader]" if o.has_validation else "[]"
        lines.append("losses: list[float] = []")
        loader, first = "rest", "done + 1"
        lines += [
            *(["done = 0"] if o.begins_within else []),
            "if place:",
            *(['    begun = place["start_rng"]["torch"], place["loader_rng"][0]'] if is_noted else []),
            f"    rest = {used.go_on}(place, loader, {judges})",
            *(['    done = place["batch"]'] if o.begins_within else []),
            *(['    rate = place["rate"]'] if o.per_step and o.schedule else []),
            '    losses = [place["loss_sum"] / max(place["loss_count"], 1)] * place["loss_count"]',
            "    place = None",
            *(["    if steps >= max_steps:", "        rest = iter([])"] if o.max_steps else []),
            "else:",
            *(f"    {line}" for line in begin),
            "    rest = iter(loader)",
        ]
    else:
        lines += [*begin, *(["done = 0"] if is_noted else []), "losses: list[float] = []"]
    counted = f"for batch, (x, y) in enumerate({loader}, {first}):"
    lines.append(counted if o.accumulate else f"for x, y in {loader}:")
    lines += [f"    {line}" for line in _batch(o, validate)]
    if is_noted:
        lines += ["if done < len(loader):", *(f"    {line}" for line in _noted("inside", o, used, within=True))]
    lines.append("train_loss = sum(losses) / len(losses)")
    shown = ["loss {train_loss:.6f}"]
    if o.has_accuracy:
        lines.append(f"val_loss, val_accuracy = {validate}(model, val_loader, loss_fn, device)")
        shown += ["validation loss {val_loss:.6f}", "accuracy {val_accuracy:.4f}"]
    elif o.has_validation:
        lines.append(f"val_loss = {validate}(model, val_loader, loss_fn, device)")
        shown.append("validation loss {val_loss:.6f}")
    if not (o.per_step and o.schedule):
        lines.append('rate = optimizer.param_groups[0]["lr"]')
    if o.schedule and not o.per_step:
        lines += _advance(o)
    lines.append(f'print(f"epoch {{epoch}}: {", ".join(shown)}")')
    lines += ['history["train_loss"].append(train_loss)', 'history["lr"].append(rate)']
    if o.has_validation:
        lines.append('history["val_loss"].append(val_loss)')
    if o.has_accuracy:
        lines.append('history["val_accuracy"].append(val_accuracy)')
    if o.patience:
        lines += _watch(o)
    if o.max_steps and not o.resumes:
        lines += ["if steps >= max_steps:", "    break"]
    return lines


def _batch(o: Options, validate: str) -> list[str]:
    lines = ["x, y = x.to(device), y.to(device)"]
    mean = ".mean()" if o.mean_loss else ""
    if o.precision == "fp32":
        lines.append(f"loss = loss_fn(model(x), y){mean}")
    else:
        lines.append(f"with torch.autocast(device.type, dtype={_DTYPES[o.precision]}):")
        lines.append(f"    loss = loss_fn(model(x), y){mean}")
    lines.append("losses.append(loss.item())")
    if o.is_noted:
        lines.append("done += 1")
    if o.counts_batches:
        lines.append("batches += 1")
    if o.batch_interval:
        lines += ["if batches % interval == 0:", '    print(f"batch {batches}: loss {losses[-1]:.6f}")']
    part = "loss / accumulate" if o.accumulate else "loss"
    if o.has_scaler:
        lines.append(f"scaler.scale({part}).backward()")
    else:
        lines.append(f"({part}).backward()" if o.accumulate else "loss.backward()")
    if o.accumulate:
        lines += ["if batch % accumulate and batch < len(loader):", "    continue"]
    if o.clip:
        lines += ["scaler.unscale_(optimizer)"] if o.has_scaler else []
        lines.append("nn.utils.clip_grad_norm_(model.parameters(), clip)")
    lines += ["scaler.step(optimizer)", "scaler.update()"] if o.has_scaler else ["optimizer.step()"]
    lines.append("optimizer.zero_grad()")
    if o.schedule and o.per_step:
        lines += ['rate = optimizer.param_groups[0]["lr"]', *_advance(o)]
    if o.counts_steps:
        lines.append("steps += 1")
    if o.val_steps:
        loss = f"{validate}(model, val_loader, loss_fn, device)" + ("[0]" if o.has_accuracy else "")
        lines += ["if steps % val_steps == 0:", f"    step_loss = {loss}"]
        lines.append('    print(f"step {steps}: validation loss {step_loss:.6f}")')
    if o.max_steps:
        lines += ["if steps >= max_steps:", "    break"]
    return lines


def _noted(name: str, o: Options, used: Used, within: bool) -> list[str]:
    """Note the place: within an epoch, or after the last one. It takes the text of a call on several lines."""
    states = {"scheduler_state_dict": "scheduler"} if o.schedule else {}
    states |= {"grad_scaler_state": "scaler"} if o.has_scaler else {}
    counts = {
        "epoch": "epoch - 1" if within else f'{"start + " if o.resumes else ""}len(history["train_loss"])',
        "batch": "done" if within else "0",
        "steps": "steps",
        "batches": "batches",
        "loss_sum": "sum(losses)" if within else "0.0",
        "loss_count": "len(losses)" if within else "0",
        "rate": "rate" if o.per_step and o.schedule else 'optimizer.param_groups[0]["lr"]',
    }
    loaders = "[loader, val_loader]" if o.has_validation else "[loader]"
    lines = lay("counts = ", pairs(counts), 0)
    lines += lay("states = ", pairs({key: f"{value}.state_dict()" for key, value in states.items()}), 0)
    begun = "begun" if within else "None"
    return [*lines, f"{name} = {used.note}(optimizer, {loaders}, {begun}, states, counts)"]


def _end(o: Options, used: Used) -> list[str]:
    if not o.leaves:
        return ["return history"]
    if not o.max_steps:
        return [*_noted("place_now", o, used, within=False), "return history, place_now"]
    noted = [f"    {line}" for line in _noted("inside", o, used, within=False)]
    return ["if inside is None:", *noted, "return history, inside"]


def _advance(o: Options) -> list[str]:
    if o.schedule == "ReduceLROnPlateau":
        return [f"scheduler.step({'val_loss' if o.has_validation else 'train_loss'})"]
    if o.schedule == "OneCycleLR":
        return ["if scheduler.last_epoch < scheduler.total_steps:", "    scheduler.step()"]
    return ["scheduler.step()"]


def _watch(o: Options) -> list[str]:
    sign = ">" if o.monitor == "val_accuracy" else "<"
    return [
        f"if {o.monitor} {sign} best:",
        f"    best, waited, best_weights = {o.monitor}, 0, copy.deepcopy(model.state_dict())",
        "else:",
        "    waited += 1",
        "if waited >= patience:",
        "    break",
    ]


def validate_template(options: Options) -> str:
    """The function that judges a model: the mean of the batches' losses, and the share of right classes."""
    o = options
    mean = ".mean()" if o.mean_loss else ""
    about = "the mean loss of the batches" + (", and the share of right classes" if o.has_accuracy else "")
    kind = "tuple[float, float]" if o.has_accuracy else "float"
    lines = [
        "def <name>(",
        *(f"    {name}: {type_name}," for name, type_name in _JUDGED.items()),
        f") -> {kind}:",
        f'    """Judge the model: {about}."""',
        "    model.eval()",
        f"    losses{', right, counted' if o.has_accuracy else ''} = []{', 0, 0' if o.has_accuracy else ''}",
        "    with torch.no_grad():",
        "        for x, y in loader:",
        "            x, y = x.to(device), y.to(device)",
    ]
    inner = ["output = model(x)", f"loss = loss_fn(output, y){mean}"]
    if o.precision != "fp32":
        inner = [f"with torch.autocast(device.type, dtype={_DTYPES[o.precision]}):", *(f"    {one}" for one in inner)]
    inner.append("losses.append(loss.item())")
    if o.has_accuracy and o.ignore_index != -100:
        inner += [f"counts = y != {o.ignore_index}", "right += int(((output.argmax(1) == y) & counts).sum())"]
        inner.append("counted += int(counts.sum())")
    elif o.has_accuracy:
        inner += ["right += int((output.argmax(1) == y).sum())", "counted += y.numel()"]
    lines += [f"            {line}" for line in inner]
    lines.append("    model.train()")
    lines.append(f"    return sum(losses) / len(losses){', right / counted' if o.has_accuracy else ''}")
    return "\n".join(lines)


_JUDGED: Mapping[str, Any] = {
    "model": "nn.Module",
    "loader": "DataLoader",
    "loss_fn": "nn.Module",
    "device": "torch.device",
}

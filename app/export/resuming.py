"""Going on from checkpoints: what a script notes when training ends, and how it takes it up again.

Files of a script and of a run differ in one entry, `place` and `cdui`, which hold the same things under the same names;
a script reads both. Without either, it goes on at the start of the next epoch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.layout import call, literal

if TYPE_CHECKING:
    from app.export.layout import Source
    from app.export.script import Script

_RANDOM_STATES = '''
def <name>() -> dict[str, Any]:
    """Read torch's random states."""
    return {
        "cpu": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }
'''
_NOTE = '''
def <name>(
    optimizer: torch.optim.Optimizer,
    loaders: list[DataLoader],
    begun: tuple[dict[str, Any], torch.Tensor] | None,
    states: dict[str, Any],
    counts: dict[str, Any],
) -> dict[str, Any]:
    """Note where training stands. begun: the random states at the start of an epoch that is under way."""
    now = STATES(), loaders[0].generator.get_state()
    start, order = begun or now
    return {
        **counts,
        "torch": now[0] if begun else None,
        "start_rng": {"torch": start},
        "loader_rng": [order],
        "val_rng": [loader.generator.get_state() for loader in loaders[1:]],
        "groups": [{k: copy.copy(v) for k, v in group.items() if k != "params"} for group in optimizer.param_groups],
        "states": copy.deepcopy(states),
    }
'''
_SAVE = '''
def <name>(path: str, content: dict[str, Any], place: dict[str, Any]) -> None:
    """Write a checkpoint of the place where training stopped."""
    for group, own in zip(content["optimizer_state_dict"]["param_groups"], place["groups"], strict=True):
        group.update(own)
    torch.save({**content, "epoch": place["epoch"], **place["states"], "place": place}, path)
'''
_SET_STATES = '''
def <name>(states: dict[str, Any]) -> None:
    """Set torch's random states, those of cards as far as the cards are there."""
    torch.set_rng_state(states["cpu"])
    for index, state in enumerate(states["cuda"][: torch.cuda.device_count()]):
        torch.cuda.set_rng_state(state, index)
'''
_GO_ON = '''
def <name>(place: dict[str, Any], loader: DataLoader, judges: list[DataLoader]) -> Iterator[Any]:
    """Take up an epoch: begin it as it was begun, pass over the batches that are done, and go on from there."""
    SET(place["start_rng"]["torch"])
    for state in place["loader_rng"]:
        loader.generator.set_state(state)
    batches = iter(loader)
    for _ in range(place["batch"]):
        next(batches, None)
    if place["torch"]:
        SET(place["torch"])
    for judge, state in zip(judges, place["val_rng"], strict=False):
        judge.generator.set_state(state)
    return batches
'''
_REPLAY = '''
def <name>(scheduler: TYPE, optimizer: torch.optim.Optimizer, steps: int) -> None:
    """Bring a fresh schedule to where it is after so many steps."""
    for group, base in zip(optimizer.param_groups, scheduler.base_lrs, strict=True):
        group["lr"] = base
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the optimizer has made no step is the point here
        for _ in range(STEPS):
            scheduler.step()
'''
_PLACE_SCHEDULE = '''
def <name>(
    scheduler: TYPE,
    optimizer: torch.optim.Optimizer,
    checkpoint: dict[str, Any],
ARGUMENT) -> None:
    """Bring a fresh schedule to where the checkpoint says; one that has moved stays as it is."""
    if scheduler.last_epoch > 0:
        return
    if checkpoint.get("scheduler_state_dict"):
        scheduler.load_state_dict(checkpoint["scheduler_state_dict"])
        saved_groups = checkpoint["optimizer_state_dict"]["param_groups"]
        for group, saved in zip(optimizer.param_groups, saved_groups, strict=True):
            group.update({name: value for name, value in saved.items() if name != "params"})
ELSE'''
_ELSE = """    else:
        REPLAY(scheduler, optimizer, steps)
"""


def class_of(schedule: str) -> str:
    """The class of torch.optim.lr_scheduler that a schedule type is."""
    return "LambdaLR" if schedule.startswith(("warmup", "constant")) else schedule


def random_states(script: Script) -> str:
    """The function that reads the random states."""
    script.use("torch")
    script.use("typing", "Any")
    return script.define("random_states", _RANDOM_STATES)


def note(script: Script) -> str:
    """The function that notes a place."""
    script.use("copy")
    script.use("torch.utils.data", "DataLoader")
    return script.define("note_place", _NOTE.replace("STATES", random_states(script)))


def save(script: Script) -> str:
    """The function that writes a checkpoint of a place."""
    script.use("torch")
    script.use("typing", "Any")
    return script.define("save_checkpoint", _SAVE)


def go_on(script: Script) -> str:
    """The function that takes up an epoch at a place."""
    script.use("torch")
    script.use("typing", "Any")
    script.use("collections.abc", "Iterator")
    script.use("torch.utils.data", "DataLoader")
    return script.define("go_on", _GO_ON.replace("SET", script.define("set_random_states", _SET_STATES)))


def place_schedule(
    script: Script, schedule: str, steps: Source, model: tuple[str, str], checkpoint: str | None
) -> None:
    """Emit what brings a schedule to its place. model: the scheduler's and the optimizer's name. steps: since epoch 0.

    checkpoint: the name of its content, None where only a number of epochs is known. A plateau is not replayed, since
    that takes losses that nobody kept.
    """
    can_replay = schedule != "ReduceLROnPlateau"
    script.use("torch")
    replay = ""
    if can_replay:
        script.use("warnings")
        end = "min(steps, scheduler.total_steps)" if schedule == "OneCycleLR" else "steps"
        template = _REPLAY.replace("TYPE", class_of(schedule)).replace("STEPS", end)
        replay = script.define("replay", template)
    if checkpoint is None:
        if can_replay:
            script.say("", call(replay, *model, steps))
        return
    script.use("typing", "Any")
    template = _PLACE_SCHEDULE.replace("TYPE", class_of(schedule))
    template = template.replace("ELSE", _ELSE.replace("REPLAY", replay) if can_replay else "")
    template = template.replace("ARGUMENT", "    steps: int,\n" if can_replay else "")
    place = script.define("place_schedule", template)
    script.say("", call(place, *model, checkpoint, *([steps] if can_replay else [])))


def entry(checkpoint: str, is_own: bool) -> str:
    """The place in a checkpoint, as an expression. is_own: this script has written the file."""
    own = f"{checkpoint}[{literal('place')}]"
    return own if is_own else f'{checkpoint}.get("place", {checkpoint}.get("cdui"))'

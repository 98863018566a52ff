"""Data sets with a name, and loaders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.reason import reason
from app.export import downloaded_sets
from app.export.dataset_classes import items, pictures, scaled_pictures
from app.export.layout import call, literal
from app.export.part import Effect, Emitter, Sort, Value
from app.export.paths import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Source
    from app.export.part import Part

_SPLIT = '''
def <name>(name: str, split: str, classes: list[int]) -> list[int]:
    """List the rows of a split: a fifth of every class is for the test, chosen by a digest of the rows' numbers."""
    test: set[int] = set()
    for kind in set(classes):
        rows = [row for row, own in enumerate(classes) if own == kind]
        rows.sort(key=lambda row: hashlib.blake2b(f"{name}/{row}".encode()).digest())
        test.update(rows[: (len(rows) + 2) // 5])
    return [row for row in range(len(classes)) if (row in test) == (split == "test")]
'''
_IMAGES = '''
def <name>(split: str) -> TensorDataset:
    """Load a split of the digits: images [1, 8, 8] from -1 to 1, and what they show."""
    values, targets = load_digits(return_X_y=True)
    rows = SPLIT("Digits", split, targets.tolist())
    images = torch.from_numpy(values).float()[rows].reshape(-1, 1, 8, 8)
    return TensorDataset((images / 16.0 - 0.5) / 0.5, torch.from_numpy(targets).long()[rows])
'''
_PICTURES = '''
def <name>(split: strSIGN) -> MADE:
    """Load a split of the digits: pictures of 8 x 8 pixels with values from 0 to 16, and what they show."""
    values, targets = load_digits(return_X_y=True)
    rows = SPLIT("Digits", split, targets.tolist())
    pixels = torch.from_numpy(values).float()[rows].reshape(-1, 1, 8, 8)
    return RESULT(pixels, torch.from_numpy(targets).long()[rows]LAST)
'''
_ROWS = '''
def <name>(split: strSIGN) -> MADE:
    """Load a split of the set: rows of numbers, and their classes."""
    values, targets = LOAD(return_X_y=True)
    rows = SPLIT("TITLE", split, targets.tolist())
    return RESULT(torch.from_numpy(values).float()[rows], torch.from_numpy(targets).long()[rows]LAST)
'''
_DIABETES = '''
def <name>(split: strSIGN) -> MADE:
    """Load a split of the set: rows of raw measurements, and the progress of the disease as [1]."""
    values, targets = load_diabetes(return_X_y=True, scaled=False)
    rows = SPLIT("Diabetes", split, [0] * len(targets))
    progress = torch.from_numpy(targets).float().unsqueeze(1)
    return RESULT(torch.from_numpy(values).float()[rows], progress[rows]LAST)
'''
_LOADERS = {
    "Digits": ("load_digits", _PICTURES),
    "Iris": ("load_iris", _ROWS),
    "Wine": ("load_wine", _ROWS),
    "BreastCancer": ("load_breast_cancer", _ROWS),
    "Diabetes": ("load_diabetes", _DIABETES),
}
_WHITE_OF_DIGITS, _WHITE_OF_BYTES = 16.0, 255.0


def own_transform(part: Part) -> Value | None:
    """The transform of this split, where one is connected."""
    is_judged = part.params["split"] in ("test", "val")
    given = part.inputs.get("eval_transform" if is_judged else "train_transform")
    return None if given is None or given.text == "None" else given


def _dataset(part: Part) -> Mapping[str, Value]:
    script, title, transform = part.script, part.params["name"], own_transform(part)
    if title not in _LOADERS:
        return _downloaded(part, transform)
    load, template = _LOADERS[title]
    script.use("hashlib")
    script.use("torch")
    script.use("sklearn.datasets", load)
    rows = script.define("split_rows", _SPLIT)
    is_held = transform is not None or "Transform" in part.graph_types
    if is_held:
        is_optional = transform is None
        kind = pictures(script, _WHITE_OF_DIGITS, is_optional) if title == "Digits" else items(script, is_optional)
    else:
        script.use("torch.utils.data", "TensorDataset")
        kind, template = "TensorDataset", _IMAGES if title == "Digits" else template
    words = {
        "SIGN": ", transform: Callable[[Any], Any]" if transform is not None else "",
        "LAST": ("" if not is_held else ", None" if transform is None else ", transform"),
        "MADE": kind,
        "RESULT": kind,
        "LOAD": load,
        "SPLIT": rows,
        "TITLE": title,
    }
    for word, value in words.items():
        template = template.replace(word, value)
    more = [] if transform is None else [transform.text]
    made = call(script.define(f"{title} set", template), literal(part.params["split"]), *more)
    kept = part.keep(made, sort=Sort.OBJECT)
    return {"dataset": Value(kept.text, Sort.OBJECT, None, about_items(transform, is_held))}


def _downloaded(part: Part, transform: Value | None) -> Mapping[str, Value]:
    """Pictures from the web, in bytes; without a transform an item is made a tensor when it is asked for."""
    script, params = part.script, part.params
    folder = plain(params["data_dir"]).removeprefix("./") or "."
    names = {word: part.name(word) for word in ("files", "pixels", "labels")}
    statements, pixels, labels = downloaded_sets.read(script, params["name"], params["split"], folder, names)
    for targets, source in statements:
        script.say(f"{targets} = ", source)
    is_held = transform is not None or "Transform" in part.graph_types
    if is_held:
        more = ["None" if transform is None else transform.text]
        kind = pictures(script, _WHITE_OF_BYTES, transform is None)
    else:
        more, kind = [], scaled_pictures(script)
    kept = part.keep(call(kind, pixels, labels, *more), sort=Sort.OBJECT)
    return {"dataset": Value(kept.text, Sort.OBJECT, None, about_items(transform, is_held))}


def about_items(transform: Value | None, has_transform: bool) -> dict[str, Any]:
    """What later parts want to know of a data set: whether its items can be pictures, and whether loading draws."""
    draws = transform is not None and bool(transform.about.get("draws", True))
    about = {"draws": draws, "has_transform": has_transform}
    return {**about, "gives": "tensors", "dtype": "float32"} if transform is None else {**about, "gives": "anything"}


def _data_loader(part: Part) -> Mapping[str, Value]:
    """A generator of its own also where nothing is shuffled: else the loader would draw from torch's."""
    script, params = part.script, part.params
    script.use("torch")
    script.use("torch.utils.data", "DataLoader")
    name = part.name()
    generator = "torch.Generator()"
    if params["shuffle"]:
        generator = part.script.names.take(f"{name} order", "order")
        seed = script.seeded(f"dataloader:{part.node.id}")
        script.say(f"{generator} = ", call("torch.Generator().manual_seed", seed))
    more: list[Source] = []
    if params["shuffle"]:
        more.append("shuffle=True")
    if params["num_workers"]:
        more.append(f"num_workers={params['num_workers']}")
        more.append(f"prefetch_factor={params['prefetch_factor']}")
        if params["persistent_workers"]:
            # a run draws the workers' seeds for each epoch all the same, which plain persistent workers do not
            part.warn(reason("export_option_left_out", param="persistent_workers"), part.node.id)
    if params["pin_memory"]:
        more.append(f'pin_memory={script.device()}.type == "cuda"')
    if params["drop_last"]:
        more.append("drop_last=True")
    size = f"batch_size={params['batch_size']}"
    made = call("DataLoader", part.inputs["dataset"].text, size, *more, f"generator={generator}")
    script.say(f"{name} = ", made)
    return {"dataloader": Value(name, Sort.OBJECT)}


EMITTERS: Mapping[str, Emitter] = {
    "DataLoader": Emitter(_data_loader, Effect.DROPPED),
    "Dataset": Emitter(_dataset, Effect.DROPPED),
}
"""Node type -> how it is written."""

"""Data sets that come with scikit-learn, and loaders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export.layout import call, literal
from app.export.part import CannotExport, Effect, Emitter, Sort, Value

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
_ROWS = '''
def <name>(split: str) -> TensorDataset:
    """Load a split of the set: rows of numbers, and their classes."""
    values, targets = LOAD(return_X_y=True)
    rows = SPLIT("TITLE", split, targets.tolist())
    return TensorDataset(torch.from_numpy(values).float()[rows], torch.from_numpy(targets).long()[rows])
'''
_DIABETES = '''
def <name>(split: str) -> TensorDataset:
    """Load a split of the set: rows of raw measurements, and the progress of the disease as [1]."""
    values, targets = load_diabetes(return_X_y=True, scaled=False)
    rows = SPLIT("Diabetes", split, [0] * len(targets))
    return TensorDataset(torch.from_numpy(values).float()[rows], torch.from_numpy(targets).float().unsqueeze(1)[rows])
'''
_LOADERS = {
    "Digits": ("load_digits", _IMAGES),
    "Iris": ("load_iris", _ROWS),
    "Wine": ("load_wine", _ROWS),
    "BreastCancer": ("load_breast_cancer", _ROWS),
    "Diabetes": ("load_diabetes", _DIABETES),
}


def _dataset(part: Part) -> Mapping[str, Value]:
    script, title = part.script, part.params["name"]
    if title not in _LOADERS:
        raise CannotExport(reason("export_value_unsupported", param="name", value=title))
    if part.inputs:
        port = next(iter(part.inputs))
        raise CannotExport(reason("export_value_unsupported", param=port, value="a transform"), port)
    load, template = _LOADERS[title]
    script.use("hashlib")
    script.use("torch")
    script.use("sklearn.datasets", load)
    script.use("torch.utils.data", "TensorDataset")
    rows = script.define("split_rows", _SPLIT)
    filled = template.replace("LOAD", load).replace("SPLIT", rows).replace("TITLE", title)
    made = call(script.define(f"{title} set", filled), literal(part.params["split"]))
    return {"dataset": part.keep(made, sort=Sort.OBJECT)}


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
        more += ["persistent_workers=True"] if params["persistent_workers"] else []
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

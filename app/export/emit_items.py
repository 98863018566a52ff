"""Items of data sets and rows of tables as tensors, and files of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export.layout import call, each, literal
from app.export.part import CannotExport, Emitter, Sort, Value
from app.export.paths import readable
from app.export.pictures import picture_to_tensor
from app.nodes.data.selection import index_list, name_list
from app.nodes.io.file_reader import codec_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part

_BATCH = '''
def <name>(dataset: Any, start: int, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Stack inputs and labels of items in their own order; after the last one comes the first again."""
    items = [dataset[(start + place) % len(dataset)] for place in range(count)]
    return tuple(torch.stack([TENSOR(part) for part in parts]) for parts in zip(*items, strict=True))
'''
_TENSOR = '''
def <name>(value: Any) -> torch.Tensor:
    """Make an input or a label a tensor; whole numbers count as int64."""
    value = torch.as_tensor(value).detach()
    is_number = value.dim() == 0 and not value.is_floating_point()
    return value.long() if is_number else value
'''
_TENSOR_OF_ANY = '''
def <name>(value: Any) -> torch.Tensor:
    """Make an input or a label a tensor, pictures from 0 to 1; whole numbers count as int64."""
    if isinstance(value, Image.Image):
        return PICTURE(value)
    value = torch.as_tensor(value).detach()
    is_number = value.dim() == 0 and not value.is_floating_point()
    return value.long() if is_number else value
'''
_READ_TEXT = '''
def <name>(path: str, encoding: str) -> str:
    """Read a text file; every kind of line end becomes a plain one."""
    with open(path, "rb") as file:
        text = file.read().decode(encoding)
    return text.replace("\\r\\n", "\\n").replace("\\r", "\\n")
'''
_TABLE = '''
def <name>(text: str, header: bool) -> torch.Tensor:
    """Read lines of numbers; a cell that is none leaves the table empty."""
    first = re.sub(r'"[^"]*"', "", next((line for line in text.splitlines() if line.strip()), ""))
    separator = max(",;\\t|", key=lambda mark: (first.count(mark), mark == ","))
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    lines = [cells for cells in reader if "".join(cells).strip()]
    try:
        rows = [[float(cell.replace("_", "?")) for cell in cells] for cells in lines[header:]]
    except ValueError:
        rows = []
    return torch.tensor(rows, dtype=torch.float32)
'''


def _dataset_batch(part: Part) -> Mapping[str, Value]:
    """Items may be pictures where a transform leaves them so; only then Pillow is needed."""
    script, params, dataset = part.script, part.params, part.inputs["dataset"]
    script.use("torch")
    script.use("typing", "Any")
    if dataset.about.get("gives", "tensors") == "tensors":
        tensor = script.define("as_tensor", _TENSOR)
    else:
        tensor = script.define("as_tensor", _TENSOR_OF_ANY.replace("PICTURE", picture_to_tensor(script)))
    if dataset.about.get("draws", True):
        part.seed_here()
    names = {port: part.name(port) for port in ("images", "labels") if port in part.read or not part.read}
    start, count = f"start={params['start_index']}", f"count={params['batch_size']}"
    made = call(script.define("stack_items", _BATCH.replace("TENSOR", tensor)), dataset.text, start, count)
    script.say(f"{names.get('images', '_')}, {names.get('labels', '_')} = ", made)
    for name in names.values():
        script.say(f"{name} = {name}.to({script.device()})")
    known = {"images": dataset.about.get("dtype")}
    return {port: Value(name, Sort.TENSOR, known.get(port)) for port, name in names.items()}


def _row_selector(part: Part) -> Mapping[str, Value]:
    value, names = part.tensor("tensor"), name_list(part.params["names"])
    if not names:
        places = literal(index_list(part.params["indices"], "row"))
        return {"tensor": part.keep(f"{value.text}[{places}]", dtype=value.dtype)}
    if "labels" not in part.inputs:
        raise CannotExport(reason("row_names_missing"))
    labels = part.name("labels")
    part.script.say(f"{labels} = ", each("str(label).strip()", f"for label in {part.listed('labels').text}"))
    places = part.name("places")
    part.script.say(f"{places} = ", each(f"{labels}.index(name)", f"for name in {literal(names)}"))
    source = f"{value.text}[{places}]"
    return {"tensor": part.keep(source, dtype=value.dtype)}


def _file_reader(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    if params["mode"] == "text" and part.read == {"tensor"}:
        script.use("torch")
        return {"tensor": part.keep(call("torch.empty", "0", f"device={script.device()}"), "table", dtype="float32")}
    read = script.define("read_text", _READ_TEXT)
    text = part.name("text")
    script.say(f"{text} = ", call(read, readable(part, params["path"]), literal(codec_of(params["encoding"]))))
    found = {"text": Value(text, Sort.OBJECT)}
    if "tensor" in part.read:
        script.use("torch")
        if params["mode"] == "csv":
            for module in ("csv", "io", "re"):
                script.use(module)
            table = part.name("table")
            read_table = script.define("read_table", _TABLE)
            script.say(f"{table} = ", call(read_table, text, literal(params["csv_header"])))
            script.say(f"{table} = {table}.to({script.device()})")
            found["tensor"] = Value(table, Sort.TENSOR, "float32")
        else:
            made = call("torch.empty", "0", f"device={script.device()}")
            found["tensor"] = part.keep(made, "table", dtype="float32")
    return found


EMITTERS: Mapping[str, Emitter] = {
    "DatasetBatch": Emitter(_dataset_batch),
    "FileReader": Emitter(_file_reader),
    "RowSelector": Emitter(_row_selector),
}
"""Node type -> how it is written."""

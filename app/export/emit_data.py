"""Tables, typed-in tensors and their preparation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.reason import reason
from app.export.layout import Each, Items, Named, call, each, flat, literal, nested
from app.export.part import CannotExport, Emitter, Sort, Value
from app.export.paths import readable
from app.nodes.data.csv_table import MISSING
from app.nodes.data.selection import index_list, name_list
from app.nodes.grids import grid_values
from app.nodes.shapes import parse_shape

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.export.layout import Source
    from app.export.part import Part

_SEEDS = 2**64
_SKLEARN_SEEDS = 2**32

_NUMBER = '''
def <name>(cell: str, comma: bool) -> float:
    """Read a cell; one without a value is NaN. comma: whether one may stand for the point. Raises: ValueError."""
    text = cell.strip()
    if text.lower() in MISSING:
        return math.nan
    if "_" in text:
        raise ValueError(text)
    return float(re.sub(r"^([+-]?[0-9]+),([0-9]+)", r"\\1.\\2", text) if comma else text)
'''.replace("MISSING", "{" + ", ".join(f'"{word}"' for word in sorted(MISSING)) + "}")
_READ_CSV = '''
def <name>(path: str, header: bool) -> tuple[dict[str, list[str]], bool]:
    """Read the columns of a CSV file by name; also say whether decimals have a comma, as where `;` separates."""
    with open(path, "rb") as raw:
        encoding = "utf-16" if raw.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    with open(path, encoding=encoding, newline="") as file:
        first = re.sub(r'"[^"]*"', "", next(line for line in file if line.strip()))
        file.seek(0)
        separator = max(",;\\t|", key=lambda mark: (first.count(mark), mark == ","))
        rows = list(csv.reader(file, delimiter=separator, skipinitialspace=True))
    rows = [row for row in rows if len(row) > 1 or "".join(row).strip()]
    names = rows.pop(0) if header else [""] * len(rows[0])
    columns: dict[str, list[str]] = {}
    for place, name in enumerate(names):
        plain = name.strip() or f"column_{place}"
        unique, count = plain, 1
        while unique in columns:
            count += 1
            unique = f"{plain}_{count}"
        columns[unique] = [row[place] for row in rows]
    return columns, separator == ";"
'''
_ALL_NUMBERS = '''
def <name>(columns: dict[str, list[str]], comma: bool) -> dict[str, list[float]]:
    """Read the columns in which every cell is a number, or has no value, and leave out the others."""
    found: dict[str, list[float]] = {}
    for name, cells in columns.items():
        try:
            found[name] = [NUMBER(cell, comma) for cell in cells]
        except ValueError:
            continue
    return found
'''


def _csv_reader(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    if part.read == {"labels"} and not params["target_column"].strip():
        return {"labels": part.keep("[]", "labels", Sort.TEXTS)}
    target, include = params["target_column"].strip(), name_list(params["include_columns"])
    for module in ("codecs", "csv", "re"):
        script.use(module)
    header = literal(params["skip_header"])
    columns, comma = part.name("columns"), "_" if part.read == {"labels"} else part.name("comma")
    script.say(
        f"{columns}, {comma} = ", call(script.define("read_csv", _READ_CSV), readable(part, params["path"]), header)
    )
    found: dict[str, Value] = {}
    key = _key(part, target, columns) if target and ("labels" in part.read or not include) else ""
    if "labels" in part.read:
        source = each("cell.strip()", f"for cell in {columns}[{key}]") if target else "[]"
        found["labels"] = part.keep(source, "labels", Sort.TEXTS)
    if part.read == {"labels"}:
        return found
    script.use("math")
    number = script.define("number", _NUMBER)
    numbers = part.name("numbers")
    if include:
        keys = f"[{', '.join(_key(part, name, columns) for name in include)}]"
        row = f"name: [{number}(cell, {comma}) for cell in {columns}[name]]"
        script.say(f"{numbers} = ", Each(row, (f"for name in {keys}",), "{}"))
    else:
        rest: Source = columns
        if target:
            clauses = (f"for name, cells in {columns}.items()", f"if name != {key}")
            rest = Each("name: cells", clauses, "{}")
        every = script.define("all_numbers", _ALL_NUMBERS.replace("NUMBER", number))
        script.say(f"{numbers} = ", call(every, rest, comma))
    if part.read - {"labels", "columns"} or not part.read:
        script.use("torch")
        dtypes = ("dtype=torch.float32", f"device={script.device()}")
        made = call("torch.tensor", f"list(zip(*{numbers}.values(), strict=True))", *dtypes)
        found["tensor"] = part.keep(made, "", dtype="float32")
    found["columns"] = Value(f"list({numbers})", Sort.TEXTS)
    return found


def _key(part: Part, column: str, columns: str) -> str:
    """A column's name as an expression; a number means a place, unless a column is called so."""
    if not (column.isascii() and column.isdigit() and len(column) < 9):
        return literal(column)
    name, text = part.name("column"), literal(column)
    place = f"list({columns})[{int(column)}]" if int(column) else f"next(iter({columns}))"
    part.script.say(f"{name} = {text} if {text} in {columns} else {place}")
    return name


def _tensor_input(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    shape, kind, mode = parse_shape(params["shape"]), params["dtype"], params["value_mode"]
    script.use("torch")
    device = f"device={script.device()}"
    dtype = f"dtype=torch.{kind}"
    made: Source
    if mode == "explicit":
        values = _shaped(grid_values(params["values"], shape, kind), shape)
        made = call("torch.tensor", nested(values), dtype, device)
        if 0 in shape:
            made = call("torch.empty", literal(shape), dtype, device)
    elif mode in ("zeros", "ones"):
        made = call(f"torch.{mode}", literal(shape), dtype, device)
    elif mode == "arange":
        count = 1
        for size in shape:
            count *= size
        rows = call("torch.arange", str(count), device)
        made = call(f"{flat(rows)}.to(torch.{kind}).reshape", *(map(str, shape) if shape else ["()"]))
    else:
        return {"tensor": _random(part, shape, kind)}
    return {"tensor": part.keep(made, dtype=kind)}


def _random(part: Part, shape: tuple[int, ...], kind: str) -> Value:
    """Drawn on the CPU, so that every device gets the same numbers."""
    script, name = part.script, part.name()
    generator = f"generator=torch.Generator().manual_seed({part.params['seed'] % _SEEDS})"
    if kind.startswith("float"):
        script.say(f"{name} = ", call("torch.randn", literal(shape), f"dtype=torch.{kind}", generator))
        script.say(f"{name} = {name}.to({script.device()})")
    else:
        most = "2" if kind == "bool" else "10"
        script.say(f"{name} = ", call("torch.randint", "0", most, literal(shape), generator))
        script.say(f"{name} = {name}.to({script.device()}, torch.{kind})")
    return Value(name, Sort.TENSOR, kind)


def _shaped(values: list[Any], shape: Sequence[int]) -> Any:
    """Row-major values as nested lists of this shape."""
    for size in reversed(shape[1:]):
        values = [values[at : at + size] for at in range(0, len(values), size)] if size else values
    return values if shape else values[0]


def _column_selector(part: Part) -> Mapping[str, Value]:
    value, names = part.tensor("tensor"), name_list(part.params["names"])
    if not names:
        places = literal(index_list(part.params["indices"], "column"))
        return {"tensor": part.keep(f"{value.text}[..., {places}]", dtype=value.dtype)}
    if "columns" not in part.inputs:
        raise CannotExport(reason("columns_missing"))
    places = part.name("places")
    columns = part.listed("columns")
    listed = columns.text
    if columns.sort is not Sort.TEXTS:
        listed = part.keep(each("str(column).strip()", f"for column in {listed}"), "names", Sort.TEXTS).text
    part.script.say(f"{places} = ", each(f"{listed}.index(name)", f"for name in {literal(names)}"))
    return {"tensor": part.keep(f"{value.text}[..., {places}]", dtype=value.dtype)}


def _normalize(part: Part) -> Mapping[str, Value]:
    script, mode, axis = part.script, part.params["mode"], part.params["axis"]
    value = part.floats("tensor")
    script.use("torch")
    found: dict[str, Value] = {}
    stats = {"zscore": ("mean", "std"), "minmax": ("min", "max"), "unit_norm": ("norm",)}[mode]
    text = value.text
    if not text.isidentifier():
        text = part.keep(text, "values").text
    names = [part.name(stat) for stat in stats]
    if mode == "unit_norm":
        (norm,) = names
        script.say(f"{norm} = ", call("torch.linalg.vector_norm", text, f"dim={axis}", "keepdim=True"))
        made = f"{text} / torch.where({norm} == 0, 1, {norm})"
    elif mode == "minmax":
        low, high = names
        script.say(f"{low} = {text}.amin({axis}, keepdim=True)")
        script.say(f"{high} = {text}.amax({axis}, keepdim=True)")
        made = f"({text} - {low}) / torch.where({high} == {low}, 1, {high} - {low})"
    else:
        mean, std = names
        script.say(f"{mean} = {text}.mean({axis}, keepdim=True)")
        script.say(f"{std} = {text}.std({axis}, correction=0, keepdim=True)")
        low, high = part.name("low"), part.name("high")
        script.say(f"{low} = {text}.amin({axis}, keepdim=True)")
        script.say(f"{high} = {text}.amax({axis}, keepdim=True)")
        script.say(f"{std} = ", call("torch.where", f"{low} == {high}", "1", std))
        made = f"({text} - {mean}) / {std}"
    if "tensor" in part.read or not part.read:
        found["tensor"] = part.keep(made, dtype=value.dtype)
    if "stats" in part.read:
        rows = [
            f'{{"name": "{stat}", "values": {name}.squeeze({axis}).tolist()}}'
            for stat, name in zip(stats, names, strict=True)
        ]
        found["stats"] = part.keep(Items(tuple(rows)), "stats", Sort.LIST)
    return found


def _train_test_split(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    labels = part.listed("labels")
    script.use("sklearn.model_selection", "train_test_split")
    script.use("math")
    listed = labels.text
    more: list[Source] = []
    if params["stratify"]:
        more.append(
            Named("stratify", listed if labels.sort is Sort.TEXTS else each("str(label)", f"for label in {listed}"))
        )
    read = part.read or {"x_train"}
    sides = {side: part.name(side) for side in ("train", "test") if read & {f"x_{side}", f"y_{side}"}}
    features = part.tensor("features") if read & {"x_train", "x_test"} else Value("None")
    made = call(
        "train_test_split",
        f"range(len({listed}))",
        f"test_size=math.ceil(len({listed}) * {literal(params['test_size'])})",
        f"random_state={params['seed'] % _SKLEARN_SEEDS}",
        *more,
    )
    script.say(f"{sides.get('train', '_')}, {sides.get('test', '_')} = ", made)
    found: dict[str, Value] = {}
    for side, rows in sides.items():
        if f"x_{side}" in read:
            found[f"x_{side}"] = part.keep(f"{features.text}[{rows}]", f"x_{side}", dtype=features.dtype)
        if f"y_{side}" in read:
            found[f"y_{side}"] = part.keep(each(f"{listed}[row]", f"for row in {rows}"), f"y_{side}", labels.sort)
    return found


EMITTERS: Mapping[str, Emitter] = {
    "CSVReader": Emitter(_csv_reader),
    "ColumnSelector": Emitter(_column_selector),
    "Normalize": Emitter(_normalize),
    "TensorInput": Emitter(_tensor_input),
    "TrainTestSplit": Emitter(_train_test_split),
}
"""Node type -> how it is written."""

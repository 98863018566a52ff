"""Picture files: read, written, and folders of them as data sets. Pictures that are only drawn are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.core.vocab.reason import reason
from app.export.dataset_classes import picture_files
from app.export.emit_sets import about_items, own_transform
from app.export.emit_transforms import chain_of, normalize, to_tensor
from app.export.layout import call, literal
from app.export.part import CannotExport, Effect, Emitter, Sort, Value
from app.export.paths import plain, readable, writable
from app.export.pictures import picture_to_tensor, read_picture, tensor_to_picture
from app.nodes.io.image_writer import named
from app.nodes.shapes import refuse_absurd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part

_SUFFIXES = '(".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".gif", ".webp", ".ppm", ".pgm", ".pbm")'
_CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}

_FIND = f'''
def <name>(root: Path) -> tuple[list[str], list[int], list[str]]:
    """List the pictures below the folders of a folder, the numbers of their classes, and the names of these."""
    suffixes = {_SUFFIXES}
    folders = [entry.name for entry in root.iterdir() if entry.is_dir()]
    classes = sorted(name for name in folders if not name.startswith((".", "__")))
    files: list[str] = []
    labels: list[int] = []
    for label, kind in enumerate(classes):
        found = [str(path) for path in (root / kind).rglob("*") if path.is_file() and path.name[0] != "."]
        own = sorted(path for path in found if path.lower().endswith(suffixes))
        files += own
        labels += [label] * len(own)
    return files, labels, classes
'''
_READ_ALL = '''
def <name>(paths: Iterable[Path], most: int, mode: str, side: int) -> torch.Tensor:
    """Stack the first pictures that can be read, in squares; files that hold none are passed over."""
    pictures: list[torch.Tensor] = []
    for path in paths:
        if len(pictures) == most:
            break
        try:
            picture = READ(str(path), mode)
        except OSError:
            continue
        pictures.append(TENSOR(picture.resize((side, side), Image.Resampling.BILINEAR)))
    return torch.stack(pictures)
'''


def _image_reader(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    path, side = readable(part, params["path"]), params["resize"]
    picture = part.name("picture")
    script.say(f"{picture} = ", call(read_picture(script), path, literal(params["mode"])))
    if side:
        refuse_absurd((side, side, 4), 4, "cpu")
        script.say(f"{picture} = ", call(f"{picture}.resize", f"({side}, {side})", "Image.Resampling.BILINEAR"))
    made = f"{picture_to_tensor(script)}({picture}).to({script.device()})"
    value = part.keep(made, dtype="float32")
    return {"image": value, "tensor": value}


def _image_batch_reader(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    side, most, pattern = params["resize"], params["max_images"], params["pattern"].strip()
    if ".." in pattern.replace("\\", "/").split("/") or pattern.startswith("/") or not pattern:
        raise NodeError.of("pattern_malformed", pattern=ascii(params["pattern"])[1:-1][:80])
    refuse_absurd((max(most, 1), _CHANNELS[params["mode"]], side, side), 8, "cpu")
    folder = readable(part, params["directory"])
    script.use("pathlib", "Path")
    script.use("collections.abc", "Iterable")
    script.use("torch")
    template = _READ_ALL.replace("READ", read_picture(script)).replace("TENSOR", picture_to_tensor(script))
    read = script.define("read_pictures", template)
    paths = part.name("paths")
    script.say(
        f"{paths} = sorted(path for path in ", call(f"Path({folder}).glob", literal(pattern)), " if path.is_file())"
    )
    name = part.name("images")
    limit = str(most) if most else f"len({paths})"
    script.say(f"{name} = ", call(read, paths, f"most={limit}", f"mode={literal(params['mode'])}", f"side={side}"))
    script.say(f"{name} = {name}.to({script.device()})")
    return {"images": Value(name, Sort.TENSOR, "float32"), "count": Value(f"len({name})", Sort.NUMBER)}


def _image_writer(part: Part) -> Mapping[str, Value]:
    script, params, image = part.script, part.params, part.tensor("image")
    kind = params["format"]
    path = writable(part, named(params["path"], kind))
    picture = part.name("picture")
    script.say(f"{picture} = ", call(tensor_to_picture(script), image.text))
    if kind in ("JPEG", "BMP"):
        script.say(f'if {picture}.mode in ("LA", "RGBA"):')
        script.say(f'{picture} = {picture}.convert({picture}.mode.removesuffix("A"))', level=1)
    more = ["quality=95"] if kind == "JPEG" else []
    script.say("", call(f"{picture}.save", path, literal(kind), *more))
    return {"path": Value(path, Sort.OBJECT)}


def _image_folder(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    name = plain(params["path"]).rstrip("/") or params["path"]
    root = readable(part, name if params["split"] == "(none)" else f"{name}/{params['split']}")
    script.use("pathlib", "Path")
    files, labels, classes = (part.name(word) for word in ("files", "labels", "classes"))
    has_items, has_classes = "dataset" in part.read or not part.read, "classes" in part.read
    targets = [files if has_items else "_", labels if has_items else "_", classes if has_classes else "_"]
    script.say(f"{', '.join(targets)} = ", call(script.define("find_pictures", _FIND), f"Path({root})"))
    found = {"classes": Value(classes, Sort.TEXTS)} if has_classes else {}
    if has_items:
        transform = own_transform(part)
        steps = transform.text if transform is not None else part.name("steps")
        if transform is None:
            script.say(f"{steps} = ", chain_of(script, [to_tensor(script), normalize(script, (0.5,), (0.5,))]))
        made = call(picture_files(script, read_picture(script)), files, labels, steps)
        about = about_items(transform, has_transform=True)
        found["dataset"] = Value(part.keep(made, sort=Sort.OBJECT).text, Sort.OBJECT, None, about)
    return found


def _drawing(part: Part) -> Mapping[str, Value]:
    """Only reached where something reads the picture itself, a text that stands for a file's bytes."""
    raise CannotExport(reason("export_port_unsupported", port="image"), "image")


_PICTURE = Emitter(_drawing, Effect.PICTURE)

EMITTERS: Mapping[str, Emitter] = {
    "DecisionBoundary": _PICTURE,
    "ImageBatchReader": Emitter(_image_batch_reader),
    "ImageFolderDataset": Emitter(_image_folder, Effect.DROPPED),
    "ImageReader": Emitter(_image_reader),
    "ImageWriter": Emitter(_image_writer, Effect.ACTS),
    "ScatterPlot2D": _PICTURE,
    "Visualize": _PICTURE,
}
"""Node type -> how it is written."""

"""Classes of scripts for data sets whose items can go through a transform."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.export.script import Script

_CLASS = '''
class <name>(Dataset):
    """ABOUT."""

    def __init__(self, FIELDS, transform: TYPE) -> None:
STORE
        self.transform = transform

    def __len__(self) -> int:
        return len(self.LENGTH)

    def __getitem__(self, index: int) -> tuple[Any, KIND]:
ITEM
'''

_SCALED = '''
class <name>(Dataset):
    """Pictures [N, channels, height, width] in bytes and what they show; an item is a tensor from -1 to 1."""

    def __init__(self, pixels: torch.Tensor, labels: torch.Tensor) -> None:
        self.pixels = pixels
        self.labels = labels

    def __len__(self) -> int:
        return len(self.pixels)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        return (self.pixels[index] / 255.0 - 0.5) / 0.5, self.labels[index]
'''


def _filled(about: str, fields: dict[str, str], kind: str, item: list[str], optional: bool) -> str:
    parts = {
        "ABOUT": about,
        "FIELDS": ", ".join(f"{name}: {type_name}" for name, type_name in fields.items()),
        "TYPE": "Callable[[Any], Any] | None" if optional else "Callable[[Any], Any]",
        "STORE": "\n".join(f"        self.{name} = {name}" for name in fields),
        "LENGTH": next(iter(fields)),
        "KIND": kind,
        "ITEM": "\n".join(f"        {line}" for line in item),
    }
    text = _CLASS
    for word, value in parts.items():
        text = text.replace(word, value, 1)
    return text


def _libraries(script: Script, *pillow: str) -> None:
    script.use("torch")
    script.use("typing", "Any")
    script.use("collections.abc", "Callable")
    script.use("torch.utils.data", "Dataset")
    if pillow:
        script.use("PIL", *pillow)


def items(script: Script, optional: bool) -> str:
    """The class (inputs, labels, transform) of tensors. optional: the transform may be None."""
    _libraries(script)
    about = "Inputs and their labels; an input goes through the transform when it is asked for"
    value = "(value if self.transform is None else self.transform(value))" if optional else "self.transform(value)"
    lines = ["value = self.inputs[index].clone()", f"return {value}, self.labels[index]"]
    fields = {"inputs": "torch.Tensor", "labels": "torch.Tensor"}
    return script.define("Items", _filled(about, fields, "torch.Tensor", lines, optional))


def pictures(script: Script, white: float, optional: bool) -> str:
    """The class (pixels, labels, transform) of pictures in memory. white: the value that stands for it, 255 for bytes.

    The transform is given pictures of Pillow; where it is None, an item is a tensor from -1 to 1.
    """
    _libraries(script, "Image")
    about = "Pictures [N, channels, height, width] and what they show; each goes through the transform when asked for"
    shown = "values" if white == 255 else f"(values * {255 / white!r}).round().to(torch.uint8)"
    plain = ["if self.transform is None:", f"    return (values / {white!r} - 0.5) / 0.5, self.labels[index]"]
    lines = [
        "values = self.pixels[index]",
        *(plain if optional else []),
        f"planes = {shown}.permute(1, 2, 0).numpy()",
        "picture = Image.fromarray(planes if planes.shape[2] == 3 else planes[:, :, 0])",
        "return self.transform(picture), self.labels[index]",
    ]
    fields = {"pixels": "torch.Tensor", "labels": "torch.Tensor"}
    return script.define("Pictures", _filled(about, fields, "torch.Tensor", lines, optional))


def scaled_pictures(script: Script) -> str:
    """The class (pixels, labels) of pictures in bytes, which become tensors from -1 to 1 when they are asked for."""
    script.use("torch")
    script.use("torch.utils.data", "Dataset")
    return script.define("Pictures", _SCALED)


def picture_files(script: Script, read: str) -> str:
    """The class (files, labels, transform) of picture files. read: the name of the function that reads one."""
    _libraries(script)
    about = "Picture files and the numbers of their classes; each is read when it is asked for"
    lines = [f'return self.transform({read}(self.files[index], "RGB")), self.labels[index]']
    fields = {"files": "list[str]", "labels": "list[int]"}
    return script.define("PictureFiles", _filled(about, fields, "int", lines, False))

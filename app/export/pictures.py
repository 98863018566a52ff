"""Definitions of scripts that deal with pictures: from files and tensors, and to them. They need Pillow and numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.export.script import Script

_EIGHT_BITS = '''
def <name>(picture: Image.Image, mode: str) -> Image.Image:
    """Convert a picture; of 16 bits a channel the upper eight count."""
    if picture.mode.startswith("I"):
        deep = np.asarray(picture).astype(np.int64)
        picture = Image.fromarray((deep.clip(0, 65535) >> 8).astype(np.uint8))
    return picture.convert(mode)
'''
_READ = '''
def <name>(path: str, mode: str) -> Image.Image:
    """Read a picture file. mode: L, RGB or RGBA."""
    with Image.open(path) as picture:
        return CONVERT(picture, mode)
'''
_TO_TENSOR = '''
def <name>(picture: Image.Image) -> torch.Tensor:
    """Make a picture float32 [channels, height, width] from 0 to 1."""
    if picture.mode not in ("L", "RGB", "RGBA"):
        is_grey = picture.mode in ("1", "F", "LA") or picture.mode.startswith("I")
        picture = CONVERT(picture, "L" if is_grey else "RGB")
    pixels = torch.from_numpy(np.array(picture, dtype=np.uint8))
    pixels = pixels.unsqueeze(2) if pixels.dim() == 2 else pixels
    return pixels.permute(2, 0, 1).to(torch.float32, memory_format=torch.contiguous_format) / 255
'''
_TO_PICTURE = '''
def <name>(values: torch.Tensor) -> Image.Image:
    """Make [C, H, W], the first of [N, C, H, W], or [H, W] a picture.

    Fractions count from 0 to 1, whole numbers from 0 to 255.
    """
    planes = values.detach()
    planes = planes[0] if planes.dim() == 4 else planes
    planes = planes.unsqueeze(0) if planes.dim() == 2 else planes
    if planes.is_floating_point():
        planes = (planes.float().nan_to_num(0, 1, 0).clamp(0, 1) * 255).round()
    elif planes.dtype is torch.bool:
        planes = planes.byte() * 255
    pixels = planes.clamp(0, 255).byte().cpu().permute(1, 2, 0).numpy()
    mode = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[pixels.shape[2]]
    return Image.fromarray(np.ascontiguousarray(pixels[:, :, 0] if mode == "L" else pixels), mode)
'''


def _libraries(script: Script) -> None:
    script.use("PIL", "Image")
    script.use("numpy as np")


def read_picture(script: Script) -> str:
    """The name of the function (path, mode) that reads a picture."""
    _libraries(script)
    return script.define("read_picture", _READ.replace("CONVERT", script.define("eight_bits", _EIGHT_BITS)))


def picture_to_tensor(script: Script) -> str:
    """The name of the function (picture) that makes one a tensor."""
    _libraries(script)
    script.use("torch")
    convert = script.define("eight_bits", _EIGHT_BITS)
    return script.define("picture_to_tensor", _TO_TENSOR.replace("CONVERT", convert))


def tensor_to_picture(script: Script) -> str:
    """The name of the function (tensor) that makes one a picture."""
    _libraries(script)
    script.use("torch")
    return script.define("tensor_to_picture", _TO_PICTURE)

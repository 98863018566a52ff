"""Definitions of the steps that a script does with each item when it is loaded.

Random steps draw from torch's generator what the nodes' own steps draw, in the same order. Steps are functions at the
top of the script, so that loader processes can be given them.
"""

from __future__ import annotations

TO_TENSOR = '''
def <name>(item: Any) -> torch.Tensor:
    """Make a picture float32 [C, H, W] from 0 to 1; tensors pass, bytes in them are scaled."""
    if isinstance(item, torch.Tensor):
        return item.to(torch.float32) / 255 if item.dtype is torch.uint8 else item
    return PICTURE(item)
'''
NORMALIZE = '''
def <name>(item: torch.Tensor, mean: tuple[float, ...], std: tuple[float, ...]) -> torch.Tensor:
    """Subtract the mean of each channel and divide by its spread; one number serves all channels."""
    item = item if item.is_floating_point() else item.to(torch.float32)
    if len(mean) == len(std) == 1:
        return (item - mean[0]) / std[0]
    low, size = (torch.tensor(numbers, dtype=torch.float64)[:, None, None].to(item.dtype) for numbers in (mean, std))
    return (item - low) / size
'''
RESIZE = '''
def <name>(item: Any, side: int, how: str) -> Any:
    """Bring a picture or a tensor [C, H, W] to a square. how: nearest, bilinear or bicubic."""
    if isinstance(item, Image.Image):
        return item.resize((side, side), Image.Resampling[how.upper()])
    smooth = {} if how == "nearest" else {"align_corners": False, "antialias": True}
    made = functional.interpolate(item[None].to(torch.float32), (side, side), mode=how, **smooth)[0]
    return made.round().clamp(0, 255).to(torch.uint8) if item.dtype is torch.uint8 else made
'''
FLIP = '''
def <name>(item: Any, p: float) -> Any:
    """Swap left and right of a picture or a tensor with probability p."""
    if torch.rand(1).item() >= p:
        return item
    return ImageOps.mirror(item) if isinstance(item, Image.Image) else item.flip(-1)
'''
SOURCE = '''
def <name>(start: int, count: int, size: int, mode: str) -> np.ndarray:
    """Places in a row that `count` items from `start` on come from, where some lie outside of it."""
    at = np.arange(start, start + count)
    if mode == "edge":
        return at.clip(0, size - 1)
    period = 2 * size if mode == "symmetric" else max(2 * size - 2, 1)
    folded = at % period
    return np.where(folded < size, folded, period - folded - int(mode == "symmetric"))
'''
CROP = '''
def <name>(item: Any, side: int, padding: int) -> Any:
    """Cut a square from a random place of a picture or a tensor, after padding all round with black."""
    height, width = item.size[::-1] if isinstance(item, Image.Image) else item.shape[1:]
    rows, columns = height + 2 * padding, width + 2 * padding
    top = left = 0
    if (rows, columns) != (side, side):
        top = int(torch.randint(0, rows - side + 1, (1,)))
        left = int(torch.randint(0, columns - side + 1, (1,)))
    left, top = left - padding, top - padding
    if isinstance(item, Image.Image):
        return item.crop((left, top, left + side, top + side))
    return functional.pad(item, (-left, left + side - width, -top, top + side - height))
'''
CROP_FILLED = '''
def <name>(item: Any, side: int, padding: int, mode: str) -> Any:
    """Cut a square from a random place of a picture or a tensor, padded all round. mode: edge, reflect, symmetric."""
    height, width = item.size[::-1] if isinstance(item, Image.Image) else item.shape[1:]
    rows, columns = height + 2 * padding, width + 2 * padding
    top = left = 0
    if (rows, columns) != (side, side):
        top = int(torch.randint(0, rows - side + 1, (1,)))
        left = int(torch.randint(0, columns - side + 1, (1,)))
    down, across = SOURCE(top - padding, side, height, mode), SOURCE(left - padding, side, width, mode)
    if isinstance(item, Image.Image):
        return Image.fromarray(np.asarray(item)[down[:, None], across])
    return item[:, torch.from_numpy(down)[:, None], torch.from_numpy(across)]
'''
UNIFORM = '''
def <name>(low: float, high: float) -> float:
    """Draw a number from torch's generator."""
    return torch.empty(1).uniform_(low, high).item()
'''
GREY_OR_COLOUR = '''
def <name>(picture: Image.Image) -> Image.Image:
    """Bring a picture to one of the two kinds that every operation can work on."""
    return picture if picture.mode in ("L", "RGB") else picture.convert("RGB")
'''
ROTATE = '''
def <name>(picture: Image.Image, degrees: float, expand: bool, fill: int) -> Image.Image:
    """Turn a picture by up to `degrees` either way. fill: what comes from outside, 0 to 255."""
    picture = PLAIN(picture)
    colour = fill if picture.mode == "L" else (fill, fill, fill)
    angle = UNIFORM(-degrees, degrees)
    return picture.rotate(angle, Image.Resampling.NEAREST, expand=expand, fillcolor=colour)
'''
HUE = '''
def <name>(picture: Image.Image, shift: float) -> Image.Image:
    """Move the hue by a part of the whole circle; a grey picture has none."""
    if picture.mode != "RGB":
        return picture
    hue, saturation, value = picture.convert("HSV").split()
    start = int(shift * 255) % 256
    moved = hue.point([*range(start, 256), *range(start)])
    return Image.merge("HSV", (moved, saturation, value)).convert("RGB")
'''
JITTER = '''
def <name>(picture: Image.Image, brightness: float, contrast: float, saturation: float, hue: float) -> Image.Image:
    """Change brightness, contrast and saturation by a factor of 1 - v to 1 + v, and the hue, in a random order."""
    picture = PLAIN(picture)
    order = torch.randperm(4).tolist()
    factors = [UNIFORM(max(0.0, 1 - v), 1 + v) if v else None for v in (brightness, contrast, saturation)]
    shift = UNIFORM(-hue, hue) if hue else None
    enhancers = (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color)
    for place in order:
        if place == 3:
            picture = picture if shift is None else HUE(picture, shift)
        elif factors[place] is not None:
            picture = enhancers[place](picture).enhance(factors[place])
    return picture
'''
AUGMENTED = '''
def <name>(picture: Image.Image, operation: int, share: float, sign: int) -> Image.Image:
    """Do one of fourteen operations with a share of its full strength; identity is the first."""
    nearest = Image.Resampling.NEAREST
    if 1 <= operation <= 4:
        across = -int(sign * 150 / 331 * picture.width * share)
        down = -int(sign * 150 / 331 * picture.height * share)
        slant = sign * 0.3 * share
        matrix = [(1, slant, 0, 0, 1, 0), (1, 0, 0, slant, 1, 0), (1, 0, across, 0, 1, 0), (1, 0, 0, 0, 1, down)]
        return picture.transform(picture.size, Image.Transform.AFFINE, matrix[operation - 1], nearest)
    if operation == 5:
        return picture.rotate(sign * 30 * share, nearest)
    if 6 <= operation <= 9:
        kinds = (ImageEnhance.Brightness, ImageEnhance.Color, ImageEnhance.Contrast, ImageEnhance.Sharpness)
        return kinds[operation - 6](picture).enhance(1 + sign * 0.9 * share)
    if operation == 10:
        return ImageOps.posterize(picture, 8 - round(4 * share))
    if operation == 11:
        return ImageOps.solarize(picture, math.ceil(255 * (1 - share)))
    return {12: ImageOps.autocontrast, 13: ImageOps.equalize}.get(operation, lambda same: same)(picture)
'''
RAND_AUGMENT = '''
def <name>(picture: Image.Image, count: int, share: float) -> Image.Image:
    """Do `count` random operations, each with a share of its full strength (Cubuk et al., RandAugment, 2019)."""
    picture = PLAIN(picture)
    for _ in range(count):
        operation = int(torch.randint(14, (1,)))
        sign = -1 if 1 <= operation <= 9 and int(torch.randint(2, (1,))) else 1
        picture = AUGMENTED(picture, operation, share, sign)
    return picture
'''
CHAIN = '''
class <name>:
    """Steps one after the other."""

    def __init__(self, *steps: Callable[[Any], Any]) -> None:
        self.steps = steps

    def __call__(self, item: Any) -> Any:
        """The item after every step."""
        for step in self.steps:
            item = step(item)
        return item
'''
TRANSFORMED = '''
class <name>(Dataset):
    """Another data set with the first part of each item transformed."""

    def __init__(self, dataset: Dataset, transform: Callable[[Any], Any]) -> None:
        self.dataset = dataset
        self.transform = transform

    def __len__(self) -> int:
        return len(self.dataset)

    def __getitem__(self, index: int) -> Any:
        value, *rest = self.dataset[index]
        return (self.transform(value), *rest)
'''
REPLACED = '''
def <name>(dataset: Any, transform: Callable[[Any], Any]) -> Any:
    """Give the same items another transform; the data set itself stays as it is."""
    changed = copy.copy(dataset)
    changed.transform = transform
    return changed
'''

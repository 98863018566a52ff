"""Pictures of numbers, drawn with Pillow: axes with ticks, lines, bars, dots, cells, and the PNG as base64 text."""

from __future__ import annotations

import base64
import io
import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PIL import Image, ImageDraw, ImageFont

Color = tuple[int, int, int]
Span = tuple[float, float]

WIDTH, HEIGHT = 640, 480
"""Pixels of a plot."""

LIMIT = 1e300
"""Values beyond are drawn as this, so that the span of an axis stays finite."""

COLORS: tuple[Color, ...] = (
    *((0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (230, 159, 0), (86, 180, 233)),
    *((126, 87, 45), (110, 110, 200), (160, 30, 60), (90, 130, 30)),
)
"""One for each series, told apart also by eyes that see few colours (the first six after Okabe and Ito, 2008)."""

MISSING: Color = (200, 200, 200)
"""A cell whose value is no finite number."""

_SHADES: tuple[tuple[float, Color], ...] = (
    *((0.0, (20, 20, 70)), (0.3, (40, 90, 160)), (0.55, (60, 170, 140))),
    *((0.8, (230, 200, 60)), (1.0, (255, 250, 220))),
)
_INK: Color = (40, 40, 40)
_GRID: Color = (228, 228, 228)
_PAPER: Color = (255, 255, 255)
_LEFT, _TOP, _BOTTOM, _RIGHT, _LEGEND = 72, 36, 36, 20, 130
_MOST_NAMED = 18
_WIDE_FONTS = ("NotoSansCJK-Regular.ttc", "msjh.ttc", "PingFang.ttc", "wqy-microhei.ttc", "Arial Unicode.ttf")


class Plot:
    """A drawing area with an x and a y axis. Values become pixels linearly; y grows upwards.

    x, y: (low, high) of the axes as given by span(). names: entries of a legend, in the order of COLORS.
    plain: no axes are drawn, and the legend's room is left free for scale().
    """

    def __init__(self, title: str, x: Span, y: Span, names: Sequence[str] = (), plain: bool = False) -> None:
        from PIL import Image, ImageDraw

        self.image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
        self.draw: ImageDraw.ImageDraw = ImageDraw.Draw(self.image)
        self.x, self.y = x, y
        self.box = (_LEFT, _TOP, WIDTH - (_LEGEND if names or plain else _RIGHT), HEIGHT - _BOTTOM)
        """Left, top, right, bottom pixel of the area; the axes' ends lie on them."""
        _write(self.draw, ((self.box[0] + self.box[2]) // 2, _TOP // 2), title, 16, "mm", self.box[2] - self.box[0])
        if not plain:
            self._axes()
        for number, name in enumerate(names[:_MOST_NAMED]):
            top = _TOP + 10 + number * 22
            self.draw.rectangle((self.box[2] + 12, top - 5, self.box[2] + 22, top + 5), color(number))
            _write(self.draw, (self.box[2] + 28, top), name, 12, "lm", _LEGEND - 34)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a point."""
        left, top, right, bottom = self.box
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return left + across * (right - left), bottom - up * (bottom - top)

    def line(self, points: Sequence[tuple[float, float]]) -> None:
        """Connect points in order; a single one becomes a dot."""
        pixels = [self.at(*point) for point in points]
        if len(pixels) == 1:
            self.dot(*points[0], COLORS[0])
        self.draw.line(pixels, COLORS[0], 2)

    def bar(self, left: float, right: float, height: float) -> None:
        """Fill from 0 to `height`, both ends on the axes of the plot."""
        x0, y0 = self.at(left, height)
        x1, y1 = self.at(right, 0.0)
        if height > 0:
            self.draw.rectangle((round(x0), round(y0), max(round(x1) - 1, round(x0)), round(y1)), COLORS[0])

    def dot(self, x: float, y: float, fill: Color, radius: int = 4, ring: Color = _PAPER) -> None:
        """A filled circle with a thin ring, so that dots on each other can be told apart."""
        column, row = self.at(x, y)
        self.draw.ellipse((column - radius, row - radius, column + radius, row + radius), fill, ring)

    def ring(self, x: float, y: float) -> None:
        """A circle around a dot."""
        column, row = self.at(x, y)
        self.draw.ellipse((column - 7, row - 7, column + 7, row + 7), None, _INK, 2)

    def cells(self, colors: NDArray[Any]) -> None:
        """Fill the area with a grid of colours [rows, columns, 3] of uint8, the first row on top."""
        from PIL import Image

        left, top, right, bottom = self.box
        size = (right - left + 1, bottom - top + 1)
        shrinks = colors.shape[0] > size[1] or colors.shape[1] > size[0]
        how = Image.Resampling.BOX if shrinks else Image.Resampling.NEAREST
        self.image.paste(Image.fromarray(colors).resize(size, how), (left, top))

    def scale(self, low: float, high: float) -> None:
        """A bar beside the area that shows which shade stands for which value; for plain plots."""
        left, top, bottom = self.box[2] + 14, self.box[1], self.box[3]
        for row in range(top, bottom + 1):
            share = (bottom - row) / (bottom - top)
            self.draw.line((left, row, left + 16, row), _shade_of(share))
        for value, row in ((high, top), (low, bottom)):
            _write(self.draw, (left + 22, row), f"{value:.4g}", 12, "lm", _LEGEND - 40)

    def png(self, room: int) -> str:
        """The picture as base64 text; see png_text()."""
        return png_text(self.image, room)

    def _axes(self) -> None:
        left, top, right, bottom = self.box
        for value in ticks(*self.x):
            column = self.at(value, self.y[0])[0]
            self.draw.line((column, top, column, bottom), _GRID)
            _write(self.draw, (column, bottom + 12), f"{value:.6g}", 12, "mm", 90)
        for value in ticks(*self.y):
            row = self.at(self.x[0], value)[1]
            self.draw.line((left, row, right, row), _GRID)
            _write(self.draw, (left - 6, row), f"{value:.4g}", 12, "rm", left - 8)
        self.draw.rectangle(self.box, None, _INK)


def color(number: int) -> Color:
    """The colour of a series; they repeat after ten."""
    return COLORS[number % len(COLORS)]


def pale(number: int) -> Color:
    """The colour of a series as a background."""
    red, green, blue = color(number)
    return (red + 3 * 255) // 4, (green + 3 * 255) // 4, (blue + 3 * 255) // 4


def span(values: NDArray[Any], margin: float = 0.0) -> Span:
    """The ends of an axis for finite values: their range and a share of it on both sides, never of length 0."""
    low, high = float(values.min()), float(values.max())
    size = max(abs(low), abs(high))
    if high - low <= size * 1e-9:
        half = 0.5 if size < 1e6 else size * 1e-6
        return low - half, high + half
    return low - (high - low) * margin, high + (high - low) * margin


def ticks(low: float, high: float) -> list[float]:
    """Round numbers within a span, two to six of them: multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((power * factor for factor in (1, 2, 5) if power * factor >= rough * 0.999), power * 10)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def shades(values: NDArray[Any], low: float, high: float) -> NDArray[Any]:
    """Values to colours [..., 3] of uint8, from dark (low) to light (high); MISSING where one is not finite."""
    import numpy

    finite = numpy.isfinite(values)
    share = numpy.clip((numpy.where(finite, values, low) - low) / (high - low), 0, 1)
    stops = [stop for stop, _ in _SHADES]
    parts = [numpy.interp(share, stops, [shade[part] for _, shade in _SHADES]) for part in range(3)]
    colors = numpy.stack(parts, -1).round().astype(numpy.uint8)
    colors[~finite] = MISSING
    return colors


def titled(image: Image.Image, title: str) -> Image.Image:
    """A picture with its title above it; the picture itself where there is none."""
    from PIL import Image, ImageDraw

    if not title.strip():
        return image
    width = max(image.width, 160)
    page = Image.new("RGB", (width, image.height + _TOP), _PAPER)
    page.paste(image, ((width - image.width) // 2, _TOP))
    _write(ImageDraw.Draw(page), (width // 2, _TOP // 2), title, 16, "mm", width - 8)
    return page


def room_of(payload_cap_bytes: int) -> int:
    """Characters that a picture may have in an event of at most so many bytes, which gives each output a share."""
    return payload_cap_bytes * 9 // 20


def png_text(image: Image.Image, room: int) -> str:
    """A picture as the base64 text of a PNG file, of at most `room` characters.

    What is too long is told in 256 colours first, then shrunk step by step (not below 32 pixels): an event that is
    too large would lose the picture as a whole.
    """
    from PIL import Image

    text = _base64(image)
    if len(text) > room and image.mode != "L":
        text = _base64(_in_256_colors(image))
    while len(text) > room and max(image.size) > 32:
        image = image.resize((max(image.width * 3 // 4, 1), max(image.height * 3 // 4, 1)), Image.Resampling.BOX)
        text = _base64(image if image.mode == "L" else _in_256_colors(image))
    return text


def _base64(image: Image.Image) -> str:
    file = io.BytesIO()
    image.save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode("ascii")


def _in_256_colors(image: Image.Image) -> Image.Image:
    from PIL import Image

    return image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _shade_of(share: float) -> Color:
    import numpy

    red, green, blue = shades(numpy.array([share]), 0.0, 1.0)[0].tolist()
    return red, green, blue


def _write(draw: ImageDraw.ImageDraw, place: tuple[float, float], text: str, size: int, anchor: str, room: int) -> None:
    """Write one line, cut where it would be wider than `room` pixels."""
    plain = "".join(c if c.isprintable() else " " for c in text[:200]).strip()
    if not plain:
        return
    font = _font(size, plain.isascii())
    if draw.textlength(plain, font) > room:
        while plain and draw.textlength(plain + "...", font) > room:
            plain = plain[:-1]
        plain += "..."
    draw.text(place, plain, _INK, font, anchor)


@lru_cache(maxsize=8)
def _font(size: int, ascii_only: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font; for other than ASCII one of the system that has Chinese, if there is one."""
    from PIL import ImageFont

    for name in () if ascii_only else _WIDE_FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)

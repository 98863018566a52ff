"""Draws the sample pictures in assets/samples/stripes: `python packaging/stripes.py` writes them and labels.csv anew.

Twelve grey pictures of 32 x 32 pixels, stripes of 3 to 8 pixels with noise, six upright and six flat. Drawn from one
seed with Python's own generator (Mersenne Twister), so that every machine draws the same; made for this project.
"""

from __future__ import annotations

import random
from pathlib import Path

SIDE = 32
SEED = 2026
FOLDER = Path(__file__).resolve().parents[1] / "assets" / "samples" / "stripes"
WIDTHS = (3, 4, 5, 6, 7, 8)
DIRECTIONS = ("upright", "flat")


def pictures() -> dict[str, bytes]:
    """File name -> grey values 0..255, row by row."""
    drawn = random.Random(SEED)
    made: dict[str, bytes] = {}
    for direction in DIRECTIONS:
        for number, width in enumerate(WIDTHS, 1):
            shift, dark, light = drawn.randrange(2 * width), drawn.randrange(30, 90), drawn.randrange(150, 220)
            values = []
            for row in range(SIDE):
                for column in range(SIDE):
                    across = column if direction == "upright" else row
                    base = light if (across + shift) // width % 2 else dark
                    values.append(max(0, min(255, base + drawn.randrange(-25, 26))))
            made[f"{direction}-{number}.png"] = bytes(values)
    return dict(sorted(made.items()))


def labels() -> str:
    """A line for each picture in the order of their names: file, width of a stripe, 0 for upright and 1 for flat."""
    lines = ["file,width,direction"]
    for name in pictures():
        direction, _, number = name.removesuffix(".png").partition("-")
        lines.append(f"{name},{WIDTHS[int(number) - 1]},{DIRECTIONS.index(direction)}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the folder."""
    from PIL import Image

    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, values in pictures().items():
        Image.frombytes("L", (SIDE, SIDE), values).save(FOLDER / name, optimize=True)
    (FOLDER / "labels.csv").write_text(labels(), "utf-8")


if __name__ == "__main__":
    main()

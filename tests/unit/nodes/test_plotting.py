"""Axes and colours of pictures."""

from __future__ import annotations

import base64
import io

import numpy
import pytest
from PIL import Image

from app.core.events.cap import DEFAULT_CAP_BYTES, cap
from app.nodes import plotting


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-1, 1, [-1.0, -0.5, 0.0, 0.5, 1.0]),
        (0.13, 0.47, [0.2, 0.3, 0.4]),
        (999, 1003.5, [999, 1000, 1001, 1002, 1003]),
        (-3e-9, 4e-9, [-2e-9, 0, 2e-9, 4e-9]),
    ],
)
def test_ticks_are_round_numbers_within(low: float, high: float, expected: list[float]) -> None:
    assert plotting.ticks(low, high) == pytest.approx(expected, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("low", [-1e300, -7.3, 0.0, 1e-300, 12345.678])
@pytest.mark.parametrize("length", [1e-3, 1.0, 7.77, 1e300])
def test_there_are_always_two_to_six_ticks(low: float, length: float) -> None:
    ends = plotting.span(numpy.array([low, min(low + length, plotting.LIMIT)]))
    assert 2 <= len(plotting.ticks(*ends)) <= 6


@pytest.mark.parametrize(
    ("values", "margin", "ends"),
    [([1, 3], 0.0, (1, 3)), ([1, 3], 0.5, (0, 4)), ([2, 2], 0.1, (1.5, 2.5)), ([1e9, 1e9], 0, (1e9 - 1e3, 1e9 + 1e3))],
)
def test_an_axis_has_a_length(values: list[float], margin: float, ends: tuple[float, float]) -> None:
    assert plotting.span(numpy.array(values, float), margin) == pytest.approx(ends)


def test_shades_grow_lighter_and_name_what_is_missing() -> None:
    colors = plotting.shades(numpy.array([0.0, 1.0, 2.0, 3.0, 4.0, numpy.nan, numpy.inf]), 0.0, 4.0)
    light = colors[:5].astype(int).sum(-1).tolist()
    assert light == sorted(set(light))
    assert tuple(colors[5]) == tuple(colors[6]) == plotting.MISSING


def test_points_lie_where_the_axes_say() -> None:
    plot = plotting.Plot("", (0.0, 4.0), (-1.0, 1.0))
    left, top, right, bottom = plot.box
    assert plot.at(0, -1) == (left, bottom)
    assert plot.at(4, 1) == (right, top)
    assert plot.at(1, 0) == (left + (right - left) / 4, (top + bottom) / 2)


def test_a_legend_takes_room_and_shows_the_colours() -> None:
    bare, named = plotting.Plot("", (0, 1), (0, 1)), plotting.Plot("", (0, 1), (0, 1), ["a", "b"])
    assert named.box[2] < bare.box[2]
    seen = {color for _, color in named.image.getcolors(1 << 20) or []}
    assert {plotting.color(0), plotting.color(1)} <= seen
    assert plotting.color(2) not in seen


@pytest.mark.parametrize("title", ["x" * 500, "a\nb\t\x00c", "標題", "\U0001f600", "a\ud800"])
def test_any_title_is_drawn_within_the_picture(title: str) -> None:
    picture = numpy.asarray(plotting.Plot(title, (0, 1), (0, 1), plain=True).image)
    assert (picture != 255).any()
    assert (picture[:, :40] == 255).all()


def test_the_text_is_a_png() -> None:
    image = Image.new("RGB", (3, 2), (1, 2, 3))
    with Image.open(io.BytesIO(base64.b64decode(plotting.png_text(image, 1000)))) as found:
        assert (found.format, found.size, found.getpixel((2, 1))) == ("PNG", (3, 2), (1, 2, 3))


def test_a_title_stands_above_and_no_title_adds_nothing() -> None:
    image = Image.new("RGB", (200, 50), (9, 9, 9))
    assert plotting.titled(image, "  ") is image
    page = plotting.titled(image, "title")
    assert page.width == 200
    assert page.crop((0, page.height - 50, 200, page.height)).getcolors() == [(200 * 50, (9, 9, 9))]


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
@pytest.mark.parametrize("room", [200_000, 60_000, 9_000])
def test_a_picture_that_is_too_long_is_shrunk_until_it_fits(mode: str, room: int) -> None:
    noise = numpy.random.default_rng(1).integers(0, 256, (400, 200, len(mode)), numpy.uint8)
    image = Image.fromarray(noise[:, :, 0] if mode == "L" else noise)
    text = plotting.png_text(image, room)
    assert len(text) <= room
    with Image.open(io.BytesIO(base64.b64decode(text))) as found:
        assert found.height == pytest.approx(found.width * 2, abs=3)
        assert found.width * found.height > room / 6


def test_a_picture_that_fits_is_left_as_it_is_and_a_tiny_room_ends() -> None:
    image = Image.linear_gradient("L").resize((64, 64))
    with Image.open(io.BytesIO(base64.b64decode(plotting.png_text(image, 50_000)))) as found:
        assert found.tobytes() == image.tobytes()
    assert plotting.png_text(image, 0)


def test_an_event_keeps_a_picture_of_that_room() -> None:
    entries = [{"port": "image", "data": "x" * plotting.room_of(DEFAULT_CAP_BYTES)}, {"summary": "x" * 999}]
    payload = {"node_id": "n" * 64, "status": "completed", "outputs": entries}
    assert cap(payload) == payload

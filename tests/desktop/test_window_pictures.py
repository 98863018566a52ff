"""What the real window looks like: every kind of page in both schemes and languages, as the screen has it."""

from __future__ import annotations

import json
import os
import re
import signal
from typing import TYPE_CHECKING

from PIL import Image, ImageGrab

from tests.desktop.test_closing import DIALOG, long_runs
from tests.support.windows import until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.windows import Desk

LOOKS = [("dark", "en"), ("light", "zh-TW"), ("light", "en"), ("dark", "zh-TW")]
UP = "document.querySelector('[data-testid=link]')?.dataset.status === 'up'"
INSIDE = (1440, 900)

WEAR = """(async () => {
  const { token } = await (await fetch('/api/auth/bootstrap')).json();
  const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ theme: '%s', language: '%s' });
  await fetch('/api/preferences', { method: 'PATCH', headers, body });
  dispatchEvent(new Event('focus'));
})()"""
STOP = """(async () => {
  const { token } = await (await fetch('/api/auth/bootstrap')).json();
  await fetch('/api/runs/%s/cancel', { method: 'POST', headers: { 'X-CodefyUI-Token': token } });
})()"""
WORN = "document.documentElement.dataset.theme === '%s' && document.documentElement.lang === '%s'"
GROUND = """(() => {
  const one = document.querySelector(%r), { x, y, width, height } = one.getBoundingClientRect();
  let below = one;
  const ground = () => getComputedStyle(below).backgroundColor;
  while (ground() === 'rgba(0, 0, 0, 0)') below = below.parentElement;
  return { ground: ground(), box: [x, y, x + width, y + height].map(Math.round) };
})()"""


class Screen:
    """Takes pictures of one window of a display."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self._desk = desk
        self._folder = folder
        self.taken: dict[str, bytes] = {}
        self._last = b""

    def wear(self, scheme: str, language: str) -> None:
        """Choose a look, as another window of this person does."""
        self._desk.page.evaluate(WEAR % (scheme, language))
        self._desk.page.wait(WORN % (scheme, language))

    def looks(self, name: str, of: str) -> None:
        """A picture in each look. of: a part of the page with a ground of its own, which the screen has to show."""
        for scheme, language in LOOKS:
            self.wear(scheme, language)
            self.picture(f"{name}-{scheme}-{language}", of)

    def picture(self, name: str, of: str) -> None:
        """Write what the screen shows to build/screens, once it is drawn there: none of the one before."""
        asked = self._desk.page.wait(GROUND % of)
        ground = tuple(int(part) for part in re.findall(r"\d+", asked["ground"])[:3])
        shown = until(lambda: self._drawn(ground, asked["box"]), f"{name} is drawn in {ground}")
        shown.save(self._folder / f"window-{name}.png")
        self.taken[name] = self._last = shown.tobytes()

    def _drawn(self, ground: tuple[int, ...], box: list[int]) -> Image.Image | None:
        x, y = self._desk.corner()
        screen = ImageGrab.grab(xdisplay=self._desk.environ["DISPLAY"]).convert("RGB")
        inside = screen.crop((x, y, x + INSIDE[0], y + INSIDE[1]))
        colours = inside.crop(tuple(box)).getcolors(1 << 24) or []  # type: ignore[arg-type] # four of them
        # letters and lines stand on the ground; the page is ahead of the screen
        is_drawn = max(colours)[1] == ground and len(colours) > 8 and inside.tobytes() != self._last
        return inside if is_drawn else None


def test_pictures_of_the_real_window_in_both_schemes_and_languages(desk: Desk, repo: Path, tmp_path: Path) -> None:
    folder = repo / "build" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    desk.open(str(repo / "assets/examples/iris-mlp.json"))
    screen = Screen(desk, folder)
    desk.page.wait("document.querySelectorAll('.react-flow__node').length > 3")
    desk.click("[data-testid=run]")
    desk.page.wait("document.querySelector('[data-testid=run-phase][data-status=succeeded]') !== null")
    screen.looks("canvas", ".canvas")
    desk.click("[data-node-type=TrainingLoop] .title")
    desk.page.wait("document.querySelector('[data-testid=inspector-param-epochs]') !== null")
    screen.looks("inspector", "[data-testid=inspector]")
    for name, address, there in (
        ("runs", "#/runs", ".runs-table .tbody [data-status=succeeded]"),
        ("settings", "#/settings/general", "[data-testid=settings-general]"),
    ):
        desk.page.evaluate(f"location.hash = '{address}'")
        desk.page.wait(f"document.querySelector('{there}') !== null")
        screen.looks(name, f".{name}")
    (run,) = long_runs(desk, repo, tmp_path, 1)
    desk.close()
    desk.page.wait(DIALOG)
    desk.page.wait("document.querySelector('[data-testid^=quit-run-]') !== null")
    screen.looks("quit", "[data-testid=quit-dialog]")
    desk.key("Escape")
    desk.page.wait(f"!({DIALOG})")
    desk.page.evaluate(STOP % run)
    for scheme, language in LOOKS:
        screen.wear(scheme, language)
        _remembers(desk, scheme, language)
        os.kill(desk.renderer(), signal.SIGKILL)
        desk.page.wait("document.documentElement.dataset.note === 'crash'")
        screen.picture(f"crash-{scheme}-{language}", "body")
        desk.click("[data-testid=note-retry]")
        desk.page.wait(UP)
    assert len(screen.taken) == len(set(screen.taken.values())) == 6 * len(LOOKS)


def _remembers(desk: Desk, scheme: str, language: str) -> None:
    """Wait until the window has written how it looks, for the pages of its own."""

    def is_written() -> bool:
        left = json.loads((desk.home / "window-state.json").read_text())
        return bool((left["scheme"], left["language"]) == (scheme, language))

    until(is_written, f"the window remembers {scheme} and {language}")

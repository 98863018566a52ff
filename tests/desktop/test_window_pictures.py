"""What the real window looks like: every kind of page in both schemes and languages, as the screen has it."""

from __future__ import annotations

import json
import os
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
MARK = """(async () => {
  await document.fonts.ready;
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  const mark = document.createElement('div');
  mark.id = 'seen-mark';
  const size = { position: 'fixed', right: '0', bottom: '0', width: '8px', height: '8px', zIndex: '9999' };
  Object.assign(mark.style, size, { background: 'rgb(%d, %d, %d)' });
  (document.querySelector('dialog[open]') ?? document.body).append(mark);
})()"""
UNMARK = "document.getElementById('seen-mark').remove()"


class Screen:
    """Takes pictures of one window of a display."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self._desk = desk
        self._folder = folder
        self.taken: dict[str, bytes] = {}
        self._count = 0

    def wear(self, scheme: str, language: str) -> None:
        """Choose a look, as another window of this person does."""
        self._desk.page.evaluate(WEAR % (scheme, language))
        self._desk.page.wait(WORN % (scheme, language))

    def looks(self, name: str) -> None:
        """A picture in each look."""
        for scheme, language in LOOKS:
            self.wear(scheme, language)
            self.picture(f"{name}-{scheme}-{language}")

    def picture(self, name: str) -> None:
        """Write what the screen shows to build/screens.

        The page is ahead of the screen: a mark of a colour of its own is drawn with what is to be seen, and the picture
        is the first one after it was there and has gone again.
        """
        self._count += 1
        colour = (250, 5 * self._count, 120)
        self._desk.page.evaluate(MARK % colour)
        until(lambda: self._corner() == colour, f"{name} is drawn")
        self._desk.page.evaluate(UNMARK)
        until(lambda: self._corner() != colour, f"{name} is drawn without its mark")
        shown = self._inside()
        shown.save(self._folder / f"window-{name}.png")
        self.taken[name] = shown.tobytes()

    def _corner(self) -> tuple[int, ...]:
        at = self._inside().getpixel((INSIDE[0] - 4, INSIDE[1] - 4))
        assert isinstance(at, tuple)
        return at

    def _inside(self) -> Image.Image:
        x, y = self._desk.corner()
        screen = ImageGrab.grab(xdisplay=self._desk.environ["DISPLAY"]).convert("RGB")
        return screen.crop((x, y, x + INSIDE[0], y + INSIDE[1]))


def test_pictures_of_the_real_window_in_both_schemes_and_languages(desk: Desk, repo: Path, tmp_path: Path) -> None:
    folder = repo / "build" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    desk.open(str(repo / "assets/examples/iris-mlp.json"))
    screen = Screen(desk, folder)
    desk.page.wait("document.querySelectorAll('.react-flow__node').length > 3")
    desk.click("[data-testid=run]")
    desk.page.wait("document.querySelector('[data-testid=run-phase][data-status=succeeded]') !== null")
    screen.looks("canvas")
    desk.click("[data-node-type=TrainingLoop] .title")
    desk.page.wait("document.querySelector('[data-testid=inspector-param-epochs]') !== null")
    screen.looks("inspector")
    for name, address, there in (
        ("runs", "#/runs", ".runs-table .tbody [data-status=succeeded]"),
        ("settings", "#/settings/general", "[data-testid=settings-general]"),
    ):
        desk.page.evaluate(f"location.hash = '{address}'")
        desk.page.wait(f"document.querySelector('{there}') !== null")
        screen.looks(name)
    (run,) = long_runs(desk, repo, tmp_path, 1)
    desk.close()
    desk.page.wait(DIALOG)
    desk.page.wait("document.querySelector('[data-testid^=quit-run-]') !== null")
    screen.looks("quit")
    desk.key("Escape")
    desk.page.wait(f"!({DIALOG})")
    desk.page.evaluate(STOP % run)
    for scheme, language in LOOKS:
        screen.wear(scheme, language)
        _remembers(desk, scheme, language)
        os.kill(desk.renderer(), signal.SIGKILL)
        desk.page.wait("document.documentElement.dataset.note === 'crash'")
        screen.picture(f"crash-{scheme}-{language}")
        desk.click("[data-testid=note-retry]")
        desk.page.wait(UP)
    assert len(screen.taken) == len(set(screen.taken.values())) == 6 * len(LOOKS)


def _remembers(desk: Desk, scheme: str, language: str) -> None:
    """Wait until the window has written how it looks, for the pages of its own."""

    def is_written() -> bool:
        left = json.loads((desk.home / "window-state.json").read_text())
        return bool((left["scheme"], left["language"]) == (scheme, language))

    until(is_written, f"the window remembers {scheme} and {language}")

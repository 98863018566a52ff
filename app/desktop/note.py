"""The pages that the window shows while there is no server to show one: starting, away, crashed.

That it starts is said after a second: most starts are over by then, and words that flash by only unsettle.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from app.desktop.words import PRODUCT, say

GROUNDS = {"dark": "#14171f", "light": "#ffffff"}
"""The colour of the window before anything is drawn: `--app` of ui/src/theme/tokens.css, and no other is in here that
is not there.
"""

_COLOURS = {
    "dark": (
        "--app:#14171f;--panel:#1b1f2a;--text:#e8ebf2;--dim:#a2abbc;--border:#2c3242;"
        "--accent-fill:#7c93ff;--on-accent:#0e1220"
    ),
    "light": (
        "--app:#ffffff;--panel:#f3f5f9;--text:#1a1f2b;--dim:#5a6475;--border:#d8dde6;"
        "--accent-fill:#3b5bdb;--on-accent:#ffffff"
    ),
}

_STYLE = """
*{box-sizing:border-box}html,body{height:100%;margin:0}
body{display:grid;place-items:center;background:var(--app);color:var(--text);
font:13px/1.45 system-ui,'Segoe UI','Noto Sans','Noto Sans TC','Noto Sans CJK TC',sans-serif}
:lang(zh-TW) body{line-height:1.6}main{width:min(480px,calc(100% - 48px))}
h1{margin:0 0 8px;font-size:18px;font-weight:600}p{margin:0 0 16px;color:var(--dim)}
button{height:32px;padding:0 16px;border:0;border-radius:4px;background:var(--accent-fill);color:var(--on-accent);
font:inherit;font-weight:600}
button:focus-visible,summary:focus-visible{outline:2px solid var(--accent-fill);outline-offset:2px}
details{margin-top:24px;color:var(--dim)}pre{overflow:auto;max-height:40vh;padding:12px;border:1px solid var(--border);
border-radius:6px;background:var(--panel);font:12px/1.45 ui-monospace,'Noto Sans Mono',
'Noto Sans Mono CJK TC',monospace;white-space:pre-wrap}
[data-note=start] main{animation:late 0s 1s both}@keyframes late{from{opacity:0}}
"""

_SCRIPT = """
const button = document.querySelector('button');
button?.addEventListener('click', () => {
  button.disabled = true;
  // a page that comes right after one that failed may have no way to the window but a link
  if (window.pywebview) window.pywebview._asyncCallback(JSON.stringify({ method: 'retry' }), 'cdui');
  else location.href = 'cdui:retry';
});
button?.focus();
"""


@dataclass(frozen=True, slots=True)
class Note:
    """kind: `start`, `away` or `crash`. details: what the server said, for who wants to know."""

    kind: str
    details: str = ""

    def page(self, scheme: str, language: str) -> str:
        """The page, whole in itself."""
        parts = [f"<h1>{_words(self.kind + '_head', language)}</h1>"]
        if self.kind != "start":
            button = "reload" if self.kind == "crash" else "retry"
            parts.append(f"<p>{_words(self.kind + '_text', language)}</p>")
            parts.append(f'<button type="button" data-testid="note-retry">{_words(button, language)}</button>')
        if self.details:
            shown = html.escape(self.details)
            parts.append(
                f"<details><summary>{_words('details', language)}</summary><pre tabindex=0>{shown}</pre></details>"
            )
        return (
            f'<!doctype html><html lang="{language or "en"}" data-note="{self.kind}"><head><meta charset="utf-8">'
            f"<title>{PRODUCT}</title><style>:root{{{_COLOURS[scheme]}}}{_STYLE}</style></head>"
            f'<body><main role="alert">{"".join(parts)}</main><script>{_SCRIPT}</script></body></html>'
        )


def _words(key: str, language: str) -> str:
    return html.escape(say(key, language or "en"))

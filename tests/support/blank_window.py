"""The least that a window by pywebview can be: an empty page of a server of its own. What ours is measured against.

Run as a script; it shows the window until it is ended.
"""

from __future__ import annotations

import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Empty(BaseHTTPRequestHandler):
    """Answers every address with the same page."""

    def do_GET(self) -> None:
        """The standard library's name for it."""
        page = b"<!doctype html><html data-blank><title>blank</title></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # the standard library's name
        """Nothing."""


os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
server = ThreadingHTTPServer(("127.0.0.1", 0), Empty)
threading.Thread(target=server.serve_forever, daemon=True).start()

import webview  # noqa: E402 # as late as ours does it

webview.create_window("blank", f"http://127.0.0.1:{server.server_port}/", width=1440, height=900)
webview.start(gui="qt", private_mode=False, storage_path=os.environ["BLANK_STORAGE"])
os._exit(0)

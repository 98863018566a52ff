"""How a page in Qt's browser speaks to the window: one object, put into each document as soon as it is read.

pywebview puts its own in after a page has loaded, from a thread and in two steps; where one page follows another at
once, both steps meet in the wrong page and the page is mute. So its way is taken off, and this one is in its place.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_SCRIPT = """
(() => {
%s
  if (window.cduiKnocks) return;
  window.cduiKnocks = true;
  const knock = () => {
    if (window.pywebview) return;
    new QWebChannel(qt.webChannelTransport, (channel) => {
      if (window.pywebview) return;
      window.pywebview = { _asyncCallback: (text) => channel.objects.cdui.say(text) };
      dispatchEvent(new CustomEvent('pywebviewready'));
    });
    setTimeout(knock, 200);
  };
  knock();
})();
"""
"""The page sees the one function of pywebview's that it uses, whichever toolkit there is.

It knocks until it is heard: what a document says while the one before it is still being taken down gets lost.
"""


def give_voice(view: Any, called: Callable[[Any], None]) -> None:
    """Let every document from now on say JSON to `called`. view: pywebview's window. On Qt's thread."""
    from PySide6.QtCore import QFile, QIODevice, QObject, Slot
    from PySide6.QtWebEngineCore import QWebEngineScript

    class Voice(QObject):
        @Slot(str)
        def say(self, text: str) -> None:
            try:
                message = json.loads(text)
            except ValueError:
                return
            called(message)

    page = view.webview.page()
    page.loadFinished.disconnect(view.on_load_finished)
    view.cdui_voice = Voice(view)  # Qt does not keep it
    view.channel.registerObject("cdui", view.cdui_voice)
    library = QFile(":/qtwebchannel/qwebchannel.js")
    library.open(QIODevice.OpenModeFlag.ReadOnly)
    script = QWebEngineScript()
    script.setName("cdui")
    script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentReady)
    script.setWorldId(QWebEngineScript.ScriptWorldId.MainWorld)
    script.setSourceCode(_SCRIPT % bytes(library.readAll().data()).decode())
    page.scripts().insert(script)
    # a document that the script was not put into, which happens after one that failed
    page.loadFinished.connect(lambda ok: page.runJavaScript(script.sourceCode()))

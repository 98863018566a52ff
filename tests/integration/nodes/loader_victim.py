"""A process that trains nothing: it starts loader workers, names them, and waits to be killed."""

from __future__ import annotations

import multiprocessing
import sys
import threading
from pathlib import Path

import psutil

from app.nodes.data.data_loader import DataLoader
from tests.support.loader_sets import Counted
from tests.support.nodes import call

if __name__ == "__main__":
    multiprocessing.freeze_support()
    params = {"num_workers": 2, "batch_size": 1, "persistent_workers": True}
    made = call(DataLoader, Path(sys.argv[1]), {"dataset": Counted(100)}, params)["dataloader"]
    batches = iter(made)
    next(batches)
    print(*(child.pid for child in psutil.Process().children(recursive=True)), flush=True)
    threading.Event().wait()

"""Data sets at module level, so that loader workers can be given them."""

from __future__ import annotations

import os
import random

import numpy as np
import torch


class Counted:
    """Item i is ([i, i], i); draws no random numbers."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        return torch.full((2,), float(index)), index


class Noisy(Counted):
    """Each item draws from torch, numpy and Python."""

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        noise = [torch.rand(()).item(), float(np.random.rand()), random.random()]
        return torch.tensor(noise), index


class Stream(torch.utils.data.IterableDataset[int]):
    """Five numbers without a length."""

    def __iter__(self) -> object:  # type: ignore[override]  # any iterator will do
        return iter(range(5))


class Environment:
    """One item: 1 if the process that loads it numbers cards by PCI bus, else 0."""

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> int:
        return int(os.environ.get("CUDA_DEVICE_ORDER") == "PCI_BUS_ID")

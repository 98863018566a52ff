"""What values hold: tensors and bytes found, containers copied, changes noticed."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest
import torch

from app.engine import holdings
from app.engine.holdings import Ledger, isolated, same, survey


class Box:
    def __init__(self, **things: Any) -> None:
        self.__dict__.update(things)


def test_memory_that_views_share_is_counted_once() -> None:
    base = torch.zeros(1000)
    found = survey([base, base[10:], {"row": [base.view(10, 100)]}, torch.zeros(10, dtype=torch.float64)])
    assert sorted(found.storages.values()) == [80, 4000]
    assert len(found.tensors) == 4


def test_modules_and_objects_are_entered_with_gradients() -> None:
    module = torch.nn.Linear(10, 5, bias=False)
    module(torch.ones(1, 10)).sum().backward()
    found = survey([Box(inner=Box(model=module), again=module)])
    assert list(found.storages.values()) == [200, 200]
    assert len(found.tensors) == 2


def test_arrays_count_by_their_memory_and_texts_by_their_size() -> None:
    array = np.zeros(100)
    found = survey([array, array])
    assert list(found.storages.values()) == [800]
    assert found.plain == 0
    assert survey(["x" * 1000]).plain == sys.getsizeof("x" * 1000)
    numbers = [float(n) for n in range(1000)]
    assert survey([numbers]).plain == sys.getsizeof(numbers) + 1000 * sys.getsizeof(1.0)


def test_sparse_and_empty_tensors_have_a_size() -> None:
    sparse = torch.eye(100).to_sparse()
    assert sum(survey([sparse]).storages.values()) == 400
    assert survey([torch.empty(0), torch.empty(1000, device="meta")]).storages == {}


@pytest.mark.parametrize("value", [iter([1]), (n for n in range(3)), io.StringIO("x"), [iter([1])]])
def test_what_can_be_read_once_is_told(value: Any) -> None:
    assert survey([value]).iterators
    assert not survey([[1], Box(a=1)]).iterators


def test_a_value_of_too_many_parts_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(holdings, "MAX_PARTS", 10)
    assert survey([[Box() for _ in range(4)]]).is_whole
    assert not survey([[Box() for _ in range(40)]]).is_whole


def test_a_cycle_ends() -> None:
    loop: list[Any] = [torch.zeros(2)]
    loop.append(loop)
    assert len(survey([loop]).tensors) == 1


def test_a_change_in_place_changes_the_versions_through_any_alias() -> None:
    base = torch.zeros(4)
    found = survey([base])
    before = found.versions()
    base[1:].detach().mul_(2)
    assert found.versions() != before
    with torch.inference_mode():
        uncounted = torch.zeros(2)
    assert survey([uncounted]).versions() is None


def test_isolated_containers_do_not_follow_the_original() -> None:
    tensor, box = torch.zeros(2), Box()
    value: dict[str, Any] = {"list": [1, [2, tensor]], "tuple": ([3],), "set": {4}, "box": box, "array": np.zeros(2)}
    copy = isolated(value)
    value["list"][1].append(9)
    value["tuple"][0].append(9)
    value["set"].add(9)
    value["array"][0] = 9
    assert copy["list"][1][1] is tensor
    assert copy["box"] is box
    assert copy["list"][1] == [2, tensor]
    assert (copy["tuple"], copy["set"], copy["array"].tolist()) == (([3],), {4}, [0.0, 0.0])


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        (torch.ones(2), torch.ones(2), True),
        (torch.ones(2), torch.zeros(2), False),
        (torch.ones(2), torch.ones(2, dtype=torch.int64), False),
        (torch.ones(2), torch.ones(1, 2), False),
        (torch.tensor([float("nan")]), torch.tensor([float("nan")]), False),
        (torch.empty(2, device="meta"), torch.empty(2, device="meta"), False),
        ([1, {"a": (2.0, "x")}], [1, {"a": (2.0, "x")}], True),
        ([1, {"a": (2.0, "x")}], [1, {"a": (2.0, "y")}], False),
        ([1], [1, 2], False),
        ({"a": 1}, {"b": 1}, False),
        (1, True, False),
        (None, None, True),
        (Box(), Box(), False),
    ],
)
def test_same_says_yes_only_when_sure(left: Any, right: Any, alike: bool) -> None:
    assert same(left, right) is alike


def test_the_ledger_counts_shared_memory_until_its_last_holder_goes() -> None:
    base = torch.zeros(1000)
    one, two, ledger = survey([base]), survey([base[:5], "text"]), Ledger()
    ledger.add(one)
    ledger.add(two)
    assert ledger.bytes == 4000 + sys.getsizeof("text")
    ledger.remove(one)
    assert ledger.bytes == 4000 + sys.getsizeof("text")
    ledger.remove(two)
    assert ledger.bytes == 0

"""Tables of numbers and their labels, checked before a learner sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.operands import listed, tensor
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Labels:
    """Labels as numbers. classes: the different ones in order; codes: for each row its place in `classes`."""

    classes: list[Any]
    codes: list[int]


@dataclass(frozen=True)
class Task:
    """A learner's inputs. x_train [N, F] and x_query [M, F]: finite float64 numpy arrays; `device`: of the query."""

    x_train: Any
    x_query: Any
    labels: Labels
    device: Any

    def named(self, codes: Any) -> list[Any]:
        """The labels that stand for predicted codes, of the types they came in."""
        return [self.labels.classes[code] for code in codes.tolist()]


def task(inputs: dict[str, Any]) -> Task:
    """Take x_train, y_train and x_query from their ports.

    Raises: NodeError not_a_tensor, not_a_list, table_needed, tensor_empty, values_not_finite, lengths_differ,
    features_differ, label_unusable.
    """
    x_train, x_query = table(inputs, "x_train"), table(inputs, "x_query")
    labels = listed(inputs, "y_train")
    if len(labels) != x_train.shape[0]:
        raise NodeError.of("lengths_differ", a="x_train", a_count=x_train.shape[0], b="y_train", b_count=len(labels))
    if x_train.shape[1] != x_query.shape[1]:
        raise NodeError.of("features_differ", train=x_train.shape[1], query=x_query.shape[1])
    return Task(_array(x_train), _array(x_query), encoded(labels, "y_train"), x_query.device)


def table(inputs: dict[str, Any], port: str) -> Tensor:
    """Take a table [rows, columns] of finite numbers, at least one of each. Raises: NodeError, see task()."""
    value = tensor(inputs, port)
    if value.dim() != 2:
        raise NodeError.of("table_needed", port=port, shape=shape_text(value.shape))
    if not value.numel():
        raise NodeError.of("tensor_empty", port=port, shape=shape_text(value.shape))
    refuse_not_finite(value, port)
    return value


def refuse_not_finite(value: Tensor, port: str) -> None:
    """Raises: NodeError values_not_finite, naming how many there are and the place of the first."""
    import torch

    if not (value.is_floating_point() or value.is_complex()):
        return
    bad = ~torch.isfinite(value.detach())
    count = int(bad.sum())
    if count:
        place = ", ".join(str(index) for index in bad.nonzero()[0].tolist())
        raise NodeError.of("values_not_finite", port=port, count=count, place=f"[{place}]")


def encoded(labels: list[Any], port: str) -> Labels:
    """Number the classes in their natural order, or by their text where types are mixed.

    Raises: NodeError label_unusable for a list, a NaN or anything else that cannot stand for a class.
    """
    for row, label in enumerate(labels):
        if not isinstance(label, (str, int, float)) or label != label:
            raise NodeError.of("label_unusable", port=port, row=row, label=f"{label}"[:40])
    different = set(labels)
    try:
        classes = sorted(different)
    except TypeError:
        classes = sorted(different, key=lambda label: (str(label), type(label).__name__))
    place = {label: code for code, label in enumerate(classes)}
    return Labels(classes, [place[label] for label in labels])


def _array(value: Tensor) -> Any:
    return value.detach().cpu().double().numpy()

"""Points in a plane and their labels, as the pictures of points take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.operands import listed
from app.nodes.plotting import LIMIT
from app.nodes.tables import Labels, encoded, table

if TYPE_CHECKING:
    from numpy.typing import NDArray


def plane(inputs: dict[str, Any], port: str) -> NDArray[Any]:
    """Take points [N, 2] as float64, within plotting.LIMIT.

    Raises: NodeError not_a_tensor, table_needed, tensor_empty, values_not_finite, complex_unfit, columns_unfit.
    """
    value = table(inputs, port)
    if value.is_complex():
        raise NodeError.of("complex_unfit", port=port)
    if value.shape[1] != 2:
        raise NodeError.of("columns_unfit", port=port, wanted=2, found=value.shape[1])
    points: NDArray[Any] = value.detach().cpu().double().numpy().clip(-LIMIT, LIMIT)
    return points


def labels_of(inputs: dict[str, Any], port: str, points: NDArray[Any], points_port: str) -> Labels:
    """Take a label for each point. Raises: NodeError not_a_list, lengths_differ, label_unusable."""
    labels = listed(inputs, port)
    if len(labels) != len(points):
        raise NodeError.of("lengths_differ", a=points_port, a_count=len(points), b=port, b_count=len(labels))
    return encoded(labels, port)

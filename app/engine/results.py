"""What a graph that is called as a function gives: values of its GraphOutput nodes as JSON that leaves the product.

Made while the node ends, before another one can change the value, and of plain JSON from then on, so that it travels
between processes as it is.
"""

from __future__ import annotations

import base64
import io
import math
from typing import TYPE_CHECKING, Any

from app.core.events.strict import whole
from app.core.events.summary import type_of
from app.core.vocab.errors import NodeError, Refused
from app.engine.inspector import as_tensor, values_of

if TYPE_CHECKING:
    from app.core.graph.prepared import PreparedNode
    from app.engine.call import NodeCall

MAX_ELEMENTS = 65_536
"""Elements of one tensor."""

MAX_PARTS = 1_000_000
"""List items, dictionary entries and tensor elements of one output, all together."""

MAX_CHARACTERS = 32 * 1024 * 1024
"""Characters of all texts and pictures of one output."""

MAX_DEPTH = 64
_MAX_INT_BITS = 4096


class Outputs:
    """Outputs of one run by name. calls: of the nodes on the canvas and in its cards, by id."""

    def __init__(self, calls: dict[str, NodeCall]) -> None:
        self._calls = calls
        self.given: dict[str, Any] = {}

    def take(self, node: PreparedNode, name: str, value: Any) -> None:
        """Keep what a GraphOutput node of the canvas gives; one inside a card names nothing.

        Raises: NodeError output_too_large, unserializable_output.
        """
        if node.container is None:
            self.given[name] = as_json(value, name, self._is_picture(node))

    def _is_picture(self, node: PreparedNode) -> bool:
        """True when the port that feeds the node shows its text as a picture."""
        for wire in node.wires:
            source = self._calls[wire.source]
            return any(port.name == wire.source_port and port.media == "image" for port in source.outputs)
        return False


def as_json(value: Any, name: str, is_picture: bool = False) -> Any:
    """The value of the output `name`: numbers, texts, truth, None, lists and dictionaries as they are.

    Tensors and arrays are {__type__: tensor, shape, dtype, values}, pictures {__type__: image, format: png, base64}: of
    Pillow, and with is_picture a text that holds a PNG in base64. NaN and infinities are null; of a tensor without
    elements, values is empty whatever its shape.
    Raises: NodeError output_too_large, unserializable_output for a model or anything else without a JSON form.
    """
    if is_picture and isinstance(value, str):
        return _Writer(name).picture(value)
    return _Writer(name).value(value, 0)


class _Writer:
    def __init__(self, name: str) -> None:
        self._name = name
        self._parts = 0
        self._characters = 0

    def value(self, value: Any, depth: int) -> Any:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return self._text(whole(value))
        if isinstance(value, int):
            if value.bit_length() > _MAX_INT_BITS:
                raise self._too_large(value.bit_length(), _MAX_INT_BITS)
            return int(value)
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else None
        if isinstance(value, (list, tuple)):
            self._count(len(value), depth)
            return [self.value(item, depth + 1) for item in value]
        if isinstance(value, dict):
            self._count(len(value), depth)
            return {self._key(key): self.value(item, depth + 1) for key, item in value.items()}
        return self._object(value)

    def picture(self, data: str) -> dict[str, Any]:
        """data: a PNG in base64."""
        return {"__type__": "image", "format": "png", "base64": self._text(data)}

    def _object(self, value: Any) -> Any:
        module = type(value).__module__
        if type_of(value) == "tensor":
            return self._tensor(value)
        if module == "numpy" and hasattr(value, "item"):
            return self.value(value.item(), MAX_DEPTH)
        if module.startswith("PIL.") and hasattr(value, "save"):
            return self.picture(self._png(value))
        raise self._unserializable(value)

    def _tensor(self, value: Any) -> dict[str, Any]:
        count = math.prod(value.shape)
        if count > MAX_ELEMENTS:
            raise self._too_large(count, MAX_ELEMENTS)
        self._count(count, 0)
        try:
            tensor = as_tensor(value)
            values = values_of((tensor if "strided" in str(tensor.layout) else tensor.to_dense()).cpu())
        except (Refused, RuntimeError, NotImplementedError):
            raise self._unserializable(value) from None
        dtype = str(value.dtype).replace("torch.", "")
        return {"__type__": "tensor", "shape": [int(size) for size in value.shape], "dtype": dtype, "values": values}

    def _png(self, picture: Any) -> str:
        out = io.BytesIO()
        try:
            if picture.mode not in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
                picture = picture.convert("RGB")
            picture.save(out, "PNG")
        except Exception:  # Pillow raises what its parts raise
            raise self._unserializable(picture) from None
        return base64.b64encode(out.getvalue()).decode()

    def _key(self, key: Any) -> str:
        if isinstance(key, str):
            return self._text(whole(key))
        if isinstance(key, (int, float)):
            return str(key)
        raise self._unserializable(key)

    def _text(self, text: str) -> str:
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            raise self._too_large(self._characters, MAX_CHARACTERS)
        return text

    def _count(self, parts: int, depth: int) -> None:
        self._parts += parts
        if self._parts > MAX_PARTS:
            raise self._too_large(self._parts, MAX_PARTS)
        if depth >= MAX_DEPTH:
            raise self._too_large(depth + 1, MAX_DEPTH)

    def _too_large(self, found: int, limit: int) -> Exception:
        return NodeError.of("output_too_large", output=self._name, found=found, limit=limit)

    def _unserializable(self, value: Any) -> Exception:
        return NodeError.of("unserializable_output", output=self._name, found=type(value).__name__)

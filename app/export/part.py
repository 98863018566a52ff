"""One node of the graph as an emitter sees it, and the values that go from part to part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from app.export.layout import Source, call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.core.graph.prepared import PreparedNode
    from app.core.vocab.reason import Reason
    from app.export.script import Script


class Sort(StrEnum):
    """What a value of the script is, as far as that is known before it runs."""

    TENSOR = "tensor"
    TEXTS = "texts"
    LIST = "list"
    NUMBER = "number"
    OBJECT = "object"
    ANY = "any"


@dataclass(frozen=True)
class Value:
    """An expression that can stand anywhere. dtype: of a tensor (`float32`); None where it is not known.

    about: what an emitter knows beyond that and a later one needs, by names of their own.
    """

    text: str
    sort: Sort = Sort.ANY
    dtype: str | None = None
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_float(self) -> bool:
        """True where the tensor surely holds floats."""
        return self.dtype is not None and self.dtype.startswith("float")

    @property
    def family(self) -> str | None:
        """float, int or bool, None where it is not known."""
        return None if self.dtype is None else self.dtype.rstrip("0123456789")


class Effect(StrEnum):
    """What becomes of a part whose results nobody reads."""

    ACTS = "acts"
    """It does something all the same."""
    SHOWN = "shown"
    """Its first result is printed."""
    DROPPED = "dropped"
    """It is left out."""
    PICTURE = "picture"
    """It is left out, too: it only draws."""


class CannotExport(Exception):
    """This node, with these params, has no form as a script. why: for the user."""

    def __init__(self, why: Reason, port: str | None = None) -> None:
        super().__init__(why.text())
        self.why = why
        self.port = port


class Inputs(Mapping[str, Value]):
    """The values at the input ports of a node. used: ports whose value was looked at; to ask whether one is fed is not.

    What nobody uses needs not be computed.
    """

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = values
        self.used: set[str] = set()

    def __getitem__(self, port: str) -> Value:
        value = self._values[port]
        self.used.add(port)
        return value

    def __contains__(self, port: object) -> bool:
        return port in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


@dataclass
class Part:
    """node: with its params. inputs: the values at its ports. readers: output port -> types of nodes that read it.

    graph_types: the types of all nodes of the graph. write_body: writes what the Map node of an id does with an item,
    and answers what that becomes.
    """

    node: PreparedNode
    script: Script
    inputs: Inputs
    readers: Mapping[str, frozenset[str]]
    graph_types: frozenset[str]
    warn: Callable[[Reason, str], None]
    write_body: Callable[[str, Value], Value]

    @property
    def params(self) -> Mapping[str, Any]:
        """Every declared param, checked."""
        return self.node.params

    @property
    def read(self) -> frozenset[str]:
        """Output ports that somebody reads."""
        return frozenset(self.readers)

    def is_shown(self, port: str) -> bool:
        """Say whether a node that prints reads this port, so that nobody else needs to print it."""
        return bool(self.readers.get(port, frozenset()) & {"GraphOutput", "Print"})

    def name(self, port: str = "") -> str:
        """A new variable, named after the node and, where it gives several things, the port."""
        wanted = self.node.id if self.node.inner_id is None else self.node.inner_id.rpartition("/")[2]
        return self.script.names.take(f"{wanted} {port}" if port else wanted, f"{self.node.type} {port}")

    def keep(self, source: Source, port: str = "", sort: Sort = Sort.TENSOR, dtype: str | None = None) -> Value:
        """Assign the expression to a new variable."""
        name = self.name(port)
        self.script.say(f"{name} = ", source)
        return Value(name, sort, dtype)

    def tensor(self, port: str) -> Value:
        """What comes in at a port, as a tensor."""
        given = self.inputs[port]
        if given.sort is Sort.TENSOR:
            return given
        self.script.use("torch")
        return self.keep(call("torch.as_tensor", given.text, f"device={self.script.device()}"), port)

    def floats(self, port: str) -> Value:
        """What comes in at a port, as a tensor of floats."""
        given = self.tensor(port)
        if given.is_float:
            return given
        if given.dtype is not None:
            return Value(f"{given.text}.float()", Sort.TENSOR, "float32")
        name = self.script.define("as_floats", _AS_FLOATS)
        self.script.use("torch")
        return self.keep(f"{name}({given.text})", f"{port} floats")

    def listed(self, port: str) -> Value:
        """What comes in at a port, as a list; of a tensor or an array its numbers, as the nodes take them."""
        given = self.inputs[port]
        if given.sort in (Sort.TEXTS, Sort.LIST):
            return given
        if given.sort is Sort.TENSOR:
            return self.keep(f"{given.text}.tolist()", port, Sort.LIST)
        self.script.use("typing", "Any")
        return self.keep(f"{self.script.define('as_list', _AS_LIST)}({given.text})", port, Sort.LIST)

    def items(self, port: str) -> Value:
        """What comes in at a port, as something to go through; of a tensor its rows, of an array its numbers."""
        given = self.inputs[port]
        if given.sort in (Sort.TEXTS, Sort.LIST, Sort.TENSOR):
            return given
        self.script.use("typing", "Any")
        self.script.use("torch")
        return self.keep(f"{self.script.define('as_items', _AS_ITEMS)}({given.text})", port, Sort.LIST)

    def seed_here(self) -> None:
        """Seed torch for this part, as a run does before each node."""
        self.script.use("torch")
        self.script.say("", call("torch.manual_seed", self.script.seeded(self.node.id)))


_AS_FLOATS = '''
def <name>(values: torch.Tensor) -> torch.Tensor:
    """Turn whole numbers and truth values into floats."""
    return values if values.is_floating_point() or values.is_complex() else values.float()
'''
_AS_LIST = '''
def <name>(values: Any) -> list[Any]:
    """Make a list of what may be one, an array or a tensor; of the last two it holds the plain numbers."""
    return list(values.tolist() if hasattr(values, "tolist") else values)
'''
_AS_ITEMS = '''
def <name>(values: Any) -> list[Any]:
    """List the items of what may be a list, an array or a tensor: of an array its numbers, of a tensor its rows."""
    if isinstance(values, torch.Tensor):
        return list(values.unbind(0))
    return list(values.tolist() if hasattr(values, "tolist") else values)
'''


@dataclass(frozen=True)
class Emitter:
    """How a node type is written. emit: appends to the script, answers a value for each output port that is read."""

    emit: Callable[[Part], Mapping[str, Value]]
    effect: Effect = Effect.SHOWN

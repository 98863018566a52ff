"""One run's dealings with the cache of its canvas: which results can be taken from it, and which go into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.nodespec import ParamType
from app.engine.cache import Circumstances, cache_key
from app.engine.call import Result
from app.engine.node import Node

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.prepared import PreparedNode
    from app.engine.cache import ExecutionCache, Hit
    from app.engine.call import NodeCall
    from app.engine.context import NodeContext, RunContext
    from app.engine.failures import Failure

_FILES = frozenset({ParamType.MODEL_FILE, ParamType.IMAGE_FILE, ParamType.DATA_FILE})


class Untold(Exception):
    """A result that depends on more than can be seen beforehand."""


def watched(call: NodeCall, context: NodeContext) -> Any:
    """JSON that stands for all that the node reads besides its inputs and params.

    Raises: Untold for a node that is never to be cached; whatever its cache_fingerprint raises.
    """
    node_class = call.node_class
    spec = node_class.SPEC
    reads_unwatched = node_class.cache_fingerprint is Node.cache_fingerprint
    if not spec.cacheable or (reads_unwatched and any(param.param_type in _FILES for param in spec.params)):
        raise Untold(spec.name)
    return node_class().cache_fingerprint(dict(call.node.params), context)


class Reuse:
    """Made for each run; called from the threads that execute it, for a node only after all that feed it."""

    def __init__(self, cache: ExecutionCache, context: RunContext) -> None:
        self._cache = cache
        self._run = cache.begin_run()
        self._forced = context.changed_nodes
        self._stop = context.cancel
        self._keys: dict[str, str] = {}
        self._tokens: dict[str, str] = {}

    @classmethod
    def of(cls, context: RunContext) -> Reuse | None:
        """None where nothing is reused: no cache, a run that wants to see every step, a graph called as a function."""
        bypassed = context.verbose or context.captures_gradients or context.graph_inputs or context.wants_outputs
        return None if context.cache is None or bypassed else cls(context.cache, context)

    def find(self, call: NodeCall, context: NodeContext) -> Hit | None:
        """The node's stored result. Nodes that the run names as changed are never taken from the cache."""
        node_id = call.node.id
        key = self._key(call, context)
        if key is None:
            return None
        self._keys[node_id] = key
        hit = None if self._is_forced(call.node) else self._cache.find(key, self._run)
        if hit is not None:
            self._tokens[node_id] = hit.token
        return hit

    def _is_forced(self, node: PreparedNode) -> bool:
        """A card that is named stands for all that lies in it."""
        if not self._forced or node.container is None:
            return node.id in self._forced
        return not self._forced.isdisjoint((node.id, node.inner_id, node.container, *node.containers))

    def settle(self, call: NodeCall, outcome: Result | Failure, outputs: Sequence[Mapping[str, Any]] | None) -> None:
        """The node was called: keep what it gave. Must come before any other node gets to see the values."""
        node_id = call.node.id
        if not isinstance(outcome, Result):
            if outcome.reason.code == "out_of_memory":
                self._cache.drop_node(node_id)
            return
        key = self._keys.get(node_id)
        # a node that was asked to stop may have given what it had so far
        if key is None or outcome.interrupted is not None or self._stop.is_set():
            return
        token = self._cache.store(key, node_id, outcome.values, outcome.log, outputs, self._run)
        if token is not None:
            self._tokens[node_id] = token

    def _key(self, call: NodeCall, context: NodeContext) -> str | None:
        try:
            fingerprint = watched(call, context)
        except Exception:  # what is wrong with the file, the node itself says when it is called
            return None
        around = Circumstances(context.device, context.seed, context.run.deterministic)
        return cache_key(call.node, self._tokens, around, fingerprint)

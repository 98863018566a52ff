"""The base class of every node type."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import NodeSpec
    from app.engine.context import NodeContext


RESULT_KEY = "__graph_output__"
"""The control key under which a GraphOutput node hands its value to the run: (name, value)."""


class Node(ABC):
    """One node type. A fresh instance serves each call; nothing is kept between calls."""

    SPEC: ClassVar[NodeSpec]

    @abstractmethod
    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Compute the outputs.

        inputs: only ports that were fed; an unfed optional input is absent. Tensors lie on `context.device` unless the
        spec says `align_inputs=False`. params: every declared param, of its declared type, within its bounds.
        Returns: {output port: value}. Keys that begin with `__` are control: `__log__` (a line of text for people),
        `__interrupted__` ({epoch?, batch?, checkpoint_path?}: the node stopped because it was asked to).
        `__steps__`, where `context.run.verbose` (see app.engine.steps): how the node came to its outputs.
        Raises: NodeError for what a user can mend; any other exception fails the run with code `node_failed`.
        """

    def cache_fingerprint(self, params: dict[str, Any], context: NodeContext) -> Any:
        """JSON that changes whenever something changes that the node reads besides its inputs and params.

        A node that reads files answers with `app.engine.fingerprint` of them; a node with a file param that does not
        define this is never cached. Whatever is raised means that the node is computed.
        """
        return None

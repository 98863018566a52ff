"""Statuses of cards: the blocks and presets on the canvas whose inner nodes run. Pure.

A card runs once its first inner node runs. It fails or is interrupted with the first inner node that is; else it
settles with its last one: completed if any ran, else skipped if any was skipped, else cached. A card within a card is
an inner node of the outermost card, under the same rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from app.core.events.kinds import NodeStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.core.graph.prepared import PreparedGraph, PreparedNode


class CardFrame(NamedTuple):
    """A card's new status. container: the outermost card, None when the card itself is the outermost."""

    card: str
    container: str | None
    status: NodeStatus


@dataclass
class _Card:
    container: str | None
    left: int = 0
    has_run: bool = False
    has_skipped: bool = False
    is_started: bool = False
    is_closed: bool = False


def cards_of(node: PreparedNode) -> Sequence[str]:
    """Every card the node lies in, outermost first."""
    if node.containers:
        return node.containers
    return () if node.container is None else (node.container,)


class Cards:
    """Every card of one run. The caller holds a lock and sends the frames in the order given."""

    def __init__(self, graph: PreparedGraph) -> None:
        self._cards: dict[str, _Card] = {}
        for node in graph.nodes:
            around = cards_of(node)
            for card in around:
                self._cards.setdefault(card, _Card(None if card == around[0] else around[0])).left += 1

    def started(self, node: PreparedNode) -> list[CardFrame]:
        """An inner node starts: frames of the cards that start with it, outermost first."""
        frames = []
        for card_id in cards_of(node):
            card = self._cards[card_id]
            if not card.is_started and not card.is_closed:
                card.is_started = True
                frames.append(CardFrame(card_id, card.container, NodeStatus.RUNNING))
        return frames

    def settled(self, node: PreparedNode, status: NodeStatus) -> list[CardFrame]:
        """An inner node has ended: frames of the cards that end with it, innermost first, to send after its own."""
        frames = []
        for card_id in reversed(cards_of(node)):
            card = self._cards[card_id]
            card.left -= 1
            card.has_run |= status is NodeStatus.COMPLETED
            card.has_skipped |= status is NodeStatus.SKIPPED
            if card.is_closed:
                continue
            if status in (NodeStatus.ERROR, NodeStatus.INTERRUPTED):
                frames.append(self._close(card_id, card, status))
            elif card.left == 0:
                ended = NodeStatus.SKIPPED if card.has_skipped else NodeStatus.CACHED
                frames.append(self._close(card_id, card, NodeStatus.COMPLETED if card.has_run else ended))
        return frames

    def interrupt(self) -> list[CardFrame]:
        """The run stops: frames of the cards that had started and will not settle, inner ones first."""
        open_cards = [(name, card) for name, card in self._cards.items() if card.is_started and not card.is_closed]
        return [self._close(name, card, NodeStatus.INTERRUPTED) for name, card in reversed(open_cards)]

    @staticmethod
    def _close(card_id: str, card: _Card, status: NodeStatus) -> CardFrame:
        card.is_closed = True
        return CardFrame(card_id, card.container, status)

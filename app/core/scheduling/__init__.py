"""Queues, slots and the decision which waiting run starts next."""

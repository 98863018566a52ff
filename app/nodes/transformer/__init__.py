"""Attention, transformer stacks, and experts with a router."""

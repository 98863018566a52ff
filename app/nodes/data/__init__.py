"""Nodes that make, read, split and batch data."""

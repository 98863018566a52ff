"""Nodes at the border of a graph: what comes in, what goes out, what is kept in files."""

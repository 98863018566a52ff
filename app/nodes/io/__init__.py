"""Nodes that read and write files, and the ends of a graph that is used as a function."""

"""Nodes that mark and steer the flow of a run."""

"""Nodes that build, train and judge models."""

"""Frames between agent and control plane."""

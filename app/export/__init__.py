"""Writes a prepared graph as a Python script that needs no part of this program."""

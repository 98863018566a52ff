"""The native window, its bridge and the single-instance guard."""

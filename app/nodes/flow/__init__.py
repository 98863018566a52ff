"""Node types that choose between values and fold lists."""

"""State machines without I/O."""

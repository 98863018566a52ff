"""Standard-library logging: JSON lines in the file, text on a terminal."""

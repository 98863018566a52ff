"""The graph document and its preparation for a run."""

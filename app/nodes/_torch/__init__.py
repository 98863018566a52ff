"""Code that imports torch at the top; nodes import it inside execute() only."""

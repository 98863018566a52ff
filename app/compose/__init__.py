"""The composition root: builds every room in order and owns start and stop."""

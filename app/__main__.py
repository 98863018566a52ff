"""Role switch of the one executable; standard library only."""


def main() -> int:
    """Run the role that the first argument names and return its exit code."""
    return 0

"""CodefyUI Desktop: draw PyTorch pipelines as graphs, run them, look inside every tensor."""

__version__ = "0.1.0"

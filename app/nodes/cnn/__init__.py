"""Layers of convolutional networks: convolutions, pools, activations, dropout."""

"""Normalization layers: values brought to mean 0 and spread 1."""

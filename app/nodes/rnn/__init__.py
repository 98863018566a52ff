"""Recurrent layers over sequences."""

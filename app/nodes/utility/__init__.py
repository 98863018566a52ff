"""Nodes that look at values or change their form."""

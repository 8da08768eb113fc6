"""Stands in for Jupyter."""

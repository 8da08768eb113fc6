"""Leaves out nodes whose class names another pack has taken, so that its workflows keep working."""

import logging


def without_conflicts(own, existing):
    """Our nodes except those whose names are taken. The log says which, and what to do."""
    kept = {}
    for name, node in own.items():
        other = existing.get(name)
        if other is None:
            kept[name] = node
            continue
        owner = getattr(other, "RELATIVE_PYTHON_MODULE", None) or other.__module__
        logging.warning(
            "flowdeck: %s is left out, because %s has a node of this name; remove that pack to use ours", name, owner
        )
    return kept

"""flowdeck's nodes for ComfyUI: they mark what becomes a field of the form and what becomes an output.

ComfyUI imports this package from its folder custom_nodes.
"""

import logging

import nodes as comfyui

from .catalog import DISPLAY_NAMES, NODES
from .conflicts import warn_when_loaded, without_conflicts
from .saves import save_nodes

WEB_DIRECTORY = "./web"

# The nodes of ComfyUI and of the packs that were loaded before.
EXISTING = comfyui.NODE_CLASS_MAPPINGS

NODE_CLASS_MAPPINGS = without_conflicts({**NODES, **save_nodes(EXISTING)}, EXISTING)
warn_when_loaded(NODE_CLASS_MAPPINGS, EXISTING)
NODE_DISPLAY_NAME_MAPPINGS = {name: DISPLAY_NAMES[name] for name in NODE_CLASS_MAPPINGS}

__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS", "WEB_DIRECTORY"]

logging.info("flowdeck: %d nodes; search for “flowdeck:” in the editor", len(NODE_CLASS_MAPPINGS))

"""flowdeck's nodes for ComfyUI: they mark what becomes a field of the form and what becomes an output.

ComfyUI imports this package from its folder custom_nodes.
"""

import logging

import nodes as comfyui

from .catalog import DISPLAY_NAMES, NODES
from .conflicts import without_conflicts
from .saves import save_nodes

WEB_DIRECTORY = "./web"

NODE_CLASS_MAPPINGS = without_conflicts({**NODES, **save_nodes(comfyui.NODE_CLASS_MAPPINGS)}, comfyui.NODE_CLASS_MAPPINGS)
NODE_DISPLAY_NAME_MAPPINGS = {name: DISPLAY_NAMES[name] for name in NODE_CLASS_MAPPINGS}

__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS", "WEB_DIRECTORY"]

logging.info("flowdeck: %d nodes; search for “flowdeck:” in the editor", len(NODE_CLASS_MAPPINGS))

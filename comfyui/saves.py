"""ComfyUI's own save nodes once more, below the prefix of the pack. Each is a class of its own, so that the core's
stays as it is; flowdeck reads it as the core's, and runs it where the pack is not installed.
"""

import logging
import os
import re

import folder_paths

from .core import is_schema_node
from .settings import CATEGORY

# The class of the pack: the core's class, and what it saves.
ALIASES = {
    "FlowdeckSaveImage": ("SaveImage", "image"),
    "FlowdeckSaveText": ("SaveText", "text"),
    "FlowdeckSaveVideo": ("SaveVideo", "video"),
    "FlowdeckSaveAudio": ("SaveAudio", "audio"),
}


def save_nodes(core_nodes):
    """The save nodes that this ComfyUI can have."""
    made = {}
    for name, (core_name, kind) in ALIASES.items():
        core = core_nodes.get(core_name)
        if core is None and core_name == "SaveText":
            made[name] = SaveTextFile
        elif core is None:
            logging.warning("flowdeck: %s is left out, because this ComfyUI has no %s; update ComfyUI", name, core_name)
        else:
            made[name] = alias(name, core, kind)
    return made


def alias(name, core, kind):
    """A class that does what a core class does, under another name."""
    from .catalog import DISPLAY_NAMES

    about = {
        "category": CATEGORY,
        "description": f"Saves the {kind} as an output of the workflow. Does the same as ComfyUI's own node.",
        "search_aliases": ["flowdeck", f"save {kind}", f"{kind} output"],
    }
    if not is_schema_node(core):
        attributes = {key.upper(): value for key, value in about.items()}
        return type(name, (core,), {**attributes, "ESSENTIALS_CATEGORY": None, "DEPRECATED": False})

    def define_schema(cls):
        schema = core.define_schema()
        schema.node_id = name
        schema.display_name = DISPLAY_NAMES[name]
        for key, value in {**about, "essentials_category": None, "is_deprecated": False}.items():
            # Older versions of ComfyUI lack some of them.
            if hasattr(schema, key):
                setattr(schema, key, value)
        return schema

    return type(name, (core,), {**caches(core), "define_schema": classmethod(define_schema)})


def caches(core):
    """Empty values for what ComfyUI's base class keeps of the schema; the core class may have filled them already."""
    base = [vars(part) for part in core.__mro__ if part.__module__.startswith("comfy_api")]
    names = {name for part in base for name in part if name == "SCHEMA" or re.fullmatch("_[A-Z][A-Z_]*", name)}
    return dict.fromkeys(names)


class SaveTextFile:
    """Saves text for versions of ComfyUI that have no SaveText."""

    CATEGORY = CATEGORY
    DESCRIPTION = "Saves the text as an output of the workflow."
    SEARCH_ALIASES = ["flowdeck", "save text", "text output"]
    RETURN_TYPES = ("STRING",)
    RETURN_NAMES = ("text",)
    OUTPUT_NODE = True
    FUNCTION = "save"
    FORMATS = ["txt", "csv", "md", "json"]

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "text": ("STRING", {"forceInput": True, "tooltip": "The text to save."}),
                "filename_prefix": ("STRING", {"default": "ComfyUI", "tooltip": "The start of the file's name."}),
                "format": (cls.FORMATS, {"default": "txt", "tooltip": "The ending of the file's name."}),
            }
        }

    def save(self, text, filename_prefix, format):
        output = folder_paths.get_output_directory()
        folder, name, counter, subfolder, _ = folder_paths.get_save_image_path(filename_prefix, output, 1, 1)
        file = f"{name}_{counter:05}.{format}"
        with open(os.path.join(folder, file), "w", encoding="utf-8") as target:
            target.write(text)
        saved = {"filename": file, "subfolder": subfolder, "type": "output"}
        return {"ui": {"text": (text,), "files": [saved]}, "result": (text,)}

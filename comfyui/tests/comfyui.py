"""A stand-in for the modules of ComfyUI that the pack imports, so that its tests need neither ComfyUI nor torch."""

import asyncio
import importlib.util
import os
import sys
import types
from pathlib import Path

PACK = Path(__file__).parents[1]


class LoadImage:
    """A core node of the older kind."""

    FUNCTION = "load_image"

    def load_image(self, image):
        return (f"image {image}", f"mask {image}")


class NodeOutput:
    def __init__(self, *args):
        self.args = args


class Schema:
    def __init__(self, node_id, display_name):
        self.node_id = node_id
        self.display_name = display_name
        self.category = "core"
        self.description = ""
        self.is_deprecated = True


class ComfyNode:
    """The base class of core nodes of the newer kind. It keeps what it has read of the schema."""

    SCHEMA = None
    _CATEGORY = None

    @classmethod
    def GET_SCHEMA(cls):
        schema = cls.define_schema()
        if cls._CATEGORY is None:
            cls._CATEGORY = schema.category
        cls.SCHEMA = schema
        return schema


ComfyNode.__module__ = "comfy_api.latest"


class LoadVideo(ComfyNode):
    @classmethod
    def define_schema(cls):
        return Schema("LoadVideo", "Load video")

    @classmethod
    def execute(cls, file):
        return NodeOutput(f"video {file}")


class LoadAudio:
    FUNCTION = "load"

    def load(self, audio):
        return {"result": (f"audio {audio}",), "ui": {}}


class SaveImage:
    CATEGORY = "image"
    OUTPUT_NODE = True
    FUNCTION = "save_images"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",), "filename_prefix": ("STRING", {"default": "ComfyUI"})}}

    def save_images(self, images, filename_prefix="ComfyUI"):
        return {"ui": {"images": [filename_prefix]}, "result": (images,)}


class SaveVideo(ComfyNode):
    _FORMATS = ["mp4"]

    @classmethod
    def define_schema(cls):
        return Schema("SaveVideo", "Save video")

    @classmethod
    def execute(cls, video):
        return NodeOutput(video, cls._FORMATS)


def start_server():
    """Calls what the pack has registered for the start of the server, after all packs were loaded."""
    for work in sys.modules["server"].PromptServer.instance.app.on_startup:
        asyncio.run(work(None))


def core_nodes():
    classes = [LoadImage, LoadVideo, LoadAudio, SaveImage, SaveVideo]
    return {node.__name__: node for node in classes}


def load(folder, existing=None):
    """Imports the pack as ComfyUI does, with `folder` as ComfyUI's input and output folder."""
    names = core_nodes()
    names.update(existing or {})
    sys.modules["nodes"] = types.SimpleNamespace(NODE_CLASS_MAPPINGS=names)
    app = types.SimpleNamespace(on_startup=[])
    instance = types.SimpleNamespace(app=app)
    sys.modules["server"] = types.SimpleNamespace(PromptServer=types.SimpleNamespace(instance=instance))
    sys.modules["folder_paths"] = types.SimpleNamespace(
        get_input_directory=lambda: str(folder),
        get_output_directory=lambda: str(folder),
        filter_files_content_types=lambda files, kinds: [name for name in files if kind_of(name) in kinds],
        exists_annotated_filepath=lambda name: os.path.isfile(os.path.join(folder, name)),
        get_annotated_filepath=lambda name: os.path.join(folder, name),
        get_save_image_path=lambda prefix, output, width, height: (output, prefix, 1, "", prefix),
    )
    for name in [name for name in sys.modules if name.split(".")[0] == "flowdeck_pack"]:
        del sys.modules[name]
    spec = importlib.util.spec_from_file_location(
        "flowdeck_pack", PACK / "__init__.py", submodule_search_locations=[str(PACK)]
    )
    pack = importlib.util.module_from_spec(spec)
    sys.modules["flowdeck_pack"] = pack
    spec.loader.exec_module(pack)
    return pack


def kind_of(name):
    return {"png": "image", "mp4": "video", "wav": "audio"}.get(name.rsplit(".", 1)[-1])

"""The nodes for images, videos and audio. ComfyUI's own loaders read the files."""

import os

import folder_paths

from .core import run_core
from .settings import CATEGORY, common, required, setting


def input_files(kinds):
    """The names of the files of these kinds in ComfyUI's input folder."""
    folder = folder_paths.get_input_directory()
    names = [name for name in os.listdir(folder) if os.path.isfile(os.path.join(folder, name))]
    return sorted(folder_paths.filter_files_content_types(names, kinds))


class FileInput:
    """What the three nodes share. `FILE` is the name of the input with the file."""

    CATEGORY = CATEGORY
    FUNCTION = "load"

    @classmethod
    def INPUT_TYPES(cls):
        tooltip = "The file that ComfyUI uses. A run has its own."
        file = setting(input_files(cls.KINDS), tooltip, **{cls.FILE + "_upload": True})
        # The editor adds its upload button only to required inputs.
        return {"required": {**common(), "required": required(True), cls.FILE: file}}

    @classmethod
    def chosen(cls, values):
        name = values.get(cls.FILE)
        if not name:
            raise ValueError(f"the node has no {cls.FILE}: choose or upload one")
        return name

    def load(self, **values):
        return run_core(self.LOADER, **{self.LOADER_INPUT: self.chosen(values)})

    @classmethod
    def IS_CHANGED(cls, **values):
        """Runs the node again if the file has changed."""
        name = values.get(cls.FILE)
        if not name or not folder_paths.exists_annotated_filepath(name):
            return ""
        about = os.stat(folder_paths.get_annotated_filepath(name))
        return f"{about.st_mtime_ns} {about.st_size}"

    @classmethod
    def VALIDATE_INPUTS(cls, **values):
        name = values.get(cls.FILE)
        if name and not folder_paths.exists_annotated_filepath(name):
            return f"the {cls.FILE} “{name}” is not in ComfyUI's input folder"
        return True


class InputImage(FileInput):
    """An image field."""

    DESCRIPTION = "An image field of the form. In ComfyUI it loads the chosen file."
    SEARCH_ALIASES = ["flowdeck", "image input", "upload image", "load image"]
    RETURN_TYPES = ("IMAGE", "MASK")
    OUTPUT_TOOLTIPS = ("The image.", "Its mask, from the transparent parts.")
    KINDS, FILE, LOADER, LOADER_INPUT = ["image"], "image", "LoadImage", "image"


class InputVideo(FileInput):
    """A video field."""

    DESCRIPTION = "A video field of the form. In ComfyUI it loads the chosen file."
    SEARCH_ALIASES = ["flowdeck", "video input", "upload video", "load video"]
    RETURN_TYPES = ("VIDEO",)
    OUTPUT_TOOLTIPS = ("The video.",)
    KINDS, FILE, LOADER, LOADER_INPUT = ["video"], "video", "LoadVideo", "file"


class InputAudio(FileInput):
    """An audio field."""

    DESCRIPTION = "An audio field of the form. In ComfyUI it loads the chosen file."
    SEARCH_ALIASES = ["flowdeck", "audio input", "upload audio", "load audio"]
    RETURN_TYPES = ("AUDIO",)
    OUTPUT_TOOLTIPS = ("The audio.",)
    KINDS, FILE, LOADER, LOADER_INPUT = ["audio", "video"], "audio", "LoadAudio", "audio"

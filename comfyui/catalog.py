"""Every node of the pack: its class name in workflows, and its name in node search, which starts with the prefix."""

from .files import InputAudio, InputImage, InputVideo
from .values import InputBoolean, InputChoice, InputNumber, InputSlider, InputText

PREFIX = "flowdeck: "

# The names of the classes are part of workflow files. Never change one.
NODES = {
    "InputText": InputText,
    "InputNumber": InputNumber,
    "InputSlider": InputSlider,
    "InputBoolean": InputBoolean,
    "InputChoice": InputChoice,
    "InputImage": InputImage,
    "InputVideo": InputVideo,
    "InputAudio": InputAudio,
}

DISPLAY_NAMES = {
    "InputText": PREFIX + "Text",
    "InputNumber": PREFIX + "Number",
    "InputSlider": PREFIX + "Slider",
    "InputBoolean": PREFIX + "Switch",
    "InputChoice": PREFIX + "Choice",
    "InputImage": PREFIX + "Image",
    "InputVideo": PREFIX + "Video",
    "InputAudio": PREFIX + "Audio",
    "FlowdeckSaveImage": PREFIX + "Save image",
    "FlowdeckSaveText": PREFIX + "Save text",
    "FlowdeckSaveVideo": PREFIX + "Save video",
    "FlowdeckSaveAudio": PREFIX + "Save audio",
}

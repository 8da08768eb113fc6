"""The nodes for text, numbers, switches and choices. In ComfyUI they give their default; in a run, its value."""

import json

from .settings import CATEGORY, LARGEST, common, required, setting


class InputText:
    """A text field."""

    CATEGORY = CATEGORY
    DESCRIPTION = "A text field of the form. In ComfyUI it gives its default."
    SEARCH_ALIASES = ["flowdeck", "text input", "prompt field"]
    RETURN_TYPES = ("STRING",)
    RETURN_NAMES = ("text",)
    OUTPUT_TOOLTIPS = ("The text of the field.",)
    FUNCTION = "value"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "optional": {
                **common(),
                "default": setting("STRING", "The text that the field starts with.", default="", multiline=True),
                "multiline": setting("BOOLEAN", "Whether the field takes several lines.", default=False),
                "max_length": setting(
                    "INT", "The maximum number of characters. 0 means no limit.", default=0, min=0, max=1_000_000
                ),
                "required": required(False),
            }
        }

    def value(self, default="", **_):
        return (default,)


# The editor connects an output of two types to inputs of either.
NUMBER = ("INT,FLOAT",)


class InputNumber:
    """A number field."""

    CATEGORY = CATEGORY
    DESCRIPTION = "A number field of the form. In ComfyUI it gives its default."
    SEARCH_ALIASES = ["flowdeck", "number input", "integer", "float", "seed field"]
    RETURN_TYPES = NUMBER
    RETURN_NAMES = ("number",)
    OUTPUT_TOOLTIPS = ("The number of the field, for inputs that take INT or FLOAT.",)
    FUNCTION = "value"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "optional": {
                **common(),
                "default": setting(
                    "FLOAT",
                    "The number that the field starts with.",
                    default=0,
                    min=-LARGEST,
                    max=LARGEST,
                    step=1,
                    round=False,
                ),
                "min": setting("STRING", "The smallest number. Empty means no limit.", default=""),
                "max": setting("STRING", "The largest number. Empty means no limit.", default=""),
                "step": setting("STRING", "The increment of the field's control. Empty means any.", default=""),
                "integer": setting("BOOLEAN", "Whether the number is whole.", default=True),
                "required": required(True),
            }
        }

    def value(self, default=0, min="", max="", integer=False, **_):
        return (number(default, min, max, integer),)


class InputSlider:
    """A number field with a slider."""

    CATEGORY = CATEGORY
    DESCRIPTION = "A slider of the form. In ComfyUI it gives its default."
    SEARCH_ALIASES = ["flowdeck", "slider input", "range"]
    RETURN_TYPES = NUMBER
    RETURN_NAMES = ("number",)
    OUTPUT_TOOLTIPS = ("The number of the slider, for inputs that take INT or FLOAT.",)
    FUNCTION = "value"

    @classmethod
    def INPUT_TYPES(cls):
        bound = {"min": -LARGEST, "max": LARGEST, "round": False}
        return {
            "optional": {
                **common(),
                "default": setting(
                    "FLOAT", "The number that the slider starts at.", default=50, display="slider", step=1, **bound
                ),
                "min": setting("FLOAT", "The number at the left end.", default=0, step=1, **bound),
                "max": setting("FLOAT", "The number at the right end.", default=100, step=1, **bound),
                "step": setting("FLOAT", "The increment of the slider.", default=1, step=0.1, **{**bound, "min": 0}),
                "integer": setting("BOOLEAN", "Whether the number is whole.", default=True),
                "required": required(True),
            }
        }

    def value(self, default=50, min=0, max=100, integer=False, **_):
        return (number(default, min, max, integer),)


def number(value, least="", most="", integer=False):
    """The number as an INT if it is whole, which inputs of both types take, or else as a FLOAT.

    The limits are numbers or texts; an empty text is no limit.
    """
    value = float(value)
    if least not in ("", None) and value < float(least):
        raise ValueError(f"the default is {value:g}, but must be at least {least}")
    if most not in ("", None) and value > float(most):
        raise ValueError(f"the default is {value:g}, but must be at most {most}")
    if value.is_integer():
        return int(value)
    if integer:
        raise ValueError(f"the default is {value:g}, but must be whole")
    return value


class InputBoolean:
    """A switch."""

    CATEGORY = CATEGORY
    DESCRIPTION = "A switch of the form. In ComfyUI it gives its default."
    SEARCH_ALIASES = ["flowdeck", "boolean input", "checkbox", "toggle"]
    RETURN_TYPES = ("BOOLEAN",)
    RETURN_NAMES = ("on",)
    OUTPUT_TOOLTIPS = ("Whether the switch is on.",)
    FUNCTION = "value"

    @classmethod
    def INPUT_TYPES(cls):
        default = setting("BOOLEAN", "Whether the switch starts on.", default=False)
        return {"optional": {**common(), "default": default}}

    def value(self, default=False, **_):
        return (bool(default),)


class ChoiceType(str):
    """The type of a choice's output. The editor connects it to COMBO and STRING inputs.

    ComfyUI compares it with the type of the input, which for a COMBO can be the list of its options.
    """

    def __ne__(self, other):
        return not (isinstance(other, list) or other in ("*", *self.split(",")))

    def __eq__(self, other):
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class InputChoice:
    """A choice of one of several options."""

    CATEGORY = CATEGORY
    DESCRIPTION = "A choice of the form. In ComfyUI it gives its default, or else the first option."
    SEARCH_ALIASES = ["flowdeck", "choice input", "combo", "dropdown", "enum"]
    RETURN_TYPES = (ChoiceType("COMBO,STRING"),)
    RETURN_NAMES = ("choice",)
    OUTPUT_TOOLTIPS = ("The option, for inputs with a list or text.",)
    FUNCTION = "value"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "optional": {
                **common(),
                "default": setting("STRING", "The option that is chosen at first. Empty means the first.", default=""),
                "options": setting(
                    "STRING",
                    "The options, one per line. They must be among those of the inputs that the node is connected to.",
                    default="",
                    multiline=True,
                    placeholder="one option per line",
                ),
            }
        }

    def value(self, default="", options="", **_):
        choices = read_options(options)
        if not choices:
            raise ValueError("the node has no options: enter one per line")
        if default in ("", None):
            return (choices[0],)
        if default not in choices:
            raise ValueError(f"the default “{default}” is not one of the options: {', '.join(choices)}")
        return (default,)


def read_options(given):
    """The options in a list, in a text with a JSON list, or in a text with one per line."""
    if isinstance(given, str):
        try:
            parsed = json.loads(given)
        except ValueError:
            parsed = None
        given = parsed if isinstance(parsed, list) else [line.strip() for line in given.splitlines()]
    kept = [str(option) for option in given if isinstance(option, (str, int, float)) and not isinstance(option, bool)]
    return [option for option in kept if option]

"""The widgets that the input nodes share. Settings have no input slot: they cannot come from another node."""

CATEGORY = "flowdeck"

# The largest number that the editor, in JavaScript, counts up to without rounding.
LARGEST = 2**53 - 1


def setting(kind, tooltip, **options):
    """A widget without an input slot."""
    return (kind, {"socketless": True, "tooltip": tooltip, **options})


def name():
    return setting(
        "STRING", "The field's name in the API. Each name may occur only once in a workflow.", default=""
    )


def label():
    return setting("STRING", "The text above the field. If it is empty, the node's title.", default="")


def description():
    return setting("STRING", "A hint below the field.", default="")


def required(default):
    return setting("BOOLEAN", "Whether a run needs a value.", default=default)


def common():
    """The settings that every field has, in the order of the table of marks."""
    return {"name": name(), "label": label(), "description": description()}

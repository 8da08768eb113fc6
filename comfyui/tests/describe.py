"""Prints the nodes of the pack as JSON: what node search shows, and the widgets in the order of the editor."""

import json
import tempfile

from . import comfyui


def described():
    with tempfile.TemporaryDirectory() as folder:
        pack = comfyui.load(folder)
        nodes = {}
        for name, node in pack.NODE_CLASS_MAPPINGS.items():
            if not name.startswith("Input"):
                continue
            types = node.INPUT_TYPES()
            widgets = [*types.get("required", {}), *types.get("optional", {})]
            nodes[name] = {"widgets": widgets, "outputs": [str(output) for output in node.RETURN_TYPES]}
        return {"nodes": nodes, "shown": pack.NODE_DISPLAY_NAME_MAPPINGS}


if __name__ == "__main__":
    print(json.dumps(described()))

"""Runs ComfyUI's own nodes, in whichever of its two ways they are written."""

import nodes as comfyui


def run_core(name, **inputs):
    """The outputs of a core node, as a tuple."""
    node = comfyui.NODE_CLASS_MAPPINGS.get(name)
    if node is None:
        raise RuntimeError(f"this ComfyUI has no node {name}: update ComfyUI")
    if is_schema_node(node):
        answer = node.execute(**inputs)
    else:
        answer = getattr(node(), node.FUNCTION)(**inputs)
    if isinstance(answer, dict):
        return tuple(answer["result"])
    return tuple(getattr(answer, "args", answer))


def is_schema_node(node):
    """Whether a class is of the newer kind, which describes itself with a schema."""
    return hasattr(node, "define_schema")

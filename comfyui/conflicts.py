"""Other packs with nodes of our names. Theirs stay, so that their workflows keep working; the log says which."""

import logging


def without_conflicts(own, existing):
    """Our nodes except those whose names are taken."""
    kept = {}
    for name, node in own.items():
        other = existing.get(name)
        if other is None:
            kept[name] = node
        else:
            logging.warning("flowdeck: %s is left out, because %s; remove that pack to use ours", name, taken_by(other))
    return kept


def warn_when_loaded(own, existing):
    """Logs which of our nodes a pack has replaced that is loaded later: when the server starts, all are loaded."""

    async def warn(_app):
        for name, node in own.items():
            other = existing.get(name)
            if other is not None and other is not node:
                why = taken_by(other)
                logging.warning("flowdeck: %s is replaced, because %s; remove that pack to use ours", name, why)

    try:
        from server import PromptServer

        PromptServer.instance.app.on_startup.append(warn)
    except (ImportError, AttributeError, RuntimeError) as why:
        logging.debug("flowdeck: nodes of other packs are not watched: %s", why)


def taken_by(node):
    owner = getattr(node, "RELATIVE_PYTHON_MODULE", None) or node.__module__
    return f"{owner} has a node of this name"

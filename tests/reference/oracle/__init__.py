"""A custom node for ComfyUI without nodes: POST /reference/judge says what ComfyUI's own validation finds in a
prompt. It treats the prompt as POST /prompt does, but never puts it into the queue, so nothing is executed."""

import uuid

import execution
from aiohttp import web
from server import PromptServer

NODE_CLASS_MAPPINGS = {}


@PromptServer.instance.routes.post("/reference/judge")
async def judge(request):
    server = PromptServer.instance
    prompt = server.trigger_on_prompt(await request.json())["prompt"]
    server.node_replace_manager.apply_replacements(prompt)
    valid, error, outputs, node_errors = await execution.validate_prompt(str(uuid.uuid4()), prompt, None)
    return web.json_response({"valid": valid, "error": error, "outputs": outputs, "node_errors": node_errors})

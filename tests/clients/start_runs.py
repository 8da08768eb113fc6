"""Starts runs with the generated client, and prints how they ended as JSON."""

import json
import os
import sys
import time

from flowdeck_client import AuthenticatedClient
from flowdeck_client.api.run_a_workflow import run_large_seed, run_poster
from flowdeck_client.api.runs import get_run
from flowdeck_client.models import LargeSeedInputs, PosterInputs
from flowdeck_client.types import File

base_url, photo = sys.argv[1:]
client = AuthenticatedClient(
    base_url=base_url,
    token=os.environ["FLOWDECK_API_KEY"],
    auth_header_name="X-API-KEY",
    prefix="",
    raise_on_unexpected_status=True,
)


def ended(answer):
    """The run when it has ended."""
    run_id = answer.data[0].run_id
    while True:
        run = get_run.sync(run_id, client=client).data
        if run.status in ("completed", "failed", "cancelled"):
            return run
        time.sleep(0.1)


def poster(size):
    with open(photo, "rb") as content:
        file = File(payload=content, file_name="photo.jpg", mime_type="image/jpeg")
        inputs = PosterInputs(title="From Python", photo=file, size=size)
        return run_poster.sync(client=client, body=inputs)


run = ended(poster(size=256))
seed = ended(run_large_seed.sync(client=client, body=LargeSeedInputs(word="a", seed=9007199254740993)))
refused = poster(size=1)


def value(run, name):
    return next(entry.value for entry in run.inputs if entry.path == name)


print(
    json.dumps(
        {
            "poster": {"status": run.status, "outputs": len(run.outputs), "title": value(run, "title")},
            "seed": {"status": seed.status, "value": value(seed, "seed")},
            "refused": refused.detail[0].msg,
        }
    )
)

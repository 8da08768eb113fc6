"""Stands in for the package flowscale, since tests install no Python packages: the calls of docs/runs.md."""

import json
import os
import urllib.parse
import urllib.request

BOUNDARY = "boundary-of-the-form"


class FlowscaleAPI:
    def __init__(self, api_key, base_url):
        self.api_key, self.base_url = api_key, base_url

    def execute_workflow(self, workflow_id, data):
        form = b"".join(part(name, value) for name, value in data.items()) + f"--{BOUNDARY}--\r\n".encode()
        return self.call(f"/api/v1/runs?workflow_id={workflow_id}", form)

    def get_run(self, run_id):
        return self.call(f"/api/v1/runs/{run_id}")

    def get_output(self, filename):
        return self.call(f"/api/v1/runs/output?filename={urllib.parse.quote(filename)}")

    def call(self, path, form=None):
        request = urllib.request.Request(self.base_url + path, form, {"X-API-KEY": self.api_key})
        if form:
            request.add_header("Content-Type", f"multipart/form-data; boundary={BOUNDARY}")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def part(name, value):
    """A part of the form. As in the package, the path of a file stands for the file."""
    disposition, body = f'form-data; name="{name}"', value.encode()
    if os.path.isfile(value):
        disposition += f'; filename="{value}"'
        with open(value, "rb") as file:
            body = file.read()
    return f"--{BOUNDARY}\r\nContent-Disposition: {disposition}\r\n\r\n".encode() + body + b"\r\n"

// The OpenAPI document itself: it is valid whatever is deployed, and keeps what the workflows say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PYTHON, printed, started } from "./document.mjs";

const poster = readFileSync(new URL("../../www/workflows/poster.json", import.meta.url), "utf8");

test("the document is valid, whatever workflows are called", async () => {
  const program = await started({ "a b": poster, "a-b": poster, "Größe {1} %": poster, 海报: poster });
  try {
    const answer = await printed(PYTHON, ["-m", "openapi_spec_validator", program.file]);
    assert.match(answer, /: OK/);
  } finally {
    await program.stop();
  }
});

test("fields keep their order, bounds, defaults and digits", async () => {
  const program = await started();
  try {
    const { schemas } = program.document.components;
    const { properties, required } = schemas.PosterInputs;
    const names = ["title", "caption", "photo", "size", "softness", "position", "outline"];
    assert.deepEqual(Object.keys(properties), names);
    assert.deepEqual(required, ["title", "photo"]);
    const { minimum, maximum, default: usual } = properties.size;
    assert.deepEqual([minimum, maximum, usual], [64, 2048, 768]);
    assert.match(program.text, /"maximum":18446744073709551615,.*"default":9007199254740993/);
    const { examples } =
      program.document.paths["/api/v1/comfy/workflows/poster/runs"].post.requestBody.content["multipart/form-data"];
    assert.equal(examples.example1.summary, "Open studio");
    assert.equal(examples.example1.value.title, "Open studio");
  } finally {
    await program.stop();
  }
});

// Cloudflare Workers, which refuse to compile WebAssembly while they run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EXPECTED } from "./calls.js";
import { deployment, start } from "./consumer.mjs";

for (const [what, file] of [
  ["that imports flowdeck", "worker.js"],
  ["that passes compiled modules", "precompiled.js"],
]) {
  test(`every call works in a worker ${what}`, async (t) => {
    const vars = Object.entries(deployment).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
    const options = ["--port", "0", "--inspector-port", "0", "--compatibility-date", "2026-06-01"];
    const worker = start(t, "cloudflare", "wrangler/bin/wrangler.js", "dev", file, ...options, ...vars);
    const answer = await fetch(await worker.address());
    assert.deepEqual(await answer.json(), EXPECTED);
  });
}

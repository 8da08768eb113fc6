// `connect()` in Node: the address and the key of the environment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flowdeck, KEY, startDeployment } from "./deployment.mjs";

/** Sets variables of the environment until the test ends; undefined removes one. */
function environment(t, variables) {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name];
    const set = (/** @type {string | undefined} */ text) => {
      if (text === undefined) delete process.env[name];
      else process.env[name] = text;
    };
    set(value);
    t.after(() => set(before));
  }
}

for (const [how, options] of [
  ["without arguments", undefined],
  ["with null", null],
  ["with other options", { timeout: 5000 }],
]) {
  test(`connect ${how} takes FLOWDECK_URL and FLOWDECK_API_KEY`, async (t) => {
    const { baseUrl, requests } = await startDeployment(t);
    environment(t, { FLOWDECK_URL: baseUrl, FLOWDECK_API_KEY: KEY });
    await (await flowdeck.connect(options)).queue();
    assert.equal(requests[0].headers["x-api-key"], KEY);
  });
}

test("what is given counts, and the key of the environment goes to no other address", async (t) => {
  const { baseUrl, requests } = await startDeployment(t);
  environment(t, { FLOWDECK_URL: "http://127.0.0.1:1", FLOWDECK_API_KEY: "of the environment" });
  await (await flowdeck.connect({ baseUrl, apiKey: KEY })).queue();
  assert.equal(requests[0].headers["x-api-key"], KEY);
  await assert.rejects(flowdeck.connect({ baseUrl }), {
    name: "UsageError",
    message: /apiKey must be a string.*FLOWDECK_API_KEY is only used with FLOWDECK_URL/,
  });
  environment(t, { FLOWDECK_URL: baseUrl });
  await (await flowdeck.connect({ apiKey: "given" })).queue();
  assert.equal(requests[1].headers["x-api-key"], "given");
});

test("a missing variable is named", async (t) => {
  environment(t, { FLOWDECK_URL: undefined, FLOWDECK_API_KEY: KEY });
  await assert.rejects(flowdeck.connect(), { name: "UsageError", message: /baseUrl must be .*set FLOWDECK_URL/ });
  environment(t, { FLOWDECK_URL: "http://127.0.0.1:1", FLOWDECK_API_KEY: undefined });
  await assert.rejects(flowdeck.connect(), { name: "UsageError", message: /apiKey must be .*set FLOWDECK_API_KEY/ });
});

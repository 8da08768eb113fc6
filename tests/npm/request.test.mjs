// What a request consists of besides its form, over every transport.
import assert from "node:assert/strict";
import { test } from "node:test";
import { KEY, startDeployment } from "./deployment.mjs";
import { forEachOperation, forEachTransport, sendTo, transports } from "./transports.mjs";

forEachOperation("a request", (transport, operation) => {
  test("has the key in one header and nowhere else, and only a run has a query and a body", async (t) => {
    const { requests } = await sendTo(t, transport, operation);
    const [{ headers, body, incoming, query }] = requests;
    const { "x-api-key": key, ...others } = headers;
    assert.equal(key, KEY);
    const isRun = operation === "run";
    assert.deepEqual([body.length > 0, query.size > 0], [isRun, isRun]);
    assert(!`${incoming.url}${JSON.stringify(others)}${body}`.includes(KEY));
  });

  test("is sent below a base URL with a path", async (t) => {
    const { baseUrl, requests } = await startDeployment(t, {}, "/pods/7");
    const shown = await transport.play(
      baseUrl,
      async ({ connect, send, operation }) => {
        await send(operation);
        return (await connect()).baseUrl;
      },
      { operation },
    );
    assert.equal(shown, baseUrl);
    assert.deepEqual(
      requests.map(({ path }) => path),
      [operation === "run" ? "/pods/7/api/v1/runs" : "/pods/7/api/v1/comfy/queue"],
    );
  });
});

forEachTransport("the query", (transport) => {
  for (const [what, options, expected] of /** @type {const} */ ([
    ["has the workflow and the group of a run", { groupId: "g&1" }, ["group_id", "g&1"]],
    ["has no group if a run has none", {}],
  ])) {
    test(what, async (t) => {
      const workflowId = "a b&c=d/ü?#";
      const { baseUrl, requests } = await startDeployment(t);
      await transport.play(
        baseUrl,
        async ({ connect, progress, workflowId, options }) => {
          const deck = await connect();
          await deck.run(workflowId, {}, { ...progress, ...options });
        },
        { workflowId, options },
      );
      assert.deepEqual([...requests[0].query], [["workflow_id", workflowId], expected].filter(Boolean));
    });
  }
});

/** Sends a request, and returns what of the platform it used. Runs in Node or in a page. */
async function means({ send, baseUrl, operation }) {
  const used = [];
  const { fetch, XMLHttpRequest } = globalThis;
  const note = (what, target) => String(target?.url ?? target).startsWith(baseUrl) && used.push(what);
  globalThis.fetch = (url, init) => {
    note("fetch", url);
    return fetch(url, init);
  };
  const open = XMLHttpRequest?.prototype.open;
  if (open)
    XMLHttpRequest.prototype.open = function (...request) {
      note("XMLHttpRequest", request[1]);
      return open.apply(this, request);
    };
  await send(operation);
  globalThis.fetch = fetch;
  if (open) XMLHttpRequest.prototype.open = open;
  return used;
}

const MEANS = { "Node's HTTP": [], "XMLHttpRequest in Chromium": ["XMLHttpRequest"] };

for (const transport of transports) {
  for (const operation of transport.operations) {
    test(`${operation} over ${transport.name} uses nothing else`, async (t) => {
      const { baseUrl } = await startDeployment(t);
      const expected = MEANS[transport.name] ?? ["fetch"];
      assert.deepEqual(await transport.play(baseUrl, means, { operation }), expected);
    });
  }
}

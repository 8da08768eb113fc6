// The key as a function, over every transport: called before every request, and never in an error.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope, KEY, OPERATIONS, startDeployment } from "./deployment.mjs";
import { forEachOperation, forEachTransport } from "./transports.mjs";

/** Makes calls with a function that returns another key each time. Runs in Node or in a page. */
async function renewed({ connect, progress, operations }) {
  let calls = 0;
  const apiKey = () => `key-${++calls}`;
  const deck = await connect({ apiKey });
  const before = calls;
  for (const operation of operations) {
    await (operation === "run" ? deck.run("poster", {}, progress) : deck.queue());
  }
  return before;
}

/** Makes a call with a function that gives the key in another form. Runs in Node or in a page. */
function given({ send, operation, apiKey, how }) {
  const functions = {
    "a function": () => apiKey,
    "an async function": async () => apiKey,
    "a function that adds white space": () => `  ${apiKey}\n`,
  };
  return send(operation, { connection: { apiKey: functions[how] } });
}

/** Makes a call whose key function returns no key. Runs in Node or in a page. */
function failing({ send, operation, apiKey, how }) {
  const failure = new Error("the vault is shut");
  const functions = {
    throws: () => {
      throw failure;
    },
    rejects: async () => {
      throw failure;
    },
    "rejects with nothing": () => Promise.reject(),
    "returns nothing": () => undefined,
    "returns a number": () => 7,
    "returns an invalid header value": () => `${apiKey}\n${apiKey}`,
  };
  return send(operation, { connection: { apiKey: functions[how] } });
}

/** Makes a call with a function that never returns. Runs in Node or in a page. */
function hanging({ send, operation, controller, ends, ...options }) {
  const apiKey = () => {
    if (ends === "by its signal") controller.abort("enough");
    return new Promise(() => {});
  };
  return send(operation, { connection: { apiKey }, signal: controller.signal, ...options });
}

/** @type {Record<string, [message: RegExp, cause?: string]>} */
const FAILURES = {
  throws: [/apiKey failed: the vault is shut/, "the vault is shut"],
  rejects: [/apiKey failed: the vault is shut/, "the vault is shut"],
  "rejects with nothing": [/apiKey failed/],
  "returns nothing": [/apiKey did not return a string/],
  "returns a number": [/apiKey did not return a string/],
  "returns an invalid header value": [/a header cannot carry/],
};

forEachOperation("a key", (transport, operation) => {
  for (const how of ["a function", "an async function", "a function that adds white space"]) {
    test(`by ${how} is sent`, async (t) => {
      const { baseUrl, requests } = await startDeployment(t);
      await transport.play(baseUrl, given, { operation, how });
      assert.equal(requests[0].headers["x-api-key"], KEY);
    });
  }

  for (const [how, [message, cause]] of Object.entries(FAILURES)) {
    test(`by a function that ${how} is a UsageError, and nothing is sent`, async (t) => {
      const { baseUrl, requests } = await startDeployment(t);
      const { error } = await transport.play(baseUrl, failing, { operation, how });
      assert.deepEqual([error.name, error.cause, requests.length], ["UsageError", cause, 0]);
      assert.match(error.message, message);
      assert(!error.shown.includes(KEY), error.shown);
    });
  }

  for (const [ends, options, expected] of /** @type {const} */ ([
    ["by its signal", {}, ["AbortError", "aborted", "enough"]],
    ["by its timeout", { timeout: 20 }, ["TimeoutError", "timeout", undefined]],
  ])) {
    test(`by a function that never returns is ended ${ends}`, async (t) => {
      const { baseUrl, requests } = await startDeployment(t);
      const { error } = await transport.play(baseUrl, hanging, { operation, ends, ...options });
      assert.deepEqual([[error.name, error.code, error.cause], requests.length], [expected, 0]);
    });
  }

  test("by a function is hidden in errors, even if the server repeats it", async (t) => {
    const answer = () => ({ status: 403, body: { status: "error", data: [], errors: `wrong key ${KEY}` } });
    const { baseUrl } = await startDeployment(t, { [OPERATIONS[operation]]: answer });
    const { error } = await transport.play(baseUrl, given, { operation, how: "a function" });
    assert.match(error.message, /wrong key <API_KEY>/);
    assert(!JSON.stringify(error).includes(KEY), error.shown);
  });
});

forEachTransport("the key's function", (transport) => {
  const keysOf = (requests) => requests.map(({ headers }) => headers["x-api-key"]);

  test("is called for each request, and not by connecting", async (t) => {
    const { baseUrl, requests } = await startDeployment(t);
    assert.equal(await transport.play(baseUrl, renewed, { operations: ["queue", "run", "queue"] }), 0);
    assert.deepEqual(keysOf(requests), ["key-1", "key-2", "key-3"]);
  });

  test("is called again for a retry", async (t) => {
    const answers = [() => ({ status: 503, body: "" }), () => envelope([])];
    const { baseUrl, requests } = await startDeployment(t, { [OPERATIONS.queue]: answers });
    await transport.play(baseUrl, renewed, { operations: ["queue"] });
    assert.deepEqual(keysOf(requests), ["key-1", "key-2"]);
  });
});

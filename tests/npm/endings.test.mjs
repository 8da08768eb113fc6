// The end of a call before its answer, by its signal or its timeout, over every transport.
import assert from "node:assert/strict";
import { test } from "node:test";
import { envelope, OPERATIONS, startDeployment } from "./deployment.mjs";
import { forEachOperation, forEachTransport } from "./transports.mjs";

const ABORTED = ["AbortError", "aborted", "enough"];
const LATE = ["TimeoutError", "timeout", undefined];
const FULL = {
  status: 503,
  headers: { "retry-after": "10", "access-control-expose-headers": "Retry-After" },
  body: "",
};
const early = (answer) => Object.assign(answer, { early: true });

/** Ends calls with any reason, before they are sent or when the test says so. Runs in Node or in a page. */
async function aborts({ send, onEnd, operation, isBefore }) {
  const outcomes = [];
  const reasons = [undefined, "stop", null, 7, Symbol("s"), Object.create(null), () => {}, new Error("e")];
  for (const reason of reasons) {
    const controller = new AbortController();
    const abort = () => controller.abort(reason);
    if (isBefore) abort();
    else onEnd(abort);
    const { error } = await send(operation, { signal: controller.signal });
    outcomes.push([error.name, error.code, error.isReason]);
  }
  return outcomes;
}

/** Makes one call, whose signal fires when the test ends it. Runs in Node or in a page. */
const withSignal = ({ send, operation, controller, size, ...options }) =>
  send(operation, {
    signal: controller.signal,
    ...(size && { values: { clip: new File([new Uint8Array(size)], "clip.mp4", { type: "video/mp4" }) } }),
    ...options,
  });

const outcomeOf = ({ error }) => [error.name, error.code, error.cause];

/** Whether a request's body was incomplete when its connection closed. */
async function isIncomplete(incoming) {
  const { socket } = incoming.on("error", () => {}).resume();
  if (!socket.closed) await new Promise((resolve) => socket.on("close", resolve));
  return !incoming.complete;
}

forEachOperation("a signal", (transport, operation) => {
  const play = (baseUrl, options) => transport.play(baseUrl, withSignal, { operation, ...options });
  const expected = Array(8).fill(["AbortError", "aborted", true]);

  test("that has fired before the call ends it whatever its reason is, and nothing is sent", async (t) => {
    const { baseUrl, requests } = await startDeployment(t);
    assert.deepEqual(await transport.play(baseUrl, aborts, { operation, isBefore: true }), expected);
    assert.equal(requests.length, 0);
  });

  test("ends a call that waits for its answer, whatever its reason is", async (t) => {
    const answer = early(() => void transport.end(deployment.baseUrl));
    const deployment = await startDeployment(t, { [OPERATIONS[operation]]: answer });
    assert.deepEqual(await transport.play(deployment.baseUrl, aborts, { operation }), expected);
  });

  test("ends a call while its answer arrives", async (t) => {
    const answer = (_, response) => {
      response.writeHead(200, { "content-length": "1000", "access-control-allow-origin": "*" });
      response.write('{"status"', () => transport.end(deployment.baseUrl));
    };
    const deployment = await startDeployment(t, { [OPERATIONS[operation]]: answer });
    assert.deepEqual(outcomeOf(await play(deployment.baseUrl)), ABORTED);
  });
});

forEachOperation("a signal", (transport, operation) => {
  test("that fires after the answer changes nothing", async (t) => {
    const { baseUrl } = await startDeployment(t);
    const { value } = await transport.play(
      baseUrl,
      async ({ send, operation, controller }) => {
        const outcome = await send(operation, { signal: controller.signal });
        controller.abort();
        return outcome;
      },
      { operation },
    );
    assert.equal(operation === "run" ? value.runId : value.instances.length, operation === "run" ? "run-1" : 0);
  });

  test("of AbortSignal.timeout gives a TimeoutError", async (t) => {
    const { baseUrl } = await startDeployment(t, { [OPERATIONS[operation]]: () => undefined });
    const { error } = await transport.play(
      baseUrl,
      ({ send, operation }) => send(operation, { signal: AbortSignal.timeout(20) }),
      { operation },
    );
    assert.deepEqual([error.name, error.code, error.isReason], ["TimeoutError", "timeout", true]);
  });
});

forEachOperation("a timeout", (transport, operation) => {
  const play = (baseUrl, options) => transport.play(baseUrl, withSignal, { operation, ...options });

  test("ends a call that gets no answer", async (t) => {
    const { baseUrl, requests } = await startDeployment(t, { [OPERATIONS[operation]]: () => undefined });
    const outcome = await play(baseUrl, { timeout: 200 });
    assert.deepEqual([outcomeOf(outcome), outcome.error.status], [LATE, null]);
    assert(requests.length < 2);
  });

  test("ends a call while its answer arrives", async (t) => {
    const answer = (_, response) => {
      response.writeHead(200, { "content-length": "1000", "access-control-allow-origin": "*" }).write('{"status"');
    };
    const { baseUrl } = await startDeployment(t, { [OPERATIONS[operation]]: answer });
    assert.deepEqual(outcomeOf(await play(baseUrl, { timeout: 200 })), LATE);
  });

  test("of the call overrides that of the deck", async (t) => {
    const { baseUrl } = await startDeployment(t, { [OPERATIONS[operation]]: () => undefined });
    const connection = { timeout: 2 ** 31 - 1 };
    assert.deepEqual(outcomeOf(await play(baseUrl, { connection, timeout: 20 })), LATE);
  });
});

forEachTransport("a run", (transport) => {
  const size = 32 * 2 ** 20;
  const run = (baseUrl, options) => transport.play(baseUrl, withSignal, { operation: "run", ...options });

  for (const [what, options, expected] of /** @type {const} */ ([
    ["an abort", {}, ABORTED],
    ["a timeout", { timeout: 500 }, LATE],
  ])) {
    test(`is ended by ${what} during its upload, and the server receives an incomplete form`, async (t) => {
      // It reads nothing and never answers.
      const answer = early(() => void (options.timeout || transport.end(deployment.baseUrl)));
      const deployment = await startDeployment(t, { [OPERATIONS.run]: answer });
      assert.deepEqual(outcomeOf(await run(deployment.baseUrl, { size, ...options })), expected);
      // A timeout may come even before the request has arrived.
      for (const { incoming } of deployment.requests) assert(await isIncomplete(incoming));
    });
  }

  test("ignores the timeout of its deck", async (t) => {
    let receive;
    const received = new Promise((resolve) => (receive = resolve));
    const accept = (response) => response.end(JSON.stringify(envelope([{ run_id: "a" }])));
    const { baseUrl } = await startDeployment(t, {
      [OPERATIONS.queue]: () => undefined,
      [OPERATIONS.run]: (_, response) => void receive(response.setHeader("access-control-allow-origin", "*")),
      "GET /accept": () => envelope(void received.then(accept)),
    });
    const outcome = await transport.play(baseUrl, async ({ connect, progress, baseUrl }) => {
      const deck = await connect({ timeout: 200 });
      const run = deck.run("poster", {}, progress);
      const { name } = await deck.queue().catch((error) => error);
      await fetch(`${baseUrl}/accept`);
      return [name, (await run).runId];
    });
    assert.deepEqual(outcome, ["TimeoutError", "a"]);
  });
});

forEachTransport("the wait between two attempts", (transport) => {
  const queue = (baseUrl, options) => transport.play(baseUrl, withSignal, { operation: "queue", ...options });

  test("is ended by the signal", async (t) => {
    const answer = (_, response) => {
      response.on("close", () => setImmediate(() => transport.end(deployment.baseUrl)));
      return FULL;
    };
    const deployment = await startDeployment(t, { [OPERATIONS.queue]: answer });
    assert.deepEqual(outcomeOf(await queue(deployment.baseUrl)), ABORTED);
    assert.equal(deployment.requests.length, 1);
  });

  test("is ended by the timeout, which is the deck's if the call has none", async (t) => {
    const { baseUrl, requests } = await startDeployment(t, { [OPERATIONS.queue]: () => FULL });
    assert.deepEqual(outcomeOf(await queue(baseUrl, { connection: { timeout: 200 } })), LATE);
    assert(requests.length < 2);
  });
});

// The caller's own fetch, in Node and in Chromium.
import assert from "node:assert/strict";
import { test } from "node:test";
import { flowdeck, KEY, OPERATIONS, startDeployment } from "./deployment.mjs";
import { forEachTransport } from "./transports.mjs";

/** Makes one call with a fetch that records its arguments. Runs in Node or in a page. */
async function recorded({ send, operation, isAborted }) {
  const calls = [];
  const fetch = (url, init, ...more) => {
    const { method, headers, redirect, body, signal } = init;
    const kinds = [body instanceof FormData ? "FormData" : body, signal instanceof AbortSignal];
    calls.push([url, method, headers, redirect, ...kinds, ...more]);
    return globalThis.fetch(url, init);
  };
  const signal = isAborted ? AbortSignal.abort() : null;
  return { ...(await send(operation, { connection: { fetch }, signal })), calls };
}

/** Starts runs with fetches that fail. Runs in Node or in a page. */
async function failing({ send }) {
  const unreadable = new Proxy(
    {},
    {
      get() {
        throw new Error("no");
      },
    },
  );
  const withCause = new TypeError("fetch failed", { cause: new Error("no line") });
  const outcomes = [];
  const run = async (fail) => {
    let calls = 0;
    const fetch = () => {
      calls += 1;
      return fail();
    };
    const { error } = await send("run", { connection: { fetch } });
    outcomes.push([error.name, calls, error.message.replace(/^.*(no answer.*?); check.*$/, "$1")]);
  };
  for (const thrown of [new Error("no line"), withCause, "just words", undefined, Object.create(null), unreadable]) {
    await run(() => Promise.reject(thrown));
  }
  await run(() => {
    throw new Error("no line");
  });
  return outcomes;
}

/** Makes a call with a fetch that ignores its signal and never ends. Runs in Node or in a page. */
function ignoring({ send, operation, controller }) {
  const fetch = () => {
    controller.abort("enough");
    return new Promise(() => {});
  };
  return send(operation, { connection: { fetch }, signal: controller.signal });
}

forEachTransport(
  "the caller's fetch",
  (transport) => {
    for (const operation of transport.operations) {
      const [method, path] = OPERATIONS[operation].split(" ");

      test(`receives the URL and the options of ${operation}`, async (t) => {
        const { baseUrl } = await startDeployment(t);
        const { calls, error } = await transport.play(baseUrl, recorded, { operation });
        const [url, body] = operation === "run" ? [`${path}?workflow_id=poster`, "FormData"] : [path, undefined];
        assert.deepEqual(calls, [[baseUrl + url, method, { "X-API-KEY": KEY }, "error", body, true]]);
        assert.equal(error, undefined);
      });

      test(`is not called for ${operation} after the signal has fired`, async (t) => {
        const { baseUrl } = await startDeployment(t);
        const { calls, error } = await transport.play(baseUrl, recorded, { operation, isAborted: true });
        assert.deepEqual([calls, error.name], [[], "AbortError"]);
      });

      test(`is abandoned by ${operation} if it ignores its signal`, async (t) => {
        const { baseUrl } = await startDeployment(t);
        const { error } = await transport.play(baseUrl, ignoring, { operation });
        assert.deepEqual([error.name, error.cause], ["AbortError", "enough"]);
      });
    }

    test("is called once for a run if it rejects or throws, which is a NetworkError", async (t) => {
      const { baseUrl } = await startDeployment(t);
      const messages = ["no answer: no line", "no answer: fetch failed: no line", "no answer: just words"];
      assert.deepEqual(
        await transport.play(baseUrl, failing),
        [...messages, "no answer", "no answer", "no answer", messages[0]].map((why) => ["NetworkError", 1, why]),
      );
    });
  },
  ({ injectsFetch }) => injectsFetch,
);

for (const fetch of ["fetch", {}, 7]) {
  test(`${JSON.stringify(fetch)} is not a fetch`, async () => {
    await assert.rejects(flowdeck.connect({ baseUrl: "http://h", apiKey: KEY, fetch }), {
      name: "UsageError",
      message: /fetch must be a function/,
    });
  });
}

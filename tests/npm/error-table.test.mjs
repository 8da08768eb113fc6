// Checks each row of docs/errors.md against the package and a misbehaving deployment.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { host, open } from "./browser.mjs";
import { flowdeck, KEY, OPERATIONS, PACKAGE, startDeployment } from "./deployment.mjs";
import { pattern, rows } from "./error-rows.mjs";
import { correct, misbehaviours } from "./misbehave.mjs";

// Makes one call, in Node or (as text) in a page; the result can be serialized.
async function call({ flowdeck, baseUrl, apiKey, operation }) {
  const controller = new AbortController();
  globalThis.endings ??= {};
  globalThis.endings[baseUrl] = {
    "the signal times out": () => controller.abort(new DOMException("late", "TimeoutError")),
    "the caller aborts": () => controller.abort(),
  };
  const { signal } = controller;
  const deck = await flowdeck.connect({ baseUrl, apiKey });
  const photo = new File(["x".repeat(9)], "photo.png", { type: "image/png" });
  const result = operation === "run" ? deck.run("poster", { size: 7, photo }, { signal }) : deck.queue({ signal });
  return result.then(
    () => null,
    (error) => {
      const { name, code, status, message, method, url, retryAfter, stack } = error;
      const ours = error instanceof flowdeck.FlowdeckError && error.constructor === flowdeck[name];
      return { name, code, status, message, method, url, retryAfter, ours, shown: stack + JSON.stringify(error) };
    },
  );
}

async function inChromium() {
  const { page } = await open({ after }, (await host({ after }, PACKAGE)).address);
  const sent = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.url().replace(/\?.*/, "")}`));
  const source = `(async (options) => (${call})({ flowdeck: await import("/index.js"), ...options }))`;
  return {
    call: (options) => page.evaluate(`${source}(${JSON.stringify(options)})`),
    end: (baseUrl, ending) => page.evaluate(`endings["${baseUrl}"]["${ending}"]()`),
    // The page's requests: if a connection breaks, the browser itself may repeat one.
    sent: (method, url) => sent.filter((request) => request === `${method} ${url}`).length,
  };
}

const platforms = {
  Node: {
    call: (options) => call({ flowdeck, ...options }),
    end: (baseUrl, ending) => globalThis.endings[baseUrl][ending](),
  },
  Chromium: await inChromium(),
};

/** Calls a deployment with these answers; returns the error, if any, and how often the call was sent. */
async function outcome(t, platform, operation, answers, ending) {
  const deployment = await startDeployment(t, { [OPERATIONS[operation]]: answers });
  const [method, path] = OPERATIONS[operation].split(" ");
  const url = deployment.baseUrl + path;
  // The system may give the port of a deployment that has stopped: its requests have the same address.
  const before = platform.sent?.(method, url) ?? 0;
  const pending = platform.call({ baseUrl: deployment.baseUrl, apiKey: KEY, operation });
  if (ending) deployment.arrived.then(() => platform.end(deployment.baseUrl, ending));
  const error = await pending;
  const received = deployment.requests.length;
  return { error, method, url, received, sent: (platform.sent?.(method, url) ?? received) - before };
}

function check({ error, method, url, sent }, { expected, message }, attempts) {
  assert.equal(sent, attempts, `sent ${sent} times`);
  if (!expected) return assert.equal(error, null);
  const { name, code, status } = error;
  assert.deepEqual({ name, code, status }, expected, error.message);
  assert(error.ours, "it is an instance of its class");
  assert.match(error.message, pattern(message));
  assert(error.message.endsWith(`(${method} ${url}${status ? `, status ${status}` : ""})`), error.message);
  assert(!error.shown.includes(KEY), "the error does not contain the key");
  if (status || code === "aborted") return;
  assert.equal(/may have started: check the queue/.test(error.message), method === "POST", error.message);
  assert.equal(/try again/.test(error.message), code === "timeout" && method === "GET", error.message);
}

for (const [name, platform] of Object.entries(platforms)) {
  const tested = rows.filter(({ browserOnly }) => !browserOnly || name === "Chromium");
  describe(`in ${name}, a deployment that`, { concurrency: 8 }, () => {
    for (const row of tested) {
      const answer = misbehaviours[row.behaviour];
      for (const [operation, attempts] of [
        ["queue", row.attempts],
        ["run", 1],
      ]) {
        test(`${row.title}: ${operation} gives ${row.expected?.name ?? "its answer"}`, async (t) => {
          check(await outcome(t, platform, operation, answer, row.ending), row, attempts);
        });
      }
    }

    // Without CORS the deployment receives only preflight requests, so there is no second answer to give.
    for (const row of tested.filter(({ attempts, browserOnly }) => attempts > 1 && !browserOnly)) {
      test(`${row.title} once: a retry reads the queue`, async (t) => {
        const { error, received } = await outcome(t, platform, "queue", [misbehaviours[row.behaviour], correct]);
        // On a kept-alive connection the browser itself may have repeated the request.
        assert.deepEqual([error, received], [null, 2]);
      });
    }
  });
}

test("every misbehaviour has a row, and every row a misbehaviour", () => {
  const named = new Set(rows.map(({ behaviour }) => behaviour));
  assert.deepEqual(
    Object.keys(misbehaviours).filter((name) => !named.has(name)),
    [],
  );
  assert.deepEqual(
    [...named].filter((name) => !(name in misbehaviours)),
    [],
  );
});

// docs/errors.md, row by row, against the package and a deployment that misbehaves.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { KEY, PACKAGE, deployment, flowdeck } from "./deployment.mjs";
import { misbehaviours } from "./misbehave.mjs";
import { host, open } from "./browser.mjs";

const rows = table(await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8"));

/** The rows of the one table: what happens, and what comes of it. */
function table(markdown) {
  const lines = markdown.split("\n").filter((line) => line.startsWith("|")).slice(2);
  return lines.map((line) => {
    const [what, name, code, status, again, words] = line.split("|").slice(1, -1).map((cell) => cell.trim());
    const [behaviour, ending] = what.replace(" (browsers only)", "").split(/, until (?=the (?:signal|caller))/);
    const expected = name ? { name, code, status: status ? Number(status) : null } : null;
    return { what, behaviour, ending, browserOnly: what.endsWith("(browsers only)"), expected, again: again === "yes", words };
  });
}

// One call, made in Node and, as text, in a page; what it gives can be handed out of there.
async function call({ flowdeck, baseUrl, apiKey, operation, ending }) {
  const controller = new AbortController();
  globalThis.abort = () => controller.abort();
  const signals = { "the signal of a timeout": () => AbortSignal.timeout(50), "the caller aborts": () => controller.signal };
  const signal = signals[ending]?.();
  const deck = await flowdeck.connect({ baseUrl, apiKey });
  const photo = new File(["x".repeat(9)], "photo.png", { type: "image/png" });
  const made = operation === "run" ? deck.run("poster", { size: 7, photo }, { signal }) : deck.queue({ signal });
  return made.then(
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
  let asked = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const source = `(async (given) => (${call})({ flowdeck: await import("/index.js"), ...given }))`;
  return {
    call(given) {
      asked = [];
      return page.evaluate(`${source}(${JSON.stringify(given)})`);
    },
    abort: () => page.evaluate("abort()"),
    // What the page asks its browser for: on a connection that breaks, that may ask the server twice.
    sent: (operation) => asked.filter((request) => request === operation).length,
  };
}

const places = {
  Node: { call: (given) => call({ flowdeck, ...given }), abort: () => globalThis.abort() },
  Chromium: await inChromium(),
};

const OPERATIONS = { queue: "GET /api/v1/comfy/queue", run: "POST /api/v1/runs" };

/** Asks once and says what came of it and how often it was sent. */
async function outcome(t, place, { behaviour, ending }, operation) {
  const route = OPERATIONS[operation];
  const there = await deployment(t, { [route]: misbehaviours[behaviour] });
  const made = place.call({ baseUrl: there.baseUrl, apiKey: KEY, operation, ending });
  if (ending === "the caller aborts") there.arrived.then(place.abort);
  const error = await made;
  return { error, sent: place.sent?.(route) ?? there.requests.length, baseUrl: there.baseUrl };
}

function judge({ error, sent, baseUrl }, { expected, again, words }, operation) {
  assert.equal(sent > 1, again && operation === "queue", `sent ${sent} times`);
  if (!expected) return assert.equal(error, null);
  const { name, code, status } = error;
  assert.deepEqual({ name, code, status }, expected, error.message);
  assert(error.ours, "it is of its class");
  assert.match(error.message, new RegExp(words.split(" … ").map(RegExp.escape ?? escape).join(".*"), "s"));
  const [method, path] = OPERATIONS[operation].split(" ");
  const ending = `(${method} ${baseUrl}${path}${status && error.message.includes(", status") ? `, status ${status}` : ""})`;
  assert(error.message.endsWith(ending), `${error.message} ends with ${ending}`);
  assert(!error.shown.includes(KEY), "the key is in no error");
}

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

for (const [name, place] of Object.entries(places)) {
  for (const row of rows.filter(({ browserOnly }) => !browserOnly || name === "Chromium")) {
    for (const operation of Object.keys(OPERATIONS)) {
      test(`${name}, ${operation}: a deployment that ${row.what}: ${row.expected?.name ?? "the answer"}`, async (t) => {
        judge(await outcome(t, place, row, operation), row, operation);
      });
    }
  }
}

test("every misbehaviour has its row", () => {
  const named = new Set(rows.map(({ behaviour }) => behaviour));
  assert.deepEqual(Object.keys(misbehaviours).filter((name) => !named.has(name)), []);
  assert.deepEqual([...named].filter((name) => !(name in misbehaviours)), []);
});

// docs/errors.md, row by row, against the package and a deployment that misbehaves.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, test } from "node:test";
import { host, open } from "./browser.mjs";
import { deployment, flowdeck, KEY, PACKAGE } from "./deployment.mjs";
import { misbehaviours, right } from "./misbehave.mjs";

const rows = table(await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8"));

/** The rows of the first table: what happens, and what comes of it. */
function table(markdown) {
  const lines = markdown
    .split("\n## ")[0]
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  return lines.map((line) => {
    const [what, name, code, status, tries, words] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [behaviour, ending] = what.replace(" (browsers only)", "").split(/, until (?=the (?:signal|caller))/);
    const expected = name ? { name, code, status: status ? Number(status) : null } : null;
    return {
      what,
      behaviour,
      ending,
      browserOnly: what.endsWith("(browsers only)"),
      expected,
      tries: Number(tries),
      words,
    };
  });
}

// One call, made in Node and, as text, in a page; what it gives can be handed out of there.
async function call({ flowdeck, baseUrl, apiKey, operation }) {
  const controller = new AbortController();
  globalThis.endings ??= {};
  globalThis.endings[baseUrl] = {
    "the signal of a timeout": () => controller.abort(new DOMException("late", "TimeoutError")),
    "the caller aborts": () => controller.abort(),
  };
  const { signal } = controller;
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
  const asked = [];
  page.on("request", (request) => asked.push(`${request.method()} ${request.url().replace(/\?.*/, "")}`));
  const source = `(async (given) => (${call})({ flowdeck: await import("/index.js"), ...given }))`;
  return {
    call: (given) => page.evaluate(`${source}(${JSON.stringify(given)})`),
    end: (baseUrl, ending) => page.evaluate(`endings["${baseUrl}"]["${ending}"]()`),
    // What the page asks its browser for: on a connection that breaks, that may ask the server twice.
    sent: (method, url) => asked.filter((request) => request === `${method} ${url}`).length,
  };
}

const places = {
  Node: {
    call: (given) => call({ flowdeck, ...given }),
    end: (baseUrl, ending) => globalThis.endings[baseUrl][ending](),
  },
  Chromium: await inChromium(),
};

const OPERATIONS = { queue: "GET /api/v1/comfy/queue", run: "POST /api/v1/runs" };

/** Makes a call of a deployment that answers so: what comes of it, and how often it was sent. */
async function outcome(t, place, operation, answers, ending) {
  const there = await deployment(t, { [OPERATIONS[operation]]: answers });
  const [method, path] = OPERATIONS[operation].split(" ");
  const url = there.baseUrl + path;
  const made = place.call({ baseUrl: there.baseUrl, apiKey: KEY, operation });
  if (ending) there.arrived.then(() => place.end(there.baseUrl, ending));
  const error = await made;
  const asked = there.requests.length;
  return { error, method, url, asked, sent: place.sent?.(method, url) ?? asked };
}

function judge({ error, method, url, sent }, { expected, words }, tries) {
  assert.equal(sent, tries, `sent ${sent} times`);
  if (!expected) return assert.equal(error, null);
  const { name, code, status } = error;
  assert.deepEqual({ name, code, status }, expected, error.message);
  assert(error.ours, "it is of its class");
  assert.match(error.message, new RegExp(words.split(" … ").map(escaped).join(".*"), "s"));
  assert(error.message.endsWith(`(${method} ${url}${status ? `, status ${status}` : ""})`), error.message);
  assert(!error.shown.includes(KEY), "the key is in no error");
  if (status || code === "aborted") return;
  assert.equal(/may have started: check the queue/.test(error.message), method === "POST", error.message);
  assert.equal(/try again/.test(error.message), code === "timeout" && method === "GET", error.message);
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

for (const [name, place] of Object.entries(places)) {
  const shown = rows.filter(({ browserOnly }) => !browserOnly || name === "Chromium");
  describe(`in ${name}, a deployment that`, { concurrency: 8 }, () => {
    for (const row of shown) {
      const answer = misbehaviours[row.behaviour];
      for (const [operation, tries] of [
        ["queue", row.tries],
        ["run", 1],
      ]) {
        test(`${row.what}: ${operation} gives ${row.expected?.name ?? "its answer"}`, async (t) => {
          judge(await outcome(t, place, operation, answer, row.ending), row, tries);
        });
      }
    }

    // Without CORS a browser asks for leave and no more, so that there is no second answer.
    for (const row of shown.filter(({ tries, browserOnly }) => tries > 1 && !browserOnly)) {
      test(`${row.what} once: the queue is read all the same`, async (t) => {
        const { error, asked } = await outcome(t, place, "queue", [misbehaviours[row.behaviour], right]);
        // Of a connection that it kept open, the browser itself may ask again.
        assert.deepEqual([error, asked], [null, 2]);
      });
    }
  });
}

test("every misbehaviour has its row", () => {
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

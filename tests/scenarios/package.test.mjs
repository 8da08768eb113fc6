// Plays the table of scenarios with the package, in Node and in Chromium.
import assert from "node:assert/strict";
import https from "node:https";
import { after, describe, mock, test } from "node:test";
import { host, open } from "../npm/browser.mjs";
import { flowdeck, PACKAGE, startDeployment } from "../npm/deployment.mjs";
import { completed, DETAIL, RUN } from "../npm/event-streams.mjs";
import { trusted } from "./certificates.mjs";
import { outcomeOf } from "./outcome.mjs";
import { check, KEY, play } from "./playing.mjs";
import { rows } from "./table.mjs";

const { setTimeout: realTimeout } = globalThis;

/** The package in Node, whose timers are mocked. */
async function nodeClient() {
  https.globalAgent.options.ca = trusted();
  await warmUp((options) => outcomeOf({ flowdeck, ...options }));
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  // A row that fails may never end.
  const controllers = [];
  after(() => {
    for (const controller of controllers) controller.abort();
  });
  const begin = (task) => {
    const controller = new AbortController();
    controllers.push(controller);
    return outcomeOf({ flowdeck, signal: controller.signal, ...task });
  };
  return {
    begin,
    look: async () => {
      await new Promise((resolve) => realTimeout(resolve, 1));
      // Two rounds read what has arrived meanwhile.
      for (const _ of [1, 2]) await new Promise((resolve) => setImmediate(resolve));
    },
    advance: (ms) => mock.timers.tick(ms),
  };
}

/** The package in a page, whose clock is stopped. */
async function chromiumClient() {
  const { page } = await open({ after }, (await host({ after }, PACKAGE)).address);
  const begin = (task) =>
    page.evaluate(`import("/index.js").then((flowdeck) => (${outcomeOf})({ flowdeck, ...${JSON.stringify(task)} }))`);
  await warmUp(begin);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return {
    begin,
    // By the time of this answer, the page has received everything that was sent before.
    look: () => page.evaluate("fetch('/', { cache: 'no-store' }).then((answer) => answer.text())"),
    advance: (ms) => page.clock.runFor(ms),
  };
}

/** Loads the WebAssembly before the clock is mocked. */
async function warmUp(begin) {
  const stops = [];
  const { baseUrl } = await startDeployment({ after: (stop) => stops.push(stop) }, { [DETAIL]: completed });
  await begin({ baseUrl, apiKey: KEY, runId: RUN, operation: "watchRun" });
  for (const stop of stops) stop();
}

/** The rows that a client plays, each with its result. */
async function played(name, client) {
  const own = rows.filter(({ only }) => !only || only.includes(name));
  const results = await play(client, own);
  return own.map((row, index) => ({ row, result: results[index] }));
}

const inNode = await played("Node", await nodeClient());
mock.timers.reset();
const inChromium = await played("Chromium", await chromiumClient());

for (const [name, plays] of Object.entries({ Node: inNode, Chromium: inChromium })) {
  describe(`in ${name}`, () => {
    for (const { row, result } of plays) test(row.name, () => check(row, result));
  });
}

test("every row has a name of its own and is plain data", () => {
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
  assert.deepEqual(JSON.parse(JSON.stringify(rows)), rows);
});

// A module service worker, as browser extensions have: it may not use import().
import assert from "node:assert/strict";
import { test } from "node:test";
import { host, open } from "../npm/browser.mjs";
import { EXPECTED } from "./calls.js";
import { deployment, FOLDER } from "./consumer.mjs";

test("every call works in a module service worker", async (t) => {
  const { address } = await host(t, FOLDER);
  const { page } = await open(t, address);
  const outcomes = await page.evaluate(async (deployment) => {
    const script = "/service-worker/worker.js";
    const { installing, waiting, active } = await navigator.serviceWorker.register(script, { type: "module" });
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    (installing ?? waiting ?? active)?.postMessage(deployment, [port2]);
    return answered;
  }, deployment);
  assert.deepEqual(outcomes, EXPECTED);
});

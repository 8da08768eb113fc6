// Next.js with both of its bundlers: a server component, an edge route and a client component.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { open } from "../npm/browser.mjs";
import { EXPECTED } from "./calls.js";
import { deployment, FOLDER, start } from "./consumer.mjs";

/** The outcomes that a page shows. */
async function shown(t, address) {
  const { page } = await open(t, address);
  return JSON.parse(await (await page.waitForFunction(() => document.querySelector("pre")?.textContent)).jsonValue());
}

for (const bundler of ["turbopack", "webpack"]) {
  test(`every call works in Next.js built by ${bundler}`, async (t) => {
    await rm(`${FOLDER}/next/.next`, { recursive: true, force: true });
    await start(t, "next", "next/dist/bin/next", "build", `--${bundler}`).end();
    const address = await start(t, "next", "next/dist/bin/next", "start", "--port", "0").address();
    await t.test("in a server component", async (t) => assert.deepEqual(await shown(t, `${address}/server`), EXPECTED));
    await t.test("in an edge route", async () => {
      assert.deepEqual(await (await fetch(`${address}/edge`)).json(), EXPECTED);
    });
    await t.test("in a client component", async (t) => {
      const fragment = new URLSearchParams(deployment);
      assert.deepEqual(await shown(t, `${address}/client#${fragment}`), EXPECTED);
    });
  });
}

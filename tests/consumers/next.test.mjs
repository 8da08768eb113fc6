// Next.js with both of its bundlers: a server component, an edge route and a client component.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
import { open } from "../npm/browser.mjs";
import { EXPECTED } from "./calls.js";
import { deployment, FOLDER, start } from "./consumer.mjs";
import { writeDocumented } from "./documented.mjs";

/** The outcomes that a page shows. */
async function shown(t, address) {
  const { page } = await open(t, address);
  return JSON.parse(await (await page.waitForFunction(() => document.querySelector("pre")?.textContent)).jsonValue());
}

/** A visitor runs a workflow through the route that docs/nextjs.md describes. */
async function checkDocumented(t, address) {
  const { page } = await open(t, `${address}/card`);
  await page.fill("input[name=quote]", "Hi");
  await page.click("button");
  const image = page.locator("img");
  await image.waitFor();
  assert.match(await image.getAttribute("src"), /^http:\/\/[^/]+\/api\/flowdeck\/api\/v1\/files\//);
  await page.waitForFunction(() => document.querySelector("img")?.naturalWidth);
  assert.match(await page.textContent("output"), /^completed/);
}

/** What a visitor must not do. */
async function checkRefusals(address) {
  const status = async (path, init) => (await fetch(address + path, init)).status;
  const form = () => {
    const body = new FormData();
    body.set("text", "Hello");
    return { method: "POST", body };
  };
  assert.equal(await status("/api/flowdeck/api/v1/runs?workflow_id=tint", form()), 422);
  assert.equal(await status("/api/flowdeck/api/v1/comfy/queue"), 404);
  assert.equal(await status("/api/flowdeck/api/v1/comfy/keys", { method: "POST" }), 404);
  const members = "/api/members/api/v1/runs?workflow_id=poster";
  assert.equal(await status(members, form()), 401);
  const member = { ...form(), headers: { cookie: "session=valid" } };
  // Its fields are checked now: the request has reached the service.
  assert.equal(await status(members, member), 422);
}

for (const bundler of ["turbopack", "webpack"]) {
  test(`every call works in Next.js built by ${bundler}`, async (t) => {
    await rm(`${FOLDER}/next/.next`, { recursive: true, force: true });
    await writeDocumented(`${FOLDER}/next`);
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
    await t.test("through the route of docs/nextjs.md", (t) => checkDocumented(t, address));
    await t.test("and what the route refuses", () => checkRefusals(address));
    await t.test("in the documented server component", async () => {
      assert.match(await (await fetch(`${address}/workflows`)).text(), /<li>[^<]*Poster/i);
    });
  });
}

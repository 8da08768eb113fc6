// Makes the poster with an installed flowdeck, as a newcomer does: with curl, and in the page.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { ARGS, SHELL } from "../chromium.mjs";
import { Playground } from "../e2e/playground.mjs";

const run = promisify(execFile);
const PHOTO = fileURLToPath(new URL("../../www/workflows/files/ridges.jpg", import.meta.url));
const PNG = "89504e470d0a1a0a";

/** @typedef {import("./served.mjs").Served} Served */

/** Calls the service with curl. Returns the body. */
async function curl({ key }, args) {
  const options = /** @type {const} */ ({ encoding: "buffer", maxBuffer: 1 << 26 });
  const { stdout } = await run(
    "curl",
    ["--silent", "--show-error", "--fail", "-H", `X-API-KEY: ${key}`, ...args],
    options,
  );
  return stdout;
}

/**
 * Starts the run with curl, waits for its end, and downloads the poster. Fails unless it is a picture.
 *
 * @param {Served} service
 */
export async function makePosterWithCurl(service) {
  const runs = `${service.address}/api/v1/runs`;
  const form = ["-F", "title=Open studio", "-F", `photo=@${PHOTO}`];
  const started = JSON.parse(String(await curl(service, [...form, `${runs}?workflow_id=poster`])));
  const { run_id: id } = started.data[0];
  for (;;) {
    const { data } = JSON.parse(String(await curl(service, [`${runs}/${id}`])));
    assert.ok(["pending", "running", "completed"].includes(data.status), `the run is ${data.status}`);
    if (data.status === "completed") {
      const picture = await curl(service, [`${service.address}${data.outputs[0].url}`]);
      assert.equal(picture.subarray(0, 8).toString("hex"), PNG);
      return;
    }
    await wait(50);
  }
}

/**
 * Opens the link in Chromium, presses Run, and waits for the picture. Returns what `also` returns, which gets the
 * page afterwards. Fails if the page reports an error.
 *
 * @param {Served} service
 * @param {(page: import("@playwright/test").Page) => Promise<unknown>} [also]
 */
export async function makePosterInPage(service, also) {
  const browser = await chromium.launch({ executablePath: SHELL, args: ARGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    const playground = new Playground(page);
    await page.goto(service.link);
    await playground.choose("Poster");
    await playground.run.click();
    const picture = await playground.images.first().elementHandle();
    await page.waitForFunction((image) => image.complete && image.naturalWidth >= 64, picture);
    assert.deepEqual(errors, []);
    return await also?.(page);
  } finally {
    await browser.close();
  }
}

// Draws the pictures of the sample workflows' examples into www/workflows/files. Run it with
// `node scripts/make-sample-files.mjs` after a change; the files are committed. CHROME chooses the browser.
import { writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { pictures } from "./sample-files/pictures.mjs";

const folder = new URL("../www/workflows/files/", import.meta.url);

const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium" });
const page = await browser.newPage();
for (const [name, draw] of Object.entries(pictures)) {
  const base64 = await page.evaluate(draw);
  await writeFile(new URL(name, folder), Buffer.from(base64, "base64"));
}
await browser.close();

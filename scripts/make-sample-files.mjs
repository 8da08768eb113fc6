// Makes the files of the sample workflows' examples in www/workflows/files. Run it with
// `node scripts/make-sample-files.mjs` after a change; the files are committed. CHROME chooses the browser.
import { writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { encodeClip } from "./sample-files/clip.mjs";
import { melody } from "./sample-files/melody.mjs";
import { mp4 } from "./sample-files/mp4.mjs";
import { pictures, thumbnail } from "./sample-files/pictures.mjs";

const folder = new URL("../www/workflows/files/", import.meta.url);
const save = (name, bytes) => writeFile(new URL(name, folder), bytes);
const decoded = (base64) => Buffer.from(base64, "base64");

const browser = await chromium.launch({ executablePath: process.env.CHROME ?? "/usr/bin/chromium" });
const page = await browser.newPage();
// Browsers encode video only for secure pages, such as those of this machine.
await page.route("http://localhost/", (route) => route.fulfill({ body: "", contentType: "text/html" }));
await page.goto("http://localhost/");

for (const [name, draw] of Object.entries(pictures)) {
  const picture = await page.evaluate(draw);
  await save(name, decoded(picture));
  await save(name.replace(".jpg", ".thumbnail.jpg"), decoded(await page.evaluate(thumbnail, picture)));
}

const clip = { width: 640, height: 360, rate: 15, count: 45 };
const { description, frames } = await page.evaluate(encodeClip, clip);
const decodedFrames = frames.map(({ data, isKey }) => ({ data: decoded(data), isKey }));
await save("sunset.mp4", mp4({ ...clip, description: decoded(description), frames: decodedFrames }));
await browser.close();

await save("melody.wav", melody());

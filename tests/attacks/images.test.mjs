// Images that are meant to exhaust memory when they are reduced, decoded or shared.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { blackPng, deepPng, hiddenWebp, inverted, losslessWebp, progressiveJpeg, tablesWebp } from "./bombs.mjs";
import { MB, Program } from "./program.mjs";

/** The longest side that is reduced at all in a picture of two to one. */
const WIDE = [8192, 4000];

let workflows;
/** @type {Program} */
let program;
/** The link to an output of each run. */
const links = [];
before(async () => {
  workflows = await mkdtemp(join(tmpdir(), "flowdeck-workflows-"));
  await writeFile(join(workflows, "inverted.json"), JSON.stringify(inverted));
  await writeFile(join(workflows, "inverted.form.json"), '{"flowdeck": 1, "share": {"inputs": false}}');
  program = await Program.start({ workflows });
  await program.connected();
  for (let run = 0; run < 3; run += 1) links.push(await output());
});
after(async () => {
  await program.stop();
  await rm(workflows, { recursive: true });
});

async function upload(bytes, name = "photo.png", type = "image/png") {
  const form = new FormData();
  form.set("photo", new Blob([bytes], { type }), name);
  return program.ended(await program.run("inverted", form));
}

/** A completed run with the path and the link of its output. */
async function output() {
  const { outputs } = await upload(blackPng(16, 16));
  const [folder, name] = outputs[0].filename.split("/");
  return { run: folder, path: join(program.data, "outputs", folder, name), url: outputs[0].url };
}

/** Puts a file where the output of a run is. Its address keeps its end, so that it is offered as an image. */
const replace = ({ path }, bytes) => writeFile(path, bytes);

async function growth(limit, done) {
  const { now } = await program.resetPeak();
  const result = await done();
  const { peak } = await program.memory();
  console.log(`  memory growth: ${((peak - now) / MB).toFixed(1)} MB`);
  assert.ok(peak - now < limit);
  return result;
}

const path = (url) => url.replace(/^http:\/\/[^/]*/, "");
const thumbnail = ({ url }, width) => `${path(url)}&width=${width}`;
const alive = async () => assert.equal((await program.fetch("/api/v1/comfy/queue")).status, 200);

test("200 thumbnails that are closed at once cost the memory of one", async () => {
  await replace(links[0], blackPng(...WIDE));
  await growth(600 * MB, async () => {
    for (let count = 0; count < 200; count += 1) {
      const socket = await program.raw(`GET ${thumbnail(links[0], 100 + count)} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.destroy();
    }
    await alive();
    // The next caller waits for the one that is being made, not for 200.
    assert.equal((await program.fetch(thumbnail(links[1], 320))).status, 200);
  });
});

test("40 waiters delay another's thumbnail by one picture, and further ones are refused", async () => {
  await replace(links[0], blackPng(...WIDE, 1));
  await replace(links[1], blackPng(640, 480));
  let served = 0;
  const statuses = await growth(600 * MB, async () => {
    const waiting = Array.from({ length: 100 }, async (_, index) => {
      const { status } = await program.fetch(thumbnail(links[0], 400 + index));
      served += status === 200 ? 1 : 0;
      return status;
    });
    while (!served) await new Promise((resolve) => setTimeout(resolve, 1));
    const before = served;
    assert.equal((await program.fetch(thumbnail(links[1], 321))).status, 200);
    console.log(`  others served in between: ${served - before}`);
    assert.ok(served - before <= 16, "two turns of eight widths");
    return Promise.all(waiting);
  });
  assert.ok(statuses.includes(503) && statuses.includes(200), String(statuses));
  assert.ok(statuses.every((status) => status === 200 || status === 503));
});

const bombs = {
  "lossless WebP": losslessWebp(13_000),
  "WebP of nothing but tables": tablesWebp(),
  "WebP with a huge picture on a small canvas": hiddenWebp(),
  "progressive JPEG": progressiveJpeg(9000, 9000),
  "progressive JPEG within the number of pixels": progressiveJpeg(7000, 7000),
};
for (const [name, bytes] of Object.entries(bombs)) {
  test(`a ${name} of ${bytes.length} bytes is not reduced`, async () => {
    await replace(links[2], bytes);
    await growth(600 * MB, async () => {
      const answers = Array.from({ length: 20 }, (_, index) => program.fetch(thumbnail(links[2], 500 + index)));
      for (const { status } of await Promise.all(answers)) assert.ok([200, 422].includes(status), String(status));
    });
    await alive();
  });

  test(`a ${name} of ${bytes.length} bytes in a submission fails or is small`, async () => {
    const detail = await growth(600 * MB, () => upload(bytes, "bomb.bin", "image/png").catch((why) => why));
    console.log(`  ${detail.status ?? detail}: ${detail.error ?? ""}`);
    await alive();
  });
}

test("an image is refused if it takes too much memory together with its decoded form", async () => {
  const detail = await growth(300 * MB, () => upload(deepPng(5700)));
  console.log(`  ${detail.status}: ${detail.error ?? ""}`);
  assert.equal(detail.status, "failed");
  await alive();
});

test("40 silent readers of a shared PNG cost no memory, and its texts are hidden", async () => {
  const large = blackPng(3600, 3600, 0);
  assert.ok(large.length > 37 * MB);
  await replace(links[0], large);
  const body = JSON.stringify({ run_id: links[0].run });
  const headers = { "Content-Type": "application/json" };
  const made = await program.fetch("/api/v1/comfy/shares", { method: "POST", headers, body });
  const { url } = (await made.json()).data;
  const name = links[0].path.split("/").pop();
  const file = `${path(url)}/files/${name}`;
  await growth(60 * MB, async () => {
    const request = `GET ${file} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 40 }, () => program.raw(request)));
    for (const socket of sockets) socket.pause();
    const part = await program.fetch(file, { headers: { Range: "bytes=0-99" } });
    assert.equal(part.status, 206);
    assert.doesNotMatch(await part.text(), /hidden inputs/);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await alive();
    for (const socket of sockets) socket.destroy();
  });
  assert.equal((await readdir(join(program.data, "plain"))).length, 1);
});

// The program itself, as it is in every artefact: alone in an empty folder, without anything beside it.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { ROOT } from "../docs/blocks.mjs";
import { DIST } from "./files.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { served } from "./served.mjs";

const run = promisify(execFile);
const PROGRAM = join(DIST, "programs/x86_64-unknown-linux-musl/flowdeck");
/** The whole program with everything in it, in bytes. */
const MAX_SIZE = 25 << 20;
const HOME = { PATH: "/usr/bin:/bin", HOME: "/nonexistent" };

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "flowdeck-program-"));
});
after(() => rm(folder, { recursive: true }));

test("it is static, and not larger than people accept", async () => {
  const { size } = await stat(PROGRAM);
  assert.ok(size <= MAX_SIZE, `${size} bytes`);
  const about = execFileSync("readelf", ["--program-headers", PROGRAM], { encoding: "utf8" });
  assert.doesNotMatch(about, /INTERP/);
});

test("it contains no path of the machine that built it", async () => {
  const program = (await readFile(PROGRAM)).toString("latin1");
  for (const path of [ROOT, join(homedir(), ".cargo"), "registry/src/"]) {
    assert.ok(!program.includes(path), path);
  }
});

test("alone in an empty folder, it makes the poster with curl and in the page", async () => {
  const service = await served([PROGRAM], { cwd: folder, env: HOME });
  try {
    await makePosterWithCurl(service);
    await makePosterInPage(service);
    for (const path of ["docs/", "llms.txt", "openapi.json"]) {
      const response = await fetch(`${service.address}/${path}`, { headers: { "X-API-KEY": service.key } });
      assert.equal(response.status, 200, path);
    }
  } finally {
    await service.stop();
  }
  assert.deepEqual(await readdir(folder), ["flowdeck-data"]);
});

test("it serves the npm package that it was built with", async () => {
  const service = await served([PROGRAM], { cwd: folder, env: HOME });
  try {
    const response = await fetch(`${service.address}/flowdeck.tgz`);
    assert.equal(response.headers.get("content-type"), "application/gzip");
    const found = Buffer.from(await response.arrayBuffer());
    assert.ok(found.equals(await readFile(join(ROOT, "target/flowdeck.tgz"))));
  } finally {
    await service.stop();
  }
});

test("it prints its documentation and every license", async () => {
  const options = { env: HOME, maxBuffer: 1 << 24 };
  const { stdout: docs } = await run(PROGRAM, ["docs", "start"], options);
  assert.match(docs, /^# Start/);
  const { stdout: licenses } = await run(PROGRAM, ["licenses"], options);
  for (const work of ["Hack, a font", "tokio 1.", "leptos 0.", "symphonia 0.", "@scalar/api-reference"]) {
    assert.ok(licenses.includes(work), work);
  }
});

test("the node pack is in it", async () => {
  const comfyui = await mkdtemp(join(folder, "comfyui-"));
  execFileSync("mkdir", [join(comfyui, "custom_nodes")]);
  await run(PROGRAM, ["nodes", "install", comfyui], { env: HOME });
  const installed = await readdir(join(comfyui, "custom_nodes/flowdeck"));
  assert.ok(installed.includes("pyproject.toml"), String(installed));
});

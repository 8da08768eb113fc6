// The program as somebody compiles it from the source: with the page if it has been built, and else without it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { ROOT } from "../docs/blocks.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { served } from "./served.mjs";

const run = promisify(execFile);

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "flowdeck-source-"));
});
after(() => rm(folder, { recursive: true }));

/** The line of docs/install.md, with the profile that compiles fast. */
async function install(env = {}) {
  const args = ["install", "--path", ".", "--locked", "--profile", "quick", "--root", folder, "--force"];
  await run("cargo", args, { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 1 << 24 });
  return join(folder, "bin/flowdeck");
}

test("with the page that was built, it is the same program", async () => {
  const program = await install();
  const service = await served([program], { cwd: folder });
  try {
    await makePosterWithCurl(service);
    await makePosterInPage(service);
  } finally {
    await service.stop();
  }
});

test("without the page, it says so and serves the API", async () => {
  const program = await install({ FLOWDECK_WITHOUT_PLAYGROUND: "1" });
  const service = await served([program], { cwd: folder });
  try {
    await makePosterWithCurl(service);
    const response = await fetch(service.address);
    assert.equal(response.status, 404);
    assert.match(await response.text(), /the program was built without it/);
  } finally {
    await service.stop();
  }
});

test("make install puts the program with the page into PREFIX, and again only if it has changed", async () => {
  const install = () => run("make", ["install", `PREFIX=${folder}/own`], { cwd: ROOT, maxBuffer: 1 << 24 });
  const program = join(folder, "own/bin/flowdeck");
  assert.match((await install()).stdout, /^flowdeck \S+ is installed: /m);
  const service = await served([program], { cwd: folder });
  try {
    await makePosterInPage(service);
  } finally {
    await service.stop();
  }
  assert.match((await install()).stdout, /^flowdeck \S+ is already installed: /m);
});

test("cargo packages the program with the crates that it needs", async () => {
  const target = join(folder, "target");
  const options = { cwd: ROOT, env: { ...process.env, CARGO_TARGET_DIR: target }, maxBuffer: 1 << 24 };
  await run("cargo", ["package", "--workspace", "--locked", "--allow-dirty", "--no-verify"], options);
  const { stdout: names } = await run("sh", ["-c", `tar -tzf ${target}/package/flowdeck-[0-9]*.crate`]);
  for (const name of ["build.rs", "src/main.rs", "www/workflows/poster.json", "docs/start.md", "LICENSE-MIT"]) {
    assert.match(names, new RegExp(`^[^/]+/${name}$`, "m"));
  }
});

// Paths that try to leave their folders.
import assert from "node:assert/strict";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { KEY, Program } from "./program.mjs";

/** @type {Program} */
let program;
before(async () => {
  program = await Program.start();
  await program.connected();
});
after(() => program.stop());

const secret = "nobody may read this";
const hostile = [
  "../secret",
  "..%2Fsecret",
  "..%252Fsecret",
  "%2e%2e/secret",
  "..\\secret",
  "..%5Csecret",
  "/etc/passwd",
  "%2Fetc%2Fpasswd",
  "a/../../secret",
  "....//secret",
  ".%00./secret",
  "secret%00.png",
  "file:///etc/passwd",
];

test("no path and no file name reaches a file outside its folder", async () => {
  await writeFile(join(program.data, "secret"), secret);
  const prefixes = [
    "/api/v1/files/3f2b8c1e-7d4a-4f6b-9a0e-5c1d2e3f4a5b/",
    "/api/v1/files/",
    "/api/v1/runs/output?filename=",
    "/api/v1/comfy/workflows/poster/examples/files/",
    "/",
  ];
  for (const prefix of prefixes) {
    for (const name of hostile) {
      const head = `Host: localhost\r\nX-API-KEY: ${KEY}\r\nConnection: close\r\n\r\n`;
      const answer = await program.answer(`GET ${prefix}${name} HTTP/1.1\r\n${head}`);
      assert.doesNotMatch(answer, /nobody may read|root:x:/, prefix + name);
    }
  }
});

test("an uploaded file is stored under a name of our own, whatever its name is", async () => {
  for (const name of hostile) {
    const form = new FormData();
    form.set("photo", new Blob(["no image"], { type: "image/png" }), decodeURIComponent(name.replace("%00", "")));
    const response = await program.fetch("/api/v1/runs?workflow_id=poster", { method: "POST", body: form });
    assert.ok([200, 400, 422].includes(response.status), name);
  }
  const entries = await readdir(program.data);
  assert.ok(!entries.some((name) => name.includes("..") || name === "passwd"), entries.join(" "));
});

test("other users can read nothing in the data folder, also after a restart with open modes", async () => {
  const shared = join(program.data, "outputs", "shared");
  await mkdir(shared, { recursive: true, mode: 0o755 });
  await writeFile(join(shared, "open.txt"), secret, { mode: 0o644 });
  await symlink("/etc", join(program.data, "outputs", "link"));
  await program.kill();
  await program.launch();
  const paths = (await readdir(program.data, { recursive: true })).map((name) => join(program.data, name));
  const ours = paths.filter((path) => !path.endsWith("/secret") && !path.includes("/link"));
  for (const path of [program.data, ...ours]) {
    assert.equal((await stat(path)).mode & 0o077, 0, path);
  }
  assert.notEqual((await stat("/etc")).mode & 0o077, 0);
});

// What the unit of the nightly backup does, with another program in the place of flowdeck.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const UNIT = fileURLToPath(new URL("../../packaging/operate/flowdeck-backup.service", import.meta.url));

/** The shell command of a setting, as systemd passes it on. */
async function command(setting) {
  const text = await readFile(UNIT, "utf8");
  const [, script] = new RegExp(`^${setting}=\\+?/bin/sh -c '(.+)'$`, "m").exec(text) ?? [];
  assert(script, setting);
  return script.replaceAll("$$", "$").replaceAll("%%", "%");
}

test("a backup has the time in its name, and only the newest ones stay", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-backup "));
  t.after(() => rm(folder, { recursive: true }));
  const earlier = ["2026-01-01T03-00-00", "2026-01-02T03-00-00", "2026-01-03T03-00-00"];
  for (const time of earlier) await writeFile(join(folder, `flowdeck-${time}.tar`), "");
  await writeFile(join(folder, "notes.txt"), "");
  await writeFile(join(folder, "flowdeck"), '#!/bin/sh\necho "$3 $4" >"$2"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}`, FOLDER: folder, KEEP: "2" };
  for (const setting of ["ExecStart", "ExecStartPost"]) await run("/bin/sh", ["-c", await command(setting)], { env });
  const left = (await readdir(folder)).filter((name) => name.endsWith(".tar")).sort();
  assert.equal(left.length, 2);
  assert.equal(left[0], `flowdeck-${earlier[2]}.tar`);
  assert.match(left[1], /^flowdeck-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar$/);
  assert.equal(await readFile(join(folder, left[1]), "utf8"), "--data /var/lib/flowdeck/data\n");
  assert((await readdir(folder)).includes("notes.txt"));
});

test("backups are outside of what a purge of the package deletes", async () => {
  const purge = await readFile(new URL("../../packaging/debian/postrm", import.meta.url), "utf8");
  const [, folder] = /^Environment=FOLDER=(\S+)/m.exec(await readFile(UNIT, "utf8"));
  const [, deleted] = /rm -rf (.+)$/m.exec(purge);
  assert(!deleted.split(" ").some((path) => folder.startsWith(path)));
});

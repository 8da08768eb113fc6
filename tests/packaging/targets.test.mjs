// Which systems `make dist` makes files for, and which version they have.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What the scripts of `make dist` take a variable for. */
async function value(expression, env = {}) {
  const script = `. scripts/dist/lib.sh; echo "${expression}"`;
  const { stdout } = await run("bash", ["-c", script], { cwd: ROOT, env: { ...process.env, ...env } });
  return stdout.trim();
}

/** The targets in an array of the scripts. */
const targets = (name, TARGETS) => value(`\${${name}[*]-}`, { TARGETS });

test("host is the system of this machine alone", async () => {
  const host = await value("$(host_target)");
  const names = ["chosen_targets", "linux_targets", "other_targets"];
  const [all, linux, others] = await Promise.all(names.map((name) => targets(name, "host")));
  assert.equal(all, host);
  assert.deepEqual([linux, others].filter(Boolean), [host]);
});

test("without a choice, there are files for Linux and Windows", async () => {
  const all = await targets("chosen_targets", "");
  assert.match(all, /^x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu$/);
});

test("a target that does not exist is an error with a choice", async () => {
  await assert.rejects(value("", { TARGETS: "plan9" }), ({ stderr }) => /choose host, or from x86_64-/.test(stderr));
});

test("files have the version with the commit, as the program does", async () => {
  const version = /^version = "(.+)"$/m.exec(await readFile(join(ROOT, "Cargo.toml"), "utf8"))[1];
  const full = await value("$full_version");
  assert.match(full.replace(version, ""), /^(\+\d{12}\.g[0-9a-f]{7})?$/);
});

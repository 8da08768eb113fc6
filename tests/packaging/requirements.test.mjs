// What `make play` says on a machine without the tools that it needs. The machine is a folder with the few commands
// that every system has.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMANDS = ["awk", "bash", "cat", "dirname", "grep", "head", "mkdir", "sed", "sort", "tr"];
const RUSTUP = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";

/** What the script prints on a machine with these programs, by what each of them prints. */
async function printed(t, programs, stage = "web") {
  const bin = await mkdtemp(join(tmpdir(), "flowdeck-bare-"));
  t.after(() => rm(bin, { recursive: true }));
  for (const name of COMMANDS) {
    const { stdout } = await run("sh", ["-c", `command -v ${name}`]);
    await symlink(stdout.trim(), join(bin, name));
  }
  for (const [name, output] of Object.entries({ id: "1000", ...programs })) {
    await writeFile(join(bin, name), `#!/bin/sh\necho '${output}'\n`);
    await chmod(join(bin, name), 0o755);
  }
  const env = { PATH: bin, HOME: "/nonexistent" };
  const done = run(join(bin, "bash"), ["scripts/requirements.sh", stage], { cwd: ROOT, env });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
  );
}

const TOOLS = { cc: "", "c++": "", node: "v22.1.0", npm: "10.0.0", cargo: "", rustc: "rustc 1.91.0" };

test("a machine with every tool is told nothing", async (t) => {
  assert.deepEqual(await printed(t, TOOLS), { code: 0, text: "" });
});

for (const [manager, line] of Object.entries({
  "apt-get": `sudo apt-get update && sudo apt-get install -y build-essential nodejs npm curl && ${RUSTUP}`,
  dnf: `sudo dnf install -y gcc gcc-c++ nodejs nodejs-npm curl && ${RUSTUP}`,
  pacman: `sudo pacman -S --needed --noconfirm base-devel nodejs npm curl && ${RUSTUP}`,
  brew: `brew install node curl && xcode-select --install && ${RUSTUP}`,
})) {
  test(`everything that is missing is named at once, with one line for ${manager}`, async (t) => {
    const { code, text } = await printed(t, { [manager]: "" });
    assert.equal(code, 1);
    for (const tool of ["a C and C++ compiler", "Node 20.19 or newer", "Rust 1."])
      assert.match(text, RegExp(`^  ${tool.replace("++", "\\+\\+")}`, "m"));
    assert(text.includes(`then run make again:\n  ${line}\n`), text);
  });
}

test("tools that are too old are named with their versions", async (t) => {
  const old = { ...TOOLS, node: "v18.19.0", rustc: "rustc 1.70.0", rustup: "", "apt-get": "" };
  const { text } = await printed(t, old);
  assert.match(text, /^ {2}Node 20\.19 or newer, with npm \(node is 18\.19\.0\)$/m);
  assert.match(text, /^ {2}Rust 1\.\d+ or newer \(rustc is 1\.70\.0\)$/m);
  assert.match(text, /^ {2}rustup update stable && rustup default stable$/m);
  assert.match(text, /nodejs\.org/);
});

test("the program alone needs no Node", async (t) => {
  const { node, npm, ...others } = TOOLS;
  assert.equal((await printed(t, others, "program")).code, 0);
});

// install.sh puts the program into place, from a folder and from a web server, and says what to do next.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { filesIn } from "./files.mjs";
import { install, SCRIPT, SHELLS, scratch, smallDist, toolsIn, webServer } from "./install-script.mjs";

const execute = promisify(execFile);
const PROGRAM = ".local/bin/flowdeck";

/** A home folder, a small distribution, and tools. */
async function stage(t, { dist = {}, tools = {} } = {}) {
  const base = await scratch(t);
  const home = join(base, "a home");
  await mkdir(home);
  return { base, home, from: await smallDist(base, dist), path: await toolsIn(base, tools) };
}

for (const shell of SHELLS) {
  const name = shell.join(" ");

  test(`${name} installs from the folder of the script`, async (t) => {
    const { home, path, from } = await stage(t, { tools: { without: ["curl", "wget"] } });
    await writeFile(join(from, "install.sh"), await readFile(SCRIPT));
    const { code, stdout, stderr } = await install({ shell, home, path, script: join(from, "install.sh") });
    const program = join(home, PROGRAM);
    assert.equal(stderr, "");
    assert.equal(code, 0);
    assert.equal(
      stdout,
      `getting flowdeck-9.9.9-linux-x86_64.tar.gz from ${from}
flowdeck 9.9.9 is installed: ${program}
This folder is not in PATH. Add this line to ~/.profile: export PATH='${home}/.local/bin':"$PATH"

Start:  '${program}' serve
Open:   the link that it prints
Remove: rm '${program}'
`,
    );
    assert.deepEqual(await filesIn(home), [PROGRAM], "there is no other file");
    assert.equal((await execute(program)).stdout, "flowdeck 9.9.9\n");
  });

  for (const [tool, tools] of Object.entries({
    curl: { without: ["wget"] },
    wget: { without: ["curl"] },
    "only busybox": { without: ["curl"], busybox: true },
  })) {
    test(`${name} installs from a web server with ${tool}, from a pipe`, async (t) => {
      const { home, path, from } = await stage(t, { tools });
      const address = await webServer(t, from);
      const text = (await readFile(SCRIPT, "utf8")).replace('from=""', `from="${address}/"`);
      const { code, stderr } = await install({ shell, home, path, text });
      assert.equal(code, 0, stderr);
      assert.deepEqual(await filesIn(home), [PROGRAM]);
    });
  }
}

for (const [shell, advice] of Object.entries({
  "/usr/bin/zsh": /Add this line to ~\/\.zprofile: (export PATH=.+)$/m,
  "/usr/bin/fish": /Run this line once: fish_add_path '.+'$/m,
  "/bin/bash": /Add this line to ~\/\.profile: (export PATH=.+)$/m,
})) {
  test(`the folder is added to PATH as ${shell} does it, and the commands work as they are written`, async (t) => {
    const { base, path, from } = await stage(t);
    const home = join(base, "it's $a home");
    await mkdir(home);
    const { stdout } = await install({ home, path, env: { FLOWDECK_FROM: from, SHELL: shell } });
    const [, line] = advice.exec(stdout) ?? assert.fail(stdout);
    const start = /^Start: {2}(.+) serve$/m.exec(stdout)[1];
    const version = "flowdeck 9.9.9\n";
    const sh = (script) => execute("/bin/dash", ["-c", script], { env: { PATH: path } });
    assert.equal((await sh(`${start} --version`)).stdout, version);
    if (line) assert.equal((await sh(`${line}; flowdeck --version`)).stdout, version);
    await sh(/^Remove: (.+)$/m.exec(stdout)[1]);
    assert.deepEqual(await filesIn(home), []);
  });
}
test("checksums that went through Windows are read", async (t) => {
  const { home, path, from } = await stage(t);
  const sums = join(from, "SHA256SUMS");
  const [sum, name] = (await readFile(sums, "utf8")).trim().split("  ");
  for (const text of [
    `${sum}  ${name}\r\n`,
    `${sum} *${name}\n`,
    `${sum.toUpperCase()} *${name}\r\n${"0".repeat(64)} *other.zip\r\n`,
  ]) {
    await writeFile(sums, text);
    const { code, stderr } = await install({ home, path, env: { FLOWDECK_FROM: from } });
    assert.equal(code, 0, stderr);
  }
  await writeFile(sums, `${"0".repeat(64)} *${name}\r\n`);
  const { stderr } = await install({ home, path, env: { FLOWDECK_FROM: from } });
  assert.match(stderr, /its checksum is not the one in SHA256SUMS/);
});

test("the line of the instructions installs in one go", async (t) => {
  const { home, path, from } = await stage(t);
  const address = await webServer(t, from);
  const text = (await readFile(SCRIPT, "utf8")).replace('from=""', `from="${address}"`);
  await writeFile(join(from, "install.sh"), text);
  const line = `curl --fail --silent --show-error ${address}/install.sh | sh`;
  await execute("/bin/dash", ["-c", line], { env: { HOME: home, PATH: `${path}:/bin` } });
  assert.deepEqual(await filesIn(home), [PROGRAM]);
});

test("FLOWDECK_FROM and FLOWDECK_BIN_DIR choose other folders", async (t) => {
  const { base, home, path, from } = await stage(t);
  const bin = join(base, "my programs");
  const env = { FLOWDECK_FROM: from, FLOWDECK_BIN_DIR: bin, PATH: `${path}:${bin}` };
  const { code, stdout } = await install({ home, path, env });
  assert.equal(code, 0);
  assert.match(stdout, /^Start: {2}flowdeck serve$/m);
  assert.doesNotMatch(stdout, /PATH/);
  assert.deepEqual(await filesIn(bin), ["flowdeck"]);
  assert.deepEqual(await filesIn(home), []);
});

test("a folder for programs may be relative", async (t) => {
  const { home, path, from } = await stage(t);
  const { code, stdout } = await install({ home, path, env: { FLOWDECK_FROM: from, FLOWDECK_BIN_DIR: "bin" } });
  assert.equal(code, 0);
  assert.match(stdout, new RegExp(`is installed: ${home}/bin/flowdeck$`, "m"));
});

test("another flowdeck that comes first in PATH is named", async (t) => {
  const { home, path, from } = await stage(t, { tools: { scripts: { flowdeck: "echo flowdeck 1.0.0" } } });
  const env = { FLOWDECK_FROM: from, PATH: `${path}:${home}/.local/bin` };
  const { stdout } = await install({ home, path, env });
  assert.match(stdout, new RegExp(`^Your shell finds another flowdeck first: ${path}/flowdeck$`, "m"));
});

test("an update replaces an older program, or a link to one", async (t) => {
  const { base, home, path, from } = await stage(t);
  const env = { FLOWDECK_FROM: from };
  await install({ home, path, env });
  await chmod(join(home, PROGRAM), 0o500);
  const newer = await smallDist(base, { program: "#!/bin/sh\necho flowdeck 10.0.0\n" });
  const { code } = await install({ home, path, env: { FLOWDECK_FROM: newer } });
  assert.equal(code, 0);
  assert.equal((await execute(join(home, PROGRAM))).stdout, "flowdeck 10.0.0\n");
});

test("without sha256sum, shasum checks the archive", async (t) => {
  const shasum = '[ "$1 $2" = "-a 256" ] && shift 2 && /usr/bin/sha256sum "$@"';
  const { home, path, from } = await stage(t, { tools: { without: ["sha256sum"], scripts: { shasum } } });
  const { code, stderr } = await install({ home, path, env: { FLOWDECK_FROM: from } });
  assert.equal(code, 0, stderr);
});

for (const [os, machine, system] of [
  ["Linux", "amd64", "linux-x86_64"],
  ["Linux", "aarch64", "linux-aarch64"],
  ["Darwin", "arm64", "darwin-aarch64"],
  ["Darwin", "x86_64", "darwin-x86_64"],
]) {
  test(`${os} on ${machine} gets the archive for ${system}`, async (t) => {
    const scripts = { uname: `[ "$1" = -s ] && echo ${os} || echo ${machine}` };
    const { home, path, from } = await stage(t, { dist: { system }, tools: { scripts } });
    const { code, stdout } = await install({ home, path, env: { FLOWDECK_FROM: from } });
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^getting flowdeck-9.9.9-${system}.tar.gz `, "m"));
  });
}

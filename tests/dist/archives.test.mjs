// The archives: what is in them, that a second run makes the same ones, and that install.sh makes a program of them
// that works.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { ROOT } from "../docs/blocks.mjs";
import { DebianTree } from "./debian-tree.mjs";
import { DIST, filesIn, sha256 } from "./files.mjs";
import { install, SHELLS, scratch, webServer } from "./install-script.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { served } from "./served.mjs";

const execute = promisify(execFile);
const PATH = "/usr/local/bin:/usr/bin:/bin";
const LINUX = ["x86_64", "aarch64"];

/** The only file in target/dist whose name matches. */
async function artefact(pattern) {
  const names = (await readdir(DIST)).filter((name) => pattern.test(name));
  assert.equal(names.length, 1, `target/dist has one file like ${pattern}: run make dist`);
  return names[0];
}

const archiveFor = (cpu) => artefact(new RegExp(`^flowdeck-.*-linux-${cpu}\\.tar\\.gz$`));
const windowsArchive = async () => (await readdir(DIST)).find((name) => name.endsWith("-windows-x86_64.zip"));

/** What a program needs to start, and nothing of this machine. */
const clean = (home) => ({ HOME: home, PATH });

/** Checks the files of an unpacked archive. */
async function checkContents(folder, program, target) {
  const files = ["LICENSE-APACHE", "LICENSE-MIT", "README.txt", program, "licenses.txt"];
  assert.deepEqual(await filesIn(folder), files.sort());
  assert.equal(await sha256(join(folder, program)), await sha256(join(DIST, "programs", target, program)));
  assert.equal((await stat(join(folder, program))).mode & 0o777, 0o755);
  for (const license of ["LICENSE-APACHE", "LICENSE-MIT"])
    assert.equal(await sha256(join(folder, license)), await sha256(join(ROOT, license)));
  assert.match(await readFile(join(folder, "licenses.txt"), "utf8"), /UBUNTU FONT LICENCE/);
}

for (const cpu of LINUX) {
  test(`the archive for ${cpu} has the program, its licenses and a README, in one folder`, async (t) => {
    const base = await scratch(t);
    const name = await archiveFor(cpu);
    const { stdout } = await execute("tar", ["-tvzf", join(DIST, name), "--numeric-owner"]);
    for (const line of stdout.trim().split("\n")) assert.match(line, / 0\/0 /, "it is owned by root");
    await execute("tar", ["-xzf", join(DIST, name), "-C", base]);
    const folder = name.replace(".tar.gz", "");
    assert.deepEqual(await readdir(base), [folder]);
    await checkContents(join(base, folder), "flowdeck", `${cpu}-unknown-linux-musl`);
    assert.match(await readFile(join(base, folder, "README.txt"), "utf8"), /^Start {4}\.\/flowdeck serve$/m);
  });
}

test("the archive for Windows has the same files", async (t) => {
  const name = await windowsArchive();
  if (!name) return t.skip("make dist has compiled no program for Windows");
  const base = await scratch(t);
  // Python's command would leave out the permissions.
  await execute("python3", ["-c", UNZIP, join(DIST, name), base]);
  const folder = join(base, name.replace(".zip", ""));
  await checkContents(folder, "flowdeck.exe", "x86_64-pc-windows-gnu");
  assert.match(await readFile(join(folder, "README.txt"), "utf8"), /^Start {4}\.\\flowdeck\.exe serve$/m);
});
const UNZIP = `import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as packed:
    for entry in packed.infolist():
        os.chmod(packed.extract(entry, sys.argv[2]), entry.external_attr >> 16 & 0o777)`;

test("a second run makes the same files, and install.sh gets the address", async () => {
  const checksums = await readFile(join(DIST, "SHA256SUMS"), "utf8");
  const address = /^from="(.*)"$/m.exec(await readFile(join(DIST, "install.sh"), "utf8"))?.[1];
  // The time of the commit that target/dist was made from.
  const tar = gunzipSync(await readFile(join(DIST, await archiveFor("x86_64"))));
  const time = Number.parseInt(tar.toString("latin1", 136, 147), 8);
  const script = (name, url) => {
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(time), DIST_URL: url };
    return execute(join(ROOT, "scripts/dist", name), { cwd: ROOT, env });
  };
  try {
    await script("archives.sh", "https://example.org/flowdeck/");
    assert.match(await readFile(join(DIST, "install.sh"), "utf8"), /^from="https:\/\/example.org\/flowdeck\/"$/m);
    await assert.rejects(script("archives.sh", 'https://example.org/"; rm'), /has characters that install\.sh cannot/);
    await assert.rejects(script("archives.sh", "example.org"), /is not an address; give one that starts with http/);
  } finally {
    await script("archives.sh", address);
  }
  await script("checksums.sh", address);
  assert.equal(await readFile(join(DIST, "SHA256SUMS"), "utf8"), checksums);
});

test("SHA256SUMS has every file, in order", async () => {
  await execute("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: DIST });
  const lines = (await readFile(join(DIST, "SHA256SUMS"), "utf8")).trim().split("\n");
  const names = lines.map((line) => line.slice(66));
  assert.deepEqual(names, [...names].sort());
  // The programs are what the others are made of; nobody downloads them.
  const downloads = (await filesIn(DIST)).filter((name) => name !== "SHA256SUMS" && !name.startsWith("programs/"));
  assert.deepEqual(names, downloads);
});

for (const shell of SHELLS) {
  test(`one line with ${shell.join(" ")} leads to a poster, and again with a running program`, async (t) => {
    const home = await scratch(t);
    const address = await webServer(t, DIST);
    const start = performance.now();
    const env = { FLOWDECK_FROM: address };
    const installed = await install({ shell, home, path: PATH, env, script: join(DIST, "install.sh") });
    assert.equal(installed.code, 0, installed.stderr);
    const program = join(home, ".local/bin/flowdeck");
    const service = await served([program], { cwd: home, env: clean(home) });
    try {
      await makePosterWithCurl(service);
      t.diagnostic(`from the line to the first poster: ${((performance.now() - start) / 1000).toFixed(1)} s`);
      await makePosterInPage(service);
      const { ino } = await stat(program);
      const updated = await install({ shell, home, path: PATH, env, script: join(DIST, "install.sh") });
      assert.equal(updated.code, 0, updated.stderr);
      assert.notEqual((await stat(program)).ino, ino, "it is another file");
      await makePosterWithCurl(service);
    } finally {
      await service.stop();
    }
    assert.deepEqual(await readdir(join(home, ".local/bin")), ["flowdeck"]);
  });
}

test("in an empty Debian system, a user installs from the folder of the script", async (t) => {
  const tree = await DebianTree.create();
  t.after(() => tree.remove());
  await tree.addUser("ada");
  await mkdir(join(tree.root, "home/ada/downloads"));
  for (const name of ["install.sh", "SHA256SUMS", await archiveFor("x86_64")])
    await tree.put(join(DIST, name), `home/ada/downloads/${name}`);
  const { stdout } = await tree.run("sh downloads/install.sh", { user: "ada" });
  assert.match(stdout, /is installed: \/home\/ada\/\.local\/bin\/flowdeck$/m);
  const command = tree.command(["/home/ada/.local/bin/flowdeck"], { user: "ada" });
  const service = await served(command, { cwd: tree.base });
  t.after(service.stop);
  await makePosterWithCurl(service);
  await makePosterInPage(service);
});

test("the program for aarch64 makes a poster", async (t) => {
  const base = await scratch(t);
  await execute("tar", ["-xzf", join(DIST, await archiveFor("aarch64")), "-C", base, "--strip-components=1"]);
  const emulator = process.env.QEMU_AARCH64 || "qemu-aarch64-static";
  const service = await served([emulator, join(base, "flowdeck")], { cwd: base, env: clean(base) });
  t.after(service.stop);
  await makePosterWithCurl(service);
});

// The Debian package, on an empty Debian: what it installs, the service under systemd, upgrade, removal and purge.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { ROOT } from "../docs/blocks.mjs";
import { freePort } from "../free-port.mjs";
import { BootedSystem } from "./debian-boot.mjs";
import { DebianTree } from "./debian-tree.mjs";
import { DIST } from "./files.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { parts } from "./served.mjs";

const execute = promisify(execFile);
const DATA = "/var/lib/flowdeck/data";

/** The trees and systems that tests made, the last one first. */
const cleanups = [];
let folder;
let version;

const packageFor = (architecture) => join(DIST, `flowdeck_${version}_${architecture}.deb`);

before(async () => {
  const manifest = await readFile(join(ROOT, "Cargo.toml"), "utf8");
  version = /^\[workspace\.package\][^[]*?^version = "([^"]+)"/ms.exec(manifest)[1];
  folder = await mkdtemp(join(tmpdir(), "flowdeck-deb-"));
});

after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await rm(folder, { recursive: true, force: true });
});

async function tree(packages) {
  const made = await DebianTree.create({ packages });
  cleanups.push(() => made.remove());
  await made.put(packageFor("amd64"), "/root/flowdeck.deb");
  return made;
}

/** A booted system in which the service will listen on a free port. */
async function booted() {
  const made = await tree(["systemd"]);
  const port = await freePort();
  await mkdir(join(made.root, "etc/flowdeck"));
  await writeFile(join(made.root, "etc/flowdeck/environment"), `FLOWDECK_LISTEN=127.0.0.1:${port}\n`);
  const system = await BootedSystem.boot(made);
  cleanups.push(() => system.stop());
  return { made, system, port };
}

/** Waits until the service answers, and returns it as its owner finds it: with the key in the data folder. */
async function service(system, port) {
  await system.until(`flowdeck health --url http://127.0.0.1:${port}`, `http://127.0.0.1:${port} is healthy`);
  const key = await system.run(`cat ${DATA}/key`);
  return { ...parts(`http://127.0.0.1:${port}/#key=${key}`), stop: async () => {} };
}

/** The package as an earlier version. */
async function earlierPackage() {
  const unpacked = join(folder, "earlier");
  await execute("dpkg-deb", ["--raw-extract", packageFor("amd64"), unpacked]);
  const control = join(unpacked, "DEBIAN/control");
  const text = await readFile(control, "utf8");
  await writeFile(control, text.replace(/^Version: .+$/m, "Version: 0.0.1"));
  const toml = join(unpacked, "etc/flowdeck/flowdeck.toml");
  await writeFile(toml, `${await readFile(toml, "utf8")}# of the earlier version\n`);
  await execute("dpkg-deb", ["--root-owner-group", "-Znone", "--build", unpacked, join(folder, "earlier.deb")]);
  return join(folder, "earlier.deb");
}

test("it installs on the smallest Debian with dpkg alone, and a purge leaves nothing", async () => {
  const made = await tree([]);
  await made.run("dpkg -i /root/flowdeck.deb");
  const { stdout } =
    await made.run(`stat -c '%a %U %G %n' $(dpkg -L flowdeck | grep -E 'flowdeck(\\.service|\\.toml)?$')
stat -c '%a %U %G %n' /var/lib/flowdeck; getent passwd flowdeck | cut -d: -f6,7; flowdeck --version`);
  // A build that is not a release also has its commit.
  const plain = stdout.trim().replace(/\+\d{12}\.g[0-9a-f]{7}$/, "");
  assert.deepEqual(plain.split("\n"), [
    "755 root root /etc/flowdeck",
    "644 root root /etc/flowdeck/flowdeck.toml",
    "755 root root /usr/bin/flowdeck",
    "644 root root /usr/lib/systemd/system/flowdeck.service",
    "755 root root /usr/share/doc/flowdeck",
    "644 root root /usr/share/lintian/overrides/flowdeck",
    "700 flowdeck flowdeck /var/lib/flowdeck",
    "/var/lib/flowdeck:/usr/sbin/nologin",
    `flowdeck ${version}`,
  ]);
  await made.run("dpkg --verify flowdeck; dpkg -r flowdeck; test -f /etc/flowdeck/flowdeck.toml; dpkg -P flowdeck");
  const { stdout: left } = await made.run("find / -xdev -name '*flowdeck*' -not -path '/root/*' -not -path '/proc/*'");
  assert.equal(left, "");
});

test("a purge deletes what is on a mounted disk, and leaves the folder that it is mounted at", async () => {
  const made = await tree([]);
  await made.run("dpkg -i /root/flowdeck.deb");
  const { stdout } = await made.run(`mkdir ${DATA} && mount -t tmpfs none ${DATA} && touch ${DATA}/key
dpkg --purge flowdeck; ls -A ${DATA}; umount ${DATA}; dpkg-query --show flowdeck 2>/dev/null || echo gone`);
  assert.match(stdout, /leaving \/var\/lib\/flowdeck: .*busy/);
  assert(!stdout.split("\n").includes("key"), stdout);
  assert.match(stdout, /gone\n$/);
});

test("the packages name the architecture of their program", async () => {
  for (const [architecture, machine] of Object.entries({ amd64: 0x3e, arm64: 0xb7 })) {
    const { stdout } = await execute("dpkg-deb", ["--field", packageFor(architecture), "Architecture", "Depends"]);
    assert.equal(stdout, `Architecture: ${architecture}\nDepends: adduser\n`);
    const unpacked = join(folder, architecture);
    await execute("dpkg-deb", ["--extract", packageFor(architecture), unpacked]);
    const program = await open(join(unpacked, "usr/bin/flowdeck"));
    const { buffer } = await program.read(Buffer.alloc(20), 0, 20, 0);
    await program.close();
    assert.equal(buffer.readUInt16LE(18), machine);
  }
});

test("systemd finds no mistake in the unit, and its exposure is low", async () => {
  const made = await tree(["systemd"]);
  const unit = "/usr/lib/systemd/system/flowdeck.service";
  const { stderr } = await made.run(`dpkg -i /root/flowdeck.deb >/dev/null 2>&1
systemd-analyze verify --man=no --recursive-errors=no ${unit}
systemd-analyze security --offline=yes --threshold=20 ${unit} >/dev/null`);
  assert.equal(stderr, "");
});

test("the service starts with the installation, makes the poster, and never logs its key", async () => {
  const { system, port } = await booted();
  await system.run("dpkg -i /root/flowdeck.deb");
  const installed = await service(system, port);
  await makePosterWithCurl(installed);
  await makePosterInPage(installed);
  assert.equal(await system.run("systemctl is-active flowdeck; systemctl is-enabled flowdeck"), "active\nenabled");
  assert.equal(await system.run(`stat -c '%a %U' ${DATA}/key`), "600 flowdeck");
  await system.run("systemctl reload flowdeck");
  await system.until("journalctl -u flowdeck | grep -c 'connected to the engine' || true", "2");
  const journal = await system.run("journalctl --no-pager; cat /var/log/dpkg.log");
  assert(!journal.includes(installed.key), "the key is in the journal");

  const first = await system.run("systemctl show --property=MainPID flowdeck");
  await system.run("dpkg --remove flowdeck");
  assert.equal(await system.run("systemctl is-active flowdeck || true"), "inactive");
  await system.run("dpkg -i /root/flowdeck.deb");
  assert.equal((await service(system, port)).key, installed.key, "the key survives removal");
  assert.notEqual(await system.run("systemctl show --property=MainPID flowdeck"), first);
  await system.run("dpkg --purge flowdeck");
  assert.equal(await system.run("ls -d /etc/flowdeck /var/lib/flowdeck 2>/dev/null || true"), "");
  assert.equal(await system.run("systemctl is-active flowdeck || true"), "inactive");
});

test("an upgrade keeps settings, key and runs, and starts the new program", async () => {
  const { made, system, port } = await booted();
  await made.put(await earlierPackage(), "/root/earlier.deb");
  await system.run("dpkg -i /root/earlier.deb");
  const earlier = await service(system, port);
  await makePosterWithCurl(earlier);
  await system.run(
    "echo 'queue-limit = 7' | cat - /etc/flowdeck/flowdeck.toml >/new && mv /new /etc/flowdeck/flowdeck.toml",
  );
  const state = `ls ${DATA}/outputs; cat /etc/flowdeck/flowdeck.toml`;
  const [before, pid] = [await system.run(state), await system.run("systemctl show --property=MainPID flowdeck")];
  await system.run("dpkg --force-confold -i /root/flowdeck.deb");
  const later = await service(system, port);
  assert.equal(later.key, earlier.key);
  assert.equal(await system.run(state), before);
  assert.notEqual(await system.run("systemctl show --property=MainPID flowdeck"), pid);
  await makePosterWithCurl(later);
  await system.run("systemctl disable --now flowdeck; dpkg --force-confold -i /root/earlier.deb");
  assert.equal(
    await system.run("systemctl is-enabled flowdeck || true"),
    "disabled",
    "an administrator's choice holds",
  );
});

test("a port in use does not break the installation, and the service starts once it is free", async () => {
  const { system, port } = await booted();
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  await system.run("dpkg -i /root/flowdeck.deb");
  await system.until("journalctl -u flowdeck | grep -o 'the port is in use' | head -n 1", "the port is in use");
  other.close();
  await once(other, "close");
  await service(system, port);
});

test("a backup by the user of the service is restored in place of the data folder", async () => {
  const { system, port } = await booted();
  await system.run("dpkg -i /root/flowdeck.deb");
  const before = await service(system, port);
  await makePosterWithCurl(before);
  const outputs = await system.run(`ls ${DATA}/outputs`);
  await system.run(`cd /var/lib/flowdeck
runuser -u flowdeck -- flowdeck backup backup.tar --data ${DATA}
systemctl stop flowdeck
mv ${DATA} ${DATA}.old
runuser -u flowdeck -- flowdeck restore backup.tar --data ${DATA}
systemctl start flowdeck`);
  assert.equal((await service(system, port)).key, before.key);
  assert.equal(await system.run(`ls ${DATA}/outputs`), outputs);
});

// What install.sh says when it cannot install, and that it leaves nothing behind then.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { appendFile, chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { freePort } from "../free-port.mjs";
import { filesIn } from "./files.mjs";
import { install, SCRIPT, SHELLS, scratch, smallDist, startInstall, toolsIn, webServer } from "./install-script.mjs";

const execute = promisify(execFile);
const ARCHIVE = "flowdeck-9.9.9-linux-x86_64.tar.gz";
const OLD = "#!/bin/sh\necho flowdeck 0.0.1\n";
const NOBODY = 65534;
const REMEDY = "compile it from the source";
const CHOOSE = "set FLOWDECK_BIN_DIR to a folder that you can write to";

/** A home folder with an older program in it, a small distribution, and a folder for tools. */
async function stage(t, dist = {}) {
  const base = await scratch(t);
  const home = join(base, "home");
  const bin = join(home, ".local/bin");
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, "flowdeck"), OLD, { mode: 0o755 });
  return { base, home, bin, from: await smallDist(base, dist) };
}

/** Fails unless the script ended with this error, and the older program is the only file. */
async function assertRefused({ home, bin }, { code, stderr }, expected) {
  assert.equal(stderr, `error: ${expected}\n`);
  assert.equal(code, 1);
  assert.deepEqual(await filesIn(home), [".local/bin/flowdeck"]);
  assert.equal(await readFile(join(bin, "flowdeck"), "utf8"), OLD);
}

/** Runs the script with each shell. `prepare` returns what the test changes, and the error to expect. */
function refused(name, prepare, dist) {
  for (const shell of SHELLS) {
    test(`${name} (${shell.join(" ")})`, async (t) => {
      const place = await stage(t, dist);
      const { tools, env, expected, ...rest } = await prepare({ ...place, t });
      const path = await toolsIn(place.base, tools);
      const all = { FLOWDECK_FROM: place.from, ...env };
      await assertRefused(place, await install({ shell, home: place.home, path, env: all, ...rest }), expected);
    });
  }
}

for (const [os, machine] of [
  ["FreeBSD", "amd64"],
  ["Linux", "riscv64"],
]) {
  refused(`there is no program for ${os} on ${machine}`, () => ({
    tools: { scripts: { uname: `[ "$1" = -s ] && echo ${os} || echo ${machine}` } },
    expected: `finding the program for ${os} on ${machine}: there is none; ${REMEDY}`,
  }));
}

refused("the shell runs on Windows", () => ({
  tools: { scripts: { uname: '[ "$1" = -s ] && echo MINGW64_NT-10.0-19045 || echo x86_64' } },
  expected: "installing on Windows: this script cannot; unpack the zip archive instead",
}));

refused(
  "the address has no archive for the system",
  ({ from }) => ({
    expected: `finding the program for linux-x86_64: ${from} has none; ${REMEDY}`,
  }),
  { system: "linux-aarch64" },
);

refused("no address is known", async () => ({
  env: { FLOWDECK_FROM: "" },
  text: await readFile(SCRIPT, "utf8"),
  expected: "finding flowdeck: no address is known; set FLOWDECK_FROM to the address or the folder with SHA256SUMS",
}));

refused("the folder does not exist", ({ base }) => ({
  env: { FLOWDECK_FROM: join(base, "none") },
  expected: `reading ${base}/none: there is no such folder; set FLOWDECK_FROM to a folder or an address`,
}));

refused("the folder has no checksums", async ({ from, bin }) => {
  await rm(join(from, "SHA256SUMS"));
  return {
    expected: `copying ${from}/SHA256SUMS: there is no such file; check FLOWDECK_FROM, and the space in ${bin}`,
  };
});

test("there is neither curl nor wget", async (t) => {
  const place = await stage(t);
  const path = await toolsIn(place.base, { without: ["curl", "wget"] });
  const env = { FLOWDECK_FROM: "http://127.0.0.1:1" };
  await assertRefused(
    place,
    await install({ home: place.home, path, env }),
    "downloading from http://127.0.0.1:1: neither curl nor wget is installed; install one of them",
  );
});

test("there is neither sha256sum nor shasum", async (t) => {
  const place = await stage(t);
  const path = await toolsIn(place.base, { without: ["sha256sum"] });
  const env = { FLOWDECK_FROM: place.from };
  await assertRefused(
    place,
    await install({ home: place.home, path, env }),
    "checking the download: neither sha256sum nor shasum is installed; install one of them",
  );
});

/** What each program for downloads says about a port that is closed, and about 404. */
const CAUSES = {
  curl: [/curl: \(7\) Failed to connect to 127\.0\.0\.1 .*/, /curl: \(22\) The requested URL returned error: 404/],
  wget: [/.*: Connection refused\.?/, /.*404:? Not Found\.?/],
};
for (const [tool, [unreachable, missing]] of Object.entries(CAUSES)) {
  for (const busybox of tool === "wget" ? [false, true] : [false]) {
    const name = busybox ? "the wget of busybox" : tool;

    test(`the address cannot be reached, with ${name}`, async (t) => {
      const place = await stage(t);
      const path = await toolsIn(place.base, { without: ["curl", "wget"].filter((other) => other !== tool), busybox });
      const address = `http://127.0.0.1:${await freePort()}`;
      const { stderr, ...ended } = await install({ home: place.home, path, env: { FLOWDECK_FROM: address } });
      const start = `downloading ${address}/SHA256SUMS: `;
      const end = `; check the address, the network, and the space in ${place.bin}`;
      const cause = stderr.slice(`error: ${start}`.length, -end.length - 1);
      assert.match(cause, unreachable);
      await assertRefused(place, { stderr, ...ended }, `${start}${cause}${end}`);
    });

    test(`the archive is missing, with ${name}`, async (t) => {
      const place = await stage(t);
      const path = await toolsIn(place.base, { without: ["curl", "wget"].filter((other) => other !== tool), busybox });
      const address = await webServer(t, place.from);
      await rm(join(place.from, ARCHIVE));
      const { stderr, ...ended } = await install({ home: place.home, path, env: { FLOWDECK_FROM: address } });
      const start = `downloading ${address}/${ARCHIVE}: `;
      const end = `; check the address, the network, and the space in ${place.bin}`;
      const cause = stderr.slice(`error: ${start}`.length, -end.length - 1);
      assert.match(cause, missing);
      await assertRefused(place, { stderr, ...ended }, `${start}${cause}${end}`);
    });
  }
}

refused("the archive is not the one of the checksum", async ({ from }) => {
  await appendFile(join(from, ARCHIVE), "more");
  return {
    expected: `checking ${ARCHIVE}: its checksum is not the one in SHA256SUMS; nothing was installed, try again later`,
  };
});

test("what does not fit its checksum is not unpacked", async (t) => {
  const place = await stage(t);
  await appendFile(join(place.from, ARCHIVE), "more");
  const mark = join(place.base, "unpacked");
  const path = await toolsIn(place.base, { scripts: { tar: `touch ${mark}` } });
  const { code } = await install({ home: place.home, path, env: { FLOWDECK_FROM: place.from } });
  assert.equal(code, 1);
  await assert.rejects(readFile(mark));
});

refused("the download is cut off", async ({ t, from, bin }) => {
  const content = await readFile(join(from, ARCHIVE));
  const address = await webServer(t, from, {
    [ARCHIVE]: (answer) => {
      answer.writeHead(200, { "Content-Length": content.length });
      answer.write(content.subarray(0, 100), () => answer.destroy());
    },
  });
  const left = content.length - 100;
  return {
    env: { FLOWDECK_FROM: address },
    expected:
      `downloading ${address}/${ARCHIVE}: curl: (18) transfer closed with ${left} bytes remaining to read; ` +
      `check the address, the network, and the space in ${bin}`,
  };
});

refused(
  "the new program does not run here",
  ({ bin }) => ({
    expected: `running the new program in ${bin}: no; set FLOWDECK_BIN_DIR to a folder that allows programs`,
  }),
  { program: "#!/bin/sh\necho no\nexit 1\n" },
);

refused("the folder for programs is below a file", async ({ base }) => {
  await writeFile(join(base, "file"), "");
  return {
    env: { FLOWDECK_BIN_DIR: join(base, "file/bin") },
    expected: `making the folder ${base}/file/bin: Not a directory; ${CHOOSE}`,
  };
});

refused("there is a folder in place of the program", async ({ base }) => {
  await mkdir(join(base, "bin/flowdeck"), { recursive: true });
  return {
    env: { FLOWDECK_BIN_DIR: join(base, "bin") },
    expected: `installing ${base}/bin/flowdeck: it is a folder; move it away, or ${CHOOSE}`,
  };
});

refused("HOME is not set", () => ({
  env: { HOME: undefined },
  expected: "finding the folder for the program: HOME is not set; set FLOWDECK_BIN_DIR",
}));

refused("the folder for programs cannot be written", async ({ bin }) => {
  await chmod(bin, 0o555);
  return {
    // Root may write everywhere.
    uid: process.getuid?.() === 0 ? NOBODY : undefined,
    expected: `writing to ${bin}: Permission denied; ${CHOOSE}`,
  };
});

test("the disk is full", async (t) => {
  const place = await stage(t, { program: `#!/bin/sh\n# ${"0123456789".repeat(20_000)}\n` });
  const path = await toolsIn(place.base);
  const disk = join(place.base, "disk");
  await mkdir(disk);
  // A disk of 64 KiB, which only this shell sees.
  const script = `mount -t tmpfs -o size=64k none ${disk} && PATH=${path} /bin/dash ${SCRIPT}
code=$?; ls -A ${disk}; exit $code`;
  const env = { PATH: `${path}:/usr/bin:/bin`, HOME: place.home, FLOWDECK_FROM: place.from, FLOWDECK_BIN_DIR: disk };
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const failed = await execute("unshare", [...user, "--mount", "/bin/dash", "-c", script], { env }).catch((e) => e);
  assert.match(failed.stderr, new RegExp(`^error: unpacking ${ARCHIVE} in ${disk}: .*(No space left|Wrote only)`));
  assert.match(failed.stderr, /; check the space there\n$/);
  assert.equal(failed.code, 1);
  assert.equal(failed.stdout, `getting ${ARCHIVE} from ${place.from}\n`, "the disk is empty again");
});

test("Ctrl-C during a download leaves nothing behind", async (t) => {
  const place = await stage(t);
  const path = await toolsIn(place.base);
  const requests = new EventEmitter();
  const asked = once(requests, "archive");
  const address = await webServer(t, place.from, { [ARCHIVE]: () => requests.emit("archive") });
  const env = { FLOWDECK_FROM: address };
  const child = await startInstall({ home: place.home, path, env, detached: true });
  const ended = once(child, "close");
  await asked;
  process.kill(-Number(child.pid), "SIGINT");
  assert.notEqual((await ended)[0], 0);
  assert.deepEqual(await filesIn(place.home), [".local/bin/flowdeck"]);
});

test("a script whose download was cut off does nothing", async (t) => {
  const base = await scratch(t);
  const home = join(base, "home");
  await mkdir(home);
  const from = await smallDist(base);
  const path = await toolsIn(base);
  const text = await readFile(SCRIPT, "utf8");
  const lines = text.trimEnd().split("\n");
  for (let count = 1; count < lines.length; count += 1) {
    const start = lines.slice(0, count).join("\n");
    for (const cut of [start, start.slice(0, -3)]) {
      await install({ home, path, env: { FLOWDECK_FROM: from }, text: cut });
    }
  }
  assert.deepEqual(await filesIn(home), []);
});

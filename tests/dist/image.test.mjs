// The container image, run by Podman with a read-only root and without any right: the poster, a restart, the health
// check, and the stop. Podman's own network is not needed: the container uses loopback.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { started } from "../docs/processes.mjs";
import { freePort } from "../free-port.mjs";
import { DIST } from "./files.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { parts } from "./served.mjs";

const execute = promisify(execFile);
/** Podman's store for these tests alone. */
const STORE = join(tmpdir(), `flowdeck-image-${process.pid}`);
const PODMAN = [
  ...["--root", join(STORE, "root"), "--runroot", join(STORE, "run"), "--storage-driver", "vfs"],
  ...["--cgroup-manager", "cgroupfs", "--runtime", "runc"],
];
/** The usual limits may be above what the user of the tests can set. */
const ULIMITS = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024"];
const OPTIONS = ["--network", "host", "--no-healthcheck", ...ULIMITS];

async function podman(...args) {
  try {
    const { stdout } = await execute("podman", [...PODMAN, ...args]);
    return stdout.trim();
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    throw new Error("testing the image: podman is missing; install it: apt-get install podman runc");
  }
}

/** The archive of the image for an architecture. */
async function archiveFor(architecture) {
  const files = await readdir(DIST);
  const found = files.filter((file) => file.startsWith("flowdeck-") && file.endsWith(`-image-${architecture}.tar`));
  assert.equal(found.length, 1, `one image for ${architecture} in target/dist`);
  return join(DIST, found[0]);
}

/** The JSON document at a path of an archive. */
async function documentIn(archive, path) {
  const { stdout } = await execute("tar", ["--extract", "--to-stdout", "--file", archive, `./${path}`]);
  return JSON.parse(stdout);
}

/** Starts the service in a container named `name`, with its data in the volume `flowdeck`. */
async function startContainer(name) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const variables = ["--env", `FLOWDECK_LISTEN=0.0.0.0:${port}`, "--env", `FLOWDECK_URL=${address}`];
  const limits = ["--read-only", "--cap-drop", "all", "--security-opt", "no-new-privileges"];
  const args = ["run", "--name", name, ...OPTIONS, ...limits, ...variables, "--volume", "flowdeck:/data", "flowdeck"];
  const { match, stop } = await started("podman", [...PODMAN, ...args], /^open (\S+)$/);
  return { ...parts(match[1]), stop };
}

before(async () => {
  await podman("load", "--input", await archiveFor("amd64"));
});

after(async () => {
  await podman("rm", "--all", "--force");
  await podman("rmi", "--all", "--force");
  await rm(STORE, { recursive: true, force: true });
});

test("docker run needs no option but the port and the volume", async () => {
  for (const architecture of ["amd64", "arm64"]) {
    const archive = await archiveFor(architecture);
    const [{ Config: path, RepoTags: names }] = await documentIn(archive, "manifest.json");
    assert.equal(names[0], "flowdeck:latest");
    const { architecture: named, config } = await documentIn(archive, path);
    assert.equal(named, architecture);
    assert.deepEqual([config.User, config.Entrypoint, config.Cmd], ["10001:10001", ["/usr/bin/flowdeck"], ["serve"]]);
    assert.deepEqual([Object.keys(config.Volumes), Object.keys(config.ExposedPorts)], [["/data"], ["8787/tcp"]]);
    assert(config.Env.includes("FLOWDECK_LISTEN=0.0.0.0:8787") && config.Env.includes("FLOWDECK_DATA=/data"));
    assert.deepEqual(config.Healthcheck.Test, ["CMD", "/usr/bin/flowdeck", "health"]);
  }
});

test("every file of the layout is what its name says", async () => {
  const archive = await archiveFor("amd64");
  const { stdout } = await execute("tar", ["--list", "--file", archive]);
  const blobs = stdout.split("\n").filter((name) => /sha256\/./.test(name));
  assert.equal(blobs.length, 5 - 1, "a manifest, a configuration and two layers");
  const check = `tar --extract --to-stdout --file "$1" "$2" | sha256sum`;
  for (const blob of blobs) {
    const { stdout: sum } = await execute("sh", ["-c", check, "sh", archive, blob]);
    assert.equal(sum.split(" ")[0], blob.split("/").at(-1));
  }
  const [manifest] = (await documentIn(archive, "index.json")).manifests;
  const { layers } = await documentIn(archive, manifest.digest.replace("sha256:", "blobs/sha256/"));
  const [{ Layers: named }] = await documentIn(archive, "manifest.json");
  assert.deepEqual(
    layers.map(({ digest }) => digest.replace("sha256:", "blobs/sha256/")),
    named,
  );
});

test("it contains the program, certificates and licenses, and only the data belongs to its user", async () => {
  const id = await podman("create", "--name", "listed", "flowdeck");
  const { stdout } = await execute("sh", [
    "-c",
    'podman "$@" | tar --list --verbose --numeric-owner',
    "sh",
    ...[...PODMAN, "export", id],
  ]);
  const entries = stdout
    .trim()
    .split("\n")
    .map((line) => /^(\S+)\s+(\S+)\s.*\d\d:\d\d (.+)$/.exec(line).slice(1));
  // The runtime adds the places of what it mounts.
  const own = entries.filter(([, , path]) => /^(data|usr|etc\/ssl)\//.test(path));
  const files = own.filter(([mode]) => mode.startsWith("-")).map(([, , path]) => path);
  assert.deepEqual(files.sort(), [
    "etc/ssl/certs/ca-certificates.crt",
    "usr/bin/flowdeck",
    "usr/share/doc/ca-certificates/copyright",
    "usr/share/doc/flowdeck/LICENSE-APACHE",
    "usr/share/doc/flowdeck/LICENSE-MIT",
  ]);
  for (const [mode, owner, path] of own)
    assert.deepEqual([mode, owner], path === "data/" ? ["drwx------", "10001/10001"] : [mode, "0/0"], path);
});

test("with a read-only root it makes the poster, and a second container has the same key and runs", async () => {
  const first = await startContainer("first");
  try {
    await makePosterWithCurl(first);
    await makePosterInPage(first);
    assert.equal(await podman("exec", "first", "/usr/bin/flowdeck", "health"), `${first.address} is healthy`);
  } finally {
    await first.stop();
  }
  const state = await podman("inspect", "--format", "{{.State.ExitCode}} {{.State.OOMKilled}}", "first");
  assert.equal(state, "0 false", "SIGTERM stops it before Docker's 10 s are over");

  const second = await startContainer("second");
  try {
    assert.equal(second.key, first.key);
    await makePosterWithCurl(second);
  } finally {
    await second.stop();
  }
});

test("the health check fails without a service", async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const failure = await podman("run", "--rm", ...OPTIONS, "flowdeck", "health", "--url", url).catch((error) => error);
  assert.equal(failure.code, 1);
  assert.match(failure.stderr, /the service does not answer/);
});

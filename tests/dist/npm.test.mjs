// The npm packages of target/dist, installed from a registry by npm and npx.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DIST } from "./files.mjs";
import { packagesIn, startRegistry } from "./npm-registry.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { served } from "./served.mjs";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OWN = `@flowdeck/${process.platform}-${process.arch}`;

/** The most bytes of a packed client, and of a package with a program. */
const MAX_CLIENT = 2_000_000;
const MAX_PROGRAM = 30_000_000;

/** @type {Map<string, { file: string, manifest: any }>} */
let packages;
before(async () => {
  packages = await packagesIn(DIST);
});

/** The packages of the programs. */
const platforms = () => [...packages].filter(([name]) => name !== "flowdeck");

/** An empty folder, with an environment in which npm knows only the given registry and has nothing in its cache. */
async function empty(t, registry) {
  const base = await mkdtemp(join(tmpdir(), "flowdeck-npm-"));
  t.after(() => rm(base, { recursive: true, force: true }));
  const cwd = join(base, "project");
  await mkdir(cwd);
  const { NODE_ENV: _, ...inherited } = process.env;
  const npm = { npm_config_registry: registry, npm_config_cache: join(base, "cache"), npm_config_fund: "false" };
  return { cwd, env: { ...inherited, ...npm, HOME: base, npm_config_audit: "false" } };
}

/** The mode, size and path of each file in a packed package. */
async function filesOf(file) {
  const { stdout } = await run("tar", ["-tvzf", file]);
  const lines = [...stdout.matchAll(/^(\S+) \S+ +(\d+) \S+ \S+ package\/(.+)$/gm)];
  return lines.map(([, mode, size, path]) => ({ mode, size: Number(size), path }));
}

/** Calls the service with the installed client, in a project of its own. Prints what came out. */
const CALL = `
import { readFileSync } from "node:fs";
import { connect } from "flowdeck";
const [baseUrl, apiKey, photo] = process.argv.slice(2);
const deck = await connect({ baseUrl, apiKey });
const inputs = { title: "Hello", photo: new File([readFileSync(photo)], "photo.jpg", { type: "image/jpeg" }) };
const { status, outputs } = await deck.runAndWait("poster", inputs);
console.log(status, outputs.every(({ url }) => url.startsWith("http")), outputs.length > 0);
`;
const PHOTO = join(ROOT, "www/workflows/files/ridges.jpg");

/** Waits until nothing listens at an address: npx may end before the service that it started. */
async function closed(address) {
  const isOpen = () =>
    fetch(address).then(
      () => true,
      () => false,
    );
  while (await isOpen()) await wait(50);
}

/** Starts the program of a project, and returns the arguments of the call. */
async function serviceOf(t, folder) {
  const service = await served(["npx", "--no-install", "flowdeck"], folder);
  t.after(service.stop);
  return [service.address, service.key, PHOTO];
}

test("the client brings the program of each platform, in its own version", () => {
  const { version, optionalDependencies } = packages.get("flowdeck").manifest;
  const expected = platforms().map(([name]) => [name, version]);
  assert.deepEqual(optionalDependencies, Object.fromEntries(expected));
  assert(OWN in optionalDependencies);
  for (const [, { manifest }] of platforms()) assert.equal(manifest.version, version);
});

test("no package has scripts or further dependencies", () => {
  for (const [name, { manifest }] of packages) {
    for (const key of ["scripts", "dependencies", "devDependencies", "peerDependencies", "bundleDependencies"]) {
      assert.equal(manifest[key], undefined, `${key} of ${name}`);
    }
  }
});

test("the client is the one that the service serves", async () => {
  const { file, manifest } = packages.get("flowdeck");
  const { optionalDependencies: _, repository: __, ...rest } = manifest;
  const served = JSON.parse(await readFile(join(ROOT, "target/npm/package.json"), "utf8"));
  assert.deepEqual(rest, served);
  const paths = (await filesOf(file)).map(({ path }) => path).sort();
  assert.deepEqual(paths, [...served.files, "README.md", "package.json"].sort());
});

test("a package with a program has it, its licenses and nothing else", async () => {
  for (const [name, { file, manifest }] of platforms()) {
    const [os, cpu] = basename(name).split("-");
    assert.deepEqual([manifest.os, manifest.cpu], [[os], [cpu]]);
    const program = os === "win32" ? "bin/flowdeck.exe" : "bin/flowdeck";
    const files = await filesOf(file);
    const expected = ["LICENSE-APACHE", "LICENSE-MIT", "README.md", program, "package.json"];
    assert.deepEqual(files.map(({ path }) => path).sort(), expected.sort());
    for (const { path, mode } of files) assert.equal(mode, path === program ? "-rwxr-xr-x" : "-rw-r--r--", path);
  }
});

test("the packages are small", async (t) => {
  for (const [name, { file }] of packages) {
    const { size } = await stat(file);
    t.diagnostic(`${name}: ${size} bytes`);
    assert(size <= (name === "flowdeck" ? MAX_CLIENT : MAX_PROGRAM), `${name} has ${size} bytes`);
  }
});

test("packing again gives equal files", async () => {
  const checksums = async () => {
    const files = [...packages.values()].map(async ({ file }) => createHash("sha256").update(await readFile(file)));
    return (await Promise.all(files)).map((hash) => hash.digest("hex"));
  };
  const first = await checksums();
  await run("scripts/dist/npm.sh", { cwd: ROOT });
  assert.deepEqual(await checksums(), first);
});

test("npx flowdeck serve makes a poster in an empty folder", async (t) => {
  const { address, asked } = await startRegistry(t, DIST);
  const folder = await empty(t, address);
  const start = performance.now();
  const service = await served(["npx", "--yes", "flowdeck"], folder);
  try {
    const link = performance.now();
    await makePosterWithCurl(service);
    const seconds = (time) => ((time - start) / 1000).toFixed(1);
    t.diagnostic(`the link after ${seconds(link)} s, the poster after ${seconds(performance.now())} s`);
    await makePosterInPage(service);
  } finally {
    await service.stop();
  }
  assert.deepEqual(asked.sort(), [OWN, "flowdeck"]);
  await closed(service.address);
});

test("npm install flowdeck gives a project the client and the command", async (t) => {
  const { address, asked } = await startRegistry(t, DIST);
  const folder = await empty(t, address);
  await run("npm", ["install", "flowdeck"], folder);
  assert.deepEqual(asked.sort(), [OWN, "flowdeck"]);
  const { stdout } = await run("npx", ["--no-install", "flowdeck", "--version"], folder);
  assert.equal(stdout, `flowdeck ${packages.get("flowdeck").manifest.version}\n`);

  const call = await serviceOf(t, folder);
  await writeFile(join(folder.cwd, "call.mjs"), CALL);
  const works = async (script) => {
    const { stdout } = await run(process.execPath, [script, ...call], folder);
    assert.equal(stdout, "completed true true\n");
  };
  await works("call.mjs");

  const bundled = ["call.mjs", "--bundle", "--format=esm", "--platform=node", "--conditions=browser"];
  const esbuild = join(ROOT, "node_modules/.bin/esbuild");
  await run(esbuild, [...bundled, "--outfile=bundle.mjs", "--metafile=meta.json"], folder);
  await rm(join(folder.cwd, "node_modules"), { recursive: true });
  await works("bundle.mjs");
  const { inputs } = JSON.parse(await readFile(join(folder.cwd, "meta.json"), "utf8"));
  const commands = Object.keys(inputs).filter((path) => /\/bin\/|@flowdeck/.test(path));
  assert.deepEqual(commands, [], "a bundle contains neither the command nor the program");
});

test("the files of a release install without a registry", async (t) => {
  const folder = await empty(t, "http://127.0.0.1:1");
  const files = [OWN, "flowdeck"].map((name) => packages.get(name).file);
  await run("npm", ["install", "--offline", ...files], folder);
  const { stdout } = await run("npx", ["--no-install", "flowdeck", "--help"], folder);
  assert.match(stdout, /^ {2}serve /m);
  assert.match(stdout, /^ {2}types /m);
});

test("without optional dependencies, the command says what is missing", async (t) => {
  const { address, asked } = await startRegistry(t, DIST);
  const folder = await empty(t, address);
  await run("npm", ["install", "flowdeck", "--omit=optional"], folder);
  assert.deepEqual(asked, ["flowdeck"]);
  const failed = run("npx", ["--no-install", "flowdeck", "serve"], folder);
  await assert.rejects(failed, ({ code, stderr }) => code === 1 && stderr.includes(`the package ${OWN} `));
  assert.match(
    (await run("npx", ["--no-install", "flowdeck", "types", "--help"], folder)).stdout,
    /^flowdeck types FILE/,
  );
});

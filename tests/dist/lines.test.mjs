// The lines of docs/install.md, unchanged, in a folder with the files of a release. Programs that change the whole
// system are replaced by one that prints what it was asked to do; the tests of their artefacts install for real.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { blocksOf } from "../docs/blocks.mjs";
import { started } from "../docs/processes.mjs";
import { DIST } from "./files.mjs";
import { makePosterWithCurl } from "./poster.mjs";
import { parts } from "./served.mjs";

const run = promisify(execFile);

let base = "";
/** @type {import("../docs/blocks.mjs").Block[]} */
const blocks = [];
let version = "";

before(async () => {
  base = await mkdtemp(join(tmpdir(), "flowdeck-lines-"));
  for (const document of ["docs/install.md", "docs/operate.md"]) blocks.push(...(await blocksOf(document)));
  const deb = (await readdir(DIST)).find((name) => name.endsWith("_amd64.deb"));
  version = deb.split("_")[1];
});
after(() => rm(base, { recursive: true }));

/** The block that begins with this. */
const line = (begins) => blocks.find(({ code, language }) => language === "sh" && code.startsWith(begins)).code;

/** A folder with the files of a release, an own home folder, and programs that print their arguments. */
async function stage(name, printing = []) {
  const home = join(base, name);
  const [files, bin] = [join(home, "files"), join(home, "bin")];
  await mkdir(files, { recursive: true });
  await mkdir(bin);
  for (const file of await readdir(DIST)) await symlink(join(DIST, file), join(files, file));
  for (const program of printing) {
    const path = join(bin, program);
    await writeFile(path, `#!/bin/sh\n[ "$1" = cat ] || echo ${program} "$@"\n`);
    await chmod(path, 0o755);
  }
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(FLOWDECK|PIP|UV|XDG|VIRTUAL_ENV|PYTHON|npm_)/.test(name),
  );
  const path = [bin, join(home, ".local/bin"), process.env.PATH].join(":");
  const env = { ...Object.fromEntries(own), HOME: home, PATH: path, UV_PYTHON_DOWNLOADS: "never" };
  return { home, files, env };
}

async function shell(code, { files, env }) {
  const { stdout } = await run("sh", ["-ec", code], { cwd: files, env });
  return stdout.trim();
}

/** Starts the service with a line, and makes the poster. */
async function makePoster(code, { home, files, env }) {
  const service = `${code} serve --listen 127.0.0.1:0 --data ${join(home, "data")}`;
  const { match, stop } = await started("sh", ["-ec", `exec ${service}`], /^open (\S+)$/, { cwd: files, env });
  try {
    await makePosterWithCurl({ ...parts(match[1]), stop });
  } finally {
    await stop();
  }
}

test("the install script", async () => {
  const place = await stage("script");
  await shell(line("sh install.sh"), place);
  await makePoster("flowdeck", place);
});

test("pip", async () => {
  const place = await stage("pip");
  await shell(line("python3 -m venv"), place);
  place.env.PATH = `${join(place.files, "flowdeck-venv/bin")}:${place.env.PATH}`;
  await makePoster("flowdeck", place);
});

test("uv", async () => {
  const place = await stage("uv");
  await shell(line("uv tool install"), place);
  await makePoster("flowdeck", place);
});

test("npm", async () => {
  const place = await stage("npm");
  await shell(line("npm install"), place);
  await makePoster("npx --no-install flowdeck", place);
});

test("the Debian package", async () => {
  const place = await stage("apt", ["sudo"]);
  assert.equal(await shell(line("sudo apt install"), place), `sudo apt install ./flowdeck_${version}_amd64.deb`);
  assert.equal(await shell(line('echo "http'), place), "http://127.0.0.1:8787/#key=");
});

test("the container image", async () => {
  const place = await stage("docker", ["docker"]);
  assert.deepEqual((await shell(line("docker load"), place)).split("\n"), [
    `docker load -i flowdeck-${version}-image-amd64.tar`,
    "docker run -p 127.0.0.1:8787:8787 -v flowdeck:/data flowdeck",
  ]);
  const serve = await shell(line("docker run"), place);
  const options = "-d --name flowdeck --restart unless-stopped -p 127.0.0.1:8787:8787 -v flowdeck:/data";
  assert.equal(serve, `docker run ${options} flowdeck serve --engine http://10.0.0.7:8188`);
});

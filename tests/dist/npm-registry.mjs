// A registry on loopback with the npm packages of a folder, for `npm install` and `npx`.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The package.json of a packed package. */
async function manifestOf(file) {
  return JSON.parse((await run("tar", ["-xzOf", file, "package/package.json"])).stdout);
}

/** The packed packages of a folder, by name. */
export async function packagesIn(folder) {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".tgz")).map((name) => join(folder, name));
  const all = files.map(async (file) => {
    const manifest = await manifestOf(file);
    return /** @type {const} */ ([manifest.name, { file, manifest }]);
  });
  return new Map(await Promise.all(all));
}

/** What a registry says about a package. */
async function packument(address, name, { file, manifest }) {
  const hash = createHash("sha512").update(await readFile(file));
  const dist = { tarball: `${address}/-/${encodeURIComponent(name)}`, integrity: `sha512-${hash.digest("base64")}` };
  const { version } = manifest;
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

/**
 * Starts a registry with the packages of a folder. `asked` has the names of the packages that were downloaded.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} folder
 */
export async function startRegistry(t, folder) {
  const packages = await packagesIn(folder);
  const asked = [];
  const server = createServer(async ({ url }, response) => {
    const [, first, second] = url.split("/");
    const name = decodeURIComponent(second ?? first);
    const found = packages.get(name);
    if (found === undefined) return response.writeHead(404).end("{}");
    if (first !== "-") return response.end(JSON.stringify(await packument(address, name, found)));
    asked.push(name);
    createReadStream(found.file).pipe(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const address = `http://127.0.0.1:${port}`;
  return { address, asked };
}

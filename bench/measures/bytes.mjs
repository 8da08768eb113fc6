// The bytes a page loads for one run and one queue call, with flowdeck and with its peers.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { peers } from "../contenders/peers.mjs";
import { KEY } from "../data/run.mjs";
import { bundleWithEsbuild, bundleWithVite } from "../lib/bundle.mjs";
import { launchBrowser, site } from "../lib/chromium-arena.mjs";
import { budgetCells } from "../lib/comparison.mjs";
import { startDeployment } from "../lib/deployment.mjs";
import { entryPath, packageFiles } from "../lib/package.mjs";
import { formatInteger } from "../lib/statistics.mjs";

export const about = `\
What a page loads to call \`run\` and \`queue\` once. flowdeck's figures are the files that a page in
Chromium requested; a peer's are the bundle of the same two calls. Brotli at level 11, gzip at level 9,
each file compressed separately. The budget is for a bundler that copies the WebAssembly; others get it as
text. The smallest peer that also generates forms takes 14,100.`;

const BUDGET = 29_000;
const BUDGETED = "flowdeck, bundled by Vite";

const CALLS = `export async function calls() {
  const deck = await connect({ baseUrl: location.origin, apiKey: "${KEY}" });
  await deck.run("poster", { title: "a title" });
  await deck.queue();
}`;
const SCHEMA = `export const schema = () => inputSchema("{}");`;
const QUEUE = Buffer.from(JSON.stringify({ status: "success", data: [], errors: null, meta: null }));

export async function* measure() {
  const app = `import { connect } from "flowdeck"; ${CALLS}`;
  const builds = {
    [BUDGETED]: await bundleWithVite(app),
    "flowdeck, bundled by esbuild": await bundleWithEsbuild(app),
    "flowdeck, bundled by esbuild into one file": await bundleWithEsbuild(app, { splitting: false }),
    "flowdeck, unbundled": unbundled(),
  };
  const rows = [];
  for (const [name, source] of Object.entries(peers)) {
    rows.push([...row(name, [...(await bundleWithEsbuild(source)).values()]), "", ""]);
  }
  const details = [];
  for (const [name, files] of Object.entries(builds)) {
    const [requested] = await requestedFiles(files, "calls");
    rows.push(name === BUDGETED ? rowWithBudget(name, requested) : [...row(name, [...requested.values()]), "", ""]);
    details.push({ title: name, head: HEAD, rows: fileRows(requested) });
  }
  yield { title: "A run and a queue call", head: [...HEAD, "budget", "met"], rows };
  yield details[0];

  const both = await bundleWithVite(`import { connect, inputSchema } from "flowdeck"; ${CALLS} ${SCHEMA}`);
  const [, late] = await requestedFiles(both, "calls", "schema");
  yield {
    title: "Loaded when a workflow is first read",
    head: HEAD,
    rows: [...fileRows(late), row("total", [...late.values()])],
  };
}

const HEAD = ["", "files", "bytes", "gzip", "brotli"];

const row = (name, files) => [
  name,
  ...[files.length, ...[plain, gzip, brotli].map((size) => sum(files, size))].map(formatInteger),
];
const fileRows = (files) => [...files].map(([path, bytes]) => row(path, [bytes]));
const rowWithBudget = (name, files) => {
  const all = [...files.values()];
  return [...row(name, all), ...budgetCells(sum(all, brotli), BUDGET, formatInteger)];
};

const sum = (files, size) => files.reduce((sum, bytes) => sum + size(bytes), 0);
const plain = (bytes) => bytes.length;
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;

// The package's files, imported by URL from a page without a build step.
function unbundled() {
  const main = `import { connect } from "/flowdeck/${entryPath()}"; ${CALLS}`;
  /** @type {[path: string, bytes: Uint8Array][]} */
  const files = [...packageFiles()].map(([path, bytes]) => [`/flowdeck/${path}`, bytes]);
  return new Map([["/main.js", Buffer.from(main)], ...files]);
}

// The files a page requests while it calls each of these exports; the page itself does not count.
async function requestedFiles(files, ...names) {
  const server = await startDeployment({ files: site(files), queue: QUEUE });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(server.url);
  const results = [];
  for (const name of names) {
    server.requested.length = 0;
    await page.evaluate(async (name) => (await import("/main.js"))[name](), name);
    results.push(new Map(server.requested));
  }
  await browser.close();
  server.close();
  return results;
}

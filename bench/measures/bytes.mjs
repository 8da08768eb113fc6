// Bytes that a page loads for one run and one look at the queue, ours and those of the peers.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { peers } from "../contenders/peers.mjs";
import { byEsbuild, byVite } from "../lib/bundle.mjs";
import { browse, site } from "../lib/chromium.mjs";
import { verdict } from "../lib/comparison.mjs";
import { deployment } from "../lib/deployment.mjs";
import { whole } from "../lib/figures.mjs";
import { entry, files } from "../lib/package.mjs";
import { KEY } from "../data/run.mjs";

export const about = `What a page loads that calls \`run\` and \`queue\` once. flowdeck's figures are of what a page in
Chromium really asked for; a peer's are of the same two calls, bundled. Brotli at 11, gzip at 9, each
file by itself. The aim is fewer than 14,100, the smallest peer that makes forms as well.`;

const BUDGET = 20_200;

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
    "flowdeck, bundled by Vite": await byVite(app),
    "flowdeck, bundled by esbuild": await byEsbuild(app),
    "flowdeck, by esbuild into one file": await byEsbuild(app, { splitting: false }),
    "flowdeck, served as it is": unbundled(),
  };
  const rows = [];
  for (const [name, source] of Object.entries(peers)) {
    rows.push([...row(name, [...(await byEsbuild(source)).values()]), "", ""]);
  }
  const parts = [];
  for (const [name, files] of Object.entries(builds)) {
    const [asked] = await loaded(files, "calls");
    rows.push(judged(name, asked));
    parts.push({ title: name, head: HEAD, rows: single(asked) });
  }
  yield { title: "A run and a queue call", head: [...HEAD, "budget", "holds"], rows };
  yield parts[0];

  const both = await byVite(`import { connect, inputSchema } from "flowdeck"; ${CALLS} ${SCHEMA}`);
  const [, late] = await loaded(both, "calls", "schema");
  yield {
    title: "What reading a workflow loads on its first use",
    head: HEAD,
    rows: [...single(late), row("all", [...late.values()])],
  };
}

const HEAD = ["", "files", "bytes", "gzip", "brotli"];

const row = (name, files) => [
  name,
  ...[files.length, ...[plain, gzip, brotli].map((size) => sum(files, size))].map(whole),
];
const single = (files) => [...files].map(([path, bytes]) => row(path, [bytes]));
const judged = (name, files) => {
  const all = [...files.values()];
  return [...row(name, all), ...verdict(sum(all, brotli), BUDGET, whole)];
};

const sum = (files, size) => files.reduce((sum, bytes) => sum + size(bytes), 0);
const plain = (bytes) => bytes.length;
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length;
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;

// The package's own files, imported by URL from a page without a build.
function unbundled() {
  const main = `import { connect } from "/flowdeck/${entry()}"; ${CALLS}`;
  const ours = [...files()].map(([path, bytes]) => [`/flowdeck/${path}`, bytes]);
  return new Map([["/main.js", Buffer.from(main)], ...ours]);
}

// What a page asked for during each of these exports, by path; the page itself does not count.
async function loaded(files, ...names) {
  const there = await deployment({ files: site(files), queue: QUEUE });
  const browser = await browse();
  const page = await browser.newPage();
  await page.goto(there.url);
  const found = [];
  for (const name of names) {
    there.requested.length = 0;
    await page.evaluate(async (name) => (await import("/main.js"))[name](), name);
    found.push(new Map(there.requested));
  }
  await browser.close();
  there.close();
  return found;
}

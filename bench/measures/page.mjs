// What a first visit to the playground costs: bytes, requests, and the time until its form is there.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { comparison, verdict } from "../lib/comparison.mjs";
import { browse } from "../lib/chromium.mjs";
import { digits, median, whole } from "../lib/figures.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { SITE, byHand, filesOf, serve } from "../lib/playground.mjs";
import { openTab, tellFrames } from "../lib/tab.mjs";

export const about = `A first visit, nothing cached, to pages that \`flowdeck serve\` serves in brotli: until every control of
the form of the first listed workflow is on the screen, to be filled in; then until Run is there as
well, and what is asked until then has arrived. Bytes are those of the whole answers, heads included.
The page by hand reads the same listing and makes the same fields; it looks at no queue, checks nothing
and sends nothing. A browser is at rest before each visit.`;

const WAYS = ["by hand", "flowdeck"];
const BYTES = 170_000;
const REQUESTS = 8;

// Between visits, in ms.
const REST = 500;

export async function* measure() {
  const folder = compressed(byHand("page"));
  const services = { "by hand": await serve(folder), flowdeck: await serve(SITE) };
  const browser = await browse();
  try {
    const controls = await listed(services.flowdeck.link);
    const visits = (slowdown) =>
      interleave(WAYS, rounds(15), (way) => visit(browser, services[way].link, { controls, slowdown }));
    const [plain, slow] = [await visits(1), await visits(4)];
    yield bytes(plain);
    yield requests(plain.flowdeck.at(-1).requests);
    yield time("Until the form is there", plain);
    yield time("Until the form is there, the processor four times slower", slow, { flowdeck: 1.2 });
  } finally {
    await browser.close();
    for (const service of Object.values(services)) await service.close();
    rmSync(folder, { recursive: true });
  }
}

// As the build leaves the playground's own files.
function compressed(page) {
  filesOf(page);
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  cpSync(page, folder, { recursive: true });
  execFileSync(process.execPath, [fileURLToPath(new URL("../../scripts/precompress.mjs", import.meta.url)), folder]);
  return folder;
}

// How many controls the first workflow's form has.
async function listed(link) {
  const { origin, hash } = new URL(link);
  const headers = { "X-API-KEY": decodeURIComponent(hash.slice("#key=".length)) };
  const { data } = await (await fetch(`${origin}/api/v1/comfy/workflows`, { headers })).json();
  return data[0].schema.fields.length;
}

async function visit(browser, link, { controls, slowdown }) {
  const tab = await openTab(browser, { slowdown, scripts: [tellFrames, [awaitForm, controls]] });
  const traffic = await watchTraffic(tab);
  // What one visit leaves to be done, and readies for the next, is neither page's.
  await new Promise((resolve) => setTimeout(resolve, REST));
  await tab.page.goto(link, { waitUntil: "commit" });
  const seen = () => {
    const [paint] = performance.getEntriesByType("paint");
    const { formPainted, runPainted } = globalThis;
    return formPainted && runPainted && paint && [formPainted, runPainted, paint.startTime];
  };
  const [form, run, paint] = await (await tab.page.waitForFunction(seen)).jsonValue();
  const requests = await traffic();
  await tab.close();
  return { form, run, paint, requests };
}

// In the page: when all controls of the form are on the screen, and when Run is.
function awaitForm(controls) {
  const seen = (selector, count, tell) => {
    const look = async () => {
      const found = document.querySelectorAll(selector);
      if (found.length < count || !found[0].checkVisibility()) return;
      observer.disconnect();
      tell(await globalThis.painted());
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  };
  seen("form [name]", controls, (time) => (globalThis.formPainted = time));
  seen("form > button, .form-buttons > .run", 1, (time) => (globalThis.runPainted = time));
}

// Gives a function that gives what was asked so far, once all of it has arrived.
async function watchTraffic({ devtools }) {
  const asked = new Map();
  let arrived = () => {};
  await devtools.send("Network.enable");
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("http")) asked.set(requestId, { path: new URL(request.url).pathname });
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) asked.get(requestId).bytes = encodedDataLength;
    arrived();
  });
  return async () => {
    const all = [...asked.values()];
    while (all.some(({ bytes }) => bytes === undefined)) await new Promise((resolve) => (arrived = resolve));
    return all;
  };
}

const sum = (requests) => requests.reduce((sum, { bytes }) => sum + bytes, 0);

function bytes(visits) {
  const rows = WAYS.map((way) => {
    const [count, size] = [
      median(visits[way].map((visit) => visit.requests.length)),
      median(visits[way].map((visit) => sum(visit.requests))),
    ];
    const judged = way === "flowdeck";
    return [
      way,
      whole(count),
      ...verdict(count, judged ? REQUESTS : undefined, whole),
      whole(size),
      ...verdict(size, judged ? BYTES : undefined, whole),
    ];
  });
  return { title: "What is sent", head: ["", "requests", "budget", "holds", "bytes", "budget", "holds"], rows };
}

function requests(all) {
  return {
    title: "flowdeck's requests, in their order",
    head: ["", "bytes"],
    rows: all.map(({ path, bytes }) => [path, whole(bytes)]),
  };
}

function time(title, visits, budgets) {
  const samples = Object.fromEntries(WAYS.map((way) => [way, visits[way].map(({ form }) => form)]));
  const of = (what) =>
    Object.fromEntries(WAYS.map((way) => [way, digits(median(visits[way].map((visit) => visit[what])))]));
  return comparison({
    title,
    samples,
    reference: WAYS[0],
    budgets,
    extra: { "first paint": of("paint"), "Run is there": of("run") },
  });
}

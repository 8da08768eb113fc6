// A first visit to the playground: bytes, requests, and the time until its form is shown.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "../lib/chromium-arena.mjs";
import { budgetCells, comparison } from "../lib/comparison.mjs";
import { interleave, rounds } from "../lib/interleave.mjs";
import { handWritten, SITE, serve, siteFiles } from "../lib/playground.mjs";
import { formatFigure, formatInteger, median } from "../lib/statistics.mjs";
import { exposePainted, openTab } from "../lib/tab.mjs";

export const about = `\
A first visit with an empty cache to pages that \`flowdeck serve\` serves with brotli. The form counts as
shown when every control of the first listed workflow is on the screen and can be filled in. The
page can be used when Run is shown too: requests that began before count as the visit's traffic. Requests
that the untouched page begins later are listed separately; repeated polls of the queue are left out.
Bytes include response headers. The hand-written page reads the same listing and renders the same fields;
it does not read the queue, validate or send anything. The browser idles before each visit.`;

const WAYS = ["hand-written", "flowdeck"];
const MAX_BYTES = 166_500;
const MAX_REQUESTS = 8;

// The pause before each visit, in ms.
const IDLE = 500;

// A page has loaded everything when it has begun no new request for this time, in ms.
const QUIET = 1500;

export async function* measure() {
  const folder = precompress(handWritten("page"));
  const services = { "hand-written": await serve(folder), flowdeck: await serve(SITE) };
  const browser = await launchBrowser();
  try {
    const controls = await controlCount(services.flowdeck.link);
    const visits = (slowdown) =>
      interleave(WAYS, rounds(15), (way) => visit(browser, services[way].link, { controls, slowdown }));
    const [plain, slow] = [await visits(1), await visits(4)];
    yield trafficTable(plain);
    const { requests, later } = plain.flowdeck.at(-1);
    yield requestTable("flowdeck's requests in order, until the page can be used", requests);
    yield requestTable("flowdeck's later requests, while nobody touches the page", later);
    yield timeTable("Until the form is shown", plain);
    yield timeTable("Until the form is shown, with a CPU four times slower", slow, { flowdeck: 1.4 });
    yield runTable("Until Run works, with a CPU four times slower", slow);
  } finally {
    await browser.close();
    for (const service of Object.values(services)) await service.close();
    rmSync(folder, { recursive: true });
  }
}

// Compresses a page as the build compresses the playground.
function precompress(page) {
  siteFiles(page);
  const folder = mkdtempSync(join(tmpdir(), "flowdeck-bench-"));
  cpSync(page, folder, { recursive: true });
  execFileSync(process.execPath, [fileURLToPath(new URL("../../scripts/precompress.mjs", import.meta.url)), folder]);
  return folder;
}

// The number of controls in the first workflow's form.
async function controlCount(link) {
  const { origin, hash } = new URL(link);
  const headers = { "X-API-KEY": decodeURIComponent(hash.slice("#key=".length)) };
  const { data } = await (await fetch(`${origin}/api/v1/comfy/workflows`, { headers })).json();
  return data[0].schema.fields.length;
}

async function visit(browser, link, { controls, slowdown }) {
  const tab = await openTab(browser, { slowdown, scripts: [exposePainted, [awaitForm, controls]] });
  const traffic = await watchTraffic(tab);
  // Background work of the browser between visits belongs to neither page.
  await new Promise((resolve) => setTimeout(resolve, IDLE));
  await tab.page.goto(link, { waitUntil: "commit" });
  const times = () => {
    const [paint] = performance.getEntriesByType("paint");
    const { formPainted, runPainted } = globalThis;
    return formPainted && runPainted && paint && [formPainted, runPainted, paint.startTime];
  };
  const [form, run, paint] = await (await tab.page.waitForFunction(times)).jsonValue();
  const usableAt = await tab.page.evaluate((time) => performance.timeOrigin + time, Math.max(form, run));
  const all = await traffic();
  await tab.close();
  const requests = all.filter(({ at }) => at <= usableAt);
  return { form, run, paint, requests, later: all.filter(({ at }) => at > usableAt) };
}

// Runs in the page: records when all controls of the form are on the screen, and when Run is.
function awaitForm(controls) {
  const whenShown = (selector, count, report) => {
    const check = async () => {
      const found = document.querySelectorAll(selector);
      if (found.length < count || !found[0].checkVisibility()) return;
      observer.disconnect();
      report(await globalThis.painted());
    };
    const observer = new MutationObserver(check);
    observer.observe(document, { childList: true, subtree: true });
  };
  whenShown("form [name]", controls, (time) => {
    globalThis.formPainted = time;
  });
  whenShown("form [type=submit]", 1, (time) => {
    globalThis.runPainted = time;
  });
}

// Returns a function that returns the first request to each path, once all have their responses and no other
// follows.
async function watchTraffic({ devtools }) {
  const requests = new Map();
  const paths = new Set();
  let changedAt = performance.now();
  await devtools.send("Network.enable");
  devtools.on("Network.requestWillBeSent", ({ requestId, request, wallTime }) => {
    const { protocol, pathname: path } = new URL(request.url);
    if (!protocol.startsWith("http") || paths.has(path)) return;
    paths.add(path);
    requests.set(requestId, { path, at: wallTime * 1000 });
    changedAt = performance.now();
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!requests.has(requestId)) return;
    requests.get(requestId).bytes = encodedDataLength;
    changedAt = performance.now();
  });
  const isLoading = () => [...requests.values()].some(({ bytes }) => bytes === undefined);
  return async () => {
    while (isLoading() || performance.now() - changedAt < QUIET)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return [...requests.values()];
  };
}

const sum = (requests) => requests.reduce((sum, { bytes }) => sum + bytes, 0);

function trafficTable(visits) {
  const rows = WAYS.map((way) => {
    const requests = visits[way].map((visit) => visit.requests);
    const hasBudget = way === "flowdeck";
    return trafficRow(way, requests, hasBudget ? MAX_REQUESTS : undefined, hasBudget ? MAX_BYTES : undefined);
  });
  const later = trafficRow(
    "flowdeck, later",
    visits.flowdeck.map((visit) => visit.later),
  );
  return {
    title: "Traffic",
    head: ["", "requests", "budget", "met", "bytes", "budget", "met"],
    rows: [...rows, later],
  };
}

function trafficRow(name, visits, maxRequests, maxBytes) {
  const [count, size] = [median(visits.map((requests) => requests.length)), median(visits.map(sum))];
  return [
    name,
    formatInteger(count),
    ...budgetCells(count, maxRequests, formatInteger),
    formatInteger(size),
    ...budgetCells(size, maxBytes, formatInteger),
  ];
}

function requestTable(title, all) {
  return { title, head: ["", "bytes"], rows: all.map(({ path, bytes }) => [path, formatInteger(bytes)]) };
}

function timeTable(title, visits, budgets) {
  const samples = Object.fromEntries(WAYS.map((way) => [way, visits[way].map(({ form }) => form)]));
  const medians = (part) =>
    Object.fromEntries(WAYS.map((way) => [way, formatFigure(median(visits[way].map((visit) => visit[part])))]));
  return comparison({
    title,
    samples,
    reference: WAYS[0],
    budgets,
    extra: { "first paint": medians("paint"), "Run shown": medians("run") },
  });
}

function runTable(title, visits) {
  const samples = Object.fromEntries(WAYS.map((way) => [way, visits[way].map(({ run }) => run)]));
  return comparison({ title, samples, reference: WAYS[0], budgets: { flowdeck: 2.2 } });
}

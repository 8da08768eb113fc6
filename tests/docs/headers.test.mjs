// The headers that the documents show: those of the service are sent by it, and those for a static host allow what the
// page's own policy does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { allBlocks } from "./blocks.mjs";
import { PROGRAM } from "./processes.mjs";
import { projectFile, Stage } from "./stage.mjs";
import { testOf } from "./ways.mjs";

const execute = promisify(execFile);

/** @type {Stage} */
let stage;

before(async () => {
  stage = await Stage.start();
});
after(() => stage.stop());

/** The headers of a block: pairs of name and value. */
const headersOf = (code) => [...code.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]);

/** How each block is checked, by its document and beginning. */
const CHECKS = [
  { document: "docs/keys.md", begins: "RateLimit", check: isSentToLimitedKeys },
  { document: "docs/playground.md", begins: "Content-Security-Policy: frame", check: isSentWithThePage },
  { document: "docs/playground.md", begins: "Content-Security-Policy: default", check: narrowsThePolicy },
  { document: "docs/playground.md", begins: "Access-Control", check: isSentToOtherOrigins },
];

async function isSentToLimitedKeys(code) {
  const args = ["keys", "new", "limited", "--limit", "60/min"];
  const { stdout } = await execute(PROGRAM, args, { env: stage.environment });
  const key = stdout
    .trim()
    .split(/\s+/)
    .find((word) => word.length >= 32);
  const body = new URLSearchParams({ size: "256" });
  const options = { method: "POST", body, headers: { "X-API-KEY": key } };
  const response = await stage.fetch("/api/v1/runs?workflow_id=slow-blur", options);
  assert.equal(response.status, 200);
  const pattern = (text) => new RegExp(`^${text.replaceAll(/\d+/g, "\\d+")}$`);
  for (const [name, value] of headersOf(code)) assert.match(response.headers.get(name) ?? "", pattern(value), name);
}

/** The service adds these headers to the page, so they do not break it. */
async function isSentWithThePage(code) {
  const { headers } = await fetch(`${stage.url}/`);
  for (const [name, value] of headersOf(code)) assert((headers.get(name) ?? "").includes(value), `${name}: ${value}`);
}

/** The policy for one deployment is the page's own, with this deployment in place of every address. */
async function narrowsThePolicy(code) {
  const page = await projectFile("index.html");
  const [, own] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page);
  const [[, narrow]] = headersOf(code);
  // In the page's own policy, every address includes that of the page.
  const expected = own
    .replace("connect-src", "connect-src 'self'")
    .replaceAll("http: https:", "https://deployment.example");
  assert.deepEqual(directives(narrow), directives(`${expected}; frame-ancestors 'none'`));
}

const directives = (policy) =>
  policy
    .split(";")
    .map((one) => one.trim().split(/\s+/).sort().join(" "))
    .filter(Boolean)
    .sort();

async function isSentToOtherOrigins(code) {
  const headers = { Origin: "https://page.example", "Access-Control-Request-Headers": "x-api-key, last-event-id" };
  const preflight = { method: "OPTIONS", headers: { ...headers, "Access-Control-Request-Method": "GET" } };
  const answers = await Promise.all([
    fetch(`${stage.url}/api/v1/comfy/queue`, preflight),
    fetch(`${stage.url}/api/v1/comfy/queue`, { headers }),
  ]);
  for (const [name, value] of headersOf(code)) {
    const sent = answers
      .map((answer) => answer.headers.get(name))
      .join(", ")
      .toLowerCase();
    const isAllowed = value.split(", ").every((one) => sent.includes(one.toLowerCase()) || sent.includes("*"));
    assert(isAllowed, `${name}: ${value}, and the service sends ${sent}`);
  }
}

for (const block of (await allBlocks()).filter((block) => testOf(block) === "headers.test.mjs")) {
  test(block.name, () => {
    const found = CHECKS.find(({ document, begins }) => document === block.document && block.code.startsWith(begins));
    assert(found, "add how it is checked");
    return found.check(block.code);
  });
}

// Every code block in the package's README, and the JavaScript in docs/call-the-api.md, works against a deployment, as
// for a reader: ```js runs in Node, ```ts is compiled, ```html is opened in Chromium, and the lines of ```sh that
// call this package are run. A ```text block right after one is its output.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { host, open } from "./browser.mjs";
import { envelope, flowdeck, KEY, PACKAGE, startDeployment } from "./deployment.mjs";
import { install, PROGRAM, start } from "./installed-command.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const execute = promisify(execFile);
const PRINTS = { text: true, txt: true };

/** Where the documents have a service on the reader's machine. */
const LOCAL = "http://127.0.0.1:8787";
const TOKEN = "a-token-for-one-run";

const { schema } = await flowdeck.inputSchema(await readFile(here("../../www/workflows/poster.json")));

const api = codeOf(await readFile(here("../../docs/call-the-api.md"), "utf8"), "call-the-api.md");
const blocks = [
  ...codeOf(await readFile(join(PACKAGE, "README.md"), "utf8"), "README.md"),
  ...api.filter(({ language }) => language === "js"),
];

/** `{language, code, prints, line, document}` of each fenced block of a document. */
function codeOf(markdown, document) {
  const found = [...markdown.matchAll(/^```(\w*)[^\n]*\n(.*?)^```$/gms)].map(({ 1: language, 2: code, index }) => {
    return { document, language, code, line: markdown.slice(0, index).split("\n").length };
  });
  return found.flatMap((block, at) => {
    const after = found[at + 1];
    return block.language in PRINTS ? [] : [{ ...block, prints: after?.language in PRINTS ? after.code : undefined }];
  });
}

/** A reader's project: the package installed, a workflow and a photo beside the code. */
async function project(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-"));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "node_modules"));
  await symlink(PACKAGE, join(folder, "node_modules", "flowdeck"), "dir");
  await copyFile(here("../../www/workflows/poster.json"), join(folder, "poster.json"));
  await writeFile(join(folder, "photo.png"), "png");
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/** A deployment on which runs end soon. */
function deployed(t) {
  const detail = (status) => ({
    _id: "run-1",
    workflow_id: "slow-blur",
    status,
    outputs: status === "completed" ? [{ filename: "1f4e/blurred.png", url: "/files/blurred.png" }] : [],
    created_at: "2026-01-01T00:00:00Z",
  });
  const queue = (running) =>
    envelope([{ comfy_uri: "http://engine-a", queue: { queue_running: running, queue_pending: [] } }]);
  const sizeError = { loc: ["body", "size"], msg: "must be a whole number, not “huge”", type: "int_parsing" };
  const started = ({ query, parts }) =>
    parts.some(([, value]) => value === "huge")
      ? { status: 422, body: { detail: [sizeError] } }
      : envelope([{ run_id: "run-1", workflow_id: query.get("workflow_id") }]);
  return startDeployment(t, {
    "POST /api/v1/runs": started,
    "GET /api/v1/comfy/queue": [() => queue([[0, "run-1"]]), () => queue([])],
    "GET /api/v1/comfy/health": () => envelope([{ url: "http://engine-a", status: "idle" }]),
    "GET /api/v1/comfy/workflows": () => envelope([{ id: "poster", name: "Poster", schema }]),
    "GET /api/v1/comfy/object_info": () => ({ body: { SaveImage: { output_node: true } } }),
    "GET /api/v1/runs": () => envelope({ group_id: "g", count: 1, runs: [detail("completed")] }),
    "GET /api/v1/runs/run-1": [() => envelope(detail("running")), () => envelope(detail("completed"))],
    "GET /api/v1/runs/output": () =>
      envelope({ download_url: "http://127.0.0.1/blurred.png", generation_status: "completed" }),
    "GET /files/blurred.png": () => ({ status: 200, headers: { "content-type": "image/png" }, body: "png" }),
    "POST /api/v1/runs/run-1/token": () =>
      envelope({ run_id: "run-1", token: TOKEN, expires_at: "2026-01-01T01:00:00Z" }),
    "POST /api/v1/runs/run-1/cancel": () => envelope("Run cancelled successfully"),
  });
}

async function checkOutput(t, block, folder, command, args) {
  const there = await deployed(t);
  const env = { ...process.env, NODE_NO_WARNINGS: "1", FLOWDECK_URL: there.baseUrl, FLOWDECK_API_KEY: KEY };
  const given = args.map((arg) => (arg === LOCAL ? there.baseUrl : arg));
  const { stdout, stderr } = await execute(command, given, { cwd: folder, env });
  if (!block.code.includes("console.error")) assert.equal(stderr, "");
  if (block.prints !== undefined) assert.equal(stdout.trimEnd(), block.prints.trimEnd());
  return there;
}

/** Starts a service as documented, until it prints its link. */
async function checkService(t, args) {
  const folder = await install(t, { program: PROGRAM });
  const env = {
    ...process.env,
    FLOWDECK_LISTEN: "127.0.0.1:0",
    FLOWDECK_NO_SEARCH: "true",
    FLOWDECK_DATA: join(folder, "data"),
  };
  const child = start(folder, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let link;
  for await (const line of createInterface({ input: child.stdout })) {
    link ??= /^open (http:\S+)$/.exec(line)?.[1];
    if (link) child.kill("SIGTERM");
  }
  assert(link, "the service prints its link");
}

const ways = {
  async js(t, block) {
    const folder = await project(t);
    const code = block.code.replace(`"${LOCAL}"`, "process.env.FLOWDECK_URL");
    await writeFile(join(folder, "example.mjs"), code);
    const { requests } = await checkOutput(t, block, folder, process.execPath, ["example.mjs"]);
    for (const { path, headers } of requests) {
      assert.match(path, /^\/((api\/v1|files)\/|openapi\.json$)/);
      const keys = block.code.includes("runToken") ? [KEY, TOKEN] : [KEY];
      if (path.startsWith("/files/")) assert.equal(headers["x-api-key"], undefined);
      else assert.ok(keys.includes(headers["x-api-key"]), headers["x-api-key"]);
    }
  },

  async ts(t, block) {
    const folder = await project(t);
    await writeFile(join(folder, "example.ts"), block.code);
    await symlink(here("../../node_modules/@types"), join(folder, "node_modules", "@types"), "dir");
    const { baseUrl } = await deployed(t);
    for (const args of [
      ["poster.json", "--out", "poster.d.ts"],
      ["--url", baseUrl, "--out", "workflows.d.ts"],
    ]) {
      const env = { ...process.env, FLOWDECK_API_KEY: KEY };
      await execute(process.execPath, [join(PACKAGE, "bin/flowdeck.js"), "types", ...args], { cwd: folder, env });
    }
    const options = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--types",
      "node",
      "example.ts",
    ];
    const { stdout } = await execute(here("../../node_modules/.bin/tsc"), options, { cwd: folder }).catch(
      (error) => error,
    );
    assert.equal(stdout, "");
  },

  async html(t, block) {
    const folder = await project(t);
    const there = await deployed(t);
    await writeFile(join(folder, "index.html"), block.code.replaceAll("https://pod.example.com", there.baseUrl));
    const { errors } = await open(t, (await host(t, folder)).address);
    await there.arrived;
    assert.deepEqual(errors, []);
  },

  async sh(t, block) {
    const folder = await project(t);
    for (const line of block.code.split("\n").filter((line) => line.startsWith("npx flowdeck "))) {
      const args = line.split(/\s+/).slice(2);
      if (args[0] === "serve") await checkService(t, args);
      else await checkOutput(t, block, folder, process.execPath, [join(PACKAGE, "bin/flowdeck.js"), ...args]);
    }
  },
};

test("the README shows how to use the package", () => {
  assert(blocks.some(({ language }) => language === "js"));
  assert.deepEqual(
    blocks.filter(({ language }) => !(language in ways)),
    [],
    "each block names its language",
  );
});

test("the receiver of webhooks answers a forged call with 400, and a genuine one with 204", async (t) => {
  const { code } = blocks.find(({ code }) => code.includes("verifyWebhook(request"));
  const file = join(await project(t), "receiver.mjs");
  await writeFile(file, code);
  const { POST } = await import(pathToFileURL(file).href);
  const { FLOWDECK_WEBHOOK_SECRET: before } = process.env;
  t.after(() => {
    if (before === undefined) delete process.env.FLOWDECK_WEBHOOK_SECRET;
    else process.env.FLOWDECK_WEBHOOK_SECRET = before;
  });
  const key = randomBytes(32);
  process.env.FLOWDECK_WEBHOOK_SECRET = `whsec_${key.toString("base64")}`;
  const body = JSON.stringify({ type: "webhook.test", timestamp: "2026-01-01T00:00:00Z", data: {} });
  const call = (headers) => POST(new Request("http://app/hook", { method: "POST", body, headers }));
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64");
  const headers = { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signed}` };
  assert.equal((await call(headers)).status, 204);
  for (const forged of [{}, { ...headers, "webhook-id": "msg_2" }, { ...headers, "webhook-timestamp": "1" }]) {
    assert.equal((await call(forged)).status, 400);
  }
  delete process.env.FLOWDECK_WEBHOOK_SECRET;
  await assert.rejects(call(headers), { name: "UsageError" });
});

for (const block of blocks.filter(({ language }) => language in ways)) {
  test(`the ${block.language} on line ${block.line} of ${block.document} does what it says`, (t) =>
    ways[block.language](t, block));
}

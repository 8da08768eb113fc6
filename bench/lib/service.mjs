// `flowdeck serve` and an engine behind it: ComfyUI at COMFYUI_URL, or else a `flowdeck engine`. Both are called
// with the same HTTP client.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const BINARY = resolve(
  process.env.FLOWDECK_BIN ?? fileURLToPath(new URL("../../target/release/flowdeck", import.meta.url)),
);
const TOKEN = "only-the-bench-knows-this";
const KEY = "correct-horse-battery-staple";
const URL_ENCODED = "application/x-www-form-urlencoded";
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Another build of the program, which a measure compares with this one. */
export const BEFORE = process.env.FLOWDECK_BIN_BEFORE && resolve(process.env.FLOWDECK_BIN_BEFORE);

export const COMFYUI = process.env.COMFYUI_URL?.replace(/\/$/, "");

/**
 * Sends a request. Returns the status and the body.
 *
 * @param {string} method
 * @param {string} url
 * @param {{ headers?: Record<string, string | number>, body?: string | import("node:stream").Readable }} [options]
 */
export async function call(method, url, { headers = {}, body } = {}) {
  const sent = request(url, { method, headers, agent });
  if (body instanceof Readable) body.pipe(sent);
  else sent.end(body);
  const [response] = await once(sent, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
}

/** The JSON of a successful answer. */
export async function read(method, url, options) {
  const { status, text } = await call(method, url, options);
  if (status !== 200) throw new Error(`${method} ${url}: ${status}: ${text.slice(0, 500)}`);
  return text && JSON.parse(text);
}

/** A program of ours that runs until it is stopped; `opened` finds its address in what it prints. */
async function start(args, opened, binary = BINARY) {
  const env = { ...process.env, FLOWDECK_FIRST_KEY: KEY, FLOWDECK_ENGINE_TOKEN: TOKEN };
  const child = spawn(binary, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = opened.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    const stop = async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    };
    return { url, id: child.pid, stop };
  }
  throw new Error(`starting ${binary} ${args[0]}: it ended before it listened`);
}

/** An engine that is called directly. */
export async function startEngine() {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-bench-engine-"));
  const ours = COMFYUI ? undefined : await start(["engine", "--data", folder], /^engine: (\S+)/);
  const url = COMFYUI ?? ours.url;
  const headers = COMFYUI ? {} : { authorization: `Bearer ${TOKEN}` };
  // A service would wait for it without end.
  await read("GET", `${url}/prompt`, { headers });
  const stop = async () => {
    await ours?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const post = (path, value) =>
    read("POST", url + path, {
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(value),
    });
  return { url, headers, post, get: (path) => read("GET", url + path, { headers }), stop };
}

/** A service with these options and workflows, by id. */
export async function startService(options, workflows, binary = BINARY) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-bench-service-"));
  const deployed = join(folder, "workflows");
  await mkdir(deployed);
  for (const [id, graph] of Object.entries(workflows)) {
    await writeFile(join(deployed, `${id}.json`), JSON.stringify(graph));
  }
  const folders = ["--workflows", deployed, "--data", join(folder, "data")];
  const args = ["serve", "--listen", "127.0.0.1:0", "--queue-limit", "100000", ...folders, ...options];
  const { url, id, stop } = await start(args, /^open (http:\/\/[^/#?\s]+)/, binary);
  const headers = { "x-api-key": KEY };
  const get = async (path) => (await read("GET", url + path, { headers })).data;
  while ((await get("/api/v1/comfy/health")).some(({ status }) => status === "stopped"));
  return {
    url,
    id,
    headers,
    get,
    /** Starts a run with these form values, and returns its id. */
    async run(workflow, values) {
      const form = { headers: { ...headers, "content-type": URL_ENCODED }, body: String(new URLSearchParams(values)) };
      const { data } = await read("POST", `${url}/api/v1/runs?workflow_id=${workflow}`, form);
      return data[0].run_id;
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

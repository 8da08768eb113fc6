// What the consumers share: the folder with the installed package, the service and the outcomes.
import { spawn } from "node:child_process";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { KEY } from "../npm/deployment.mjs";
import { startProgram, WORKFLOWS } from "../npm/program.mjs";

/** A copy of this folder, with the package and the frameworks installed: the suite makes it. */
export const FOLDER = fileURLToPath(new URL("../../target/consumers", import.meta.url));

const { baseUrl, stop } = await startProgram(WORKFLOWS);
after(stop);

export const deployment = { baseUrl, apiKey: KEY };

/** A Node that is new enough for all frameworks. */
const NODE = process.env.FLOWDECK_NODES?.split(":").find(Boolean) ?? process.execPath;

// Node's test runner sets it: Vitest and Next.js would take it for their own.
const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;

const env = {
  ...inherited,
  CI: "1",
  FLOWDECK_URL: baseUrl,
  FLOWDECK_API_KEY: KEY,
  NEXT_TELEMETRY_DISABLED: "1",
  NO_COLOR: "1",
  WRANGLER_SEND_METRICS: "false",
};

/** Starts a framework's command in the folder of a consumer, until the test ends. */
export function start(t, name, script, ...args) {
  const child = spawn(NODE, [`${FOLDER}/node_modules/${script}`, ...args], { cwd: `${FOLDER}/${name}`, env });
  t.after(() => child.kill());
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const ended = new Promise((resolve) => child.on("close", resolve));
  return {
    /** Waits for the end, which must be a success. */
    async end() {
      if ((await ended) !== 0) throw new Error(output);
    },
    /** Waits until its output has the address of a local server, and returns that. */
    async address() {
      const found = () => output.match(/http:\/\/(localhost|127\.0\.0\.1):\d+/)?.[0];
      while (!found()) {
        const written = new Promise((resolve) => child.stdout.once("data", resolve));
        const isOver = await Promise.race([written, ended.then(() => true)]);
        if (isOver === true && !found()) throw new Error(output);
      }
      return found();
    },
  };
}

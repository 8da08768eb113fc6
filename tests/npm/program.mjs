// The real program with embedded engines, on a free port.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { KEY } from "./deployment.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = process.env.FLOWDECK_BIN ?? join(ROOT, "target/release/flowdeck");

/** The sample workflows. */
export const WORKFLOWS = join(ROOT, "www/workflows");

/** Starts the program with a folder of workflows; returns its address and a function that stops it. */
export async function startProgram(workflows) {
  const data = await mkdtemp(join(tmpdir(), "flowdeck-"));
  const args = ["serve", "--listen", "127.0.0.1:0", "--workflows", workflows, "--data", data];
  const env = { ...process.env, FLOWDECK_FIRST_KEY: KEY, FLOWDECK_NO_SEARCH: "true" };
  const child = spawn(PROGRAM, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGINT")) await once(child, "exit");
    await rm(data, { recursive: true, force: true });
  };
  return { baseUrl: (await linkOf(child)).origin, stop };
}

/** The link that the program prints when it is ready. */
async function linkOf(child) {
  const failed = once(child, "exit").then(([code]) => assert.fail(`the program ended with ${code}`));
  const printed = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const link = line.match(/^open (http:\/\/\S+)$/);
      if (link) return new URL(link[1]);
    }
    return failed;
  })();
  const link = await Promise.race([printed, failed]);
  failed.catch(() => {});
  child.stdout.resume();
  return link;
}

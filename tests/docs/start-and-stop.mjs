// start-and-stop.mjs ARGUMENTS…: starts the program with these arguments, on a free loopback port and with its own data
// folder, stops it when it is ready, and prints what it printed.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const given = process.argv.slice(2);
const args = given.map((value, at) => (given[at - 1] === "--listen" ? "127.0.0.1:0" : value));
const data = await mkdtemp(join(tmpdir(), "flowdeck-docs-data-"));
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, FLOWDECK_LISTEN: "127.0.0.1:0", FLOWDECK_DATA: data, FLOWDECK_GRACE: "0s" };
if (args[0] === "engine") {
  args.push("--data", data);
  delete env.FLOWDECK_ENGINE_TOKEN;
}

const child = spawn(process.env.FLOWDECK_BIN, args, { env, stdio: ["ignore", "pipe", "inherit"] });
let printed = "";
let isStopping = false;
child.stdout.on("data", (text) => {
  printed += text;
  if (isStopping || !printed.includes("press Ctrl-C to stop")) return;
  isStopping = true;
  child.kill("SIGTERM");
});
child.on("close", async (code) => {
  process.stdout.write(printed);
  await rm(data, { recursive: true, force: true });
  process.exit(code ?? 1);
});

// Signals reach the program behind the command `flowdeck`, and it ends with what started it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { install, PROGRAM, start } from "./installed-command.mjs";
import { WORKFLOWS } from "./program.mjs";

/** A program that prints its process, then every signal, and ends on SIGTERM. */
const LISTENER = `
for (const signal of ["SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"])
  process.on(signal, () => { console.log(signal); if (signal === "SIGTERM") process.exit(3); });
setInterval(() => {}, 1 << 30);
console.log("process", String(process.pid));
`;

/** A program that the next signal ends. */
const VICTIM = 'setInterval(() => {}, 1 << 30); console.log("process", String(process.pid))';

/** The number in the line that both print. In a terminal, npx draws something before it. */
const pidIn = (line) => Number(/process (\d+)$/.exec(line)[1]);

const PIPES = /** @type {import("node:child_process").StdioOptions} */ (["ignore", "pipe", "inherit"]);

/** The lines that a process prints: `next` waits for one, `rest` for all until the last process has closed them. */
function linesOf(child) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const rest = async () => {
    const all = [];
    for await (const line of lines) all.push(line);
    return all;
  };
  return { next: async () => (await lines.next()).value, rest };
}

test("each signal reaches the program, and its exit code is returned", async (t) => {
  const child = start(await install(t, { script: LISTENER }), [], { stdio: PIPES });
  const lines = linesOf(child);
  await lines.next();
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"])) {
    child.kill(signal);
    assert.equal(await lines.next(), signal);
  }
  assert.deepEqual(await once(child, "close"), [3, null]);
});

for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"])) {
  test(`a program that ${signal} ends, ends the command in the same way`, async (t) => {
    const child = start(await install(t, { script: VICTIM }), [], { stdio: PIPES });
    process.kill(pidIn(await linesOf(child).next()), signal);
    assert.deepEqual(await once(child, "close"), [null, signal]);
  });
}

/** Starts the command in a terminal of its own: what is written to it is typed, and all output comes back. */
function inTerminal(folder, command) {
  return spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
}

for (const [how, command] of [
  ["directly", `${process.execPath} node_modules/flowdeck/bin/flowdeck.js`],
  ["by npx", "npx --no-install flowdeck"],
]) {
  const skip = process.platform !== "linux" && "script of util-linux makes the terminal";
  test(`Ctrl-C in a terminal reaches the program once if it was called ${how}`, { skip }, async (t) => {
    const child = inTerminal(await install(t, { script: LISTENER }), command);
    const lines = linesOf(child);
    const pid = pidIn(await lines.next());
    child.stdin.write("\x03");
    assert.match(await lines.next(), /SIGINT$/);
    // Behind any other SIGINT that is on its way.
    process.kill(pid, "SIGHUP");
    assert.equal(await lines.next(), "SIGHUP");
    process.kill(pid, "SIGTERM");
    assert.deepEqual(await lines.rest(), ["SIGTERM"]);
  });
}

for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGTERM", "SIGHUP", "SIGKILL"])) {
  test(`no service is left behind when npx ends by ${signal}`, async (t) => {
    const folder = await install(t, { program: PROGRAM });
    const args = [
      "--no-install",
      "flowdeck",
      "serve",
      "--listen",
      "127.0.0.1:0",
      "--no-search",
      "--workflows",
      WORKFLOWS,
      "--data",
      "data",
    ];
    const child = spawn("npx", args, { cwd: folder, stdio: PIPES });
    const lines = linesOf(child);
    let address;
    do {
      address = /^listening on (\S+)$/.exec(await lines.next())?.[1];
    } while (address === undefined);
    assert.equal((await fetch(`http://${address}/healthz`)).status, 200);
    child.kill(signal);
    await lines.rest();
    await assert.rejects(fetch(`http://${address}/healthz`));
  });
}

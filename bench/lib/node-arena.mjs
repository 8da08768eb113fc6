// Node as an arena: a process that loads a module of contenders.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const HOST = fileURLToPath(new URL("node-arena-host.mjs", import.meta.url));

/** Forks a process for the module at this URL. `call(name, ...args)` calls an export, one at a time. */
export async function nodeArena(module) {
  const child = fork(HOST, [String(module)], { execArgv: ["--expose-gc"] });
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`measuring in Node: the process of ${module} exited with code ${code}`);
  });
  exited.catch(() => {});
  const reply = () => Promise.race([once(child, "message"), exited]);
  await reply();
  const call = async (name, ...args) => {
    child.send([name, args]);
    return (await reply())[0];
  };
  return { id: child.pid, call, close: () => child.disconnect() };
}

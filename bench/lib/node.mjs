// Node as an arena: a module of contenders in a process of its own.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const HOST = fileURLToPath(new URL("node-host.mjs", import.meta.url));

/** `ask(name, ...args)` calls an export of the module at this address there, one call at a time. */
export async function nodeArena(module) {
  const child = fork(HOST, [String(module)], { execArgv: ["--expose-gc"] });
  const gone = once(child, "exit").then(([code]) => {
    throw new Error(`measuring in Node: the process of ${module} ended with ${code}`);
  });
  gone.catch(() => {});
  const answer = () => Promise.race([once(child, "message"), gone]);
  await answer();
  const ask = async (name, ...args) => {
    child.send([name, args]);
    return (await answer())[0];
  };
  return { id: child.pid, ask, close: () => child.disconnect() };
}

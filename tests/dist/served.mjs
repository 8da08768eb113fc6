// An installed program as its user starts it: `flowdeck serve`, and the link that it prints.
import { started } from "../docs/processes.mjs";

/**
 * What runs: the link to open, the address, the key, and a function that stops the service.
 *
 * @typedef {{ link: string, address: string, key: string, stop: () => Promise<void> }} Served
 */

/**
 * Starts a service, and waits for its link. `command` is how the program is called, such as `["flowdeck"]` or
 * `["npx", "flowdeck"]`. It listens on a free port of loopback unless `args` say otherwise.
 *
 * @param {string[]} command
 * @param {{ args?: string[], cwd: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Served>}
 */
export async function served(command, { args = ["--listen", "127.0.0.1:0"], ...options }) {
  const [program, ...before] = command;
  const { match, stop } = await started(
    program,
    [...before, "serve", "--no-search", "--data", "flowdeck-data", ...args],
    /^open (\S+)$/,
    options,
  );
  return { ...parts(match[1]), stop };
}

/** The parts of a link that a service prints. */
export function parts(link) {
  const { origin, hash } = new URL(link);
  return { link, address: origin, key: hash.replace("#key=", "") };
}

// The machine that the figures were measured on.
import { availableParallelism, loadavg } from "node:os";
import { chromiumVersion } from "./chromium-arena.mjs";

const cores = availableParallelism();

export const machine = {
  description: `${cores} cores, Node ${process.versions.node}, ${chromiumVersion()}`,
  /** The load average; above one per core, figures scatter. */
  load: () => `${loadavg()[0].toFixed(1)} on ${cores} cores`,
};

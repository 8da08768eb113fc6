// What the figures were taken on, in so many words as a ratio needs.
import { availableParallelism, loadavg } from "node:os";
import { chromiumVersion } from "./chromium.mjs";

const cores = availableParallelism();

export const machine = {
  words: `${cores} cores, Node ${process.versions.node}, ${chromiumVersion()}`,
  /** How much else ran: at more than one a core, figures spread. */
  load: () => `${loadavg()[0].toFixed(1)} on ${cores} cores`,
};

// Runs in a worker: the rules of `flowdeck check`, compiled to WebAssembly.
import init, { checkWorkflow, useClasses } from "./schema.js";

// Messages wait here while the module loads.
let before = init();

addEventListener("message", ({ data }) => {
  before = before.then(() => answer(data)).catch((cause) => postMessage({ failed: String(cause?.message ?? cause) }));
});

/** @param {{ classes?: string, workflow?: string }} request */
function answer({ classes, workflow }) {
  if (classes !== undefined) useClasses(classes);
  if (workflow !== undefined) postMessage({ readiness: checkWorkflow(new TextEncoder().encode(workflow)) });
}

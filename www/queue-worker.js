// Reads large queue bodies outside the page's thread, with the page's own WebAssembly. The first
// message is the compiled module; each later message is a body. Knows nothing about what a body contains.
import init, { readQueue } from "./playground.js";

addEventListener("message", ({ data: [first, ownIds, reset] }) => {
  if (!(first instanceof WebAssembly.Module)) return postMessage(readQueue(new Uint8Array(first), ownIds, reset));
  init({ module_or_path: first }).then(
    () => postMessage("ready"),
    () => postMessage("failed"),
  );
});

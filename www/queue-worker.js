// Reads large queue bodies beside the page, by the page's own WebAssembly: its first message is the
// compiled module, each further one a body. Knows nothing of what it reads.
import init, { readQueue } from "./playground.js";

addEventListener("message", ({ data: [first, mine, afresh] }) => {
  if (!(first instanceof WebAssembly.Module)) return postMessage(readQueue(new Uint8Array(first), mine, afresh));
  init({ module_or_path: first }).then(
    () => postMessage("ready"),
    () => postMessage("failed"),
  );
});

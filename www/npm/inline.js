// The package with its WebAssembly as text in JavaScript modules, for bundlers that do not copy other
// files.
import { platform } from "./platform.js";

const texts = {
  calls: () => import("./pkg/calls.inline.js"),
  schema: () => import("./pkg/schema.inline.js"),
};

platform.source = async (name) => {
  const { default: text } = await texts[name]();
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

export * from "./index.js";

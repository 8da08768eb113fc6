// WebAssembly as text in JavaScript modules. Modules without a text are loaded from their files.
import "./fetch-form.js";
import { platform } from "./platform.js";

/** @type {Partial<Record<import("./types/internal.js").ModuleName, () => Promise<{ default: string }>>>} */
export const texts = {
  calls: () => import("./pkg/calls.inline.js"),
  later: () => import("./pkg/later.inline.js"),
};

const { source } = platform;
platform.source = async (name, address) => {
  const text = await texts[name]?.();
  if (!text) return source(name, address);
  const bytes = Uint8Array.from(atob(text.default), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

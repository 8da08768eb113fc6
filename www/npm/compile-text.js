// Compiles WebAssembly that is text in a JavaScript module: pkg/*.inline.js.

/** @param {string} text */
export async function compileText(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  // Not a Blob: jsdom's has no stream.
  const stream = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

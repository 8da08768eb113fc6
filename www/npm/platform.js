// What differs between platforms: the browser's ways, which entries replace.
export const platform = /** @type {import("./types/internal.js").Platform} */ ({
  module: async (_name, address) => {
    const response = await fetch(address());
    if (!response.ok) throw new Error(`it answered with status ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  },
});

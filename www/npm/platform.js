// How a request is sent and where the WebAssembly comes from: the browser's ways, which entries replace.
import { send } from "./send.js";

export const platform = /** @type {import("./types/internal.js").Platform} */ ({
  send,
  source: async (_name, address) => address(),
});

// How a request is sent and where the WebAssembly comes from: the browser's ways, which node.js and
// inline.js replace.
import { send } from "./send.js";

/** @type {import("./types/internal.js").Platform} */
export const platform = {
  send,
  source: async (_name, address) => address(),
};

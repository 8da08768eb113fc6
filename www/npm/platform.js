// What differs between platforms: how a request is sent, and where the WebAssembly comes from. These
// are the browser's ways; node.js and inline.js replace them.
import { send } from "./send.js";

/** @type {import("./types/internal.js").Platform} */
export const platform = {
  send,
  source: async (_name, address) => address(),
};

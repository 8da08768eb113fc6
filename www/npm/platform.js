// What differs between platforms: how a form is sent, and where WebAssembly is had from. Here a
// browser's; node.js and inline.js put theirs in place.
import { send } from "./send.js";

export const platform = {
  send,
  // What the module `name`, whose file stands at `address()`, is made from.
  source: async (name, address) => address(),
};

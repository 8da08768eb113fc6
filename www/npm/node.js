// The package for Node: WebAssembly from disk, requests over Node's own HTTP.
import { Blob } from "node:buffer";
import { readFile } from "node:fs/promises";
import { compileText } from "./compile-text.js";
import { fetchParts } from "./fetch-node.js";
import "./fetch-form.js";
import { addressOf } from "./address-node.js";
import { platform } from "./platform.js";

const texts = {
  calls: () => import("./pkg/calls.inline.js"),
  follow: () => import("./pkg/follow.inline.js"),
  later: () => import("./pkg/later.inline.js"),
  schema: () => import("./pkg/schema.inline.js"),
};

platform.Blob = /** @type {typeof globalThis.Blob} */ (/** @type {unknown} */ (Blob));
platform.fetchParts = fetchParts;
platform.address = addressOf;
platform.save = async (...args) => (await import("./save-node.js")).save(...args);
platform.module = async (name, address) => {
  try {
    return await WebAssembly.compile(new Uint8Array(await readFile(address())));
  } catch (cause) {
    // A bundler may have moved this module away from the file, and included the text.
    const text = await texts[name]().catch(() => Promise.reject(cause));
    return compileText(text.default);
  }
};

export * from "./index.js";

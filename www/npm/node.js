// The package for Node: WebAssembly from disk, requests over Node's own HTTP.
import { Blob } from "node:buffer";
import { readFile } from "node:fs/promises";
import { fetchParts } from "./fetch-node.js";
import "./fetch-form.js";
import { platform } from "./platform.js";

platform.Blob = /** @type {typeof globalThis.Blob} */ (/** @type {unknown} */ (Blob));
platform.fetchParts = fetchParts;
platform.source = async (_name, address) => new Uint8Array(await readFile(address()));

export * from "./index.js";

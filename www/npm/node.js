// The package for Node: WebAssembly from disk, requests over Node's own HTTP.
import { readFile } from "node:fs/promises";
import { fetchParts } from "./fetch-node.js";
import { platform } from "./platform.js";

platform.fetchParts = fetchParts;
platform.source = async (_name, address) => new Uint8Array(await readFile(address()));

export * from "./index.js";

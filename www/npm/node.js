// The package for Node: WebAssembly from disk, requests over Node's own HTTP.
import { readFile } from "node:fs/promises";
import { platform } from "./platform.js";
import { send } from "./send-node.js";

platform.send = send;
platform.source = (_name, address) => readFile(address());

export * from "./index.js";

import type { Modules } from "./types/precompiled.js";

export * from "./index.js";
export type { Modules };

/** Gives the package its compiled WebAssembly. Call it once, before any other function. */
export function setModules(modules: Modules): void;

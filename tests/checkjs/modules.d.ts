// Modules that the build puts next to the scripts.

declare module "*/pkg/calls.js" {
  type Calls = import("../../www/npm/types/internal.js").Calls;
  export const Client: Calls["Client"];
  export const initSync: Calls["initSync"];
  export const route: Calls["route"];
}

declare module "*/pkg/schema.js" {
  type Schemas = import("../../www/npm/types/internal.js").Schemas;
  export const initSync: Schemas["initSync"];
  export const read: Schemas["read"];
  export const readText: Schemas["readText"];
  export const readWith: Schemas["readWith"];
  export const suggestInputs: Schemas["suggestInputs"];
  export const check: Schemas["check"];
  export const changes: Schemas["changes"];
  export const refusal: Schemas["refusal"];
  export const verifyWebhook: Schemas["verifyWebhook"];
}

declare module "*/pkg/follow.js" {
  type FollowPart = import("../../www/npm/types/internal.js").FollowPart;
  export const Follower: FollowPart["Follower"];
  export const initSync: FollowPart["initSync"];
}

declare module "*/pkg/follow.inline.js" {
  const text: string;
  export default text;
}

declare module "*/pkg/later.js" {
  export const shared: (exports: unknown) => WebAssembly.Imports;
}

declare module "*/pkg/calls.inline.js" {
  const text: string;
  export default text;
}

declare module "*/pkg/later.inline.js" {
  const text: string;
  export default text;
}

declare module "*/pkg/schema.inline.js" {
  const text: string;
  export default text;
}

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*.wasm?module" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/playground.js" {
  const init: (options?: { module_or_path: unknown }) => Promise<unknown>;
  export default init;
  export function start(
    readSource: (file: File, exposure?: string, classes?: Uint8Array) => Promise<string>,
    writeOut: (action: "snippet" | "document", format: string, json: string) => Promise<string>,
    pack: (files: { name: string; url: string }[]) => Promise<Blob>,
    early: unknown,
  ): void;
  export function readQueue(body: Uint8Array, ids: string, afresh: boolean): string;
}

// For `www/start.js`: on the site, the package's schema module is next to it.
declare module "*/schema.js" {
  const init: () => Promise<unknown>;
  export default init;
  export function openFile(bytes: Uint8Array, exposure?: string): string;
  export function useClasses(answer?: string): void;
  export function checkWorkflow(bytes: Uint8Array): string;
  export function initSync(module: { module: BufferSource }): unknown;
  export function snippet(language: string, call: string): string;
  export function document(format: string, described: string): string;
}

// For `comfyui/web`: what ComfyUI's editor serves, and what esbuild turns into text.
declare module "*/scripts/app.js" {
  export const app;
}
declare module "*/scripts/api.js" {
  export const api;
}
declare module "*.css" {
  const text: string;
  export default text;
}

// Addresses that pages of the tests and benchmarks import.
declare module "*/index.js" {
  type Package = typeof import("../../www/npm/index.js");
  export const connect: Package["connect"];
  export const AuthenticationError: Package["AuthenticationError"];
  export const ValidationError: Package["ValidationError"];
}
declare module "*/main.js";

// Packages that only the benchmarks install.
declare module "axios";
declare module "form-data";
declare module "ky";

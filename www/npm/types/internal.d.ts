// Types that the package's modules share. Only for `tsc --checkJs`; not published.
import type * as implementation from "../errors.js";
import type { Deck } from "../index.js";
import type * as errors from "./errors.js";
import type { CallOptions, Fetch, UploadProgress } from "./options.js";
import type { Change, InputSchema, Problem, ValidationItem } from "./schema.js";

/** One part of a form: a text, or a file with its name. */
export type FormPart = [name: string, text: string] | [name: string, file: Blob, fileName: string];

/** A request as `deck.js` hands it to a platform's `send`. */
export interface SendRequest {
  method: string;
  url: string;
  key: string;
  parts?: FormPart[] | undefined;
  signal: AbortSignal;
  /** Called with the bytes sent so far. */
  progress?: ((progress: UploadProgress) => void) | undefined;
  /** The caller's own `fetch`. */
  fetch?: Fetch | undefined;
}

/** What a platform's `send` resolves to. */
export interface SendResponse {
  status: number;
  retryAfter: string | null;
  body: Uint8Array;
}

/** The sources from which wasm-bindgen instantiates a module. */
export type WasmSource = URL | BufferSource | Response | WebAssembly.Module;

/** The functions that differ between platforms. */
export interface Platform {
  send(request: SendRequest): Promise<SendResponse>;
  /** Calls `address` only when needed: in a classic script `import.meta.url` is missing. */
  source(name: ModuleName, address: () => URL): Promise<WasmSource>;
  /** Set by the entry, because a bundle made from `inline-calls.js` may leave the schema part out. */
  schemaPart(): Promise<SchemaPart>;
}

export type ModuleName = "calls" | "schema";

/** An error as the core describes it, with what the package adds. */
export interface ErrorDetails {
  message: string;
  code: errors.ErrorCode;
  status?: number | null;
  method?: string | null;
  url?: string | null;
  body?: string | null;
  items?: ValidationItem[];
  retryAfter?: number | null;
  runId?: string | null;
  cause?: unknown;
}

/** The core's answer: exactly one of the three. */
export interface Outcome<Value = unknown> {
  value?: Value;
  /** Milliseconds until the next attempt. */
  wait?: number;
  error?: ErrorDetails;
}

type Wasm = { default(options: { module_or_path: unknown }): Promise<unknown> };

/** The exports of `pkg/calls.js`. */
export interface Calls extends Wasm {
  core(request: string, body: Uint8Array): string;
}

/** The exports of `pkg/schema.js`. */
export interface Schemas extends Wasm {
  read(bytes: Uint8Array): Reading;
  readText(text: string): Reading;
  check(schema: string, additional: string, parts: string): ValidationItem[];
  changes(before: string, after: string): Change[];
  refusal(baseUrl: string, workflowId: string, items: string): string;
}

/** The exports of `schema-part.js`. */
export interface SchemaPart extends Schemas {
  address(): URL;
}

/** The schemas of a source, and its problems. */
export interface Reading {
  schemas: { workflowId: string | null; schema: InputSchema }[];
  problems: Problem[];
}

/** The functions of the first load that deferred modules use. */
export interface Tools {
  FlowdeckError: typeof implementation.FlowdeckError;
  calls(): Promise<Calls>;
  schemas(): Promise<Schemas>;
  toParts(values: unknown): FormPart[];
  usage: typeof implementation.usage;
}

/** The calls of a deck that deferred modules make. */
export type Calling = Pick<Deck, "queue" | "run" | "health" | "workflows" | "runs" | "getRun" | "output">;

/** Reads a deployment's OpenAPI document: its result and the body. */
export type ReadDescription = (options: CallOptions | null | undefined) => Promise<[unknown, Uint8Array]>;

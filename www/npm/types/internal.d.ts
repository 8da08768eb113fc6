// Types that the package's modules share. Only for `tsc --checkJs`; not published.
import type * as implementation from "../errors.js";
import type { Deck } from "../index.js";
import type * as errors from "./errors.js";
import type { InputSuggestion } from "./exposure.js";
import type { CallOptions, ConnectOptions, Fetch, Operation, RunOptions, UploadProgress } from "./options.js";
import type { Answer as Result, Run, RunDetail, RunEvent, SaveOptions } from "./results.js";
import type { Change, InputSchema, Problem, ValidationItem } from "./schema.js";

/** One part of a form: a text, or a file with its name. */
export type FormPart = [name: string, text: string] | [name: string, file: Blob, fileName: string];

/** Called with the bytes sent so far. */
export type Progress = ((progress: UploadProgress) => void) | undefined;

/** Like fetch, but its body is the parts of a form, and it reports progress; see src/npm_calls/transport.rs. */
export type PartsFetch = (
  url: string,
  options: {
    method: string;
    headers: Record<string, string>;
    body?: FormPart[];
    signal: AbortSignal;
    progress?: Progress;
  },
) => Promise<PartsResponse>;

/** What it resolves to. */
export interface PartsResponse {
  status: number;
  headers: { get(name: string): string | null };
  /** That of a stream of events, which is not read before it is passed on. */
  body?: unknown;
  arrayBuffer(): Promise<ArrayBufferLike>;
}

/** The functions that differ between platforms. */
export interface Platform {
  /** Missing in browsers, where fetch and XMLHttpRequest send. */
  fetchParts?: PartsFetch;
  /** Wraps a caller's fetch where it cannot send the platform's forms. */
  wrapped?(fetch: Fetch): PartsFetch;
  /** Completes an address and a key, in Node from the environment. */
  address?(given: Partial<ConnectOptions>): Partial<ConnectOptions>;
  /** Saves an output where there are files, and returns its path. */
  save?(
    filename: string,
    path: string | null | undefined,
    options: SaveOptions | null | undefined,
    load: (use: (response: { body: unknown }) => Promise<void>) => Promise<void>,
  ): Promise<string>;
  /** The class of the files it sends, if that is not the global one. */
  Blob?: typeof Blob;
  /** The compiled module. Calls `address` only when needed: in a classic script `import.meta.url` is missing. */
  module(name: ModuleName, address: () => URL): Promise<WebAssembly.Module>;
  /** The deferred modules. Set by the entry, because only some may import them on demand. */
  more(): Promise<typeof import("../more.js")>;
  /** Set by the entry, because a bundle made from `inline-calls.js` may leave the schema part out. */
  schemaPart(): Promise<SchemaPart>;
}

/** The functions of the deferred modules, which take the tools and the deck first. */
export type Deferred = typeof import("../more.js");

export type ModuleName = "calls" | "follow" | "later" | "schema";

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

/** The options of a call after they were checked. */
export interface CheckedOptions {
  signal: AbortSignal | null | undefined;
  timeout: number | undefined;
  progress: ((progress: UploadProgress) => unknown) | null | undefined;
  /** The idempotency key of a submission. */
  key?: string | undefined;
  /** Whether the deployment declares that it reads the key, so that the submission may be repeated. */
  repeats?: boolean;
}

/** The answer to a call; see src/npm_calls/answer.rs. */
export interface Answer {
  readonly body: Uint8Array;
  read(): unknown;
}

/** The name of an operation; see src/api/operation/table.rs. */
export type OperationName = Operation | "openapi";

/** The client of a deployment; see src/npm_calls/client.rs. */
export interface Client {
  readonly baseUrl: string;
  resolve(url: string): string | undefined;
  call(
    operation: OperationName,
    id: string,
    query: string,
    parts: FormPart[] | undefined,
    options: CheckedOptions,
  ): Promise<Answer>;
}

/** The initialisation of a module. */
export type Wasm = { initSync(options?: { module: WebAssembly.Module }): unknown };

/** The exports of `pkg/calls.js`. */
export interface Calls extends Wasm {
  Client: new (
    baseUrl: string,
    apiKey: ConnectOptions["apiKey"],
    timeout: number | undefined,
    fetch: Fetch | PartsFetch,
    isBrowser: boolean,
    sendsParts: boolean,
  ) => Client;
  /** The method and path of an operation, as in `GET /api/v1/runs/{run_id}`. */
  route(operation: string): string | undefined;
}

/** A document as text or bytes. */
type Given = string | Uint8Array;

/** The exports of `pkg/schema.js`. */
export interface Schemas extends Wasm {
  read(bytes: Uint8Array): Reading;
  readText(text: string): Reading;
  readWith(source: Given, exposure: Given | undefined, objectInfo: Given | undefined): Reading;
  suggestInputs(source: Given, objectInfo: Given | undefined): InputSuggestion;
  check(schema: string, additional: string, parts: FormPart[], strict: boolean): Promise<ValidationItem[]>;
  changes(before: string, after: string): Change[];
  refusal(baseUrl: string, workflowId: string, items: ValidationItem[]): ErrorDetails;
  /** The verified event; throws the details of an error. `now` is in milliseconds. */
  verifyWebhook(
    id: string | undefined,
    timestamp: string | undefined,
    signatures: string | undefined,
    body: Uint8Array,
    secret: string,
    now: number,
  ): { type: string; timestamp: string; data: unknown };
}

/** The exports of `schema-part.js`. */
export interface SchemaPart extends Schemas {
  address(): URL;
}

/** The schemas of a source, and its problems. */
export interface Reading {
  schemas: { workflowId: string | null; schema: InputSchema }[];
  problems: Problem[];
  /** The run that made the image; see src/workflow/file/saved_run.rs. */
  run: { run_id: string; workflow_id: string; version: number | null; values: Record<string, string> } | null;
}

/** The functions of the first load that deferred modules use. */
export interface Tools {
  FlowdeckError: typeof implementation.FlowdeckError;
  calls(): Promise<Calls>;
  checkedCall(options: CallOptions | null | undefined, action: string): CheckedOptions;
  checkedId(value: string, action: string, noun: string): string;
  checkedOptions<Options extends object>(options: Options | null | undefined, action: string): Options;
  fromCore: typeof implementation.fromCore;
  isFile(value: unknown): value is Blob;
  isForeign(part: FormPart): boolean;
  once<Module extends Wasm>(
    name: ModuleName,
    exportsOf: () => Module | Promise<Module>,
    address: (exports: Module) => URL,
  ): () => Promise<Module>;
  platform: Platform;
  queryOf(parameters: Record<string, string | number | boolean | null | undefined>): string;
  /** Makes an idempotency key, for the decks whose deployment declares that it reads them. */
  repeating: WeakMap<object, () => string>;
  schemas(): Promise<Schemas>;
  toParts(values: unknown): FormPart[];
  usage: typeof implementation.usage;
  withRaw<Result>(result: Result, body: Uint8Array): Result & { raw: unknown };
}

/** The result of a call in its operation's shape (src/api/shapes.rs), and the body. */
// biome-ignore lint/suspicious/noExplicitAny: the shape depends on the operation
export type Answered = [value: any, body: Uint8Array];

/** What deferred modules use of one deck. */
export interface Own {
  /** Makes a call without a form; `action` is what is attempted, for messages. */
  call(
    action: string,
    options: CallOptions | null | undefined,
    operation: OperationName,
    id?: string,
    query?: string,
  ): Promise<Answered>;
  client: Client;
  /** What the client was made with. */
  connection: Connection;
  deck: Calling;
  /** The caller's own fetch. */
  fetch: Fetch | null | undefined;
  /** The run that an answer reports, after noting that this deck started it. */
  record(answer: Answered): Run;
  /** Starts a run; `prepare` is called before a valid one is sent. */
  run(
    workflowId: string,
    values: object,
    options: RunOptions | null | undefined,
    prepare?: () => Promise<void>,
  ): Promise<Run>;
  /** The runs that the deck started, the latest last: watchQueue reports them as `mine`. */
  started: Set<string>;
  /** The deck's option of this name. */
  strict: boolean | null | undefined;
}

/** How a deck reaches its deployment. */
export type Connection = [
  baseUrl: string,
  apiKey: ConnectOptions["apiKey"],
  timeout: number | undefined,
  send: Fetch | PartsFetch,
];

/** What follows a run; see src/npm_follow/follower.rs. */
export interface Follower {
  nextAction(): string;
  passed(isStream: boolean, now: number, random: number): void;
  opened(now: number): void;
  hasNone(): void;
  refused(
    code: string,
    status: number | undefined,
    retryAfter: number | undefined,
    body: string | undefined,
    now: number,
    random: number,
  ): void;
  arrived(piece: Uint8Array, now: number, random: number): void;
  closed(now: number, random: number): void;
  detail(body: Uint8Array): boolean;
  queue(body: Uint8Array): boolean;
  failed(isQueue: boolean, code: string, status: number | undefined, body: string | undefined): boolean;
  readonly offersEvents: boolean | undefined;
  free(): void;
}

/** The exports of `pkg/follow.js`. */
export interface FollowPart extends Wasm {
  Follower: new (runId: string, interval: number, usesEvents: boolean) => Follower;
}

/** What is known of a run. */
export type KnownRun = Omit<RunEvent, "type" | "via" | "at" | "number">;

/** What one event or one poll has shown of a run: what happened, and what is known since. */
export interface Observation {
  via: RunEvent["via"];
  events: RunEvent[];
  known: KnownRun;
  detail: Result<RunDetail> | null;
  ended: boolean;
}

/** The calls of a deck that deferred modules make. */
export type Calling = Pick<Deck, "queue" | "health" | "workflows" | "objectInfo" | "runs" | "getRun" | "output">;

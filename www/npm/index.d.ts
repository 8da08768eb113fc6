import type { InputSuggestion } from "./types/exposure.js";
import type {
  CallOptions,
  CheckOptions,
  ConnectOptions,
  EnvironmentOptions,
  Given,
  InputSchemaOptions,
  Operation,
  RunAndWaitOptions,
  RunOptions,
  RunsOptions,
  RunTokenOptions,
  SuggestInputsOptions,
  Values,
  WatchOptions,
  WatchRunOptions,
  WebhookHeaders,
} from "./types/options.js";
import type {
  Answer,
  Health,
  OutputFile,
  Queue,
  QueueUpdate,
  RemovedRuns,
  Run,
  RunDetail,
  RunEvent,
  RunList,
  RunOutcome,
  RunToken,
  WebhookEvent,
  WorkflowEntry,
} from "./types/results.js";
import type { AdditionalFields, Change, InputSchema, SchemaReading, ValidationItem } from "./types/schema.js";

export type { ErrorCode, WebhookErrorCode } from "./types/errors.js";
export {
  AbortError,
  AuthenticationError,
  DecodeError,
  FlowdeckError,
  HttpError,
  NetworkError,
  NotFoundError,
  QueueFullError,
  TimeoutError,
  UsageError,
  ValidationError,
} from "./types/errors.js";
export type { ExposedField, ExposureDocument, InputCandidate, InputRole, InputSuggestion } from "./types/exposure.js";
export type {
  CallOptions,
  CheckOptions,
  ConnectOptions,
  EnvironmentOptions,
  Fetch,
  Given,
  InputSchemaOptions,
  JsonSource,
  Operation,
  Priority,
  RunAndWaitOptions,
  RunOptions,
  RunsOptions,
  RunTokenOptions,
  SuggestInputsOptions,
  UploadProgress,
  Value,
  Values,
  WatchOptions,
  WatchRunOptions,
  WebhookHeaders,
} from "./types/options.js";
export type {
  Answer,
  Health,
  Instance,
  OutputFile,
  Place,
  PlacedTask,
  Queue,
  QueueUpdate,
  RemovedRuns,
  Run,
  RunByDetail,
  RunByEvents,
  RunByQueue,
  RunDetail,
  RunEntries,
  RunEntry,
  RunEvent,
  RunList,
  RunOutcome,
  RunOutput,
  RunProgress,
  RunStatus,
  RunToken,
  RunUpdate,
  RunWebhook,
  SaveOptions,
  Task,
  TestWebhook,
  Waiting,
  WaitingRun,
  WebhookEvent,
  WorkflowEntry,
} from "./types/results.js";
export type {
  AdditionalFields,
  AdditionalKind,
  BooleanField,
  Change,
  ChangeBase,
  ChoiceField,
  Field,
  FieldBase,
  FieldChange,
  FieldRenamed,
  FileField,
  InputSchema,
  MediaField,
  NumberField,
  Output,
  Problem,
  SchemaReading,
  TextField,
  ValidationItem,
} from "./types/schema.js";

/**
 * Creates the deck of a deployment. Sends nothing yet. In Node, the address and the key are `FLOWDECK_URL` and
 * `FLOWDECK_API_KEY` by default.
 * @throws {UsageError} if the address or the key is missing or not valid
 * @throws {NetworkError} if the package's own WebAssembly cannot be loaded
 */
export function connect(options?: ConnectOptions | EnvironmentOptions | null): Promise<Deck>;

/**
 * The same, for the workflows of an interface that `npx flowdeck types` writes: `connect<Workflows>()`. An unknown
 * workflow or field does not compile.
 */
export function connect<Workflows extends object>(
  options?: ConnectOptions | EnvironmentOptions | null,
): Promise<TypedDeck<Workflows>>;

/** A deck that knows the workflows of its deployment: their ids, and the inputs of each. */
export interface TypedDeck<Workflows extends object> extends Omit<Deck, "run" | "runAndWait"> {
  /** As {@link Deck.run}. */
  run<Id extends keyof Workflows & string>(workflowId: Id, values: Workflows[Id], options?: RunOptions): Promise<Run>;
  /** As {@link Deck.runAndWait}. */
  runAndWait<Id extends keyof Workflows & string>(
    workflowId: Id,
    values: Workflows[Id],
    options?: RunAndWaitOptions,
  ): Promise<RunOutcome>;
}

/**
 * Reads the fields and outputs of a workflow. The source may be a workflow in either of ComfyUI's JSON
 * formats, a PNG or WebP that carries one, an OpenAPI document, a deployment's workflow listing, or
 * flowdeck's own schema document. `problems` names what cannot be read; the rest is still returned.
 * @param source its JSON text (a string is never a path), the parsed object, a file of it, or the
 * file's bytes
 * @throws {UsageError} if it is none of these, such as a promise or a Response that was not awaited, or if the
 * node classes cannot be read
 */
export function inputSchema<Source>(
  source: Source extends NoSource ? never : Source,
  options?: InputSchemaOptions | null,
): Promise<SchemaReading>;

/**
 * Lists the inputs of a workflow that can become fields, and suggests some. `exposure` is the suggestion as a
 * document: edit it, pass it to {@link inputSchema}, or save it as `<workflow id>.form.json`.
 * @param source as for {@link inputSchema}, but only a workflow
 * @throws {UsageError} if it is neither text, bytes nor JSON, or the node classes cannot be read
 */
export function suggestInputs<Source>(
  source: Source extends NoSource ? never : Source,
  options?: SuggestInputsOptions | null,
): Promise<InputSuggestion>;

/** Values that have no JSON or must be awaited first, such as a Response; `unknown` may be parsed JSON. */
type NoSource =
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | ((...given: never) => unknown)
  | PromiseLike<unknown>
  | { json(): Promise<unknown> }
  | ReadonlyMap<never, unknown>
  | ReadonlySet<unknown>;

/**
 * Checks values as {@link Deck.run} does with `schema` and `additional`; resolves to an empty array if they
 * are valid. A file's first bytes are checked, which identify images, video, audio, models and archives, but
 * not text.
 * @throws {UsageError} if the schema, the additional fields or the values are not valid as such
 */
export function checkValues<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
  schema: InputSchema,
  values: Inputs,
  options?: CheckOptions,
): Promise<ValidationItem[]>;

/** Without a schema, only the additional fields are checked. */
export function checkValues<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
  schema: null | undefined,
  values: Inputs,
  options: CheckOptions & { additional: AdditionalFields },
): Promise<ValidationItem[]>;

/** Lists what changed between two schemas of a workflow, and whether it breaks saved values or calling code. */
export function schemaChanges(before: InputSchema, after: InputSchema): Promise<Change[]>;

/**
 * The event that a webhook's request reports, if it was signed with this secret within the last 5 minutes.
 * @param headers the request's headers
 * @param body the request's body exactly as it was received: as text or bytes, not parsed
 * @param secret the signing secret, which starts with `whsec_`
 * @throws {FlowdeckError} if the request is not genuine; `code` says why
 * @throws {DecodeError} if it is genuine, but not an event
 * @throws {UsageError} if the secret is not one, or the body is neither text nor bytes
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | ArrayBuffer | ArrayBufferView,
  secret: string,
): Promise<WebhookEvent>;

/** The calls to one deployment; created by {@link connect}. */
export class Deck {
  private constructor(connection: never);

  /** The deployment's address, without a trailing slash. */
  readonly baseUrl: string;

  /**
   * Starts a run: `POST /api/v1/runs`. A failed call may still have started one, so it is sent once, unless the deck
   * knows that the deployment reads idempotency keys: then it sends one, and repeats the submission up to twice
   * after a broken connection or a status of 502, 503 or 504. It knows that from the deployment's `/openapi.json`,
   * which {@link runAndWait} and {@link supports} read once.
   *
   * `Inputs` may be the interface that `npx flowdeck types` writes.
   * @throws {ValidationError} if the values do not fit the given schema, or the server rejects them
   * @throws {QueueFullError} if no engine instance accepts it now
   */
  run<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
    workflowId: string,
    values: Inputs,
    options?: RunOptions,
  ): Promise<Run>;

  /**
   * Starts a run and waits until it ends. It follows the run's events if the deployment describes them in its
   * `/openapi.json`, and polls otherwise: the run's detail or, if that is not offered, the queue, which only shows that
   * a run is gone (`status` is then `unknown`); `via` says which. A temporary failure is retried. The signal ends the
   * waiting, not the run.
   */
  runAndWait<Inputs extends object & { readonly [F in keyof Inputs]: Given } = Values>(
    workflowId: string,
    values: Inputs,
    options?: RunAndWaitOptions,
  ): Promise<RunOutcome>;

  /** The queue of every engine instance: `GET /api/v1/comfy/queue`. */
  queue(options?: CallOptions): Promise<Queue>;

  /**
   * Polls the queue and yields each snapshot with its changes. Polls every `interval`, up to five times
   * more slowly while nothing changes, and not while the page is hidden. A temporary failure is yielded as
   * `error` with the last queue and its age; any other is thrown. An abort ends it without an error.
   */
  watchQueue(options?: WatchOptions): AsyncGenerator<QueueUpdate, void, void>;

  /**
   * Yields what happens to a run, until it has ended. It follows the run's events if the deployment offers them, and
   * polls otherwise or while the events do not arrive; see {@link runAndWait}. A temporary failure does not end it, but
   * a refused key does. An abort ends it without an error.
   */
  watchRun(runId: string, options?: WatchRunOptions | null): AsyncGenerator<RunEvent, void, void>;

  /** The state of every engine instance; {@link NotFoundError} if the deployment does not offer it. */
  health(options?: CallOptions): Promise<Answer<Health[]>>;

  /** The deployed workflows; {@link NotFoundError} if the deployment does not offer it. */
  workflows(options?: CallOptions): Promise<Answer<WorkflowEntry[]>>;

  /**
   * What the engines know of their node classes, as JSON text for {@link inputSchema} and
   * {@link suggestInputs}; {@link NotFoundError} if the deployment does not offer it.
   */
  objectInfo(options?: CallOptions): Promise<string>;

  /** The runs of a group; {@link NotFoundError} if the deployment does not offer it. */
  runs(groupId: string, options?: RunsOptions): Promise<Answer<RunList>>;

  /** One run's detail; {@link NotFoundError} if the deployment does not offer it. */
  getRun(runId: string, options?: CallOptions): Promise<Answer<RunDetail>>;

  /**
   * Resolves to the URL of an output; null while it is not ready.
   * @throws {TimeoutError} if the deployment reports that its run took too long (408)
   * @throws {NotFoundError} if there is no output of this name, or the deployment does not offer it
   */
  output(filename: string, options?: CallOptions): Promise<Answer<OutputFile> | null>;

  /** Cancels a run; {@link NotFoundError} if the deployment does not offer it. */
  cancel(runId: string, options?: CallOptions): Promise<void>;

  /**
   * Deletes a run that has ended, with its outputs and links; {@link NotFoundError} if there is no such run, or the
   * deployment does not offer it.
   */
  deleteRun(runId: string, options?: CallOptions): Promise<void>;

  /** Deletes the runs of a group that have ended; {@link NotFoundError} if the deployment does not offer it. */
  deleteRuns(groupId: string, options?: CallOptions): Promise<Answer<RemovedRuns>>;

  /**
   * Starts a run again with the same inputs; never sent twice. {@link NotFoundError} if the deployment does
   * not offer it.
   */
  regenerate(runId: string, options?: CallOptions): Promise<Run>;

  /**
   * Makes a token with which a browser follows, reads and cancels this run: `connect({ baseUrl, apiKey: token })`.
   * {@link NotFoundError} if the deployment does not offer it.
   */
  runToken(runId: string, options?: RunTokenOptions | null): Promise<Answer<RunToken>>;

  /**
   * Whether the deployment offers an operation, according to its `/openapi.json`. If that is missing,
   * guarded or describes something else, a call that changes nothing decides. Operations that change
   * something have no such call and are then false.
   * @throws {AuthenticationError} if the deployment rejects the key of such a call
   */
  supports(operation: Operation, options?: CallOptions): Promise<boolean>;
}

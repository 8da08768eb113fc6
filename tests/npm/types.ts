// What a TypeScript consumer may write, and what the compiler keeps them from.
import {
  connect,
  Deck,
  FlowdeckError,
  inputSchema,
  QueueFullError,
  ValidationError,
  type Field,
  type InputSchema,
  type Queue,
  type Run,
  type RunDetail,
  type Values,
} from "flowdeck";

declare const file: File;
declare const signal: AbortSignal;

const deck: Deck = await connect({ baseUrl: "http://127.0.0.1:8787", apiKey: "k" });
const { schema, problems } = await inputSchema("{}");
const fromObject: { schema: InputSchema } = await inputSchema({ 1: { class_type: "InputText", inputs: {} } });
await inputSchema(file);
const where: string | null | undefined = problems[0]?.node;

const values: Values = { a: "text", b: 1, c: 18446744073709551615n, d: true, e: file, f: [file, 1, null], g: null, h: undefined };
const run: Run = await deck.run("poster", values, { groupId: "g", schema, signal });
const entry: string | undefined = run.entries[0]?.workflowId;
const queue: Queue = await deck.queue({ signal });
const first: { id: string; number: number } | undefined = queue.instances[0]?.pending[0];
const detail: RunDetail = await deck.getRun(run.runId);
const nothing: void = await deck.cancel(run.runId);
const same: InputSchema | null | undefined = (await deck.workflows())[0]?.schema;

// A field is told apart by its kind, and every kind is known.
function widest(field: Field): string | number | undefined {
  switch (field.kind) {
    case "text":
      return field.maxLength;
    case "number":
    case "slider":
      return field.max;
    case "choice":
      return field.options[0];
    case "boolean":
    case "image":
    case "video":
    case "audio":
      return undefined;
    default:
      return field satisfies never;
  }
}

function explain(error: unknown): string | number | null {
  if (error instanceof ValidationError) return error.fieldErrors("a")[0] ?? error.code satisfies "validation";
  if (error instanceof QueueFullError) return error.retryAfter;
  if (error instanceof FlowdeckError) return error.status ?? error.code;
  return null;
}

// @ts-expect-error no key
await connect({ baseUrl: "http://h" });
// @ts-expect-error a key is text
await connect({ baseUrl: "http://h", apiKey: 7 });
// @ts-expect-error a deck is made by connect
new Deck();
// @ts-expect-error an error is made by the package
new ValidationError("m");
// @ts-expect-error no workflow
await inputSchema();
// @ts-expect-error a number is no workflow
await inputSchema(7);
// @ts-expect-error no values
await deck.run("poster");
// @ts-expect-error a plain object is no value
await deck.run("poster", { a: {} });
// @ts-expect-error bytes go into a Blob
await deck.run("poster", { a: new Uint8Array(1) });
// @ts-expect-error an array in an array is no value
await deck.run("poster", { a: [["b"]] });
// @ts-expect-error a controller is no signal
await deck.queue({ signal: new AbortController() });
// @ts-expect-error the option is groupId
await deck.run("poster", {}, { group: "g" });
// @ts-expect-error the key cannot be read back
deck.apiKey;
// @ts-expect-error the address does not change
deck.baseUrl = "http://h";
// @ts-expect-error only a text has a length
(schema.fields[0] as Field).maxLength;
// @ts-expect-error a result is awaited
deck.queue().instances;

export { detail, entry, explain, first, fromObject, nothing, same, where, widest };

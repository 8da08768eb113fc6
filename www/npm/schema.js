// Reads a workflow's inputs, checks values and compares schemas. Imports nothing of the first load; see
// supports.js.
import { adopt, bytesOf } from "./foreign-file.js";

/** @import { FormPart, Schemas, Tools } from "./types/internal.js" */

/**
 * `{schema, problems, schemas}` of a workflow, an OpenAPI document, a listing or a schema document.
 * @param {Tools} tools
 * @param {unknown} source
 * @param {import("./types/options.js").InputSchemaOptions | null | undefined} options
 */
export async function inputSchema(tools, source, options) {
  const { exposure, objectInfo } = await given(tools, options);
  const text = await content(tools, source);
  const { schemas: found, problems } = await withSchemas(tools, ({ read, readText, readWith }) => {
    if (exposure !== undefined || objectInfo !== undefined) return readWith(text, exposure, objectInfo);
    return typeof text === "string" ? readText(text) : read(text);
  });
  if (found.length === 0 && typeof text === "string" && isPath(text)) addHint(problems);
  return { schema: found[0]?.schema ?? { fields: [], outputs: [] }, problems, schemas: found };
}

/**
 * The inputs of a workflow that can become fields, and an exposure document of the likely ones.
 * @param {Tools} tools
 * @param {unknown} source
 * @param {import("./types/options.js").SuggestInputsOptions | null | undefined} options
 */
export async function suggestInputs(tools, source, options) {
  const { objectInfo } = await given(tools, options);
  const text = await content(tools, source);
  return withSchemas(tools, ({ suggestInputs }) => suggestInputs(text, objectInfo));
}

/**
 * The options with their documents as text or bytes.
 * @param {Tools} tools
 * @param {import("./types/options.js").InputSchemaOptions | null | undefined} options
 */
async function given(tools, options) {
  if (options != null && typeof options !== "object") {
    throw tools.usage("reading a workflow: the options must be an object");
  }
  /** @param {"exposure" | "objectInfo"} name */
  const document = (name) =>
    options?.[name] == null ? undefined : content(tools, options[name], `the option ${name}`);
  return { exposure: await document("exposure"), objectInfo: await document("objectInfo") };
}

/** Text that may have been meant as a path or a URL: one line that is not JSON, with a dot or a slash. */
const PATH = /^(?![\s\ufeff]*[[{])[^\r\n]*[./\\][^\r\n]*$/;

/** @param {string} text */
const isPath = (text) => text.length <= 4096 && PATH.test(text);

/** @param {import("./types/schema.js").Problem[]} problems */
function addHint([problem]) {
  if (!problem) return;
  problem.message += "; a string is the JSON text itself, never a path or a URL: read the file or fetch the URL first";
}

/**
 * The changes from one schema to another.
 * @param {Tools} tools
 * @param {unknown} before
 * @param {unknown} after
 */
export async function schemaChanges(tools, before, after) {
  return withSchemas(tools, ({ changes }) => changes(toJson(tools, before), toJson(tools, after)));
}

/**
 * The errors of values, as the items of a 422; never throws for invalid values.
 * @param {Tools} tools
 * @param {unknown} schema
 * @param {unknown} values
 * @param {import("./types/options.js").CheckOptions | null | undefined} options
 */
export async function checkValues(tools, schema, values, options) {
  if (options != null && typeof options !== "object") {
    throw tools.usage("checking values: the options must be an object");
  }
  const parts = tools.toParts(values);
  await adopt(tools, parts);
  return check(tools, schema, options?.additional, parts);
}

/**
 * The errors of a run's parts, by the schema, by `additional` fields, or by both.
 * @param {Tools} tools
 * @param {unknown} schema
 * @param {unknown} additional
 * @param {FormPart[]} parts
 */
async function check(tools, schema, additional, parts, strict = false) {
  return withSchemas(tools, ({ check }) => check(toJson(tools, schema), toJson(tools, additional), parts, strict));
}

/**
 * Throws the refusal of a run whose parts have errors.
 * @param {Tools} tools
 * @param {string} baseUrl
 * @param {string} workflowId
 * @param {unknown} schema
 * @param {unknown} additional
 * @param {FormPart[]} parts
 * @param {boolean | null | undefined} strict Whether parts that neither has are errors.
 */
export async function accept(tools, baseUrl, workflowId, schema, additional, parts, strict) {
  const items = await check(tools, schema, additional, parts, !!strict && schema != null);
  if (items.length > 0) throw tools.fromCore((await tools.schemas()).refusal(baseUrl, workflowId, items));
}

/**
 * @template Result
 * @param {Tools} tools
 * @param {(core: Schemas) => Result | Promise<Result>} work
 */
async function withSchemas({ schemas, usage }, work) {
  const core = await schemas();
  try {
    return await work(core);
  } catch (thrown) {
    // The core throws a string for input that it cannot use.
    throw typeof thrown === "string" ? usage(thrown) : thrown;
  }
}

/**
 * @param {Tools} tools
 * @param {unknown} value
 */
function toJson({ usage }, value) {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (thrown) {
    throw usage(`reading a schema: ${messageOf(thrown)}`);
  }
}

/**
 * A source's text or bytes.
 * @param {Tools} tools
 * @param {unknown} source
 * @param {string} what Its name in messages.
 * @returns {Promise<string | Uint8Array>}
 */
async function content(tools, source, what = "a workflow") {
  try {
    if (typeof source === "string") return source;
    if (tools.isFile(source)) return await bytesOf(source);
    if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) {
      return content(tools, new Blob([/** @type {BufferSource} */ (source)]), what);
    }
    if (typeof source !== "object" || source === null) {
      throw new Error("give its JSON text, the parsed object or a File of it");
    }
    if (!isPlain(source)) throw new Error(advice(source));
    const text = JSON.stringify(source);
    if (text === undefined) throw new Error("the object has no JSON");
    return text;
  } catch (thrown) {
    throw tools.usage(`reading ${what}: ${messageOf(thrown)}`);
  }
}

/** @param {any} thrown */
const messageOf = (thrown) => thrown?.message ?? String(thrown);

/**
 * Whether an object is parsed JSON, of whatever window, or defines its own JSON.
 * @param {object} source
 */
function isPlain(source) {
  if (Array.isArray(source)) return true;
  const { then, toJSON } = /** @type {{ then?: unknown, toJSON?: unknown }} */ (source);
  if (tagOf(source) !== "Object" || typeof then === "function") return false;
  const prototype = Object.getPrototypeOf(source);
  return prototype === null || Object.getPrototypeOf(prototype) === null || typeof toJSON === "function";
}

/** @param {object} source */
const tagOf = (source) => Object.prototype.toString.call(source).slice(8, -1);

/**
 * Says what an object that is not JSON is, and what to do.
 * @param {object} source
 */
function advice(source) {
  const { then, json } = /** @type {{ then?: unknown, json?: unknown }} */ (source);
  if (typeof then === "function") return "this is a promise; await it first";
  const tag = tagOf(source);
  const name = tag === "Object" ? source.constructor?.name || "an object of a class" : tag;
  if (typeof json === "function") return `this is a ${name}; give what its json() resolves to: await it first`;
  if (tag === "Module") return "this is a module; give its default export";
  return `this is not plain JSON (${name}); give its JSON text, the parsed object or a File of it`;
}

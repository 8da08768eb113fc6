// Schema work: reading what a workflow asks for, checking values, comparing schemas. Its `tools` are
// given: what it imported itself, a bundler would take out of the first load into files of its own.

/** How many of a file's first bytes tell what it is. */
const SNIFFED = 512;

/** `{schema, problems, schemas}` of a workflow, an OpenAPI document, a listing or a schema document. */
export async function inputSchema(tools, source) {
  const given = await content(tools, source);
  const reading = ({ read, readText }) => (typeof given === "string" ? readText(given) : read(given));
  const { schemas: found, problems } = await used(tools, reading);
  if (found.length === 0 && typeof given === "string" && isPath(given)) hint(problems);
  return { schema: found[0]?.schema ?? { fields: [], outputs: [] }, problems, schemas: found };
}

/** Text that may have been meant as a path or a URL: one line that is no JSON, with a dot or a slash. */
const PATH = /^(?![\s\ufeff]*[[{])[^\r\n]*[./\\][^\r\n]*$/;

const isPath = (text) => text.length <= 4096 && PATH.test(text);

function hint([problem]) {
  if (problem)
    problem.message +=
      "; a string is the JSON text itself, never a path or a URL: read the file or fetch the URL first";
}

/** What changed from one schema to another. */
export async function schemaChanges(tools, before, after) {
  return used(tools, ({ changes }) => changes(json(tools, before), json(tools, after)));
}

/** What is wrong with values, in the contract's items; nothing is refused. */
export async function checkValues(tools, schema, values, options) {
  if (options != null && typeof options !== "object")
    throw tools.usage("checking values: the options must be an object");
  return check(tools, schema, options?.additional, tools.toParts(values));
}

/** What is wrong with a run's parts: by the schema, or by `additional`, names with their kinds, or both. */
export async function check(tools, schema, additional, parts) {
  const described = json(tools, await Promise.all(parts.map(description)));
  return used(tools, ({ check }) => check(json(tools, schema), json(tools, additional), described));
}

async function used({ schemas, usage }, work) {
  const core = await schemas();
  try {
    return work(core);
  } catch (thrown) {
    // The core says in a text what it cannot use.
    throw typeof thrown === "string" ? usage(thrown) : thrown;
  }
}

function json({ usage }, value) {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (thrown) {
    throw usage(`reading a schema: ${thrown?.message ?? thrown}`);
  }
}

/** A part as a check sees it: of a file, no more than its first bytes. */
async function description([name, value, fileName]) {
  if (fileName === undefined) return { name, text: value };
  const head = new Uint8Array(await value.slice(0, SNIFFED).arrayBuffer());
  return { name, file: { name: fileName, type: value.type, size: value.size, head: [...head] } };
}

/** A source's text or bytes. */
async function content({ usage }, source) {
  const refused = (why) => usage(`reading a workflow: ${why}`);
  try {
    if (typeof source === "string") return source;
    if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
    if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return content({ usage }, new Blob([source]));
    if (typeof source !== "object" || source === null)
      throw new Error("give its JSON text, the parsed object or a File of it");
    if (!isPlain(source)) throw new Error(instead(source));
    const text = JSON.stringify(source);
    if (text === undefined) throw new Error("the object has no JSON");
    return text;
  } catch (thrown) {
    throw refused(thrown?.message ?? String(thrown));
  }
}

/** Whether an object is JSON as it was parsed, in whatever window, or says itself what its JSON is. */
function isPlain(source) {
  if (Array.isArray(source)) return true;
  if (kindOf(source) !== "Object" || typeof source.then === "function") return false;
  const prototype = Object.getPrototypeOf(source);
  return prototype === null || Object.getPrototypeOf(prototype) === null || typeof source.toJSON === "function";
}

const kindOf = (source) => Object.prototype.toString.call(source).slice(8, -1);

/** What an object is that is no JSON, and what to do. */
function instead(source) {
  if (typeof source.then === "function") return "this is a promise; await it first";
  const kind = kindOf(source);
  const name = kind === "Object" ? source.constructor?.name || "an object of a class" : kind;
  if (typeof source.json === "function") return `this is a ${name}; give what its json() resolves to: await it first`;
  if (kind === "Module") return "this is a module; give its default export";
  return `this is no plain JSON (${name}); give its JSON text, the parsed object or a File of it`;
}

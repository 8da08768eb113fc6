// Generates TypeScript from a workflow's fields. For any names and texts, the output is valid and consists
// only of names, literals and comments.

/**
 * @typedef {import("../types/schema.js").Field} Field
 * @typedef {{ file?: string | undefined, id?: string | null, fields: Field[] }} Workflow
 * @typedef {Partial<Omit<import("../types/schema.js").NumberField, "kind">> & {
 *   kind: string, maxLength?: number, accept?: string, options?: string[],
 * }} Facts
 * A field of any kind.
 */

const HEADER = "// Written by `npx flowdeck types`; run it again after the workflow changes.\n";
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
// Control characters, and characters that change the order in which text is read.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** @type {Set<string>} */
const FILE_KINDS = new Set(["image", "video", "audio", "file"]);

/**
 * A module with one interface per workflow, named after its id, or else its file, or else `Inputs`, and with one for
 * all that have an id, if these are all workflows of a deployment.
 * `name` names the first one.
 * @param {Workflow[]} workflows
 * @param {string} [name]
 */
export function declarations(workflows, name, isWhole = true) {
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {[id: string, name: string][]} */
  const named = [];
  const interfaces = workflows.map(({ file, id, fields }) => {
    const chosen = unique(name ? typeName(name) : inputsName(id ?? file?.replace(/\.[^.]*$/, "")), taken);
    if (id != null) named.push([id, chosen]);
    const members = fields.map(member).join("\n\n");
    const about = comment(
      [`The inputs of the workflow${id == null ? "" : ` “${id}”`} in ${file ?? "the standard input"}.`],
      "",
    );
    return `${about}export interface ${chosen} {\n${members}${members && "\n"}}\n`;
  });
  return [HEADER, ...interfaces, ...(isWhole ? byId(named, taken) : [])].join("\n");
}

/**
 * The interface that `connect<Workflows>()` takes, if every workflow has an id of its own.
 * @param {[id: string, name: string][]} named
 * @param {Set<string>} taken
 */
function byId(named, taken) {
  const isUnique = new Set(named.map(([id]) => id)).size === named.length;
  if (named.length === 0 || !isUnique || taken.has("Workflows")) return [];
  const members = named.map(([id, name]) => `  ${property(id)}: ${name};\n`);
  return [
    "/** The inputs of each workflow, for `connect<Workflows>()`. */\n" +
      `export interface Workflows {\n${members.join("")}}\n`,
  ];
}

/**
 * The interface name for a workflow: `slow-blur` gives `SlowBlurInputs`.
 * @param {string | undefined} workflow
 */
function inputsName(workflow) {
  if (workflow === undefined) return "Inputs";
  const name = typeName(`${workflow} inputs`);
  return name === "Inputs" ? "WorkflowInputs" : name;
}

/**
 * A type name made from any text: `poster-two` gives `PosterTwo`.
 * @param {string} text
 */
function typeName(text) {
  const words = text.normalize("NFC").match(/[\p{ID_Continue}$]+/gu) ?? [];
  const name = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join("");
  return IDENTIFIER.test(name) ? name : `Workflow${name || "Inputs"}`;
}

/**
 * @param {string} name
 * @param {Set<string>} taken
 */
function unique(name, taken) {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`;
  taken.add(free);
  return free;
}

/** @param {Field} field */
function member(field) {
  const optional = !field.required || field.default !== undefined;
  const type = optional ? `${valueType(field)} | null` : valueType(field);
  return `${comment(documentation(field), "  ")}  ${property(field.name)}${optional ? "?" : ""}: ${type};`;
}

/** @param {Field} field */
function valueType(field) {
  const single = singleType(field);
  if (!field.multiple) return single;
  return `${single} | readonly ${single.includes("|") ? `(${single})` : single}[]`;
}

/** @param {Field} field */
function singleType(field) {
  if (FILE_KINDS.has(field.kind)) return "Blob";
  if (field.kind === "number" || field.kind === "slider") return "number | bigint | string";
  if (field.kind === "boolean") return "boolean";
  const options = [...new Set(field.kind === "choice" ? field.options : [])];
  return options.map(literal).join(" | ") || "string";
}

/**
 * A field's documentation, by paragraph.
 * @param {Field} field
 */
function documentation(field) {
  const facts = [bounds(field), length(field), accepted(field), field.multiple ? "Takes several values." : ""];
  return [
    field.label === field.name ? "" : plain(field.label),
    [plain(field.help ?? field.tooltip ?? ""), ...facts].filter(Boolean).join("\n"),
    field.default === undefined ? "" : `@defaultValue ${shown(field.kind, field.default)}`,
  ].filter(Boolean);
}

/** @param {Facts} field */
function bounds({ kind, integer, min, max, step }) {
  if (kind !== "number" && kind !== "slider") return "";
  const limits = [
    min !== undefined && `from ${min}`,
    max !== undefined && `to ${max}`,
    step !== undefined && `in steps of ${step}`,
  ];
  return `${[integer ? "A whole number" : "A number", ...limits.filter(Boolean)].join(" ")}.`;
}

/**
 * A text without TSDoc tags.
 * @param {string} text
 */
const plain = (text) => text.replace(/(^\s*|\{)@/gm, "$1\\@");

/** @param {Facts} field */
const length = ({ maxLength }) => (maxLength === undefined ? "" : `At most ${maxLength} characters.`);

/** @param {Facts} field */
function accepted({ kind, accept }) {
  if (!FILE_KINDS.has(kind)) return "";
  return `A file: ${accept || (kind === "file" ? "any" : `${kind}/*`)}.`;
}

/**
 * A default value on one line: text as a literal, which shows its line breaks.
 * @param {string} kind
 * @param {string} text
 */
function shown(kind, text) {
  const whole = kind === "text" || kind === "choice" ? literal(text) : text;
  return whole.length > 100 ? `${whole.slice(0, 100)}…` : whole;
}

/** @param {string} name */
const property = (name) => (IDENTIFIER.test(name) && name !== "__proto__" ? name : literal(name));

/** @param {string} text */
function literal(text) {
  return JSON.stringify(text).replace(INVISIBLE, (hidden) => {
    return Array.from(
      { length: hidden.length },
      (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join("");
  });
}

/**
 * A TSDoc comment that no line can close.
 * @param {string[]} paragraphs
 * @param {string} indent
 */
function comment(paragraphs, indent) {
  const lines = paragraphs.flatMap((text, at) => [...(at > 0 ? [""] : []), ...text.split(/\r\n?|[\n\u2028\u2029]/)]);
  const safe = lines.map((line) => line.replace(INVISIBLE, " ").replaceAll("*/", "*\\/").trimEnd());
  if (safe.length === 0) return "";
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`, ""].join("\n");
}

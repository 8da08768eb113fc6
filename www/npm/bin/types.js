// TypeScript from a workflow's fields. Whatever a workflow calls its fields and says of them, what
// is written is valid, and nothing in it is more than a name, a literal or a comment.

const HEADER = "// Written by `npx flowdeck types`; after a change of the workflow, write it again.\n";
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
// Controls, and what makes text read in another order than it stands in.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const FILES = new Set(["image", "video", "audio", "file"]);

/**
 * A module of interfaces: one for each of `{file, id, fields}`, named after its id, or else its file,
 * or else `Inputs`. A `name` is the name of the first.
 */
export function declarations(workflows, name) {
  const taken = new Set();
  const interfaces = workflows.map(({ file, id, fields }) => {
    const chosen = unique(name ? typeName(name) : inputsName(id ?? file?.replace(/\.[^.]*$/, "")), taken);
    const members = fields.map(member).join("\n\n");
    const about = comment(
      [`The inputs of the workflow${id == null ? "" : ` “${id}”`} in ${file ?? "the standard input"}.`],
      "",
    );
    return `${about}export interface ${chosen} {\n${members}${members && "\n"}}\n`;
  });
  return [HEADER, ...interfaces].join("\n");
}

/** The name for the inputs of what is called so: `slow-blur` gives `SlowBlurInputs`. */
function inputsName(called) {
  if (called === undefined) return "Inputs";
  const name = typeName(`${called} inputs`);
  return name === "Inputs" ? "WorkflowInputs" : name;
}

/** A type's name made of any text: `poster-two` gives `PosterTwo`. */
function typeName(text) {
  const words = text.normalize("NFC").match(/[\p{ID_Continue}$]+/gu) ?? [];
  const name = words.map((word) => word.replace(/^./u, (first) => first.toUpperCase())).join("");
  return IDENTIFIER.test(name) ? name : `Workflow${name || "Inputs"}`;
}

function unique(name, taken) {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`;
  taken.add(free);
  return free;
}

function member(field) {
  const optional = !field.required || field.default !== undefined;
  const type = optional ? `${valueType(field)} | null` : valueType(field);
  return `${comment(words(field), "  ")}  ${property(field.name)}${optional ? "?" : ""}: ${type};`;
}

function valueType(field) {
  const one = oneType(field);
  if (!field.multiple) return one;
  return `${one} | readonly ${one.includes("|") ? `(${one})` : one}[]`;
}

function oneType(field) {
  if (FILES.has(field.kind)) return "Blob";
  if (field.kind === "number" || field.kind === "slider") return "number | bigint | string";
  if (field.kind === "boolean") return "boolean";
  const options = [...new Set(field.kind === "choice" ? field.options : [])];
  return options.map(literal).join(" | ") || "string";
}

/** What a person should know of a field, by paragraph. */
function words(field) {
  const facts = [bounds(field), length(field), accepted(field), field.multiple ? "Takes several." : ""];
  return [
    field.label === field.name ? "" : plain(field.label),
    [plain(field.help ?? ""), ...facts].filter(Boolean).join("\n"),
    field.default === undefined ? "" : `@defaultValue ${shown(field)}`,
  ].filter(Boolean);
}

function bounds({ kind, integer, min, max, step }) {
  if (kind !== "number" && kind !== "slider") return "";
  const limits = [
    min !== undefined && `from ${min}`,
    max !== undefined && `to ${max}`,
    step !== undefined && `in steps of ${step}`,
  ];
  return `${[integer ? "A whole number" : "A number", ...limits.filter(Boolean)].join(" ")}.`;
}

/** A person's words, in which nothing is a tag. */
const plain = (text) => text.replace(/(^\s*|\{)@/gm, "$1\\@");

const length = ({ maxLength }) => (maxLength === undefined ? "" : `At most ${maxLength} characters.`);

function accepted({ kind, accept }) {
  if (!FILES.has(kind)) return "";
  return `A file: ${accept || (kind === "file" ? "any" : `${kind}/*`)}.`;
}

/** A field's default on one line: text as a literal, which shows its line breaks. */
function shown({ kind, default: text }) {
  const whole = kind === "text" || kind === "choice" ? literal(text) : text;
  return whole.length > 100 ? `${whole.slice(0, 100)}…` : whole;
}

const property = (name) => (IDENTIFIER.test(name) && name !== "__proto__" ? name : literal(name));

function literal(text) {
  return JSON.stringify(text).replace(UNSEEN, (unseen) => {
    return Array.from(
      { length: unseen.length },
      (_, at) => `\\u${unseen.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join("");
  });
}

/** A TSDoc comment that no line can end. */
function comment(paragraphs, indent) {
  const lines = paragraphs.flatMap((text, at) => [...(at > 0 ? [""] : []), ...text.split(/\r\n?|[\n\u2028\u2029]/)]);
  const safe = lines.map((line) => line.replace(UNSEEN, " ").replaceAll("*/", "*\\/").trimEnd());
  if (safe.length === 0) return "";
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`, ""].join("\n");
}

// Turns form values into the parts of a form. Does not know the schema.
import { usage } from "./errors.js";
import { platform } from "./platform.js";

/** @import { FormPart } from "./types/internal.js" */

/**
 * The parts for `{field: value}`, in its order. `0`, `false` and `""` are values.
 * @param {unknown} values
 */
export function toParts(values) {
  /** @param {string} why */
  const refuse = (why) => usage(`reading the values of a run: ${why}`);
  /** @type {FormPart[]} */
  const parts = [];
  if (values == null) return parts;
  if (typeof values !== "object" || Symbol.iterator in values || isFile(values)) {
    throw refuse("give the values as an object: {field: value}");
  }
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item == null) continue;
      // A handle: the file's bytes are not read before they are sent.
      if (isFile(item)) parts.push([name, item, /** @type {Partial<File>} */ (item).name ?? "blob"]);
      else parts.push([name, text(item, (why) => refuse(`“${name}” ${why}`))]);
    }
  }
  return parts;
}

/**
 * Whether a value is a Blob or a File, even one of another window or library.
 * @param {unknown} value
 * @returns {value is Blob}
 */
export const isFile = (value) => value instanceof Blob || /^\[object (Blob|File)]$/.test({}.toString.call(value));

/**
 * Whether a part is a file that the platform may not be able to send as it is.
 * @param {FormPart} part
 */
export const isForeign = ([, value]) => typeof value !== "string" && !(value instanceof (platform.Blob ?? Blob));

/**
 * @param {unknown} value
 * @param {(why: string) => Error} refuse
 */
function text(value, refuse) {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value !== "number") {
    throw refuse(
      "must be a string, number, bigint, boolean, Blob or File, or an array of these; " +
        "bytes go into a Blob: new Blob([bytes], { type })",
    );
  }
  if (!Number.isFinite(value)) throw refuse("must be a finite number");
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw refuse("is too large for a JavaScript number, which would change its digits; give a bigint or a string");
  }
  return String(value);
}

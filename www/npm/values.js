// Turns form values into the parts of a form. Does not know the schema.
import { usage } from "./errors.js";

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
  if (typeof values !== "object" || Symbol.iterator in values || values instanceof Blob) {
    throw refuse("give the values as an object: {field: value}");
  }
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item == null) continue;
      // A handle: the file's bytes are not read before they are sent.
      if (item instanceof Blob) parts.push([name, item, /** @type {Partial<File>} */ (item).name ?? "blob"]);
      else parts.push([name, text(item, (why) => refuse(`“${name}” ${why}`))]);
    }
  }
  return parts;
}

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

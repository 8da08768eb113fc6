// Form values: from an object to the parts of a form, `[name, text]` and `[name, blob, file name]`.
// Does not know the schema.
import { usage } from "./errors.js";

/** The parts for `{field: value}`, in its order. `0`, `false` and `""` are given values. */
export function toParts(values) {
  const refuse = (why) => usage(`reading the values of a run: ${why}`);
  const parts = [];
  if (values == null) return parts;
  if (typeof values !== "object" || Symbol.iterator in values || values instanceof Blob) {
    throw refuse("give the values as an object: {field: value}");
  }
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item == null) continue;
      // A handle: a file's bytes are read by whoever sends it.
      if (item instanceof Blob) parts.push([name, item, item.name ?? "blob"]);
      else parts.push([name, text(item, (why) => refuse(`“${name}” ${why}`))]);
    }
  }
  return parts;
}

function text(value, refuse) {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value !== "number") {
    throw refuse(
      "must be a string, number, bigint, boolean, Blob or File, or an array of these; bytes go into a Blob: new Blob([bytes], { type })",
    );
  }
  if (!Number.isFinite(value)) throw refuse("must be a finite number");
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw refuse("is too great for a JavaScript number, which would change its digits; give a bigint or a string");
  }
  return String(value);
}

// Compares two prompts node by node, and names the kind of each difference.

import { isDeepStrictEqual } from "node:util";

const isLink = (value) =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && typeof value[1] === "number";

/** The differences of `ours` from `theirs`; each has a reason, which is the same for the same cause. */
export function differences(theirs, ours) {
  const ids = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return [...ids].flatMap((id) => nodeDifferences(id, theirs[id], ours[id]));
}

function nodeDifferences(id, theirs, ours) {
  if (!ours) return [{ id, reason: `node missing: ${theirs.class_type}` }];
  if (!theirs) return [{ id, reason: `node too many: ${ours.class_type}` }];
  if (theirs.class_type !== ours.class_type)
    return [{ id, reason: `class: ${theirs.class_type} is ${ours.class_type}` }];
  const names = new Set([...Object.keys(theirs.inputs), ...Object.keys(ours.inputs)]);
  return [...names].flatMap((name) => {
    const [left, right] = [theirs.inputs[name], ours.inputs[name]];
    if (isDeepStrictEqual(left, right)) return [];
    return [{ id, reason: `${kind(left, right)}: ${theirs.class_type}.${name}`, theirs: left, ours: right }];
  });
}

function kind(theirs, ours) {
  if (ours === undefined) return isLink(theirs) ? "link missing" : "value missing";
  if (theirs === undefined) return isLink(ours) ? "link too many" : "value too many";
  if (isLink(theirs) !== isLink(ours)) return isLink(theirs) ? "value for a link" : "link for a value";
  if (isLink(theirs)) return "other link";
  return typeof theirs === typeof ours ? "other value" : "other type";
}

// Compares two prompts node by node, and names the kind of each difference.

import { isDeepStrictEqual } from "node:util";

import { isFilledIn } from "./filled.mjs";
import { isLink } from "./link.mjs";
import { isSameButForIds } from "./signatures.mjs";

const ONLY_ID = "only its id differs";

/** Other ids for nodes of group nodes are no difference: the editor numbers them anew each time. */
export const isOnlyId = ({ reason }) => reason === ONLY_ID;

/**
 * The differences of `ours` from `theirs`; each has a reason, which is the same for the same cause.
 * Not compared: values that the editor adds under names that the class does not have, such as the
 * content of a preview. ComfyUI ignores them.
 */
export function differences(theirs, ours, classes) {
  const all = differing(theirs, ours, classes);
  if (all.length > 0 && isSameButForIds(theirs, ours)) return all.map(({ id }) => ({ id, reason: ONLY_ID }));
  // The editor gives new ids to nodes of group nodes, and to those whose id occurs in another subgraph.
  const ids = otherIds(theirs, ours);
  const others = ids.size === 0 ? all : differing(theirs, renamed(ours, ids), classes);
  if (others.length >= all.length) return all;
  const moved = [...ids.values()].map((id) => ({ id, reason: ONLY_ID }));
  return [...moved, ...others];
}

function differing(theirs, ours, classes) {
  const ids = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return [...ids].flatMap((id) => nodeDifferences(id, theirs[id], ours[id], classes));
}

/** Pairs the nodes that only one prompt has: our id to that of the node of the same class that is most like it. */
function otherIds(theirs, ours) {
  const left = Object.keys(theirs).filter((id) => !ours[id]);
  const pairs = new Map();
  for (const id of Object.keys(ours).filter((id) => !theirs[id])) {
    const same = left.filter((other) => theirs[other].class_type === ours[id].class_type);
    const likeness = (other) => equalInputs(theirs[other], ours[id]);
    const [best] = same.sort((one, next) => likeness(next) - likeness(one));
    if (best) pairs.set(id, left.splice(left.indexOf(best), 1)[0]);
  }
  return pairs;
}

const equalInputs = (theirs, ours) =>
  Object.entries(theirs.inputs).filter(([name, value]) => isDeepStrictEqual(value, ours.inputs[name])).length;

function renamed(prompt, ids) {
  const value = (value) => (isLink(value) ? [ids.get(value[0]) ?? value[0], value[1]] : value);
  const inputs = (inputs) => Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, value(one)]));
  const nodes = Object.entries(prompt);
  return Object.fromEntries(nodes.map(([id, node]) => [ids.get(id) ?? id, { ...node, inputs: inputs(node.inputs) }]));
}

function nodeDifferences(id, theirs, ours, classes) {
  if (!ours) return [{ id, reason: `node missing: ${theirs.class_type}` }];
  if (!theirs) return [{ id, reason: `node too many: ${ours.class_type}` }];
  const name = theirs.class_type;
  if (name !== ours.class_type) return [{ id, reason: `class: ${name} is ${ours.class_type}` }];
  const inputs = new Set([...Object.keys(theirs.inputs), ...Object.keys(ours.inputs)]);
  return [...inputs].flatMap((input) => {
    const [left, right] = [theirs.inputs[input], ours.inputs[input]];
    if (isDeepStrictEqual(left, right) || isFilledIn(left, right)) return [];
    if (right === undefined && !isLink(left) && !has(classes[name], input)) return [];
    return [{ id, reason: `${kind(left, right)}: ${name}.${input}`, theirs: left, ours: right }];
  });
}

/** Whether a class has an input; those of dynamic choices are named `choice.input`. */
function has(definition, input) {
  const { required, optional, hidden } = definition?.input ?? {};
  return input.split(".")[0] in { ...required, ...optional, ...hidden };
}

function kind(theirs, ours) {
  if (ours === undefined) return isLink(theirs) ? "link missing" : "value missing";
  if (theirs === undefined) return isLink(ours) ? "link too many" : "value too many";
  if (isLink(theirs) !== isLink(ours)) return isLink(theirs) ? "value for a link" : "link for a value";
  if (isLink(theirs)) return "other link";
  return typeof theirs === typeof ours ? "other value" : "other type";
}

// What each node of a prompt is, whatever the ids: its class, its values, and the nodes that it is linked to.

import { createHash } from "node:crypto";

import { isLink } from "./link.mjs";

/** Whether two prompts are the same but for the ids of their nodes. */
export function isSameButForIds(one, other) {
  return signatures(one).join() === signatures(other).join();
}

function signatures(prompt) {
  const found = new Map();
  return Object.keys(prompt)
    .map((id) => signature(prompt, id, found))
    .sort();
}

function signature(prompt, id, found) {
  if (found.has(id)) return found.get(id);
  // Of a circle, and of a link to nothing.
  found.set(id, "");
  const node = prompt[id] ?? { class_type: "nothing", inputs: {} };
  const value = (value) => (isLink(value) ? [signature(prompt, value[0], found), value[1]] : value);
  const inputs = Object.entries(node.inputs).sort(([one], [next]) => (one < next ? -1 : 1));
  const text = JSON.stringify([node.class_type, inputs.map(([name, one]) => [name, value(one)])]);
  found.set(id, createHash("sha256").update(text).digest("hex"));
  return found.get(id);
}

// Which differences between an editor's file and a prompt, both in one picture, no conversion can explain: the picture
// was changed after it was made, or its ComfyUI had older classes.

import { isDeepStrictEqual } from "node:util";

/** Every value in the widgets of every node, also of subgraphs and group nodes, as JSON. */
function widgetValues(workflow) {
  const found = new Set();
  const leaves = (value) => {
    found.add(JSON.stringify(value));
    if (value && typeof value === "object") Object.values(value).forEach(leaves);
  };
  const visit = (value) => {
    if (!value || typeof value !== "object") return;
    if (value.widgets_values && !/Note$/.test(value.type)) leaves(value.widgets_values);
    Object.values(value).forEach(visit);
  };
  visit(workflow);
  return found;
}

/** Whether a prompt cannot have been made of this file: it has a node or a value that the file has not. */
export function isOfAnotherState(workflow, prompt, differences) {
  const values = widgetValues(workflow);
  const ids = new Set(workflow.nodes.map(({ id }) => `${id}`));
  return differences.some(({ id, reason, theirs }) => {
    if (/^(other value|other type|value missing)/.test(reason)) return !values.has(JSON.stringify(theirs));
    return prompt[id] !== undefined && !ids.has(id.split(":")[0]);
  });
}

/** The value that the editor gives a new widget. */
function defaultOf([type, settings]) {
  const options = Array.isArray(type) ? type : settings?.options;
  return settings?.default ?? options?.[0];
}

/**
 * Whether ours has the default of an input that the prompt lacks: its ComfyUI did not have the input yet.
 * @param {{reason: string, ours?: any}} difference
 */
export function isNewerInput({ reason, ours }, classes) {
  const [, name, input] = /^value too many: ([^.]+)\.(.+)$/.exec(reason) ?? [];
  const { required, optional } = classes[name]?.input ?? {};
  const definition = required?.[input] ?? optional?.[input];
  return definition !== undefined && isDeepStrictEqual(defaultOf(definition), ours);
}

// Faulty prompts, made of a good one: in each, one input or class is wrong in one way. Knows ComfyUI's
// types of inputs, not its verdicts.

const isLink = (value) => Array.isArray(value) && value.length === 2 && typeof value[0] === "string";

/** The options of a choice, in either form of `/object_info`. */
const options = ([type, settings]) =>
  Array.isArray(type) ? type : type === "COMBO" ? (settings?.options ?? []) : null;

/**
 * Each way to break an input: the value that replaces its value; `undefined` removes it, `null` means: not here.
 * @type {Record<string, (value: any, definition: any, others: (type: any) => any) => any>}
 */
const WAYS = {
  missing: () => undefined,
  option: (_, definition) => (options(definition) ? "no such option" : null),
  text: (value, [type]) => (["INT", "FLOAT"].includes(type) && !isLink(value) ? "many" : null),
  fraction: (value, [type]) => (type === "INT" && !isLink(value) ? "20.5" : null),
  below: (value, [, settings]) => (typeof settings?.min === "number" && !isLink(value) ? settings.min - 1 : null),
  above: (value, [, settings]) => (typeof settings?.max === "number" && !isLink(value) ? settings.max * 2 + 1 : null),
  list: (value) => (isLink(value) ? [...value, 0] : null),
  slot: (value) => (isLink(value) ? [value[0], 99] : null),
  "no node": (value) => (isLink(value) ? ["999999", 0] : null),
  "text for a link": (value) => (isLink(value) ? "some text" : null),
  type: (value, [type], others) => (isLink(value) ? (others(type) ?? null) : null),
};

/** Whether a node of a prompt needs another, directly or not. */
function needs(prompt, id, other, visited = new Set()) {
  if (id === other) return true;
  if (visited.has(id)) return false;
  visited.add(id);
  const links = Object.values(prompt[id]?.inputs ?? {}).filter(isLink);
  return links.some(([source]) => needs(prompt, source, other, visited));
}

/** An output in the prompt of another type than `type`, of a node that does not need this one. */
function otherOutput(prompt, classes, node, type) {
  for (const [id, { class_type }] of Object.entries(prompt)) {
    const slot = (classes[class_type]?.output ?? []).findIndex((output) => ![type, "*"].includes(output));
    if (slot >= 0 && !needs(prompt, id, node)) return [id, slot];
  }
  return undefined;
}

function definitionOf(classes, name, input) {
  const { required, optional } = classes[name]?.input ?? {};
  return required?.[input] ?? optional?.[input];
}

function replaced(prompt, id, input, value) {
  const inputs = { ...prompt[id].inputs, [input]: value };
  if (value === undefined) delete inputs[input];
  return { ...prompt, [id]: { ...prompt[id], inputs } };
}

/**
 * Every faulty variant of a prompt that is not yet in `seen`: `{name, prompt}`. Each class, input and way occurs
 * once.
 */
export function* mutations(prompt, classes, seen) {
  for (const [id, { class_type, inputs }] of Object.entries(prompt)) {
    const others = (type) => otherOutput(prompt, classes, id, type);
    for (const [input, value] of Object.entries(inputs)) {
      const definition = definitionOf(classes, class_type, input);
      if (!definition) continue;
      for (const [way, broken] of Object.entries(WAYS)) {
        const name = `${class_type}.${input}: ${way}`;
        const other = seen.has(name) ? null : broken(value, definition, others);
        if (other === null) continue;
        seen.add(name);
        yield { name, prompt: replaced(prompt, id, input, other) };
      }
    }
  }
}

// Compares what a document shows with what a command printed: the same names and types, whatever the values are.
import assert from "node:assert/strict";

const typeOf = (value) => (Array.isArray(value) ? "array" : typeof value);

/**
 * Ensures that two JSON values have the same shape; null stands for anything. `learn` is called with each text that is
 * documented, and the one that takes its place. With `isPart`, the document may leave members out.
 */
export function sameShape(
  documented,
  actual,
  { learn = (_text, _actual) => {}, isPart = false, path = "answer" } = {},
) {
  if (documented === null || actual === null) return;
  assert.equal(typeOf(actual), typeOf(documented), `the type of ${path}`);
  const options = { learn, isPart };
  if (Array.isArray(documented)) {
    if (actual.length === 0) return;
    documented.forEach((one, at) => {
      sameShape(one, actual[Math.min(at, actual.length - 1)], { ...options, path: `${path}[${at}]` });
    });
  } else if (typeof documented === "object") {
    const names = Object.keys(documented);
    const present = Object.keys(actual).filter((name) => !isPart || names.includes(name));
    assert.deepEqual(present.sort(), [...names].sort(), `the members of ${path}`);
    for (const name of names) sameShape(documented[name], actual[name], { ...options, path: `${path}.${name}` });
  } else if (typeof documented === "string" && documented !== actual) {
    learn(documented, actual);
  }
}

/** Ensures that the documented lines were printed, in this order; digits differ, and … is any text. */
export function samePrint(documented, actual) {
  let rest = actual.split("\n");
  for (const line of documented.trimEnd().split("\n")) {
    const pattern = new RegExp(`^${patternOf(line)}$`);
    const at = rest.findIndex((one) => pattern.test(one.trimEnd()));
    assert(at >= 0, `the document shows “${line}”, which was not printed here:\n${rest.join("\n")}`);
    rest = rest.slice(at + 1);
  }
}

/** The pattern of a documented line: numbers and long hexadecimal texts differ, and columns may be wider. */
function patternOf(line) {
  const patterns = { number: "\\d+", hexadecimal: "[0-9a-f]+", cut: "[0-9a-f]+", text: ".*", space: " +" };
  const tokens = /(?<hexadecimal>\b[0-9a-f]{16,}\b)|(?<cut>\b[0-9a-f]{2,}…)|(?<number>\d+)|(?<text>…)|(?<space> +)|./gu;
  return [...line.trimEnd().matchAll(tokens)]
    .map((token) => {
      const kind = Object.keys(patterns).find((name) => token.groups[name] !== undefined);
      return kind ? patterns[kind] : token[0].replace(/[.*+?^${}()|[\]\\]/, "\\$&");
    })
    .join("");
}

/** The events of a stream: `{event, data}`. */
export const eventsIn = (text) =>
  text.split("\n\n").flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return event && data ? [{ event, data: JSON.parse(data) }] : [];
  });

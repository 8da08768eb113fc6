// A field of the first picture: label, control and help as the page has them. What the page says in words
// of its own, such as how many characters fit, comes with the page.
import { box, node } from "./node.js";

const controls = { text, number, slider, boolean, choice };

/** The field with this text in it; `written` gives a number as the page's language writes it. */
export function field(of, index, text, written) {
  const { name, label, help, kind, required } = of;
  const id = `first-${index}`;
  const shared = { id, name, autocomplete: "off", "aria-required": required, "aria-describedby": help && `${id}-help` };
  const control = (controls[kind] ?? file)(of, shared, text, written);
  const head = box("field-head", node("label", { for: id, dir: "auto" }, label));
  const made = node("div", { class: "field", "data-kind": kind }, head, control);
  if (help) made.append(node("p", { class: "help", id: `${id}-help`, dir: "auto" }, help));
  return made;
}

/** The control of its field that carries the field's name. */
export const named = (control) => control.closest(".field")?.querySelector("[name]");

function text({ multiline }, shared, text) {
  const area = { ...shared, class: "input area", rows: 3, dir: "auto" };
  const line = { ...shared, class: "input", type: "text", dir: "auto" };
  return holding(multiline ? node("textarea", area) : node("input", line), text);
}

function number(of, shared, text, written) {
  const { name, integer } = of;
  const placeholder = of.default && written(of.default);
  const inputmode = integer ? "numeric" : "decimal";
  const control = node("input", { ...shared, class: "input number", type: "text", inputmode, placeholder });
  const seed = integer && name.toLowerCase().includes("seed");
  return seed ? box("seed", holding(control, written(text))) : holding(control, written(text));
}

function slider(of, shared, text, written) {
  const { label, min, max, step, integer } = of;
  const finest = integer ? 1 : (max - min) / 100;
  const range = node("input", { class: "slider-range", type: "range", "aria-label": label, min, max, step: step ?? finest });
  const control = number(of, shared, text, written);
  range.addEventListener("input", () => (named(range).value = written(range.value)));
  return box("slider", holding(range, text), control);
}

function boolean(_, shared, text) {
  const control = node("input", { ...shared, type: "checkbox", role: "switch" });
  control.checked = ["true", "1", "on", "yes"].includes(text);
  return box("switch", control);
}

function choice({ options }, shared, text) {
  const all = options.includes(text) ? options : [text, ...options];
  const entries = all.map((option) => node("option", { value: option }, option));
  return holding(node("select", { ...shared, class: "input" }, ...entries), text);
}

function file(_, shared) {
  const control = node("input", { ...shared, class: "file-input", type: "file", multiple: "" });
  const names = node("label", { class: "file-empty", for: shared.id, "aria-hidden": "true" });
  control.addEventListener("change", () => (names.textContent = Array.from(control.files, ({ name }) => name).join(", ")));
  return box("file", control, names);
}

function holding(control, text) {
  control.value = text;
  return control;
}

// A field of the first form, with the same elements and classes as on the page.
import { div, element } from "./element.js";
import { format, localized, say } from "./messages.js";

const controls = { text, number, slider, boolean, choice };
const dropHints = { image: say.DROP_IMAGE, video: say.DROP_VIDEO, audio: say.DROP_AUDIO };

/** The field at this index of the form, with this text as its value. */
export function field(definition, index, value) {
  const { name, label, help, kind, required } = definition;
  const id = `first-${index}`;
  const shared = { id, name, autocomplete: "off", "aria-required": required, "aria-describedby": help && `${id}-help` };
  const control = (controls[kind] ?? file)(definition, shared, value);
  const head = div("field-head", element("label", { for: id, dir: "auto" }, label), ...hints(definition));
  if (kind in controls) head.append(element("button", { class: "link-button vary", type: "button" }, say.VARY));
  const view = element("div", { class: "field", "data-kind": kind }, head, control);
  if (help) view.append(element("p", { class: "help", id: `${id}-help`, dir: "auto" }, help));
  return view;
}

function hints({ kind, required, min, max, maxLength, integer }) {
  const isNumber = kind === "number" || kind === "slider";
  const limit = isNumber ? range(min, max, integer) : maxLength && format(say.CHARACTERS, maxLength);
  const spans = [
    limit && element("span", {}, limit),
    required && element("span", { class: "required" }, say.REQUIRED),
  ].filter(Boolean);
  return spans.length ? [element("span", { class: "field-hint" }, ...spans)] : [];
}

function range(min, max, integer) {
  if (min && max) return `${localized(min)} – ${localized(max)}`;
  if (min ?? max) return min ? `≥ ${localized(min)}` : `≤ ${localized(max)}`;
  return integer && say.WHOLE_NUMBER;
}

/** The named control of the field that contains this element. */
export const namedControl = (inside) => inside.closest(".field")?.querySelector("[name]");

function text({ multiline }, shared, value) {
  const area = { ...shared, class: "input area", rows: 3, dir: "auto" };
  const line = { ...shared, class: "input", type: "text", dir: "auto" };
  return withValue(multiline ? element("textarea", area) : element("input", line), value);
}

function number(definition, shared, value) {
  const { name, integer } = definition;
  const placeholder = definition.default && localized(definition.default);
  const inputmode = integer ? "numeric" : "decimal";
  const input = element("input", { ...shared, class: "input number", type: "text", inputmode, placeholder });
  const control = withValue(input, localized(value));
  const isSeed = integer && name.toLowerCase().includes("seed");
  return isSeed ? div("seed", control) : control;
}

function slider(definition, shared, value) {
  const { label, min, max, step, integer } = definition;
  const defaultStep = integer ? 1 : Number(((max - min) / 100).toPrecision(12));
  const range = element("input", {
    class: "slider-range",
    type: "range",
    "aria-label": label,
    min,
    max,
    step: step ?? defaultStep,
  });
  range.addEventListener("input", () => (namedControl(range).value = localized(range.value)));
  return div("slider", withValue(range, value), number(definition, shared, value));
}

/** Whether a form text means `true`. */
export const isOn = (text) => ["true", "1", "on", "yes"].includes(text);

function boolean(_, shared, value) {
  const control = element("input", { ...shared, type: "checkbox", role: "switch" });
  control.checked = isOn(value);
  const word = element("span", { class: "switch-word", "aria-hidden": "true" }, control.checked ? say.ON : say.OFF);
  control.addEventListener("change", () => (word.textContent = control.checked ? say.ON : say.OFF));
  return div("switch", control, word);
}

function choice({ options }, shared, value) {
  const all = options.includes(value) ? options : [value, ...options];
  const entries = all.map((option) => element("option", { value: option }, option));
  return withValue(element("select", { ...shared, class: "input" }, ...entries), value);
}

function file({ kind }, shared) {
  const control = element("input", { ...shared, class: "file-input", type: "file", multiple: "" });
  const label = { class: "file-empty", for: shared.id, "aria-hidden": "true" };
  const names = element("label", label, dropHints[kind] ?? say.DROP_FILE);
  const showNames = () => (names.textContent = Array.from(control.files, ({ name }) => name).join(", "));
  control.addEventListener("change", showNames);
  return div("file", control, names);
}

function withValue(control, value) {
  control.value = value;
  return control;
}

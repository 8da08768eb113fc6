// A field of the first picture: label, hint, control and help as the page has them.
import { box, node } from "./node.js";
import { say, told, written } from "./words.js";

const controls = { text, number, slider, boolean, choice };
const drops = { image: say.DROP_IMAGE, video: say.DROP_VIDEO, audio: say.DROP_AUDIO };

/** The field with this text in it. */
export function field(of, index, text) {
  const { name, label, help, kind, required } = of;
  const id = `first-${index}`;
  const shared = { id, name, autocomplete: "off", "aria-required": required, "aria-describedby": help && `${id}-help` };
  const control = (controls[kind] ?? file)(of, shared, text);
  const head = box("field-head", node("label", { for: id, dir: "auto" }, label), ...hints(of));
  const made = node("div", { class: "field", "data-kind": kind }, head, control);
  if (help) made.append(node("p", { class: "help", id: `${id}-help`, dir: "auto" }, help));
  return made;
}

// Each stands alone, with nothing between them where one is missing.
function hints({ kind, required, min, max, maxLength, integer }) {
  const isNumber = kind === "number" || kind === "slider";
  const takes = isNumber ? range(min, max, integer) : maxLength && told(say.CHARACTERS, maxLength);
  const all = [takes && node("span", {}, takes), required && node("span", { class: "required" }, say.REQUIRED)].filter(
    Boolean,
  );
  return all.length ? [node("span", { class: "field-hint" }, ...all)] : [];
}

function range(min, max, integer) {
  if (min && max) return `${written(min)} – ${written(max)}`;
  if (min ?? max) return min ? `≥ ${written(min)}` : `≤ ${written(max)}`;
  return integer && say.WHOLE_NUMBER;
}

/** The control of its field that carries the field's name. */
export const named = (control) => control.closest(".field")?.querySelector("[name]");

function text({ multiline }, shared, text) {
  const area = { ...shared, class: "input area", rows: 3, dir: "auto" };
  const line = { ...shared, class: "input", type: "text", dir: "auto" };
  return holding(multiline ? node("textarea", area) : node("input", line), text);
}

function number(of, shared, text) {
  const { name, integer } = of;
  const placeholder = of.default && written(of.default);
  const inputmode = integer ? "numeric" : "decimal";
  const control = node("input", { ...shared, class: "input number", type: "text", inputmode, placeholder });
  const seed = integer && name.toLowerCase().includes("seed");
  return seed ? box("seed", holding(control, written(text))) : holding(control, written(text));
}

function slider(of, shared, text) {
  const { label, min, max, step, integer } = of;
  const finest = integer ? 1 : (max - min) / 100;
  const range = node("input", {
    class: "slider-range",
    type: "range",
    "aria-label": label,
    min,
    max,
    step: step ?? finest,
  });
  const control = number(of, shared, text);
  range.addEventListener("input", () => (named(range).value = written(range.value)));
  return box("slider", holding(range, text), control);
}

function boolean(_, shared, text) {
  const control = node("input", { ...shared, type: "checkbox", role: "switch" });
  control.checked = ["true", "1", "on", "yes"].includes(text);
  const word = node("span", { class: "switch-word", "aria-hidden": "true" }, control.checked ? say.ON : say.OFF);
  control.addEventListener("change", () => (word.textContent = control.checked ? say.ON : say.OFF));
  return box("switch", control, word);
}

function choice({ options }, shared, text) {
  const all = options.includes(text) ? options : [text, ...options];
  const entries = all.map((option) => node("option", { value: option }, option));
  return holding(node("select", { ...shared, class: "input" }, ...entries), text);
}

function file({ kind }, shared) {
  const control = node("input", { ...shared, class: "file-input", type: "file", multiple: "" });
  const names = node(
    "label",
    { class: "file-empty", for: shared.id, "aria-hidden": "true" },
    drops[kind] ?? say.DROP_FILE,
  );
  control.addEventListener(
    "change",
    () => (names.textContent = Array.from(control.files, ({ name }) => name).join(", ")),
  );
  return box("file", control, names);
}

function holding(control, text) {
  control.value = text;
  return control;
}

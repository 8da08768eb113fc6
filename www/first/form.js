// Draws the form of the workflow that the page will choose, with the page's own markup: the templates in index.html.
// The listing has hints about what follows from a field's definition (src/schema/listing/hints.rs). This script repeats
// three rules of the page, which depend on what the browser has stored or a person enters: which workflow is chosen
// (workflows/state.rs), the place and format of a draft (form/draft.rs), and how a number becomes a color and back
// (field/color.rs). tests/e2e/first-paint.spec.mjs fails if the page differs.
import { localized, say, stored } from "./texts.js";

const clone = (id) => /** @type {any} */ (document.getElementById(id)).content.firstElementChild.cloneNode(true);
const slot = (view, name) => view.querySelector(`[data-slot=${name}]`);
const fill = (view, name, properties) => Object.assign(slot(view, name), properties);
/** Like `fill`, for a text: without one, the slot is removed. */
const fillText = (view, name, id, text) =>
  text ? fill(view, name, { id: `${id}-${name}`, textContent: text }) : slot(view, name).remove();
const div = (className) => Object.assign(document.createElement("div"), { className });
/** The named control of the field that contains this element. */
export const namedControl = (inside) => inside.closest(".field")?.querySelector("[name]");

/** Draws the chosen workflow's name and form in `first`; nothing if only the page knows that form. */
export function showForm(first, entries) {
  const last = stored("workflow", ["sessionStorage", "localStorage"]);
  const ready = entries.filter(({ problems }) => !problems?.length);
  const chosen = entries.find(({ id }) => id === last) ?? ready.find(({ examples }) => examples?.length) ?? ready[0];
  const hasNotice = chosen?.problems?.length || chosen?.warnings?.length;
  if (!chosen?.schema?.fields || hasNotice || location.hash.includes("&")) return;
  const picker = clone("picker");
  fill(picker, "name", { textContent: chosen.name || chosen.id });
  first.querySelector(".form-actions").before(...formOf(chosen));
  first.querySelector(".form-region").prepend(picker);
  first.dataset.filled = "";
}

function formOf({ id, description, schema, hints, examples }) {
  const head = clone("form-head");
  fill(head, "about", { textContent: description ?? "" });
  const deployment = new URL(".", location.origin + location.pathname).href.replace(/\/$/, "");
  const [draft] = stored(`form.${deployment} ${id}`, ["sessionStorage", "localStorage"]) ?? [];
  const values = new Map(draft ?? Object.entries(examples?.[0]?.values ?? {}));
  const [basic, advanced] = [div("fields"), clone("advanced")];
  fill(advanced, "title", { textContent: say.ADVANCED });
  // No more than fit on a screen.
  for (const [index, declared] of schema.fields.slice(0, 50).entries()) {
    const definition = { ...declared, ...hints?.[index] };
    const view = field(definition, index, String(values.get(definition.name) ?? definition.default ?? ""));
    view.hidden = Boolean(definition.visibleIf);
    (definition.advanced ? slot(advanced, "fields") : basic).append(view);
  }
  const hasAdvanced = schema.fields.some((field) => field.advanced);
  return [head, ...(examples?.length ? [div("examples")] : []), basic, ...(hasAdvanced ? [advanced] : [])];
}

/** Whether it is a width or a height. */
const isSize = ({ name, label }) => [name, label].some((word) => /^(width|height)$/i.test(word));

const text = ({ multiline }, value) => Object.assign(clone(multiline ? "control-area" : "control-text"), { value });
const controls = { text, number, slider, boolean, choice };
const drop = { image: say.DROP_IMAGE, video: say.DROP_VIDEO, audio: say.DROP_AUDIO };

function field(definition, index, value) {
  const { name, label, help, tooltip, kind, required, optional } = definition;
  const [id, isFile] = [`first-${index}`, !Object.hasOwn(controls, kind)];
  const view = clone("field");
  view.dataset.kind = kind;
  if (kind === "number" && !definition.control && !help) view.dataset.short = isSize(definition) ? "size" : "";
  slot(view, "control").replaceWith((isFile ? file : controls[kind])(definition, value));
  const named = fill(view, "named", { id, name, ariaRequired: required || null });
  named.setAttribute("aria-describedby", `${id}-help`);
  fill(view, "label", { htmlFor: id, textContent: label, ...(tooltip && { title: tooltip }) });
  fillText(view, "optional", id, optional && say.OPTIONAL);
  fillText(view, "error", id);
  fillText(view, "help", id, help);
  return view;
}

function number({ control, label, integer, default: byDefault }, value) {
  const named = clone("control-number");
  const [placeholder, inputMode] = [localized(byDefault ?? ""), integer ? "numeric" : "decimal"];
  Object.assign(named, { value: localized(value), placeholder, inputMode });
  if (!control) return named;
  const view = around(`control-${control}`, named);
  if (control === "color") {
    const hex = (0x1000000 + (Number(value) || 0)).toString(16).slice(1);
    const swatch = fill(view, "swatch", { ariaLabel: say.COLOR_CHOOSE.replace("{0}", label), value: `#${hex}` });
    swatch.oninput = () => (named.value = String(Number.parseInt(swatch.value.slice(1), 16)));
  }
  return view;
}

/** A clone of this template with the control of its number. */
function around(id, number) {
  const view = clone(id);
  slot(view, "number").replaceWith(number);
  return view;
}

function slider(definition, value) {
  const { label, min, max, step, increment } = definition;
  const view = around("control-slider", number(definition, value));
  const range = fill(view, "range", { ariaLabel: label, min, max, step: step ?? increment ?? 1, value });
  range.oninput = () => (namedControl(range).value = localized(range.value));
  return view;
}

function boolean(_, value) {
  const view = clone("control-boolean");
  const input = fill(view, "named", { checked: value === "true" });
  const showWord = () => fill(view, "word", { textContent: input.checked ? say.ON : say.OFF });
  input.onchange = showWord;
  showWord();
  return view;
}

function choice({ options }, value) {
  const select = clone("control-choice");
  const all = options.includes(value) ? options : [value, ...options];
  select.append(...all.map((option) => new Option(option)));
  return Object.assign(select, { value });
}

function file({ kind }) {
  const view = clone("control-file");
  fill(view, "empty", { textContent: drop[kind] ?? say.DROP_FILE });
  return view;
}

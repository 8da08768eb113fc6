// Fills the first paint with the listed workflows and the form of the one that the page will choose, in the
// same positions as on the page.
import { div, element } from "./element.js";
import { field } from "./field.js";
import { language, say } from "./messages.js";
import { stored } from "./storage.js";
import { followConditions } from "./visibility.js";

// Fields that do not fit on the screen are not worth drawing.
const MAX_FIELDS = 50;
// A list of this many workflows never scrolls.
const ALWAYS_VISIBLE = 3;
// From this many on they can be searched, as on the page.
const SEARCHABLE = 6;

/** Draws the listed workflows and the chosen one's form in `first`; nothing if only the page knows that form. */
export function showFirstForm(first, entries) {
  const chosen = chooseEntry(entries);
  if (!chosen?.schema?.fields || chosen.problems?.length || linkHasValues()) return;
  const [workflows, form] = [picker(entries, chosen), formOf(chosen)];
  first.querySelector(".form-region").prepend(workflows);
  first.querySelector(".form-actions").before(...form);
  first.dataset.filled = "";
  // In the next frame, since the styles that limit the list's height may not be loaded yet.
  if (entries.length > ALWAYS_VISIBLE)
    requestAnimationFrame(() => scrollToEntry(workflows.querySelector("[aria-pressed=true]")));
}

// Scrolls the list like the page does.
function scrollToEntry(chosen) {
  const list = chosen.closest(".picker-list");
  const overflow = chosen.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
  list.scrollTop += Math.max(0, Math.ceil(overflow));
}

// The workflow of the previous visit, or else the first that is ready.
function chooseEntry(entries) {
  const last = stored("workflow", ["sessionStorage"]);
  return entries.find(({ id }) => id === last) ?? entries.find(({ problems }) => !problems?.length);
}

// Whether the link contains a workflow or values in addition to the key.
function linkHasValues() {
  return [...new URLSearchParams(location.hash.slice(1)).keys()].some((name) => name !== "key");
}

function picker(entries, chosen) {
  const items = entries.map((entry) => pickerEntry(entry, entry === chosen));
  const list = element("ul", { class: "picker-list" }, ...items);
  const head = div("region-head", element("h2", {}, say.WORKFLOW));
  const search = { class: "input picker-search", type: "search", placeholder: say.WORKFLOW_FIND, disabled: "" };
  return div("picker", head, ...(entries.length < SEARCHABLE ? [] : [element("input", search)]), list);
}

function pickerEntry(entry, isChosen) {
  const name = element("span", { class: "picker-name", dir: "auto" }, entry.name || entry.id);
  const content = [element("span", { class: "sign" }), name];
  const about = firstProblem(entry) ?? entry.description;
  if (about) content.push(element("span", { class: "picker-about", dir: "auto" }, about));
  const button = { class: "picker-entry", type: "button", "aria-pressed": isChosen };
  return element("li", {}, element("button", button, ...content));
}

// The problem in English. In another language it is hidden, and only reserves the space for its translation.
function firstProblem({ problems }) {
  const [first] = problems ?? [];
  if (!first) return undefined;
  const { node: id, class: kind, title, message } = first;
  const nodeLabel = id ? `node ${id}${kind ? ` (${kind})` : ""}${title ? ` “${title}”` : ""}: ` : "";
  return element("span", { class: language === "en" ? null : "untranslated" }, nodeLabel + message);
}

function formOf({ id, name, description, schema, examples }) {
  const title = element("h2", { dir: "auto" }, name || id);
  const hint = element("p", { class: "hint", dir: "auto" }, description ?? "");
  const values = draftOf(id) ?? valuesOf(examples?.[0]);
  const shown = schema.fields.slice(0, MAX_FIELDS);
  const views = shown.map((definition, index) =>
    field(definition, index, values.get(definition.name) ?? definition.default ?? ""),
  );
  const strip = examples?.length ? [div("examples")] : [];
  const [basic, advanced] = [false, true].map((isAdvanced) =>
    views.filter((_, index) => Boolean(shown[index].advanced) === isAdvanced),
  );
  const fold = () =>
    element("details", { class: "fold advanced" }, element("summary", {}, say.ADVANCED), div("fields", ...advanced));
  const parts = [div("fields", ...basic), ...(advanced.length ? [fold()] : [])];
  followConditions(parts, shown, views);
  return [div("form-head", title, hint), ...strip, ...parts];
}

// The texts of a workflow's draft, by field name; `undefined` if it has none.
function draftOf(id) {
  const deployment = new URL(".", location.origin + location.pathname).href.replace(/\/$/, "");
  const [texts] = stored(`form.${deployment} ${id}`, ["sessionStorage", "localStorage"]) ?? [];
  return texts && new Map(texts);
}

// The values of an example as texts, by field name.
function valuesOf(example) {
  return new Map(Object.entries(example?.values ?? {}).map(([name, value]) => [name, String(value)]));
}

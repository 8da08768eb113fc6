// Fills the first paint with the form of the workflow that the page will choose, in the same positions as on the
// page.
import { div, element } from "./element.js";
import { field } from "./field.js";
import { say } from "./messages.js";
import { stored } from "./storage.js";
import { followConditions } from "./visibility.js";

// Fields that do not fit on the screen are not worth drawing.
const MAX_FIELDS = 50;

/** Draws the chosen workflow's name and form in `first`; nothing if only the page knows that form. */
export function showFirstForm(first, entries) {
  const chosen = chooseEntry(entries);
  if (!chosen?.schema?.fields || chosen.problems?.length || linkHasValues()) return;
  const form = formOf(chosen);
  first.querySelector(".form-region").prepend(picker(chosen));
  first.querySelector(".form-actions").before(...form);
  first.dataset.filled = "";
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

function picker({ id, name }) {
  const title = element("span", { class: "picker-title-name", dir: "auto" }, name || id);
  const button = element("button", { class: "picker-title", type: "button" }, title);
  return div("picker", div("region-head", element("h2", {}, button)));
}

function formOf({ id, description, schema, examples }) {
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
  return [div("form-head", hint), ...strip, ...parts];
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

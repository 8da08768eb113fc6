// What fills the first picture: the listed workflows, and the form of the one that the page will choose,
// each where the page has it. Written without words, since the page alone knows its languages.
import { field, named } from "./field.js";
import { kept } from "./kept.js";
import { box, node } from "./node.js";

// More fields than a screen shows would be drawn twice for nobody.
const MOST = 50;

/**
 * Puts into the first picture what the page begins with by these listed workflows, if that is known here.
 * A control that a person turned to has `data-touched`.
 */
export function draw(page, entries) {
  const entry = chosen(entries);
  if (!entry?.schema?.fields || carriesMore()) return;
  const [workflows, form] = [picker(entries, entry), filled(entry)];
  page.querySelector(".form-region").prepend(workflows);
  page.querySelector(".form-foot").before(...form);
  listen(page);
}

// Not at the form itself, of which a field's name may hide what it can do.
function listen(page) {
  page.addEventListener("submit", (event) => event.preventDefault());
  for (const type of ["input", "change"]) page.addEventListener(type, ({ target }) => (named(target).dataset.touched = ""));
}

// The one of the visit before, else the first that is ready.
function chosen(entries) {
  const last = kept("workflow", ["sessionStorage"]);
  return entries.find(({ id }) => id === last) ?? entries.find(({ problems }) => !problems?.length);
}

// A link may say by itself what is to be filled in, and where.
function carriesMore() {
  return [...new URLSearchParams(location.hash.slice(1)).keys()].some((name) => name !== "key");
}

function picker(entries, chosen) {
  const entry = (one) => {
    const name = node("span", { class: "picker-name", dir: "auto" }, one.name || one.id);
    const inside = [node("span", { class: "sign" }), name];
    if (one.description) inside.push(node("span", { class: "picker-about", dir: "auto" }, one.description));
    return node("li", {}, node("button", { class: "picker-entry", type: "button", disabled: "", "aria-pressed": one === chosen }, ...inside));
  };
  return box("picker", box("region-head"), node("ul", { class: "picker-list" }, ...entries.map(entry)));
}

function filled({ id, name, description, schema }) {
  const head = box("form-head", node("h2", { dir: "auto" }, name || id), node("p", { class: "hint", dir: "auto" }, description ?? ""));
  const texts = typedBefore(id);
  const fields = schema.fields.slice(0, MOST).map((of, index) => field(of, index, texts.get(of.name) ?? of.default ?? "", written()));
  return [head, box("fields", ...fields)];
}

function typedBefore(id) {
  const deployment = new URL(".", location.origin + location.pathname).href.replace(/\/$/, "");
  const [texts] = kept(`form.${deployment} ${id}`, ["sessionStorage", "localStorage"]) ?? [[]];
  return new Map(texts);
}

// Numbers are kept as their digits.
function written() {
  const german = (kept("language") ?? navigator.language).startsWith("de");
  return (digits) => (german && /^[+-]?[\d.]+$/.test(digits) ? digits.replace(".", ",") : digits);
}

// What fills the first picture: the listed workflows, and the form of the one that the page will choose,
// each where the page has it.
import { field } from "./field.js";
import { kept } from "./kept.js";
import { box, node } from "./node.js";
import { language, say } from "./words.js";

// More fields than a screen shows would be drawn twice for nobody.
const MOST = 50;
// Fewer workflows need not be measured: all of them are seen.
const SEEN = 3;

/** Puts into the first picture what the page begins with by these listed workflows, if that is known here. */
export function draw(page, entries) {
  const entry = chosen(entries);
  if (!entry?.schema?.fields || entry.problems?.length || carriesMore()) return;
  const [workflows, form] = [picker(entries, entry), filled(entry)];
  page.querySelector(".form-region").prepend(workflows);
  page.querySelector(".form-foot").before(...form);
  page.dataset.filled = "";
  // In the frame that shows it: before, the styles that give the list its room may not be there.
  if (entries.length > SEEN) requestAnimationFrame(() => reveal(workflows.querySelector("[aria-pressed=true]")));
}

// As the page does: a list that is longer than its room shows what is chosen in it.
function reveal(chosen) {
  const list = chosen.closest(".picker-list");
  list.scrollTop += Math.max(0, Math.ceil(chosen.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom));
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
    const about = problem(one) ?? one.description;
    if (about) inside.push(node("span", { class: "picker-about", dir: "auto" }, about));
    return node(
      "li",
      {},
      node("button", { class: "picker-entry", type: "button", "aria-pressed": one === chosen }, ...inside),
    );
  };
  return box(
    "picker",
    box("region-head", node("h2", {}, say.WORKFLOW)),
    node("ul", { class: "picker-list" }, ...entries.map(entry)),
  );
}

// In English as the page tells it; in another language it only has its room.
function problem({ problems }) {
  const [first] = problems ?? [];
  if (!first) return undefined;
  const { node: id, class: kind, title, message } = first;
  const place = id ? `node ${id}${kind ? ` (${kind})` : ""}${title ? ` “${title}”` : ""}: ` : "";
  return node("span", { class: language === "en" ? null : "unsaid" }, place + message);
}

function filled({ id, name, description, schema }) {
  const head = box(
    "form-head",
    node("h2", { dir: "auto" }, name || id),
    node("p", { class: "hint", dir: "auto" }, description ?? ""),
  );
  const texts = typedBefore(id);
  const fields = schema.fields
    .slice(0, MOST)
    .map((of, index) => field(of, index, texts.get(of.name) ?? of.default ?? ""));
  return [head, box("fields", ...fields)];
}

function typedBefore(id) {
  const deployment = new URL(".", location.origin + location.pathname).href.replace(/\/$/, "");
  const [texts] = kept(`form.${deployment} ${id}`, ["sessionStorage", "localStorage"]) ?? [[]];
  return new Map(texts);
}

// How the page takes the place of the first picture: in one frame, with what was typed, chosen and scrolled.
import { named } from "./field.js";

/** Puts the page in the place of `first`, which is gone then; where that has a form, with its form. */
export async function handOver(first, { wish, missed }) {
  const fields = first.querySelector(".fields") && (await fieldsOfPage());
  try {
    if (fields) pass(first, fields);
  } finally {
    first.remove();
  }
  for (const event of missed) document.body.dispatchEvent(event);
  if (fields && wish) document.querySelector(wish)?.click();
}

function pass(first, fields) {
  const controls = new Map(Array.from(fields.querySelectorAll("[name]"), (control) => [control.name, control]));
  const before = document.activeElement;
  const next = first.contains(before) && controls.get(named(before)?.name);
  for (const control of first.querySelectorAll(".fields [name]"))
    give(control, controls.get(control.name), control === before);
  if (next) focus(next, before);
  fields.closest(".form-region").scrollTop = first.querySelector(".form-region").scrollTop;
}

// The page makes its form of an answer that is there already, so at once, or it makes another of it.
function fieldsOfPage() {
  const find = () => document.querySelector(".page:not(.first) .fields:has([name])");
  return new Promise((resolve) => {
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => settle(find()), 100);
    look();

    function look() {
      const found = find();
      if (found) settle(found);
    }
    function settle(found) {
      observer.disconnect();
      resolve(found);
    }
  });
}

function give(from, to, stays) {
  if (!to || to.type !== from.type) return;
  if ("touched" in from.dataset) enter(from, to, stays);
  // Its list of files may still be open.
  if (from.type === "file") from.addEventListener("change", () => enter(from, to));
  if (from.type !== "textarea") return;
  [to.style.width, to.style.height] = [from.style.width, from.style.height];
  to.scrollTop = from.scrollTop;
}

// As if it were done in the page's own control; one that was left is checked.
function enter(from, to, stays) {
  const held = { file: "files", checkbox: "checked" }[from.type] ?? "value";
  to[held] = from[held];
  const typed = from.matches("textarea, [type=text]");
  const types = !typed ? ["change"] : stays ? ["input"] : ["input", "change"];
  for (const type of types) to.dispatchEvent(new Event(type, { bubbles: true }));
}

function focus(control, before) {
  const range = before.matches(".slider-range") && control.closest(".field").querySelector(".slider-range");
  (range || control).focus({ preventScroll: true });
  if (!range && before.selectionStart != null) control.setSelectionRange(before.selectionStart, before.selectionEnd);
}

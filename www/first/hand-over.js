// How the page takes the place of the first picture: in one frame, with what was typed, chosen and scrolled.
import { named } from "./field.js";

/** Puts the page in the place of `first`, which is gone then; where that has a form, with its form. */
export async function handOver(first) {
  const fields = first.querySelector(".fields") && (await fieldsOfPage());
  try {
    if (fields) pass(first, fields);
  } finally {
    first.remove();
  }
}

function pass(first, fields) {
  const controls = new Map(Array.from(fields.querySelectorAll("[name]"), (control) => [control.name, control]));
  for (const control of first.querySelectorAll("[data-touched]")) give(control, controls.get(control.name));
  fields.closest(".form-region").scrollTop = first.querySelector(".form-region").scrollTop;
  const before = document.activeElement;
  const next = first.contains(before) && controls.get(named(before)?.name);
  if (next) focus(next, before);
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

// As if it were done in the page's own control.
function give(from, to) {
  if (!to || to.type !== from.type) return;
  const chosen = { file: "files", checkbox: "checked" }[from.type] ?? "value";
  to[chosen] = from[chosen];
  const typed = from.matches("textarea, [type=text]");
  to.dispatchEvent(new Event(typed ? "input" : "change", { bubbles: true }));
}

function focus(control, before) {
  const range = before.matches(".slider-range") && control.closest(".field").querySelector(".slider-range");
  (range || control).focus({ preventScroll: true });
  if (!range && before.selectionStart != null) control.setSelectionRange(before.selectionStart, before.selectionEnd);
}

// Replaces the first form with the page's, in one frame: values, files, focus, caret and scroll positions stay.
import { namedControl } from "./field.js";

/** Removes `first` and passes the person's interactions with it to the page. */
export async function handOver(first, { pressed, missed }) {
  const region = first.querySelector(".fields") && (await pageRegion());
  try {
    if (region) passForm(first, region);
  } finally {
    first.remove();
  }
  for (const event of missed) document.body.dispatchEvent(event);
  if (region && pressed) document.querySelector(pressed)?.click();
}

function passForm(first, region) {
  const controls = new Map(Array.from(region.querySelectorAll(".fields [name]"), (control) => [control.name, control]));
  const fold = region.querySelector(".advanced");
  if (fold) fold.open = first.querySelector(".advanced")?.open ?? false;
  const focused = document.activeElement;
  const next = first.contains(focused) && controls.get(namedControl(focused)?.name);
  for (const control of first.querySelectorAll(".fields [name]"))
    passControl(control, controls.get(control.name), control === focused);
  if (next) passFocus(next, focused);
  region.scrollTop = first.querySelector(".form-region").scrollTop;
}

// The region of the page's form; `null` if no form appears soon. The page already has the list of workflows, so it
// creates its form at once, or another one. Not the form itself, since fields may be named like its methods.
function pageRegion() {
  const find = () => document.querySelector(".page:not(.first) .form-region:has(.fields [name])");
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

function passControl(from, to, hasFocus) {
  if (!to || to.type !== from.type) return;
  if ("touched" in from.dataset) passValue(from, to, hasFocus);
  // Its file dialog may still be open.
  if (from.type === "file") from.addEventListener("change", () => passValue(from, to));
  if (from.type !== "textarea") return;
  [to.style.width, to.style.height] = [from.style.width, from.style.height];
  to.scrollTop = from.scrollTop;
}

// Dispatches the events of an entry by hand. Only a control without the focus gets `change`, which checks it.
function passValue(from, to, hasFocus) {
  const property = { file: "files", checkbox: "checked" }[from.type] ?? "value";
  to[property] = from[property];
  const isText = from.matches("textarea, [type=text]");
  const types = !isText ? ["change"] : hasFocus ? ["input"] : ["input", "change"];
  for (const type of types) to.dispatchEvent(new Event(type, { bubbles: true }));
}

function passFocus(control, focused) {
  const range = focused.matches(".slider-range") && control.closest(".field").querySelector(".slider-range");
  (range || control).focus({ preventScroll: true });
  if (!range && focused.selectionStart != null) control.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

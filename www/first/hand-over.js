// What a person does with the first form goes on in the page's form: its fields have the same names and markup.
import { namedControl } from "./form.js";

/** The controls that a person has changed. The page knows the values of the others. */
const changed = new Set();

/** Keeps the browser on the page, also if a file misses its field. Notes whether the list of workflows is asked for. */
export function follow(first) {
  first.onsubmit = (event) => event.preventDefault();
  first.ondragover = (event) => event.target.type === "file" || event.preventDefault();
  first.ondrop = first.ondragover;
  first.oninput = ({ target }) => void changed.add(namedControl(target));
  first.onclick = ({ target }) => void first.toggleAttribute("data-picking", Boolean(target.closest(".picker-title")));
}

const frame = () => new Promise(requestAnimationFrame);

/** Resolves when no pointer is down in the first form. */
export async function atRest(first) {
  while (first.matches(":active")) await frame();
}

/** Replaces the first form with the page's, which is hidden until then: values, focus, caret and scrolling stay. */
export async function handOver(first) {
  // Not the form itself, since fields may be named like its methods.
  const find = () => document.querySelector(".page:not(.first) .form-region:has(.fields [name])");
  const controls = first.querySelectorAll(".fields [name]");
  for (let frames = 0; controls.length && !find() && frames < 6; frames += 1) await frame();
  const region = find();
  const focused = first.contains(document.activeElement) && document.activeElement;
  const { scrollTop } = first.querySelector(".form-region");
  const wasOpen = Boolean(first.querySelector(".advanced[open]"));
  first.remove();
  if (!controls.length || !region) return;
  region.querySelector(".advanced")?.toggleAttribute("open", wasOpen);
  for (const control of controls) passValue(control, twin(control, region), control === focused);
  region.scrollTop = scrollTop;
  if (focused) passFocus(focused, twin(focused, region));
  if ("picking" in first.dataset) document.getElementById("picker-title")?.click();
}

// The element of the page's form that is the same part of the same field.
function twin(element, region) {
  const { name } = namedControl(element) ?? {};
  const control = name && region.querySelector(`.fields [name="${CSS.escape(name)}"]`);
  return control?.closest(".field").querySelector(`[data-slot=${element.dataset.slot}]`);
}

// Dispatches the events of an entry by hand, if there was one. Only a control without the focus gets `change`, which
// checks it.
function passValue(from, to, hasFocus) {
  if (to?.type !== from.type) return;
  const property = { file: "files", checkbox: "checked" }[from.type] ?? "value";
  const pass = () => {
    to[property] = from[property];
    const isText = from.matches("textarea, [type=text]");
    const types = !isText ? ["change"] : hasFocus ? ["input"] : ["input", "change"];
    for (const type of types) to.dispatchEvent(new Event(type, { bubbles: true }));
  };
  if (changed.has(from)) pass();
  // Its file dialog may still be open.
  if (from.type === "file") from.onchange = pass;
}

function passFocus(from, to) {
  to?.focus({ preventScroll: true });
  if (from.selectionStart != null) to?.setSelectionRange(from.selectionStart, from.selectionEnd);
}

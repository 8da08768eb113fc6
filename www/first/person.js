// What a person does with the first picture, until the page can do it.
import { named } from "./field.js";

/**
 * Watches `first`. Controls that a person turned to get `data-touched`; the last press of Run or of a
 * workflow is what `wish` says afterwards, and what was pasted or fell beside the fields is in `missed`.
 * `atRest` is settled when nothing is held, drawn or composed.
 */
export function watch(first) {
  const busy = new Set();
  const waiting = [];
  const person = {
    wish: undefined,
    missed: [],
    atRest: () => new Promise((resolve) => (busy.size ? waiting.push(resolve) : resolve())),
  };
  const begins = (what) => () => busy.add(what);
  const ends = (what) => () => busy.delete(what) && !busy.size && waiting.splice(0).forEach((resume) => resume());
  const on = (target, types, act) => types.forEach((type) => target.addEventListener(type, act));

  on(first, ["pointerdown"], begins("pointer"));
  on(window, ["pointerup", "pointercancel", "blur"], ends("pointer"));
  on(first, ["compositionstart"], begins("text"));
  on(first, ["compositionend"], ends("text"));
  on(first, ["input", "change"], ({ target }) => (named(target).dataset.touched = ""));
  on(first, ["submit"], (event) => event.preventDefault());
  on(first, ["dragover", "drop"], (event) => {
    if (event.target.type === "file") return;
    // Else a file would take the page's place.
    event.preventDefault();
    if (event.type === "drop") fell(event, person);
  });
  on(first.ownerDocument, ["paste"], (event) => {
    const { clipboardData: data, target } = event;
    const isText = target.matches("input, textarea, select");
    if (first.isConnected && (data.files.length || !isText))
      person.missed.push(new ClipboardEvent("paste", { clipboardData: copy(data), ...whole }));
  });
  on(first, ["keydown"], (event) => {
    const alone = event.target.matches("input:not([type=checkbox], [type=file])");
    if (event.key === "Enter" && !event.isComposing && (alone || event.ctrlKey || event.metaKey))
      person.wish = ".form-do .run";
  });
  on(first, ["click"], ({ target }) => {
    const entry = target.closest("li");
    if (entry)
      person.wish = `.picker-list > li:nth-child(${[...entry.parentNode.children].indexOf(entry) + 1}) > button`;
  });
  return person;
}

const whole = { bubbles: true, cancelable: true };

// What falls on a field is that field's.
function fell({ target, dataTransfer }, person) {
  const control = named(target);
  if (control?.type !== "file")
    return person.missed.push(new DragEvent("drop", { dataTransfer: copy(dataTransfer), ...whole }));
  control.files = dataTransfer.files;
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

// The browser empties its own after the event.
function copy(data) {
  const kept = new DataTransfer();
  kept.setData("text/plain", data.getData("text/plain"));
  for (const file of data.files) kept.items.add(file);
  return kept;
}

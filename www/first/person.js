// What a person does with the first picture, until the page can do it.
import { named } from "./field.js";

/**
 * Watches `first`. Controls that a person turned to get `data-touched`; the last press of Run or of a
 * workflow is what `wish` says afterwards. `atRest` is settled when nothing is held, drawn or composed.
 */
export function watch(first) {
  const busy = new Set();
  const waiting = [];
  const person = { wish: undefined, atRest: () => new Promise((resolve) => (busy.size ? waiting.push(resolve) : resolve())) };
  const begins = (what) => () => busy.add(what);
  const ends = (what) => () => busy.delete(what) && !busy.size && waiting.splice(0).forEach((resume) => resume());
  const on = (target, types, act) => types.forEach((type) => target.addEventListener(type, act));

  on(first, ["pointerdown"], begins("pointer"));
  on(window, ["pointerup", "pointercancel", "blur"], ends("pointer"));
  on(first, ["compositionstart"], begins("text"));
  on(first, ["compositionend"], ends("text"));
  on(first, ["input", "change"], ({ target }) => (named(target).dataset.touched = ""));
  on(first, ["submit"], (event) => event.preventDefault());
  // A file that falls beside a field would take the page's place.
  on(first, ["dragover", "drop"], (event) => event.target.type === "file" || event.preventDefault());
  on(first, ["keydown"], (event) => {
    const alone = event.target.matches("input:not([type=checkbox], [type=file])");
    if (event.key === "Enter" && !event.isComposing && (alone || event.ctrlKey || event.metaKey)) person.wish = ".form-do .run";
  });
  on(first, ["click"], ({ target }) => {
    const entry = target.closest("li");
    if (entry) person.wish = `.picker-list > li:nth-child(${[...entry.parentNode.children].indexOf(entry) + 1}) > button`;
  });
  return person;
}

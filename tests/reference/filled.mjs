// What the editor fills in anew each time it queues: choices within a prompt, such as `{red|blue}`, and dates within a
// file name, such as `%date:yyyy-MM-dd%`. flowdeck leaves the choices as they are; a run's start fills in dates.

const CHANGES = /\{.*\}|%date:[^%]*%/s;

/** Whether the editor may have made a text of another one by filling it in. */
export function isFilledIn(text, from) {
  if (typeof text !== "string" || typeof from !== "string" || !CHANGES.test(from)) return false;
  return new RegExp(`^${pattern(from)}$`, "s").test(text);
}

/** A regular expression for every text that may come of it. */
function pattern(text) {
  let found = text.replace(/[\^$.*+?()[\]\\]/g, "\\$&").replace(/%date:[^%]*%/g, ".+");
  // From within: choices contain choices.
  for (let before; before !== found; ) {
    before = found;
    found = found.replace(/\{([^{}]*)\}/g, "(?:$1)");
  }
  return found;
}

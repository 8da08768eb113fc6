// Choices within a prompt, such as `{red|blue}`: the editor draws one of them when it queues, flowdeck leaves them to
// the engine.

/** Whether a text is what the editor may have drawn from another. */
export function isDrawnFrom(text, choices) {
  if (typeof text !== "string" || typeof choices !== "string" || !/\{.*\}/s.test(choices)) return false;
  return new RegExp(`^${pattern(choices)}$`, "s").test(text);
}

/** A regular expression for every text that can be drawn. */
function pattern(choices) {
  let found = choices.replace(/[\^$.*+?()[\]\\]/g, "\\$&");
  // From within: choices contain choices.
  for (let before; before !== found; ) {
    before = found;
    found = found.replace(/(?<!\\)\{([^{}]*)\}/g, "(?:$1)");
  }
  return found;
}

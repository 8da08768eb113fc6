// A link in a prompt: the id of a node, and the index of its output.

export const isLink = (value) =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && typeof value[1] === "number";

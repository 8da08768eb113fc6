/** An element with these children. Attributes without a value are left out, and strings become text, never markup. */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const name in attributes) if (attributes[name] != null) made.setAttribute(name, attributes[name]);
  made.append(...children);
  return made;
}

/** A `div` with this class. */
export const div = (name, ...children) => element("div", { class: name }, ...children);

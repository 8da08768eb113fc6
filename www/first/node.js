/** An element of this tag; an attribute without a value is absent. Texts are texts, never markup. */
export function node(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const name in attributes) if (attributes[name] != null) made.setAttribute(name, attributes[name]);
  made.append(...inside);
  return made;
}

/** A `div` of this class. */
export const box = (name, ...inside) => node("div", { class: name }, ...inside);

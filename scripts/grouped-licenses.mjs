// Texts of licenses for people: packages of one project often have the same text, which is printed once.

const LINE = "-".repeat(80);

/**
 * @param {string} introduction
 * @param {{ title: string, text: string }[]} packages
 */
export function grouped(introduction, packages) {
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  for (const { title, text } of packages.sort((one, other) => (one.title < other.title ? -1 : 1))) {
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  const parts = Array.from(titles, ([text, all]) => `${all.join("\n")}\n\n${text}\n`);
  return `${introduction}\n\n${parts.join(`\n${LINE}\n\n`)}`;
}

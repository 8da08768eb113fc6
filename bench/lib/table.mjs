// A Markdown table with aligned columns, readable in a terminal too.

/** Renders `{title, head, rows, note}`; the first column is text, the others are numbers. */
export function markdown({ title, head, rows, note }) {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell ?? ""));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]));
  const line = (row) => `| ${row.map(pad).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  const [top, ...body] = cells.map(line);
  const table = [top, `| ${rule.join(" | ")} |`, ...body].join("\n");
  return [`**${title}**`, table, ...(note ? [note] : [])].join("\n\n");
}

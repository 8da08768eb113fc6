// The first table of docs/errors.md: how calls fail when their deployment misbehaves.
import { readFile } from "node:fs/promises";

/** The rows: each behaviour, what ends the call, and the expected outcome. */
export const rows = table(await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8"));

/** @param {string} markdown */
function table(markdown) {
  const lines = markdown
    .split("\n## ")[0]
    .split("\n")
    .filter((line) => line.startsWith("|"));
  return lines.slice(2).map(row);
}

/** @param {string} line */
function row(line) {
  const cells = line.split("|").slice(1, -1);
  const [title, name, code, status, attempts, message] = cells.map((cell) => cell.trim());
  const [behaviour, ending] = title.replace(" (browsers only)", "").split(/, until (?=the (?:signal|caller))/);
  return {
    title,
    behaviour,
    ending,
    browserOnly: title.endsWith("(browsers only)"),
    expected: name ? { name, code, status: status ? Number(status) : null } : null,
    attempts: Number(attempts),
    message,
  };
}

/**
 * A pattern of texts that contain a row's message; “…” stands for any text.
 * @param {string} message
 */
export function pattern(message) {
  const escaped = message.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(escaped.replaceAll(" … ", ".*"), "s");
}

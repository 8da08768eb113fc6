// Writes a form as the body of a request, for fetch-node.js. FormData would cost more than the request.
import { randomUUID } from "node:crypto";

/**
 * @typedef {object} Form
 * @property {(Buffer | Blob)[]} pieces Text, and files as they are; all but the tail.
 * @property {Buffer} tail The text after the last file.
 * @property {number} length
 * @property {Record<string, string | number>} headers
 */

/**
 * The form's headers and its body.
 * @param {import("./types/internal.js").FormPart[]} parts
 * @returns {Form}
 */
export function multipart(parts) {
  const boundary = `flowdeck-${randomUUID()}`;
  const start = `--${boundary}\r\nContent-Disposition: form-data; name="`;
  /** @type {Form["pieces"]} */
  const pieces = [];
  let text = "";
  for (const [name, value, fileName] of parts) {
    text += `${start}${escaped(withCrLf(name))}"`;
    if (typeof value === "string") {
      text += `\r\n\r\n${withCrLf(value)}\r\n`;
      continue;
    }
    const type = value.type || "application/octet-stream";
    text += `; filename="${escaped(fileName ?? "blob")}"\r\nContent-Type: ${type}\r\n\r\n`;
    pieces.push(Buffer.from(text), value);
    text = "\r\n";
  }
  const tail = Buffer.from(`${text}--${boundary}--\r\n`);
  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), tail.length);
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": length };
  return { pieces, tail, length, headers };
}

// Few texts need a replacement, and looking for one with a regular expression would take longer than
// writing the whole form.
/** @param {string} text */
const hasLineBreak = (text) => text.includes("\n") || text.includes("\r");

// Like browsers and the standard of forms: line breaks become CRLF, but a file name keeps its own.
/** @param {string} text */
const withCrLf = (text) => (hasLineBreak(text) ? text.replace(/\r\n?|\n/g, "\r\n") : text);

/** @type {Record<string, string>} */
const ESCAPES = { "\r": "%0D", "\n": "%0A", '"': "%22" };

/** @param {string} name */
const escaped = (name) =>
  hasLineBreak(name) || name.includes('"') ? name.replace(/[\r\n"]/g, (letter) => ESCAPES[letter]) : name;

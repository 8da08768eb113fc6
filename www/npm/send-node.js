// Sends a request from Node, over its own HTTP with a hand-made form: fetch would read a whole file
// before sending it, and FormData costs more than the request.
import { randomUUID } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";
import { send as byFetch } from "./send.js";

/** @import { SendRequest, SendResponse } from "./types/internal.js" */
/**
 * @typedef {{ pieces: (Buffer | Blob)[], length: number, headers: Record<string, string | number> }} Form
 */

/** The most bytes written at once. */
const CHUNK = 256 * 1024;

/** The error codes of a connection that the other side has closed. */
const CLOSED = ["EPIPE", "ECONNRESET"];

/** @param {unknown} error */
const isClosed = (error) => CLOSED.includes(/** @type {NodeJS.ErrnoException | null} */ (error)?.code ?? "");

const UPLOAD_CUT_OFF =
  "the server closed the connection during the upload, which often means that a file is too large for it";

/**
 * As in send.js.
 * @param {SendRequest} request
 */
export function send(request) {
  return request.fetch ? byFetch(request) : byHttp(request);
}

/**
 * @param {SendRequest} request
 * @returns {Promise<SendResponse>}
 */
function byHttp({ method, url, key, parts, signal, progress }) {
  return new Promise((resolve, reject) => {
    const form = parts && multipart(parts);
    const headers = { "X-API-KEY": key, ...form?.headers };
    const { request } = url.startsWith("https:") ? https : http;
    let answered = false;
    const sent = request(url, { method, headers, signal }, (response) => {
      answered = true;
      // Once the answer has arrived, the rest of the form is not needed.
      read(response, form)
        .finally(() => sent.writableEnded || sent.destroy())
        .then(resolve, reject);
    });
    sent.on("error", (error) => {
      const closed = isClosed(error);
      // Once an answer has begun, reading it reports a closed connection.
      if (closed && answered) return;
      const socket = /** @type {import("node:tls").TLSSocket & { secureConnecting?: boolean } | null} */ (sent.socket);
      const uploading = form && !sent.writableFinished && !socket?.secureConnecting;
      reject(closed && uploading ? new Error(UPLOAD_CUT_OFF, { cause: error }) : error);
    });
    if (!form) return void sent.end();
    sent.on("socket", (socket) => keepReading(socket, sent));
    // If a file can no longer be read, the request could never end by itself.
    write(sent, form, progress).catch((error) => sent.destroy(error));
  });
}

/**
 * A server may answer and close before it has read the form. The next write then fails, which would end
 * the socket and lose the unread answer. Until `sent` is over, such a failure is hidden from the socket: it
 * reads on until the answer or the end of the connection.
 * @param {import("node:net").Socket} socket
 * @param {http.ClientRequest} sent
 */
function keepReading(socket, sent) {
  const methods = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (socket));
  for (const name of ["_write", "_writev"]) {
    const method = methods[name];
    if (typeof method !== "function") continue;
    methods[name] = (/** @type {unknown[]} */ ...args) => {
      const done = /** @type {(error?: Error | null) => void} */ (args.pop());
      return method.call(socket, ...args, (/** @type {Error | null | undefined} */ error) => {
        if (!isClosed(error)) done(error);
      });
    };
    // The connection may be kept and used by other requests.
    sent.on("close", () => {
      methods[name] = method;
    });
  }
}

/**
 * @param {http.IncomingMessage} response
 * @param {Form | undefined} form
 * @returns {Promise<SendResponse>}
 */
async function read(response, form) {
  const { statusCode: status = 0, headers } = response;
  const chunks = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch (error) {
    // A server that closes during an upload often truncates its answer; its status has arrived by then.
    if (!form || status < 400) throw error;
  }
  // A redirect is not followed, because the key would be sent there too.
  if (status >= 300 && status < 400) throw new Error("it redirected");
  return { status, retryAfter: headers["retry-after"] ?? null, body: Buffer.concat(chunks) };
}

/**
 * The form's headers and its pieces: text, and files as they are.
 * @param {import("./types/internal.js").FormPart[]} parts
 * @returns {Form}
 */
function multipart(parts) {
  const boundary = `flowdeck-${randomUUID()}`;
  /** @type {Form["pieces"]} */
  const pieces = [];
  let text = "";
  for (const [name, value, fileName] of parts) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(withCrLf(name))}"`;
    if (typeof value === "string") {
      text += `\r\n\r\n${withCrLf(value)}\r\n`;
      continue;
    }
    const type = value.type || "application/octet-stream";
    text += `; filename="${escaped(fileName ?? "blob")}"\r\nContent-Type: ${type}\r\n\r\n`;
    pieces.push(Buffer.from(text), value);
    text = "\r\n";
  }
  pieces.push(Buffer.from(`${text}--${boundary}--\r\n`));
  const length = pieces.reduce((sum, piece) => sum + (piece instanceof Blob ? piece.size : piece.length), 0);
  return {
    pieces,
    length,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": length },
  };
}

// Like browsers and the standard of forms: line breaks become CRLF, but a file name keeps its own.
/** @param {string} text */
const withCrLf = (text) => text.replace(/\r\n?|\n/g, "\r\n");

/** @type {Record<string, string>} */
const ESCAPES = { "\r": "%0D", "\n": "%0A", '"': "%22" };

/** @param {string} name */
const escaped = (name) => name.replace(/[\r\n"]/g, (letter) => ESCAPES[letter]);

/**
 * Writes the form chunk by chunk, each after the previous one was flushed.
 * @param {http.ClientRequest} sent
 * @param {Form} form
 * @param {SendRequest["progress"]} progress
 */
async function write(sent, { pieces, length }, progress) {
  let loaded = 0;
  for (const piece of pieces) {
    for await (const bytes of piece instanceof Blob ? chunksOf(piece) : [piece]) {
      if (sent.destroyed) return;
      const hasRoom = sent.write(bytes);
      loaded += bytes.length;
      if (!hasRoom) await drained(sent);
      if (sent.destroyed) return;
      progress?.({ loaded, total: length });
    }
  }
  sent.end();
}

/**
 * A file's bytes as they are needed, in chunks: an in-memory file arrives whole, and its progress would
 * only be reported at its end.
 * @param {Blob} blob
 */
async function* chunksOf(blob) {
  for await (const bytes of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (blob.stream()))) {
    for (let from = 0; from < bytes.length; from += CHUNK) yield bytes.subarray(from, from + CHUNK);
  }
}

/**
 * Resolves once there is room to write, or the connection is closed.
 * @param {http.ClientRequest} sent
 * @returns {Promise<void>}
 */
function drained(sent) {
  return new Promise((resolve) => {
    const done = () => {
      sent.off("drain", done).off("close", done);
      resolve();
    };
    sent.on("drain", done).on("close", done);
    if (sent.destroyed) done();
  });
}

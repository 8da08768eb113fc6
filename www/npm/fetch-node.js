// Sends a request from Node, over its own HTTP: fetch would read a whole file before sending it.
import * as http from "node:http";
import * as https from "node:https";
import { multipart } from "./multipart-node.js";
import { write } from "./upload-node.js";

/** @import { PartsFetch, PartsResponse } from "./types/internal.js" */
/** @import { Form } from "./multipart-node.js" */

/** The error codes of a connection that the other side has closed. */
const CLOSED = ["EPIPE", "ECONNRESET"];

/** The content type of a stream of events. */
const EVENTS = "text/event-stream";

/** @param {unknown} error */
const isClosed = (error) => CLOSED.includes(/** @type {NodeJS.ErrnoException | null} */ (error)?.code ?? "");

const UPLOAD_CUT_OFF =
  "the server closed the connection during the upload, which often means that a file is too large for it";

/**
 * Like fetch, but sends the parts of a form as its body, and reports its progress.
 * @type {PartsFetch}
 */
export function fetchParts(url, { method, headers, body, signal, progress }) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const form = body && multipart(body);
    const { request } = url.startsWith("https:") ? https : http;
    let answered = false;
    const sent = request(url, { method, headers: { ...headers, ...form?.headers } }, (response) => {
      answered = true;
      if (headers.Accept === EVENTS && isStream(response)) return resolve(streamed(response));
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
    // Node's own `signal` option would slow down small requests.
    const abort = () => {
      reject(signal.reason);
      sent.destroy();
    };
    // The signal is this call's own, so the listener ends with it.
    signal.addEventListener("abort", abort);
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

/** @param {http.IncomingMessage} response */
function isStream({ statusCode, headers }) {
  return statusCode === 200 && headers["content-type"]?.toLowerCase().startsWith(EVENTS);
}

/**
 * A response whose body is read while it arrives, until the request's signal fires.
 * @param {http.IncomingMessage} response
 * @returns {PartsResponse}
 */
function streamed(response) {
  return { status: 200, headers: headersOf(response), body: response, arrayBuffer: async () => new ArrayBuffer(0) };
}

/** @param {http.IncomingMessage} response */
function headersOf({ headers }) {
  return {
    /** @param {string} name */
    get: (name) => /** @type {string | undefined} */ (headers[name.toLowerCase()]) ?? null,
  };
}

/**
 * @param {http.IncomingMessage} response
 * @param {Form | undefined} form
 * @returns {Promise<PartsResponse>}
 */
async function read(response, form) {
  const { statusCode: status = 0 } = response;
  /** @type {Buffer[]} */
  const chunks = [];
  try {
    // `for await` would slow down small requests.
    await new Promise((resolve, reject) => {
      response
        .on("data", (chunk) => chunks.push(chunk))
        .on("end", resolve)
        .on("error", reject);
    });
  } catch (error) {
    // A server that closes during an upload often truncates its answer; its status has arrived by then.
    if (!form || status < 400) throw error;
  }
  // A redirect is not followed, because the key would be sent there too.
  if (status >= 300 && status < 400) throw new Error("it redirected");
  const { buffer, byteOffset, length } = Buffer.concat(chunks);
  return {
    status,
    headers: headersOf(response),
    // A small buffer is part of a larger one.
    arrayBuffer: async () => (length === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + length)),
  };
}

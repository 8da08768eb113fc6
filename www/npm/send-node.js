// Sending a request from Node: over its own HTTP, with a form made by hand. fetch would read a file
// whole before it sends it, and FormData costs more than the request.
import { randomUUID } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";
import { send as byFetch } from "./send.js";

/** The most that is written at once, in bytes. */
const PIECE = 256 * 1024;

/** What a write or a reading fails with when the other side has closed the connection. */
const GONE = ["EPIPE", "ECONNRESET"];

const BROKEN_OFF =
  "the server closed the connection during the upload, which often means that a file is too large for it";

/** As in send.js. */
export function send(request) {
  return request.fetch ? byFetch(request) : byHttp(request);
}

function byHttp({ method, url, key, parts, signal, progress }) {
  return new Promise((resolve, reject) => {
    const form = parts && multipart(parts);
    const headers = { "X-API-KEY": key, ...form?.headers };
    const { request } = url.startsWith("https:") ? https : http;
    let answered = false;
    const sent = request(url, { method, headers, signal }, (response) => {
      answered = true;
      // Once the answer is there, nobody needs the rest of the form.
      read(response, form)
        .finally(() => sent.writableEnded || sent.destroy())
        .then(resolve, reject);
    });
    sent.on("error", (why) => {
      const closed = GONE.includes(why.code);
      // After the answer's beginning its reading says what the end of the connection has cut off.
      if (closed && answered) return;
      const uploading = form && !sent.writableFinished && !sent.socket?.secureConnecting;
      reject(closed && uploading ? new Error(BROKEN_OFF, { cause: why }) : why);
    });
    if (!form) return void sent.end();
    sent.on("socket", (socket) => readOn(socket, sent));
    // A file that cannot be read any more ends the request: its end would never come.
    write(sent, form, progress).catch((why) => sent.destroy(why));
  });
}

/**
 * A server may answer and close before it has read the form. The next write then fails, and by itself
 * the socket would end there, its unread answer with it. So of such a failure it hears nothing until
 * `sent` is over: reading goes on to the answer or, if there is none, to the connection's end.
 */
function readOn(socket, sent) {
  for (const way of ["_write", "_writev"]) {
    const write = socket[way];
    if (typeof write !== "function") continue;
    socket[way] = (...words) => {
      const done = words.pop();
      return write.call(socket, ...words, (why) => GONE.includes(why?.code) || done(why));
    };
    // The connection may be kept, for others to use.
    sent.on("close", () => (socket[way] = write));
  }
}

async function read(response, form) {
  const { statusCode: status, headers } = response;
  const pieces = [];
  try {
    for await (const piece of response) pieces.push(piece);
  } catch (why) {
    // A server that closes on a form often cuts off its own words; that it refuses is said by then.
    if (!form || status < 400) throw why;
  }
  // A redirect is not followed: the key would go along.
  if (status >= 300 && status < 400) throw new Error("it redirected");
  return { status, retryAfter: headers["retry-after"] ?? null, body: Buffer.concat(pieces) };
}

/** The form's headers and its pieces: texts, and files as they are. */
function multipart(parts) {
  const boundary = `flowdeck-${randomUUID()}`;
  const pieces = [];
  let text = "";
  for (const [name, value, fileName] of parts) {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(lines(name))}"`;
    if (fileName === undefined) {
      text += `\r\n\r\n${lines(value)}\r\n`;
      continue;
    }
    const type = value.type || "application/octet-stream";
    text += `; filename="${escaped(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`;
    pieces.push(Buffer.from(text), value);
    text = "\r\n";
  }
  pieces.push(Buffer.from(`${text}--${boundary}--\r\n`));
  const length = pieces.reduce((sum, piece) => sum + (piece.size ?? piece.length), 0);
  return {
    pieces,
    length,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": length },
  };
}

// As browsers do, and as the form's own standard has it: a file's name keeps its line breaks.
const lines = (text) => text.replace(/\r\n?|\n/g, "\r\n");
const escaped = (name) => name.replace(/[\r\n"]/g, (letter) => ({ "\r": "%0D", "\n": "%0A", '"': "%22" })[letter]);

/** Writes the form piece by piece, each after the one before has gone. */
async function write(sent, { pieces, length }, progress) {
  let loaded = 0;
  for (const piece of pieces) {
    for await (const bytes of piece instanceof Blob ? slices(piece) : [piece]) {
      if (sent.destroyed) return;
      const goesOn = sent.write(bytes);
      loaded += bytes.length;
      if (!goesOn) await drained(sent);
      if (sent.destroyed) return;
      progress?.({ loaded, total: length });
    }
  }
  sent.end();
}

/** A file's bytes as they are needed; one in memory comes whole, and would be told of at its end only. */
async function* slices(blob) {
  for await (const bytes of blob.stream()) {
    for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
  }
}

/** Until there is room, or nobody listens any more. */
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

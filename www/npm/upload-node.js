// Writes a form to a request, for fetch-node.js: files are read while earlier parts of them are sent.

/** How much of a file is read and written as one, in bytes. */
const SEGMENT = 2 ** 20;

/** How many segments are read ahead of the one that is sent. */
const AHEAD = 2;

/**
 * Writes the form and ends the request. One segment waits in the socket while another is sent, so that the
 * connection is never idle.
 * @param {import("node:http").ClientRequest} sent
 * @param {import("./multipart-node.js").Form} form
 * @param {import("./types/internal.js").Progress} progress
 */
export async function write(sent, { pieces, tail, length }, progress) {
  let loaded = 0;
  /** @param {number} bytes */
  const report = (bytes) => {
    loaded += bytes;
    if (!sent.destroyed) progress?.({ loaded, total: length });
  };
  /** @type {Promise<void> | undefined} */
  let previous;
  for await (const chunks of readAhead(pieces, sent)) {
    if (sent.destroyed) return;
    const segment = flush(sent, chunks).then(report);
    // A failure is reported where the segment is awaited.
    segment.catch(() => {});
    await previous;
    previous = segment;
  }
  await previous;
  if (sent.destroyed) return;
  await new Promise((resolve) => sent.end(tail, () => resolve(undefined)));
  report(tail.length);
}

/**
 * Writes a segment; resolves to its length once it has been sent. Never settles if the connection closes.
 * @param {import("node:http").ClientRequest} sent
 * @param {Uint8Array[]} chunks
 * @returns {Promise<number>}
 */
function flush(sent, chunks) {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return new Promise((resolve) => {
    sent.cork();
    for (const chunk of chunks.slice(0, -1)) sent.write(chunk);
    sent.write(chunks.at(-1), () => resolve(length));
    sent.uncork();
  });
}

/**
 * The chunks of each segment, in order. The next segments are already being read, side by side: Node reads a
 * file in small steps, and waits for each.
 * @param {import("./multipart-node.js").Form["pieces"]} pieces
 * @param {import("node:http").ClientRequest} sent
 */
async function* readAhead(pieces, sent) {
  /** @type {Promise<Uint8Array[]>[]} */
  const reading = [];
  for (const segment of segments(pieces)) {
    const next = read(segment, sent);
    // A failure is reported when it is the segment's turn.
    next.catch(() => {});
    reading.push(next);
    if (reading.length > AHEAD) yield/** @type {Promise<Uint8Array[]>} */ (reading.shift());
  }
  yield* reading;
}

/** @param {import("./multipart-node.js").Form["pieces"]} pieces */
function* segments(pieces) {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else for (let from = 0; from < piece.size; from += SEGMENT) yield piece.slice(from, from + SEGMENT);
  }
}

/**
 * Reads a segment in the chunks that Node reads: joining them would copy them. Stops early if the request has
 * ended.
 * @param {Buffer | Blob} segment
 * @param {import("node:http").ClientRequest} sent
 */
async function read(segment, sent) {
  if (Buffer.isBuffer(segment)) return [segment];
  const chunks = [];
  for await (const bytes of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (segment.stream()))) {
    if (sent.destroyed) break;
    chunks.push(bytes);
  }
  return chunks;
}

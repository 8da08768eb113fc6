// Reads server-sent events from a body that arrives in pieces. Knows neither runs nor requests.

/** @typedef {{ name: string, data: string, id: string }} ServerSentEvent */

/** The maximum size of an event, in characters: a line that never ends must not fill the memory. */
const MAX_SIZE = 2 ** 20;

export class EventReader {
  #decoder = new TextDecoder();
  /** The start of a line whose end is still to come. */
  #start = "";
  /** Whether the last piece ended with a carriage return, which a line feed may follow. */
  #endedWithReturn = false;
  /**
   * What the next event has so far.
   * @type {string[]}
   */
  #data = [];
  #size = 0;
  #name = "";
  #id = "";

  /**
   * The events that a piece completes. Pieces may be cut anywhere. The `id` of an event is the last one that the
   * stream has given, or empty.
   * @param {BufferSource} piece
   */
  read(piece) {
    const text = this.#decoder.decode(piece, { stream: true });
    // It may be only the first half of a character.
    if (text === "") return [];
    const rest = this.#endedWithReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#endedWithReturn = text.endsWith("\r");
    const lines = rest.split(/\r\n|[\r\n]/);
    lines[0] = this.#start + lines[0];
    this.#start = lines.pop() ?? "";
    const events = lines.flatMap((line) => (line === "" ? this.#end() : this.#add(line)));
    this.#check(this.#start);
    return events;
  }

  /**
   * An empty line ends an event.
   * @returns {ServerSentEvent[]}
   */
  #end() {
    const data = this.#data;
    const event = { name: this.#name || "message", data: data.join("\n"), id: this.#id };
    [this.#data, this.#size, this.#name] = [[], 0, ""];
    return data.length === 0 ? [] : [event];
  }

  /**
   * @param {string} line
   * @returns {ServerSentEvent[]} Always empty.
   */
  #add(line) {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "data") {
      this.#check(value);
      this.#size += value.length + 1;
      this.#data.push(value);
    } else if (field === "event") {
      this.#name = value;
    } else if (field === "id" && !value.includes("\0")) {
      this.#id = value;
    }
    return [];
  }

  /** @param {string} more */
  #check(more) {
    const size = this.#size + more.length;
    if (size > MAX_SIZE) throw new Error(`reading events: one has more than ${MAX_SIZE} characters`);
  }
}

/**
 * The pieces of a response's body; null if it has none that can be read. A platform's body has `getReader`; that of
 * a library or of Node's HTTP can be iterated.
 * @param {any} body
 */
export function piecesOf(body) {
  if (typeof body?.getReader === "function") {
    /** @type {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} */
    const reader = body.getReader();
    return { next: () => reader.read(), cancel: () => reader.cancel() };
  }
  if (typeof body?.[Symbol.asyncIterator] !== "function") return null;
  /** @type {AsyncIterator<Uint8Array<ArrayBuffer>>} */
  const pieces = body[Symbol.asyncIterator]();
  return { next: () => pieces.next(), cancel: async () => body.destroy?.() };
}

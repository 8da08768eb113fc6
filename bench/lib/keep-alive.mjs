// Reads an address as fast as it is answered: a client that only counts bytes, so that it is never the slowest part.
import { once } from "node:events";
import { connect } from "node:net";

/**
 * Requests an address this many times, over several connections.
 *
 * @param {number} connections
 * @param {{ url: string, headers: Record<string, string>, count: number }} request
 */
export async function inTurn(connections, { url, headers, count }) {
  // Every connection begins with one.
  let left = count - connections;
  const isLeft = () => {
    left -= 1;
    return left >= 0;
  };
  await Promise.all(Array.from({ length: connections }, () => readWhile(isLeft, new URL(url), headers)));
}

async function readWhile(isLeft, { hostname, port, host, pathname, href }, headers) {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const socket = connect(Number(port), hostname, () => socket.write(request));
  let rest = 0;
  socket.on("data", (bytes) => {
    rest = rest > 0 ? rest - bytes.length : bodyAfter(bytes);
    if (Number.isNaN(rest)) socket.destroy(new Error(`GET ${href}: ${bytes.subarray(0, 500)}`));
    else if (rest === 0 && isLeft()) socket.write(request);
    else if (rest === 0) socket.destroy();
  });
  await once(socket, "close");
}

/** How many bytes follow the start of an answer; NaN if the answer is no success or has no length. */
function bodyAfter(bytes) {
  const end = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.toString("latin1", 0, end);
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(head) ?? [];
  return head.startsWith("HTTP/1.1 200 ") ? Number(length) - (bytes.length - end) : Number.NaN;
}

// The ends of an engine's tasks, read from its WebSocket.
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";

const SUCCESS = /"execution_success"[^}]*?"prompt_id":\s*"([^"]+)"/g;
/** More than one event of the kind above. */
const KEPT = 4096;

/** Follows an engine; `ended(id)` resolves when the task succeeded. Its tasks are those with `client`. */
export async function followEngine({ url, headers }) {
  const client = randomUUID();
  const handshake = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": randomBytes(16).toString("base64"),
  };
  const connecting = request(`${url}/ws?clientId=${client}`, { headers: { ...headers, ...handshake } }).end();
  const [, socket] = await once(connecting, "upgrade");
  const waiting = new Map();
  const known = new Set();
  let text = "";
  // Events are short texts in frames of their own; their frames need not be told apart.
  socket.on("data", (bytes) => {
    text = (text + bytes.toString("latin1")).slice(-KEPT);
    for (const [, id] of text.matchAll(SUCCESS)) {
      known.add(id);
      waiting.get(id)?.();
    }
  });
  const ended = (id) => known.has(id) || new Promise((resolve) => waiting.set(id, resolve));
  return { client, ended, close: () => socket.destroy() };
}

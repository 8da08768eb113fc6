// The proxy drops the events that it is to drop, and no others, however they are cut into pieces.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventFilter } from "./event-proxy.mjs";

const handshake = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n");

function frame(kind, length = 0) {
  const text = Buffer.from(JSON.stringify({ type: kind, data: "x".repeat(length) }));
  if (text.length < 126) return Buffer.concat([Buffer.from([0x81, text.length]), text]);
  const header =
    text.length < 65_536 ? Buffer.from([0x81, 126, 0, 0]) : Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  if (header.length === 4) header.writeUInt16BE(text.length, 2);
  else header.writeBigUInt64BE(BigInt(text.length), 2);
  return Buffer.concat([header, text]);
}

test("dropped events are missing, and everything else is as it was", () => {
  const kept = [handshake, frame("status"), frame("executed", 200), frame("executed", 70_000)];
  const all = Buffer.concat([...kept.slice(0, 2), frame("progress", 500), ...kept.slice(2), frame("progress")]);
  for (const size of [13, 4096, all.length]) {
    const filter = new EventFilter((kind) => kind === "progress");
    const passed = [];
    for (let at = 0; at < all.length; at += size) passed.push(filter.pass(all.subarray(at, at + size)));
    assert.deepEqual(Buffer.concat(passed), Buffer.concat(kept), `in pieces of ${size} bytes`);
  }
});

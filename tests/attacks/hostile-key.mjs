// The holder of one key who wants the whole service: a process of its own, so that it delays the service and nobody who
// measures it. Arguments: the port, the key, a workflow with a field `photo`, and what it does: "uploads", "streams",
// "lists".
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const [port, key, workflow, ...attacks] = process.argv.slice(2);
const head = (line) => `${line} HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${key}\r\n`;
/** The first lines of answers, and how often each came. */
const answers = {};

function count(text) {
  const [line] = text.split("\r\n");
  if (line.startsWith("HTTP/1.1")) answers[line] = (answers[line] ?? 0) + 1;
}

/** Keeps a connection open that has sent a request; opens it again, five seconds after it was closed. */
async function held(request, drip) {
  for (;;) {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.once("data", (bytes) => count(String(bytes)));
    socket.on("data", () => {});
    socket.write(request);
    const dripping = drip && setInterval(() => socket.write("x"), 6000);
    await new Promise((resolve) => socket.once("close", resolve));
    clearInterval(dripping);
    await pause(5000);
  }
}

const post = head(`POST /api/v1/runs?workflow_id=${workflow}`);
const type = "Content-Type: multipart/form-data; boundary=b";
const part = 'Content-Disposition: form-data; name="photo"; filename="photo.png"\r\nContent-Type: image/png';
const upload = `${post}${type}\r\nContent-Length: 90000000\r\n\r\n--b\r\n${part}\r\n\r\n`;

const all = {
  uploads: () => Array.from({ length: 4096 }, () => held(upload, true)),
  streams: () => Array.from({ length: 2048 }, () => held(`${head("GET /api/v1/events")}\r\n`)),
  lists: () =>
    Array.from({ length: 16 }, async () => {
      for (;;) {
        const request = { headers: { "X-API-KEY": key } };
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/runs?page_size=100`, request).catch(() => null);
        count(`HTTP/1.1 ${answer?.status ?? "broken"} list`);
        await answer?.arrayBuffer().catch(() => null);
        if (answer?.status !== 200) await pause(100);
      }
    }),
};

for (const attack of attacks) all[attack]();
setInterval(() => process.stdout.write(`${JSON.stringify(answers)}\n`), 1000);

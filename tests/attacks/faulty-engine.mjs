// An engine that answers like ComfyUI, except where a test replaces an answer.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { MB } from "./program.mjs";

const combo = [["a.png"], { image_upload: true }];
const classes = {
  LoadImage: { input: { required: { image: combo } }, output: ["IMAGE", "MASK"], output_node: false },
  SaveImage: {
    input: { required: { images: ["IMAGE"], filename_prefix: ["STRING", { default: "a" }] } },
    output: [],
    output_node: true,
  },
};
const output = { filename: "a_00001_.png", subfolder: "", type: "output" };

const answers = {
  "/queue": { queue_running: [], queue_pending: [] },
  "/object_info": classes,
  "/upload/image": { name: "a.png", subfolder: "", type: "input" },
  "/view": "an image",
};

/** Answers with a JSON value, a text, or a function of request and response. */
function send(answer, request, response) {
  if (typeof answer === "function") return answer(request, response);
  response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
}

/** The answer to `POST /prompt`; the task is then in the history. */
function prompt(tasks, request, response) {
  const body = [];
  request.on("data", (bytes) => body.push(bytes));
  request.on("end", () => {
    const { prompt_id } = JSON.parse(Buffer.concat(body).toString());
    tasks.push(prompt_id);
    response.end(JSON.stringify({ prompt_id, number: 1, node_errors: {} }));
  });
}

const history = (id) => ({
  [id]: { outputs: { 9: { images: [output] } }, status: { status_str: "success", completed: true, messages: [] } },
});

/** Accepts a WebSocket and sends nothing. */
function accept(request, socket) {
  const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const signed = createHash("sha1").update(key).digest("base64");
  const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  socket.write(`${[...head, `Sec-WebSocket-Accept: ${signed}`].join("\r\n")}\r\n\r\n`);
  socket.on("error", () => {});
}

/** Starts an engine with these answers in place of its own, by path; `/history` stands for every task. */
export async function startEngine(replaced) {
  const tasks = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://a").pathname.replace(/^\/history\/.*/, "/history");
    response.on("error", () => {});
    if (path in replaced) return send(replaced[path], request, response);
    if (path === "/prompt" && request.method === "POST") return prompt(tasks, request, response);
    if (path === "/history") return send(history(tasks.at(-1)), request, response);
    request.resume();
    return send(answers[path] ?? {}, request, response);
  });
  server.on("upgrade", accept);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}`, stop };
}

/** Never ends: a text, then the same bytes again and again. */
export const endless = (start, again) => (_request, response) => {
  response.write(start);
  const bytes = Buffer.from(again.repeat(Math.ceil(MB / again.length)));
  const more = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on("drain", more);
  more();
};

/** A status, a text and headers. */
export const plain =
  (status, text, headers = {}) =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(text);
  };

// One run by each client, in Node. A value is text, or a file given as `{ path }`. Each client's
// libraries are loaded only with it, so that its process contains no code of another client.
import { createReadStream, openAsBlob, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { KEY, RUN } from "../data/run.mjs";

const BOUNDARY = "----a-boundary-that-no-value-contains";
const headers = { "X-API-KEY": KEY };
const multipartHeaders = { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

// Each creates a function that sends values to the deployment and returns the id of the run.
const clients = {
  "fetch, hand-written body": async (baseUrl) => async (values) => {
    const [body] = segments(values);
    const response = await fetch(baseUrl + RUN.path, { method: "POST", headers: multipartHeaders, body });
    return runId(await response.json());
  },
  "hand-written http": async (baseUrl) => {
    const agent = new Agent({ keepAlive: true });
    return (values) =>
      new Promise((resolve, reject) => {
        const body = segments(values);
        const length = body.reduce((sum, segment) => sum + (segment.size ?? segment.length), 0);
        const outgoing = request(baseUrl + RUN.path, {
          agent,
          method: "POST",
          headers: { ...multipartHeaders, "content-length": length },
        });
        outgoing.on("error", reject);
        outgoing.on("response", (response) =>
          readText(response).then((text) => resolve(runId(JSON.parse(text))), reject),
        );
        write(body, outgoing).catch(reject);
      });
  },
  "axios + form-data": async (baseUrl) => {
    const [{ default: axios }, { default: FormData }] = await Promise.all([import("axios"), import("form-data")]);
    const httpAgent = new Agent({ keepAlive: true });
    return async (values) => {
      const form = new FormData();
      for (const name in values)
        form.append(name, values[name].path ? createReadStream(values[name].path) : values[name]);
      const options = {
        httpAgent,
        headers: { ...headers, ...form.getHeaders() },
        maxBodyLength: Infinity,
        maxRedirects: 0,
      };
      return runId((await axios.post(baseUrl + RUN.path, form, options)).data);
    };
  },
  "fetch + FormData": async (baseUrl) => async (values) => {
    const body = new FormData();
    const loaded = await withFiles(values);
    for (const name in loaded) body.append(name, loaded[name]);
    const response = await fetch(baseUrl + RUN.path, { method: "POST", headers, body });
    return runId(await response.json());
  },
  flowdeck: async (baseUrl) => {
    const { connect } = await import("flowdeck");
    const deck = await connect({ baseUrl, apiKey: KEY });
    return async (values) => (await deck.run(RUN.workflow, await withFiles(values))).runId;
  },
};

let client;

/** Selects the client and the deployment of all further calls. */
export async function useClient(name, baseUrl) {
  client = await clients[name](baseUrl);
}

/** The times of this many calls, in ms. */
export async function calls(values, count) {
  const times = [];
  for (let call = 0; call < count; call += 1) {
    const start = performance.now();
    const id = await client(values);
    times.push(performance.now() - start);
    if (id !== RUN.id) throw new Error(`the client returned the run ${id}`);
  }
  return times;
}

// The body in segments: text as bytes, files as path and size.
function segments(values) {
  const result = [];
  let text = "";
  for (const name in values) {
    const { path } = values[name];
    text += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
    if (path === undefined) {
      text += `\r\n\r\n${values[name]}\r\n`;
    } else {
      result.push(Buffer.from(`${text}; filename="video.mp4"\r\nContent-Type: video/mp4\r\n\r\n`));
      result.push({ path, size: statSync(path).size });
      text = "\r\n";
    }
  }
  result.push(Buffer.from(`${text}--${BOUNDARY}--\r\n`));
  return result;
}

async function write(body, request) {
  const last = body.pop();
  for (const segment of body) {
    if (!segment.path) request.write(segment);
    else
      for await (const chunk of createReadStream(segment.path, { highWaterMark: 2 ** 20 })) {
        if (!request.write(chunk)) await new Promise((resolve) => request.once("drain", resolve));
      }
  }
  request.end(last);
}

async function readText(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function withFiles(values) {
  const loaded = { ...values };
  for (const name in values) {
    const { path } = values[name];
    if (path) loaded[name] = new File([await openAsBlob(path)], "video.mp4", { type: "video/mp4" });
  }
  return loaded;
}

const runId = ({ data }) => data[0].run_id;

// One run by every client, in Node. A value is text or, as `{ path }`, a file. What a client is made
// of is loaded with it alone, so that a process of one client holds nothing of another.
import { createReadStream, openAsBlob, statSync } from "node:fs";
import { Agent, request } from "node:http";
import { KEY, RUN } from "../data/run.mjs";

const BOUNDARY = "----a-boundary-that-no-value-holds";
const headers = { "X-API-KEY": KEY };
const byHand = { ...headers, "content-type": `multipart/form-data; boundary=${BOUNDARY}` };

// Each, given the deployment, becomes a function of the values that gives the id of the run.
const makers = {
  "fetch, body by hand": async (baseUrl) => async (values) => {
    const [body] = segments(values);
    const response = await fetch(baseUrl + RUN.path, { method: "POST", headers: byHand, body });
    return idIn(await response.json());
  },
  "http by hand": async (baseUrl) => {
    const agent = new Agent({ keepAlive: true });
    return (values) =>
      new Promise((resolve, reject) => {
        const body = segments(values);
        const length = body.reduce((sum, segment) => sum + (segment.size ?? segment.length), 0);
        const sent = request(baseUrl + RUN.path, {
          agent,
          method: "POST",
          headers: { ...byHand, "content-length": length },
        });
        sent.on("error", reject);
        sent.on("response", (response) => whole(response).then((text) => resolve(idIn(JSON.parse(text))), reject));
        write(body, sent).catch(reject);
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
      return idIn((await axios.post(baseUrl + RUN.path, form, options)).data);
    };
  },
  "fetch + FormData": async (baseUrl) => async (values) => {
    const body = new FormData();
    const given = await opened(values);
    for (const name in given) body.append(name, given[name]);
    const response = await fetch(baseUrl + RUN.path, { method: "POST", headers, body });
    return idIn(await response.json());
  },
  flowdeck: async (baseUrl) => {
    const { connect } = await import("flowdeck");
    const deck = await connect({ baseUrl, apiKey: KEY });
    return async (values) => (await deck.run(RUN.workflow, await opened(values))).runId;
  },
};

let client;

/** From here on, calls are made by this client to this deployment. */
export async function become(name, baseUrl) {
  client = await makers[name](baseUrl);
}

/** The times of so many calls, in ms. */
export async function calls(values, count) {
  const took = [];
  for (let call = 0; call < count; call += 1) {
    const start = performance.now();
    const id = await client(values);
    took.push(performance.now() - start);
    if (id !== RUN.id) throw new Error(`the run ${id} was given`);
  }
  return took;
}

// The body in pieces: text as it is, files by their path and size.
function segments(values) {
  const found = [];
  let text = "";
  for (const name in values) {
    const { path } = values[name];
    text += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
    if (path === undefined) {
      text += `\r\n\r\n${values[name]}\r\n`;
    } else {
      found.push(Buffer.from(`${text}; filename="video.mp4"\r\nContent-Type: video/mp4\r\n\r\n`));
      found.push({ path, size: statSync(path).size });
      text = "\r\n";
    }
  }
  found.push(Buffer.from(`${text}--${BOUNDARY}--\r\n`));
  return found;
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

async function whole(response) {
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function opened(values) {
  const given = { ...values };
  for (const name in values) {
    const { path } = values[name];
    if (path) given[name] = new File([await openAsBlob(path)], "video.mp4", { type: "video/mp4" });
  }
  return given;
}

const idIn = ({ data }) => data[0].run_id;

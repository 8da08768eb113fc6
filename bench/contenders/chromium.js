// One run by each client, in a page.
import axios from "axios";
import { connect } from "flowdeck";
import ky from "ky";
import { KEY, RUN } from "../data/run.mjs";

const url = location.origin + RUN.path;
const headers = { "X-API-KEY": KEY };
const deck = connect({ baseUrl: location.origin, apiKey: KEY });

// Each client returns the id of the run it started; `onProgress` receives the progress of the upload.
const clients = {
  "fetch + FormData": async (values) => {
    const response = await fetch(url, { method: "POST", headers, body: form(values) });
    return runId(await response.json());
  },
  XMLHttpRequest: (values, onProgress) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", url);
      request.setRequestHeader("X-API-KEY", KEY);
      if (onProgress) request.upload.onprogress = onProgress;
      request.onload = () => resolve(runId(JSON.parse(request.responseText)));
      request.onerror = reject;
      request.send(form(values));
    }),
  ky: async (values) => runId(await ky.post(url, { headers, body: form(values), timeout: false }).json()),
  axios: async (values, onUploadProgress) =>
    runId((await axios.post(url, form(values), { headers, onUploadProgress })).data),
  flowdeck: async (values, onUploadProgress) =>
    (await (await deck).run(RUN.workflow, values, onUploadProgress && { onUploadProgress })).runId,
};

/** The times of this many calls, in ms. */
export async function calls(client, values, count) {
  const times = [];
  for (let call = 0; call < count; call += 1) {
    const start = performance.now();
    const id = await clients[client](values);
    times.push(performance.now() - start);
    if (id !== RUN.id) throw new Error(`${client} returned the run ${id}`);
  }
  return times;
}

/** Sends the file in the page's input; returns the time and the number of progress events. */
export async function upload(client) {
  const [video] = document.querySelector("input").files;
  let events = 0;
  const start = performance.now();
  await clients[client]({ video }, () => {
    events += 1;
  });
  return { ms: performance.now() - start, events };
}

function form(values) {
  const form = new FormData();
  for (const name in values) form.append(name, values[name]);
  return form;
}

const runId = ({ data }) => data[0].run_id;

// The same two calls, a run and the queue, written with each peer. Each source is bundled.

const FORM = `const form = (values) => {
  const form = new FormData();
  for (const name in values) form.append(name, values[name]);
  return form;
};`;

export const peers = {
  "hand-written fetch": `${FORM}
    const parsed = async (response) => {
      const { ok, status } = await response;
      const body = await (await response).json();
      if (!ok) throw Object.assign(new Error("HTTP " + status), { status, body });
      return body;
    };
    export const client = (baseUrl, key) => ({
      run: (id, values, signal) => parsed(fetch(baseUrl + "/api/v1/runs?workflow_id=" + encodeURIComponent(id),
        { method: "POST", headers: { "X-API-KEY": key }, body: form(values), signal })),
      queue: (signal) => parsed(fetch(baseUrl + "/api/v1/comfy/queue", { headers: { "X-API-KEY": key }, signal })),
    });`,
  "openapi-fetch": `import create from "openapi-fetch"; ${FORM}
    export const client = (baseUrl, key) => {
      const api = create({ baseUrl, headers: { "X-API-KEY": key } });
      return {
        run: (id, values) => api.POST("/api/v1/runs",
          { params: { query: { workflow_id: id } }, body: form(values), bodySerializer: (body) => body }),
        queue: () => api.GET("/api/v1/comfy/queue"),
      };
    };`,
  ky: `import ky from "ky"; ${FORM}
    export const client = (baseUrl, key) => {
      const api = ky.create({ headers: { "X-API-KEY": key } });
      return {
        run: (id, values) => api.post(baseUrl + "/api/v1/runs",
          { searchParams: { workflow_id: id }, body: form(values) }).json(),
        queue: () => api.get(baseUrl + "/api/v1/comfy/queue").json(),
      };
    };`,
  axios: `import axios from "axios"; ${FORM}
    export const client = (baseURL, key) => {
      const api = axios.create({ baseURL, headers: { "X-API-KEY": key } });
      return {
        run: async (id, values) => (await api.post("/api/v1/runs", form(values), { params: { workflow_id: id } })).data,
        queue: async () => (await api.get("/api/v1/comfy/queue")).data,
      };
    };`,
  // These three call their own services; only the size of their client counts.
  replicate: `import Replicate from "replicate";
    export const client = (baseUrl, auth) => {
      const api = new Replicate({ auth, baseUrl });
      return { run: (model, input) => api.run(model, { input }), queue: () => api.predictions.list() };
    };`,
  "@gradio/client": `import { Client } from "@gradio/client";
    export const client = async (baseUrl) => {
      const api = await Client.connect(baseUrl);
      return { run: (endpoint, values) => api.predict(endpoint, values), queue: () => api.view_api() };
    };`,
  "@fal-ai/client": `import { createFalClient } from "@fal-ai/client";
    export const client = (proxyUrl, credentials) => {
      const api = createFalClient({ proxyUrl, credentials });
      return {
        run: (id, input) => api.subscribe(id, { input }),
        queue: (id, options) => api.queue.status(id, options),
      };
    };`,
};

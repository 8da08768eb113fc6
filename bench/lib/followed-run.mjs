// A run as a client follows it: by the stream of its events, or by asking again every second, as clients do that know
// no events.
import { once } from "node:events";
import { request } from "node:http";

/** The milliseconds between two questions of a client that polls: those of the npm package. */
const INTERVAL = 1000;

/** Follows runs of a service; `bytes` counts what came over the socket, with the heads of the answers. */
export class Follower {
  bytes = 0;

  /** @param {{ url: string, headers: Record<string, string> }} service */
  constructor(service) {
    this.service = service;
  }

  /**
   * Opens the stream of a run. `ended` resolves with the time at which its end arrived.
   * @param {string} id
   */
  async open(id) {
    const response = await this.#ask(`/api/v1/runs/${id}/events`);
    let text = "";
    const ended = new Promise((resolve, reject) => {
      response.on("data", (bytes) => {
        this.bytes += bytes.length;
        text = (text + bytes).slice(-4096);
        if (/event: state\ndata: [^\n]*"status":"completed"/.test(text)) resolve(performance.now());
      });
      response.on("close", () => reject(new Error(`the stream of the run ${id} ended early`)));
    });
    // Nobody waits for the end of a stream that was closed.
    ended.catch(() => {});
    return { ended, close: () => response.destroy() };
  }

  /**
   * Asks for a run until it has completed. Returns the time of the answer.
   * @param {string} id
   */
  async poll(id) {
    for (;;) {
      const response = await this.#ask(`/api/v1/runs/${id}`);
      let text = "";
      for await (const bytes of response) {
        this.bytes += bytes.length;
        text += bytes;
      }
      if (JSON.parse(text).data.status === "completed") return performance.now();
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
  }

  async #ask(path) {
    const { url, headers } = this.service;
    const sent = request(url + path, { headers, agent: false }).end();
    const [response] = await once(sent, "response");
    if (response.statusCode !== 200) throw new Error(`GET ${path}: ${response.statusCode}`);
    this.bytes += response.rawHeaders.join(": ").length;
    response.setEncoding("latin1");
    return response;
  }
}

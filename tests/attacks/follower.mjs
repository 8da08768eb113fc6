// Follows all runs of the program by its stream of events, over kills: each stream resumes where the last one broke
// off.

/** What is told of one event. */
const toldBy = ({ number, status, attempts }, kind) => `${number} ${kind} ${status} ${attempts}`;

export class Follower {
  /** What was told of each run, in order. @type {Map<string, string[]>} */
  told = new Map();
  /** How often a stream began anew. */
  beginnings = 0;
  #lastId = "";
  #isOver = false;
  #controller = new AbortController();

  /** @param {import("./program.mjs").Program} program */
  constructor(program) {
    this.program = program;
  }

  /** Follows until `stop` is called. */
  async follow() {
    while (!this.#isOver) {
      // A killed program refuses connections until it is started again.
      await this.#read().catch(() => new Promise((resolve) => setTimeout(resolve, 10)));
    }
  }

  stop() {
    this.#isOver = true;
    this.#controller.abort();
  }

  async #read() {
    const headers = this.#lastId ? { "Last-Event-ID": this.#lastId } : {};
    const response = await this.program.fetch("/api/v1/events", { headers, signal: this.#controller.signal });
    let text = "";
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split("\n\n");
      text = events.pop();
      for (const event of events) this.#note(event);
    }
  }

  #note(text) {
    const line = (name) => text.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
    const [id, kind, data] = [line("id"), line("event"), line("data")];
    if (kind === "ready") this.beginnings += 1;
    if (["state", "attempt", "outputs"].includes(kind)) {
      const event = JSON.parse(data);
      const told = this.told.get(event.run_id) ?? [];
      told.push(toldBy(event, kind));
      this.told.set(event.run_id, told);
    }
    this.#lastId = id ?? this.#lastId;
  }

  /** Waits until the last thing that was told of a run is this. */
  async until(run, last) {
    while (!this.told.get(run)?.at(-1)?.includes(last)) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What the run's own stream tells from its first event on. */
export async function recorded(program, run) {
  const response = await program.fetch(`/api/v1/runs/${run}/events`, { headers: { "Last-Event-ID": "0" } });
  const events = (await response.text()).split("\n\n").filter((text) => /^id: /m.test(text));
  return events.map((text) => {
    const [, kind, data] = text.match(/^event: (\w+)\ndata: (.*)$/m);
    return toldBy(JSON.parse(data), kind);
  });
}

// A running ComfyUI: its classes, its lists of files, and what its validation finds in a prompt. Executes nothing.

/** Calls ComfyUI; throws with the method and the URL if it fails. */
export class Engine {
  constructor(url) {
    this.url = url.replace(/\/+$/, "");
  }

  async #text(path) {
    const answer = await fetch(this.url + path);
    if (!answer.ok) throw new Error(`GET ${this.url}${path}: ${answer.status}`);
    return answer.text();
  }

  async #json(path) {
    return JSON.parse(await this.#text(path));
  }

  async version() {
    const { system } = await this.#json("/system_stats");
    return system.comfyui_version;
  }

  /** The definitions of all classes. */
  classes() {
    return this.#json("/object_info");
  }

  /** The same as text: JavaScript's numbers cannot hold every bound. */
  classesText() {
    return this.#text("/object_info");
  }

  /** The names of the folders below `models`. */
  modelFolders() {
    return this.#json("/models");
  }

  /** What ComfyUI's validation finds in a prompt, given as an object or as its JSON. */
  async judge(prompt) {
    const json = typeof prompt === "string" ? prompt : JSON.stringify(prompt);
    const headers = { "Content-Type": "application/json" };
    const path = "/reference/judge";
    const answer = await fetch(this.url + path, { method: "POST", headers, body: `{"prompt":${json}}` });
    if ([404, 405].includes(answer.status)) {
      throw new Error(
        `POST ${this.url}${path}: link tests/reference/oracle into ComfyUI's custom_nodes and restart it`,
      );
    }
    // POST /prompt would fail in the same way.
    const failed = { valid: false, error: { type: "exception", message: answer.statusText }, node_errors: {} };
    const { valid, error, node_errors: nodes } = answer.ok ? await answer.json() : failed;
    return { valid, accepted: valid && Object.keys(nodes).length === 0, error, nodes };
  }
}

/** What ComfyUI said against a prompt, in one line for each different complaint. */
export function complaints({ error, nodes }) {
  const lines = Object.values(nodes).flatMap(({ class_type, errors }) =>
    errors.map(({ type, extra_info }) => `${type}: ${class_type}.${extra_info?.input_name ?? ""}`),
  );
  if (lines.length === 0 && error) lines.push(`${error.type}: ${error.extra_info?.class_type ?? error.message}`);
  return [...new Set(lines)];
}

// A running ComfyUI: its classes, its lists of files, and POST /prompt without executing anything.

/** Calls ComfyUI; throws with the method and the URL if it fails. */
export class Engine {
  constructor(url) {
    this.url = url.replace(/\/+$/, "");
  }

  async #json(path) {
    const answer = await fetch(this.url + path);
    if (!answer.ok) throw new Error(`GET ${this.url}${path}: ${answer.status}`);
    return answer.json();
  }

  #post(path, body) {
    const headers = { "Content-Type": "application/json" };
    return fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  async version() {
    const { system } = await this.#json("/system_stats");
    return system.comfyui_version;
  }

  /** The definitions of all classes. */
  classes() {
    return this.#json("/object_info");
  }

  /** The names of the folders below `models`. */
  modelFolders() {
    return this.#json("/models");
  }

  /** Posts a prompt, removes it from the queue at once, and returns what ComfyUI says against it. */
  async judge(prompt) {
    const answer = await this.#post("/prompt", { prompt });
    const body = await answer.json().catch(() => ({ error: { type: "no_json", message: answer.statusText } }));
    if (answer.ok) {
      await this.#post("/queue", { clear: true });
      await this.#post("/interrupt", {});
    }
    const nodes = body.node_errors ?? {};
    const accepted = answer.ok && Object.keys(nodes).length === 0;
    return { accepted, error: body.error ?? null, nodes };
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

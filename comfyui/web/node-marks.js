// Marks the nodes that have problems with a red outline: on the canvas, and in Nodes 2.0, which are elements.

import { guarded } from "./guarded.js";

const COLOR = "#dc2626";

export class NodeMarks {
  #app;
  #marked = new Set();
  #sheet = document.createElement("style");

  constructor(app) {
    this.#app = app;
  }

  /** Follows the graph that the canvas shows: nodes of different graphs may have the same ID. */
  watch() {
    document.head.append(this.#sheet);
    this.#app.canvas?.canvas?.addEventListener("litegraph:set-graph", () => guarded(() => this.#writeStyles()));
  }

  /**
   * Marks the nodes on these paths, and only these.
   * @param {any[][]} paths
   */
  set(paths) {
    const marked = new Set(paths.flat());
    const changed = [...marked, ...this.#marked].some((node) => marked.has(node) !== this.#marked.has(node));
    if (!changed) return;
    this.#marked = marked;
    for (const node of marked) this.#outline(node);
    this.#writeStyles();
    this.#app.canvas?.setDirty?.(true, false);
  }

  /** Lets the canvas ask whether to outline the node. */
  #outline(node) {
    if (!node.strokeStyles) return;
    node.strokeStyles.flowdeck ??= () =>
      this.#marked.has(node) ? { color: COLOR, lineWidth: 2, padding: 6 } : undefined;
  }

  #writeStyles() {
    const shown = this.#app.canvas?.graph;
    const ids = [...this.#marked].filter((node) => node.graph === shown).map(({ id }) => CSS.escape(String(id)));
    const selectors = ids.map((id) => `[data-node-id="${id}"]`);
    const rule = `{ outline: 2px solid ${COLOR}; outline-offset: 4px; border-radius: 12px; }`;
    this.#sheet.textContent = selectors.length > 0 ? `${selectors.join(",")} ${rule}` : "";
  }
}

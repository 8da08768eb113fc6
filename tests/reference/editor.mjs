// ComfyUI's editor in Chromium: loads workflows and converts them with its own `graphToPrompt`.

import { chromium } from "@playwright/test";

import { ARGS, BROWSER } from "../chromium.mjs";

/** How long the editor may take for one workflow, and for its start, in milliseconds. */
const TIMEOUT = 60_000;
const START = 300_000;

/** After how many workflows a new page is opened: the editor keeps traces, such as the classes of their subgraphs. */
const WORKFLOWS_PER_PAGE = 50;

/** Loads a workflow into the page's editor and converts it; runs in the page. */
async function convert({ workflow, timeout }) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the editor took too long")), timeout));
  // The editor does not wait for its dialogs, and a missing class or model is not an error here.
  const quiet = { showMissingNodesDialog: false, showMissingModelsDialog: false };
  const work = async () => {
    await window.app.loadGraphData(workflow, true, false, null, quiet);
    // Of a file that it cannot load, the editor only tells the person, and shows its first workflow.
    const key = ({ id, type }) => `${id} ${type}`;
    const loaded = new Set(window.app.graph.nodes.map(key));
    if (!workflow.nodes.some((node) => loaded.has(key(node)))) throw new Error("the editor loaded another workflow");
    const { output } = await window.app.graphToPrompt();
    // What JSON cannot hold, the editor does not send either.
    return JSON.stringify(output);
  };
  return JSON.parse(await Promise.race([work(), late]));
}

/** Nobody sees the page: without drawing, a workflow takes a fraction of the time. Runs in the page. */
function stopDrawing() {
  Object.getPrototypeOf(window.app.canvas).draw = () => {};
}

const isReady = () =>
  window.app?.graph &&
  window.app.vueAppReady !== false &&
  Object.keys(window.LiteGraph?.registered_node_types ?? {}).length > 50;

/** The editor that a ComfyUI serves, with the JavaScript of its node packs. */
export class Editor {
  #browser;
  #page;
  #url;
  #classes;
  #loads = 0;

  /** Opens the editor of a ComfyUI, with these classes. */
  static async open(url, classes) {
    const editor = new Editor();
    editor.#url = url;
    editor.#classes = classes;
    await editor.#load();
    return editor;
  }

  /** Opens a new page. It gets the same classes each time, although more and more files are listed. */
  async #load() {
    // A browser that crashed is started again.
    await this.#page
      ?.context()
      .close()
      .catch(() => {});
    if (!this.#browser?.isConnected()) {
      this.#browser = await chromium.launch({ executablePath: BROWSER, args: ARGS });
    }
    const context = await this.#browser.newContext({ viewport: { width: 640, height: 480 } });
    this.#page = await context.newPage();
    this.#page.on("dialog", (dialog) => dialog.dismiss().catch(() => {}));
    await this.#page.route(/\/object_info$/, (route) => route.fulfill({ json: this.#classes }));
    await this.#page.goto(this.#url, { timeout: START });
    await this.#page.waitForFunction(isReady, null, { timeout: START });
    await this.#page.evaluate(stopDrawing);
    this.#loads = 0;
  }

  /** The editor's version. */
  version() {
    return this.#page.evaluate(() => window.__COMFYUI_FRONTEND_VERSION__ ?? "unknown");
  }

  /** The prompt that the editor makes of a workflow; throws what the editor throws. */
  async prompt(workflow) {
    if (++this.#loads > WORKFLOWS_PER_PAGE) await this.#load();
    try {
      return await this.#page.evaluate(convert, { workflow, timeout: TIMEOUT });
    } catch (error) {
      await this.#load();
      throw error;
    }
  }

  close() {
    return this.#browser.close();
  }
}

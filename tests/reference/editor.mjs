// ComfyUI's editor in Chromium: loads workflows and converts them with its own `graphToPrompt`.

import { chromium } from "@playwright/test";

const BROWSER = process.env.CHROME || "/usr/bin/chromium";

/** Loads a workflow into the page's editor and converts it; runs in the page. */
async function convert({ workflow, timeout }) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the editor took too long")), timeout));
  // The editor does not wait for its dialogs, and a missing class or model is not an error here.
  const quiet = { showMissingNodesDialog: false, showMissingModelsDialog: false };
  const work = async () => {
    await window.app.loadGraphData(workflow, true, false, null, quiet);
    const { output } = await window.app.graphToPrompt();
    // What JSON cannot hold, the editor does not send either.
    return JSON.stringify(output);
  };
  return JSON.parse(await Promise.race([work(), late]));
}

/** The editor that a ComfyUI serves. */
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
    editor.#browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox", "--disable-gpu"] });
    await editor.#load();
    return editor;
  }

  /** Opens a new page. It gets the same classes each time, although more and more files are listed. */
  async #load() {
    await this.#page?.context().close();
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
    this.#page = await context.newPage();
    this.#page.on("dialog", (dialog) => dialog.dismiss().catch(() => {}));
    await this.#page.route("**/object_info", (route) => route.fulfill({ json: this.#classes }));
    await this.#page.goto(this.#url, { timeout: 120_000 });
    await this.#page.waitForFunction(() => window.app?.graph && window.app.vueAppReady !== false, null, {
      timeout: 120_000,
    });
    await this.#page.waitForFunction(
      () => Object.keys(window.LiteGraph?.registered_node_types ?? {}).length > 50,
      null,
      {
        timeout: 120_000,
      },
    );
    this.#loads = 0;
  }

  /** The editor's version. */
  version() {
    return this.#page.evaluate(() => window.__COMFYUI_FRONTEND_VERSION__ ?? "unknown");
  }

  /** The prompt that the editor makes of a workflow; throws what the editor throws. */
  async prompt(workflow) {
    // The editor keeps traces of earlier workflows, such as the classes of their subgraphs.
    if (++this.#loads > 40) await this.#load();
    try {
      return await this.#page.evaluate(convert, { workflow, timeout: 30_000 });
    } catch (error) {
      await this.#load();
      throw error;
    }
  }

  close() {
    return this.#browser.close();
  }
}

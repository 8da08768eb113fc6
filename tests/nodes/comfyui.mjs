// A real ComfyUI, started for the tests in a folder of its own, and its editor in Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import { ARGS, BROWSER } from "../chromium.mjs";
import { freePort } from "../free-port.mjs";

/** Its folder; without it, there is no ComfyUI to test with. */
export const FOLDER = process.env.COMFYUI_DIR;
const PYTHON = process.env.COMFYUI_PYTHON ?? "python3";

/** Settings of the editor that keep its own windows closed. */
const SETTINGS = { "Comfy.TutorialCompleted": true, "Comfy.Minimap.Visible": false, "Comfy.InstalledVersion": "1.0.0" };

export class ComfyUI {
  #process;
  /** @type {string} */
  folder;
  log = "";

  /** Makes a folder for it, where nodes can be installed before the start. */
  static async prepare() {
    const comfyui = new ComfyUI();
    comfyui.folder = await mkdtemp(join(tmpdir(), "flowdeck-comfyui-"));
    for (const name of ["custom_nodes", "models", "input", "output", "temp", "user/default"]) {
      await mkdir(join(comfyui.folder, name), { recursive: true });
    }
    await writeFile(join(comfyui.folder, "user/default/comfy.settings.json"), JSON.stringify(SETTINGS));
    return comfyui;
  }

  async start() {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const args = ["main.py", "--cpu", "--port", port, "--base-directory", this.folder, "--disable-api-nodes"];
    this.#process = spawn(PYTHON, args.map(String), { cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(this.#process, "exit").then(() => assert.fail(`ComfyUI does not start:\n${this.log}`));
    const ready = Promise.all(["stdout", "stderr"].map((name) => this.#follow(this.#process[name])));
    await Promise.race([ended, this.#started, ready.then(() => ended)]);
    ended.catch(() => {});
  }

  #isStarted;
  #started = new Promise((resolve) => {
    this.#isStarted = resolve;
  });

  async #follow(stream) {
    for await (const line of createInterface({ input: stream })) {
      this.log += `${line}\n`;
      if (line.includes("To see the GUI go to")) this.#isStarted();
    }
  }

  /** What is in its folder for outputs. */
  outputs() {
    return readdir(join(this.folder, "output"));
  }

  async stop() {
    if (this.#process?.exitCode === null && this.#process.kill("SIGINT")) await once(this.#process, "exit");
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The editor of a ComfyUI in Chromium. */
export class Editor {
  #browser;
  /** @type {import("@playwright/test").Page} */
  page;
  /** What went wrong in the page, and the hosts that it has asked. */
  errors = [];
  hosts = new Set();

  static async open(url, options = {}) {
    const editor = new Editor();
    editor.#browser = await chromium.launch({ executablePath: BROWSER, args: ARGS });
    const page = await editor.#browser.newPage({ viewport: { width: 1500, height: 900 }, ...options });
    editor.page = page;
    page.on("pageerror", (error) => editor.errors.push(error.message));
    page.on("console", (message) => {
      if (message.text().startsWith("flowdeck")) editor.errors.push(message.text());
    });
    page.on("request", (request) => editor.hosts.add(new URL(request.url()).host));
    await page.goto(url, { timeout: 120_000 });
    await page.waitForFunction(() => globalThis.app?.graph && globalThis.LiteGraph?.registered_node_types.InputText);
    await page.locator(".flowdeck-badge").waitFor();
    // The editor opens a workflow of its own.
    await editor.clear();
    return editor;
  }

  /** Runs `change` in the page, and then what the editor does after each press of a key or button. */
  async change(change, argument = undefined) {
    const result = await this.page.evaluate(change, argument);
    await this.page.evaluate(() => globalThis.app.extensionManager.workflow.activeWorkflow.changeTracker.checkState());
    return result;
  }

  /** Opens an empty workflow. Its ID is new, because the editor keeps the values of widgets by the IDs of workflows. */
  async clear() {
    const workflow = { nodes: [], links: [], groups: [], config: {}, extra: {}, version: 0.4 };
    const empty = { id: randomUUID(), last_node_id: 0, last_link_id: 0, ...workflow };
    await this.change((empty) => globalThis.app.loadGraphData(empty, true, false), empty);
  }

  badge() {
    return this.page.locator(".flowdeck-badge");
  }

  /** The IDs of the nodes that are outlined on the canvas. */
  marked() {
    return this.page.evaluate(() => {
      const isMarked = (node) => !!node.strokeStyles.flowdeck?.call(node);
      return globalThis.app.graph.nodes.filter(isMarked).map(({ id }) => String(id));
    });
  }

  close() {
    return this.#browser.close();
  }
}

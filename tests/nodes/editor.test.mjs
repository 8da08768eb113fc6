// The node pack in a real ComfyUI and its editor: from the search of a node to runs with and without the pack.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { ComfyUI, Editor, FOLDER } from "./comfyui.mjs";
import { PROGRAM, ROOT } from "./paths.mjs";

const run = promisify(execFile);
const MEDIA = join(ROOT, "www/workflows/files");
const PHOTO = join(MEDIA, "dusk.jpg");
const VIDEO_OPTIONS = { format: "auto", codec: "auto" };
const KEY = "a-key-for-the-tests";
const SKIP = FOLDER ? false : "COMFYUI_DIR is not set";

/** Adds the nodes of a workflow that uses most marks, and connects all but the image that is saved. */
function addWorkflow() {
  const { app, LiteGraph } = /** @type {any} */ (globalThis);
  const add = (type, x, y, values = {}) => {
    const node = LiteGraph.createNode(type);
    node.pos = [x, y];
    app.graph.add(node);
    for (const [name, value] of Object.entries(values)) {
      const widget = node.widgets.find((other) => other.name === name);
      widget.value = value;
      widget.callback?.(value);
    }
    return node;
  };
  const link = (from, to, name) =>
    from.connect(
      0,
      to,
      to.inputs.findIndex((input) => input.name === name),
    );
  const photo = add("InputImage", 0, 0, { name: "photo", image: "dusk.jpg" });
  const radius = add("InputSlider", 0, 520, { name: "radius", default: 3, min: 1, max: 31, integer: true });
  const sigma = add("InputNumber", 420, 520, { name: "sigma", default: 0.5, min: "0.1", max: "10", integer: false });
  const method = add("InputChoice", 840, 520, { name: "method", options: "bilinear\narea", default: "area" });
  const title = add("InputText", 1260, 520, { name: "title", default: "Dusk" });
  const blur = add("ImageBlur", 420, 0);
  const scale = add("ImageScale", 840, 0, { width: 64, height: 48 });
  const save = add("FlowdeckSaveImage", 1260, 0, { filename_prefix: "dusk" });
  const text = add("FlowdeckSaveText", 1260, 300, { filename_prefix: "title" });
  const links = [
    link(photo, blur, "image"),
    link(radius, blur, "blur_radius"),
    link(sigma, blur, "sigma"),
    link(blur, scale, "image"),
    link(method, scale, "upscale_method"),
    link(title, text, "text"),
  ];
  return { linked: links.every(Boolean), save: String(save.id), scale: String(scale.id) };
}

/** Takes the picture in docs/comfyui-nodes.md, if UPDATE_SCREENSHOTS is set. */
async function takeScreenshot({ page }) {
  if (process.env.UPDATE_SCREENSHOTS !== "1") return;
  await page.evaluate(() => {
    const { canvas } = /** @type {any} */ (globalThis).app;
    canvas.ds.scale = 0.62;
    canvas.ds.offset = [140, 440];
    canvas.setDirty(true, true);
  });
  await page.mouse.move(600, 850);
  // Drawn with the next frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const clip = { x: 0, y: 38, width: 1500, height: 762 };
  await page.screenshot({ path: join(ROOT, "docs/screenshots/comfyui-nodes.png"), clip });
}

/** Starts flowdeck with a folder of workflows; returns what calls its API and what stops it. */
async function startFlowdeck(workflows, engines) {
  const data = await mkdtemp(join(tmpdir(), "flowdeck-nodes-data-"));
  const options = engines.flatMap((engine) => ["--engine", engine]);
  const args = ["serve", "--listen", "127.0.0.1:0", "--workflows", workflows, "--data", data, ...options];
  const env = { ...process.env, FLOWDECK_FIRST_KEY: KEY };
  const child = spawn(PROGRAM, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let base;
  for await (const line of createInterface({ input: child.stdout })) {
    base = line.match(/^open (http:\/\/[^#/]+)/)?.[1];
    if (base) break;
  }
  child.stdout.resume();
  const call = async (path, options = {}) => {
    const answer = await fetch(base + path, { ...options, headers: { "X-API-KEY": KEY } });
    return answer.json();
  };
  const stop = async () => {
    if (child.exitCode === null && child.kill("SIGINT")) await once(child, "exit");
    await rm(data, { recursive: true, force: true });
  };
  return { call, stop };
}

/** Runs the workflow `dusk` with a photo and these values, and waits for its end. */
async function runWorkflow({ call }, values) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set("photo", new Blob([new Uint8Array(await readFile(PHOTO))], { type: "image/jpeg" }), "photo.jpg");
  const accepted = await call("/api/v1/runs?workflow_id=dusk", { method: "POST", body: form });
  assert.ok(accepted.data, JSON.stringify(accepted));
  const path = `/api/v1/runs/${accepted.data[0].run_id}`;
  let state;
  await expect
    .poll(
      async () => {
        state = (await call(path)).data;
        return state.status;
      },
      { timeout: 120_000 },
    )
    .toMatch(/completed|failed/);
  assert.equal(state.status, "completed", JSON.stringify(state));
  return state.outputs.map(({ filename }) => filename.split("/").at(-1)).sort();
}

describe("in ComfyUI", { skip: SKIP, concurrency: false }, () => {
  /** @type {ComfyUI} */
  let comfyui;
  /** @type {Editor} */
  let editor;
  let workflows;
  let ids;

  before(async () => {
    comfyui = await ComfyUI.prepare();
    await run(PROGRAM, ["nodes", "install", comfyui.folder]);
    for (const name of ["dusk.jpg", "sunset.mp4", "melody.wav"]) {
      await copyFile(join(MEDIA, name), join(comfyui.folder, "input", name));
    }
    await comfyui.start();
    workflows = await mkdtemp(join(tmpdir(), "flowdeck-nodes-workflows-"));
    editor = await Editor.open(comfyui.url);
  });
  after(async () => {
    await editor?.close();
    await comfyui?.stop();
    if (workflows) await rm(workflows, { recursive: true, force: true });
  });

  test("ComfyUI has every node, and its own save nodes unchanged", async () => {
    const classes = await (await fetch(`${comfyui.url}/object_info`)).json();
    const own = Object.values(classes).filter(({ python_module: module }) => module === "custom_nodes.flowdeck");
    assert.equal(own.length, 12, comfyui.log);
    for (const { name, display_name: shown, category, description } of own) {
      assert.match(shown, /^flowdeck: /, name);
      assert.equal(category, "flowdeck", name);
      assert.ok(description, name);
    }
    for (const name of ["SaveImage", "SaveText", "SaveVideo", "SaveAudio"]) {
      assert.notEqual(classes[name].python_module, "custom_nodes.flowdeck");
      assert.deepEqual(classes[`Flowdeck${name}`].input, classes[name].input);
    }
  });

  test("node search lists the nodes by their prefix and adds one", async () => {
    const { page } = editor;
    await expect(async () => {
      await page.mouse.dblclick(700, 600);
      await expect(page.locator("input:focus")).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.keyboard.type("flowdeck:");
    const found = page.getByText(/^flowdeck: (Text|Number|Slider|Image|Save text)$/);
    await expect(found.first()).toBeVisible();
    await page.keyboard.type(" Save video");
    await expect(page.getByText("flowdeck: Save video").first()).toBeVisible();
    await page.keyboard.press("Enter");
    const types = () => page.evaluate(() => globalThis.app.graph.nodes.map(({ type }) => type));
    await expect.poll(types).toEqual(["FlowdeckSaveVideo"]);
    // The editor lets the node follow the mouse until it is put down.
    await expect(async () => {
      await page.mouse.click(700, 600);
      assert.equal(await page.evaluate(() => globalThis.app.canvas.state.ghostNodeId ?? null), null);
    }).toPass();
    await expect(editor.badge()).toHaveText("flowdeck: 1 problem");
    await editor.clear();
  });

  test("a node that is added gets a free name", async () => {
    const names = () =>
      editor.page.evaluate(() => globalThis.app.graph.nodes.map(({ widgets }) => widgets[0].value).sort());
    const add = () => {
      for (let count = 0; count < 2; count++) globalThis.app.graph.add(globalThis.LiteGraph.createNode("InputText"));
    };
    await editor.change(add);
    await expect.poll(names).toEqual(["text", "text_2"]);
    await editor.clear();
  });

  test("what is missing is listed, and its node marked, until it is mended", async () => {
    const { page } = editor;
    ids = await editor.change(addWorkflow);
    assert.ok(ids.linked, "a link was refused");
    await expect(editor.badge()).toHaveText("flowdeck: 1 problem");
    await expect(editor.badge()).toHaveAttribute("data-state", "problems");
    await expect.poll(() => editor.marked()).toEqual([ids.save]);
    await editor.badge().click();
    const problem = page.getByRole("dialog", { name: "Ready for flowdeck" }).getByRole("button");
    await expect(problem).toHaveText(/^flowdeck: Save image #\d+Its input images is missing/);
    await takeScreenshot(editor);
    await page.evaluate(() => {
      globalThis.app.canvas.ds.offset = [5000, 5000];
    });
    await problem.click();
    const selected = () => page.evaluate(() => Object.keys(globalThis.app.canvas.selected_nodes));
    assert.deepEqual(await selected(), [ids.save]);
    await page.keyboard.press("Escape");
    await editor.change(({ save, scale }) => {
      const node = (id) => globalThis.app.graph.getNodeById(Number(id));
      node(scale).connect(0, node(save), 0);
    }, ids);
    await expect(editor.badge()).toHaveText("Ready for flowdeck");
    await expect(editor.badge()).toHaveAttribute("data-state", "ready");
    await expect.poll(() => editor.marked()).toEqual([]);
  });

  test("a name that occurs twice is a problem until it is changed", async () => {
    const rename = (name) => {
      const node = globalThis.app.graph.nodes.find(({ type }) => type === "InputNumber");
      node.widgets.find((widget) => widget.name === "name").value = name;
    };
    await editor.change(rename, "radius");
    await expect(editor.badge()).toHaveText("flowdeck: 1 problem");
    await expect.poll(async () => (await editor.marked()).length).toBe(1);
    await editor.change(rename, "sigma");
    await expect(editor.badge()).toHaveText("Ready for flowdeck");
  });

  test("numbers show their decimals, and a slider moves between its bounds", async () => {
    const options = await editor.change(() => {
      const widget = (type, name) => {
        const node = globalThis.app.graph.nodes.find((other) => other.type === type);
        return node.widgets.find((other) => other.name === name);
      };
      return [widget("InputNumber", "default"), widget("InputSlider", "default")].map((other) => other.options);
    });
    assert.equal(options[0].precision, 2);
    assert.deepEqual([options[1].precision, options[1].min, options[1].max], [0, 1, 31]);
  });

  test("ComfyUI runs the workflow with its defaults", async () => {
    const outcome = await editor.page.evaluate(async () => {
      const { app } = /** @type {any} */ (globalThis);
      const { api } = await import(/* @vite-ignore */ new URL("/scripts/api.js", location.href).href);
      const ended = new Promise((resolve) => {
        for (const name of ["execution_success", "execution_error"]) {
          api.addEventListener(name, ({ type, detail }) => resolve([type, detail.exception_message]), { once: true });
        }
      });
      await app.queuePrompt(0);
      return ended;
    });
    assert.deepEqual(outcome, ["execution_success", undefined]);
    assert.deepEqual((await comfyui.outputs()).sort(), ["dusk_00001_.png", "title_00001.txt"], comfyui.log);
    assert.equal(await readFile(join(comfyui.folder, "output/title_00001.txt"), "utf8"), "Dusk");
    // The node shows the text that it has saved.
    const shown = () =>
      editor.page.evaluate(() => {
        const node = globalThis.app.graph.nodes.find(({ type }) => type === "FlowdeckSaveText");
        return node.widgets.find(({ name }) => name === "preview")?.value;
      });
    await expect.poll(shown).toBe("Dusk");
  });

  test("ComfyUI runs the nodes for video, audio and switches, and a choice feeds a list and a text", async () => {
    const file = (name) => ({ name, label: "", description: "", required: true });
    const prompt = {
      1: { class_type: "InputVideo", inputs: { ...file("film"), video: "sunset.mp4" } },
      2: { class_type: "FlowdeckSaveVideo", inputs: { video: ["1", 0], filename_prefix: "film", ...VIDEO_OPTIONS } },
      3: { class_type: "InputAudio", inputs: { ...file("music"), audio: "melody.wav" } },
      4: { class_type: "FlowdeckSaveAudio", inputs: { audio: ["3", 0], filename_prefix: "music" } },
      5: { class_type: "InputChoice", inputs: { name: "method", options: "lanczos\narea", default: "" } },
      6: { class_type: "InputImage", inputs: { ...file("photo"), image: "dusk.jpg" } },
      7: { class_type: "InputNumber", inputs: { name: "width", default: 64, integer: true } },
      8: {
        class_type: "ImageScale",
        inputs: { image: ["6", 0], upscale_method: ["5", 0], width: ["7", 0], height: 48, crop: "disabled" },
      },
      9: { class_type: "FlowdeckSaveImage", inputs: { images: ["8", 0], filename_prefix: "small" } },
      10: { class_type: "InputBoolean", inputs: { name: "on", default: true } },
      11: { class_type: "PreviewAny", inputs: { source: ["10", 0] } },
      12: { class_type: "FlowdeckSaveText", inputs: { text: ["5", 0], filename_prefix: "method", format: "md" } },
    };
    const body = JSON.stringify({ prompt });
    const answer = await fetch(`${comfyui.url}/prompt`, { method: "POST", body });
    const { prompt_id: id, node_errors: errors, error } = await answer.json();
    assert.deepEqual([error, errors], [undefined, {}]);
    let history;
    const read = async () => {
      history = (await (await fetch(`${comfyui.url}/history/${id}`)).json())[id];
      return history?.status.status_str;
    };
    await expect.poll(read, { timeout: 120_000 }).toMatch(/success|error/);
    assert.equal(history.status.status_str, "success", JSON.stringify(history.status));
    assert.deepEqual([history.outputs[11].text, history.outputs[12].text], [["True"], ["lanczos"]]);
    const saved = (await comfyui.outputs()).filter((name) => /^(film|music|small|method)_/.test(name));
    assert.equal(saved.length, 4, String(saved));
  });

  test("flowdeck runs the saved workflow on engines without the pack and with it", async () => {
    const saved = await editor.page.evaluate(async () => {
      const { app } = /** @type {any} */ (globalThis);
      return { editor: JSON.stringify(app.graph.serialize()), api: JSON.stringify((await app.graphToPrompt()).output) };
    });
    for (const [format, text] of Object.entries(saved)) {
      const folder = join(workflows, format);
      await mkdir(folder);
      await writeFile(join(folder, "dusk.json"), text);
      const { stdout } = await run(PROGRAM, ["check", join(folder, "dusk.json"), "--engine", comfyui.url]);
      assert.match(stdout, /input {3}radius \(slider, default 3\)/);
      assert.match(stdout, /can run at/);
      // No address starts embedded engines, which have no pack.
      for (const engines of [[], [comfyui.url]]) {
        const flowdeck = await startFlowdeck(folder, engines);
        try {
          const outputs = await runWorkflow(flowdeck, { title: "Sea", radius: "5", sigma: "1.5", method: "bilinear" });
          assert.equal(outputs.length, 2, `${format}: ${outputs}`);
          assert.match(outputs.join(), /^dusk.*\.png,title.*\.txt$/);
        } finally {
          await flowdeck.stop();
        }
      }
    }
  });

  test("a workflow without marks is ready, with the fields that flowdeck suggests", async () => {
    await editor.clear();
    await editor.change(() => {
      const { app, LiteGraph } = /** @type {any} */ (globalThis);
      const [empty, save] = ["EmptyImage", "SaveImage"].map((type) => LiteGraph.createNode(type));
      app.graph.add(empty);
      app.graph.add(save);
      empty.connect(0, save, 0);
    });
    await expect(editor.badge()).toHaveText("Ready for flowdeck");
    await editor.badge().click();
    const panel = editor.page.getByRole("dialog", { name: "Ready for flowdeck" });
    await expect(panel).toContainText("flowdeck suggests the fields");
    await editor.page.keyboard.press("Escape");
  });

  test("a problem inside a subgraph is marked there and on its node", async () => {
    await editor.clear();
    await editor.change(addWorkflow);
    const host = await editor.change(() => {
      const { app } = /** @type {any} */ (globalThis);
      const save = app.graph.nodes.find(({ type }) => type === "FlowdeckSaveImage");
      return String(app.graph.convertToSubgraph(new Set([save])).node.id);
    });
    await expect.poll(() => editor.marked()).toEqual([host]);
    await editor.badge().click();
    await editor.page.getByRole("dialog", { name: "Ready for flowdeck" }).getByRole("button").first().click();
    await expect.poll(() => editor.page.evaluate(() => globalThis.app.canvas.graph.isRootGraph)).toBe(false);
    assert.equal((await editor.marked()).length, 1);
    await editor.page.keyboard.press("Escape");
    await editor.page.evaluate(() => globalThis.app.canvas.setGraph(globalThis.app.rootGraph));
  });

  test("a node that is an element, as in Nodes 2.0, gets an outline", async () => {
    await editor.clear();
    const set = (on) => globalThis.app.extensionManager.setting.set("Comfy.VueNodes.Enabled", on);
    await editor.page.evaluate(set, true);
    await editor.change(() => {
      const node = globalThis.LiteGraph.createNode("FlowdeckSaveImage");
      node.pos = [300, 300];
      globalThis.app.graph.add(node);
    });
    await expect(editor.page.locator("[data-node-id]")).toHaveCSS("outline", "rgb(220, 38, 38) solid 2px");
    await editor.page.evaluate(set, false);
    await editor.clear();
  });

  test("without the top bar, the badge is in a corner", async () => {
    const set = (menu) => globalThis.app.extensionManager.setting.set("Comfy.UseNewMenu", menu);
    const touch = () => globalThis.app.graph.add(globalThis.LiteGraph.createNode("InputText"));
    await editor.page.evaluate(set, "Disabled");
    await editor.change(touch);
    await expect(editor.page.locator("body > .flowdeck-badge")).toBeVisible();
    await editor.badge().click();
    await expect(editor.page.getByRole("dialog", { name: "Ready for flowdeck" })).toBeInViewport({ ratio: 1 });
    await editor.page.keyboard.press("Escape");
    await editor.page.evaluate(set, "Top");
    await editor.change(touch);
    await expect(editor.page.locator("body > .flowdeck-badge")).toHaveCount(0);
    await expect(editor.badge()).toBeVisible();
    await editor.clear();
  });

  test("a thousand nodes are checked and get a thousand names", async () => {
    await editor.clear();
    await editor.change(() => {
      const { app, LiteGraph } = /** @type {any} */ (globalThis);
      for (let count = 0; count < 1000; count++) {
        const node = LiteGraph.createNode("InputText");
        node.pos = [(count % 40) * 300, Math.floor(count / 40) * 300];
        app.graph.add(node);
      }
    });
    const names = () =>
      editor.page.evaluate(() => new Set(globalThis.app.graph.nodes.map(({ widgets }) => widgets[0].value)).size);
    await expect.poll(names).toBe(1000);
    await editor.badge().click();
    const panel = editor.page.getByRole("dialog", { name: "Ready for flowdeck" });
    await expect(panel).toContainText("The workflow has no output");
    await editor.page.keyboard.press("Escape");
    await editor.clear();
  });

  test("the extension causes no error and asks no other host", () => {
    assert.deepEqual(editor.errors, []);
    const host = new URL(comfyui.url).host;
    assert.deepEqual(
      [...editor.hosts].filter((other) => other && other !== host),
      [],
    );
  });
});

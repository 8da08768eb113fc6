// The engines under test: `flowdeck engine`, or ComfyUI if COMFYUI_DIR names its checkout. Each has folders of its
// own, and its port stays the same. The service reaches it through a proxy that can spoil its events.
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../free-port.mjs";
import { Child } from "./child.mjs";
import { EventProxy } from "./event-proxy.mjs";
import { binary, TOKEN } from "./program.mjs";

const comfyui = process.env.COMFYUI_DIR;
/** ComfyUI's folders; it does not create them. */
const FOLDERS = ["user", "input", "output", "temp"];

export const engineName = comfyui ? "ComfyUI" : "flowdeck engine";

export class Engine {
  folder = "";
  port = 0;
  /** Its address for the service. */
  address = "";
  /** @type {EventProxy} */
  proxy;
  /** @type {Child} */
  child;

  /** Starts an engine that keeps its files in this folder. */
  static async start(folder) {
    const engine = new Engine();
    engine.folder = folder;
    engine.port = await freePort();
    engine.proxy = new EventProxy(engine.port);
    await engine.proxy.start();
    engine.address = `http://127.0.0.1:${engine.proxy.port}`;
    for (const name of FOLDERS) await mkdir(join(folder, name), { recursive: true });
    const command = () => (comfyui ? comfyuiCommand(engine) : flowdeckCommand(engine));
    const ready = () => engine.get("/queue").then(Boolean, () => false);
    engine.child = new Child(command, { env: { FLOWDECK_ENGINE_TOKEN: TOKEN }, ready });
    await engine.child.start();
    return engine;
  }

  async kill() {
    this.proxy.stop();
    await this.child.kill();
  }

  async start() {
    await this.child.start();
    await this.proxy.start();
  }

  async get(path) {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, { headers });
    return response.ok && response.json();
  }

  /**
   * How often it executed each run, by the run's file name prefix. Every execution saves one file, which survives a
   * kill. ComfyUI does not save a file again whose graph it still has in its cache, but its history has the task.
   */
  async executions() {
    const names = await readdir(join(this.folder, "output")).catch(() => []);
    const files = count(names.map((name) => name.replace(/_\d+_\.png$/, "")));
    const tasks = Object.values((await this.get("/history")) || {});
    const executed = tasks.filter(({ outputs }) => Object.keys(outputs).length > 0);
    const history = count(executed.map(({ prompt }) => prefixOf(prompt[2])));
    for (const [prefix, times] of history) files.set(prefix, Math.max(times, files.get(prefix) ?? 0));
    return files;
  }
}

/** How often each value occurs. */
export function count(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The prefix that a graph saves its file with. */
function prefixOf(graph) {
  const save = Object.values(graph).find((node) => node.class_type === "SaveImage");
  return save?.inputs.filename_prefix;
}

const flowdeckCommand = ({ port, folder }) => [binary, "engine", "--listen", `127.0.0.1:${port}`, "--data", folder];

function comfyuiCommand({ port, folder }) {
  const folders = FOLDERS.flatMap((name) => [`--${name}-directory`, join(folder, name)]);
  const database = ["--database-url", `sqlite:///${join(folder, "comfyui.db")}`];
  const python = process.env.COMFYUI_PYTHON || "python3";
  const listen = ["--cpu", "--listen", "127.0.0.1", "--port", String(port)];
  return [python, join(comfyui, "main.py"), ...listen, ...folders, ...database];
}

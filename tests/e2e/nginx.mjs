// nginx in front of a service, started for a test and stopped after it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.NGINX || "nginx";

/** In nginx's log, as soon as it accepts connections. */
const STARTED = /start worker process/;

/** In its log, if another program took the port first. */
const PORT_TAKEN = /Address already in use/;

export class Nginx {
  #process;
  #folder;
  #log = "";

  /** Starts it in front of a service; `settings` are further lines for the proxied location. */
  async start(servicePort, settings = []) {
    await this.startWith((port) => server(port, servicePort, settings));
    this.address = `http://127.0.0.1:${this.port}/`;
  }

  /** Starts it with the block `server` that this function returns for a port. */
  async startWith(server) {
    this.#folder = await mkdtemp(join(tmpdir(), "flowdeck-nginx-"));
    while (!(await this.#startAt(await freePort(), server)));
  }

  /** Whether it started at this port; another program may have taken it. */
  async #startAt(port, server) {
    this.port = port;
    this.#log = "";
    await writeFile(join(this.#folder, "nginx.conf"), configuration(this.#folder, server(port)));
    const options = ["-p", this.#folder, "-c", "nginx.conf", "-e", "stderr"];
    const child = spawn(program, options, { stdio: ["ignore", "ignore", "pipe"] });
    this.#process = child;
    const isStarted = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", () => resolve(false));
      child.stderr.on("data", (text) => {
        this.#log += text;
        if (STARTED.test(this.#log)) resolve(true);
      });
    });
    if (isStarted || PORT_TAKEN.test(this.#log)) return isStarted;
    throw new Error(`nginx did not start:\n${this.#log}`);
  }

  async stop() {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A block `server` that passes everything on. */
const server = (port, servicePort, settings) => `server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${servicePort};
      proxy_set_header Host $http_host;
      ${settings.join("\n      ")}
    }
  }`;

/** The settings of a program with one block `server`. Its files are in `folder`. */
function configuration(folder, server) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `daemon off;
worker_processes 1;
error_log stderr notice;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  ${server}
}
`;
}

/** A port that no program listens on. */
export async function freePort() {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, "close");
  return port;
}

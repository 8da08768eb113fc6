// nginx in front of a service, started for a test and stopped after it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FrontProxy } from "../front-proxy.mjs";

/** A site is a block `server`. */
export class Nginx extends FrontProxy {
  constructor() {
    super({
      name: "nginx",
      program: process.env.NGINX || "nginx",
      started: /start worker process/,
      portTaken: /Address already in use/,
      async prepare(folder, site) {
        await writeFile(join(folder, "nginx.conf"), configuration(folder, site));
        return { args: ["-p", folder, "-c", "nginx.conf", "-e", "stderr"] };
      },
    });
  }

  /** Starts it in front of a service; `settings` are further lines for the proxied location. */
  async start(servicePort, settings = []) {
    await this.startWith((port) => server(port, servicePort, settings));
    this.address = `http://127.0.0.1:${this.port}/`;
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

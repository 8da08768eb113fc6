// Caddy in front of a service, started for a test and stopped after it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FrontProxy } from "../front-proxy.mjs";

/** It is not controlled by others, and asks nobody for a certificate. */
const OPTIONS = "{\n\tadmin off\n\tauto_https off\n}\n";

export class Caddy extends FrontProxy {
  constructor() {
    super({
      name: "caddy",
      program: process.env.CADDY || "caddy",
      started: /serving initial configuration/,
      portTaken: /address already in use/,
      async prepare(folder, site) {
        const file = join(folder, "Caddyfile");
        await writeFile(file, OPTIONS + site);
        const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
        return { args: ["run", "--config", file, "--adapter", "caddyfile"], env };
      },
    });
  }
}

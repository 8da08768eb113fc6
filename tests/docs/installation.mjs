// Checks what the installation in docs/operate.md leaves: the files that the unit names, its command, and what
// systemd says about it.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The folders that the installation uses; `bin/sudo` puts them into the stage's root. */
const INSTALLED = /(\/usr\/local|\/etc|\/var\/lib)\//g;

/** Checks the installation of a stage. @param {import("./stage.mjs").Stage} stage */
export async function checkInstallation(stage) {
  const root = stage.installRoot;
  const installed = (text) => text.replace(INSTALLED, (folder) => join(root, folder, "/"));
  const unit = await readFile(installed("/etc/systemd/system/flowdeck.service"), "utf8");
  const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

  const { mode } = await stat(installed(settings.get("EnvironmentFile")));
  assert.equal(mode & 0o777, 0o600, "only root can read the key");
  const key = /^FLOWDECK_FIRST_KEY=([0-9a-f]{40})\n$/;
  assert.match(await readFile(installed(settings.get("EnvironmentFile")), "utf8"), key);

  const config = installed("/etc/flowdeck/flowdeck.toml");
  await writeFile(config, stage.substituted(installed(await readFile(config, "utf8"))));
  const grace = /^grace = "(\d+)s"$/m.exec(await readFile(config, "utf8"));
  assert(Number.parseInt(settings.get("TimeoutStopSec"), 10) > Number(grace[1]), "systemd waits for the grace time");
  for (const folder of settings.get("StateDirectory").split(" "))
    await mkdir(installed(`/var/lib/${folder}`), { recursive: true });
  const [program, ...args] = installed(settings.get("ExecStart")).split(" ");
  // The variable of the stage for its data folder comes before the file.
  const data = ["--data", installed("/var/lib/flowdeck/data")];
  const { stdout } = await execute(program, [...args, ...data], { cwd: stage.folder, env: stage.environment });
  assert.match(stdout, /^open https:\/\/example\.org\/flow\/$/m);
  const skipped = await readFile(join(root, "skipped"), "utf8");
  assert.match(
    skipped,
    new RegExp(`^useradd .*--home-dir ${settings.get("WorkingDirectory")} .* ${settings.get("User")}$`, "m"),
  );
  assert.equal(`/var/lib/${settings.get("StateDirectory").split(" ")[0]}`, settings.get("WorkingDirectory"));
}

/** Whether systemd accepts the unit; without systemd, nothing is checked. @param {import("./stage.mjs").Stage} stage */
export async function checkUnit(stage) {
  if (!(await execute("systemd-analyze", ["--version"]).catch(() => null))) return;
  const unit = await readFile(join(stage.folder, "flowdeck.service"), "utf8");
  const file = join(stage.base, "flowdeck.service");
  await writeFile(
    file,
    unit.replace(INSTALLED, (folder) => join(stage.installRoot, folder, "/")),
  );
  const { stdout, stderr } = await execute("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", file]);
  assert.equal(stdout + stderr, "", "systemd finds nothing wrong");
}

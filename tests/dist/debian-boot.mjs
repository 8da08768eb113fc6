// Starts systemd in a Debian tree, as the first process of its own process namespace. Unlike systemd-nspawn, this needs
// no systemd on this machine. Loopback is shared with the tests.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Becomes systemd. The mounts end with it. */
const BOOT = `set -e
mount --bind "$1" "$1"
cd "$1"
mount --rbind /dev dev
mount -t proc proc proc
mount -t sysfs -o ro sys sys
mount -t tmpfs run run
mount -t tmpfs tmp tmp
mount -t tmpfs cgroup sys/fs/cgroup
mkdir sys/fs/cgroup/unified
mount -t cgroup2 cgroup sys/fs/cgroup/unified
exec chroot . env -i container=flowdeck /lib/systemd/systemd --log-target=null`;

export class BootedSystem {
  #unshare;
  #init;

  /**
   * Boots a tree that has the package `systemd`, and waits until it is up.
   *
   * @param {import("./debian-tree.mjs").DebianTree} tree
   */
  static async boot(tree) {
    const system = new BootedSystem();
    const options = ["--mount", "--pid", "--cgroup", "--fork", "--kill-child"];
    system.#unshare = spawn("unshare", [...options, "sh", "-c", BOOT, "boot", tree.root], { stdio: "ignore" });
    try {
      await system.#started();
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  async #started() {
    const { pid } = this.#unshare;
    for (const end = Date.now() + 60_000; Date.now() < end; await wait(100)) {
      this.#init ||= (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")).trim();
      if (!this.#init) continue;
      // "degraded" is enough: some units of Debian cannot run without hardware.
      const state = await this.run("systemctl is-system-running --wait || true").catch(() => "");
      if (/running|degraded/.test(state)) return;
    }
    throw new Error("booting the Debian system: systemd was not up within 60 s");
  }

  /** Runs a shell script in the system. Returns what it printed; fails if a command fails. */
  async run(script) {
    const args = ["--target", this.#init, "--mount", "--pid", "--cgroup", "--root", "--wd"];
    try {
      const { stdout } = await execute("nsenter", [...args, "sh", "-ec", script], { timeout: 60_000 });
      return stdout.trimEnd();
    } catch (error) {
      throw new Error(`in the booted system: ${script}: exit code ${error.code}\n${error.stdout}${error.stderr}`);
    }
  }

  /** Runs a script until its output is the expected one. */
  async until(script, expected) {
    let output;
    for (const end = Date.now() + 60_000; Date.now() < end; await wait(200)) {
      output = await this.run(script).catch((error) => error.message);
      if (output === expected) return;
    }
    throw new Error(`in the booted system: ${script}: printed ${output} instead of ${expected}`);
  }

  /** Ends everything in the system. */
  async stop() {
    if (this.#unshare.exitCode !== null || this.#unshare.signalCode !== null) return;
    const ended = once(this.#unshare, "exit");
    this.#unshare.kill("SIGKILL");
    await ended;
  }
}

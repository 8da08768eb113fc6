// A small disk for the data folder of the service, which a fault fills. Only root may mount one.
import { execFile } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CHUNK = Buffer.alloc(1 << 20);

/** Its size, and how much of it the service keeps free. */
const SIZE = "192m";
export const MIN_FREE = "16MB";

export class SmallDisk {
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /** Mounts one at a folder; without the rights to do so, there is none. */
  static async mount(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await run("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=700`, "tmpfs", folder]);
    } catch (error) {
      console.log(`  no disk is filled: ${error.message.trim()}`);
      return;
    }
    return new SmallDisk(folder);
  }

  /** Takes every byte that is free, as another program would. */
  async fill() {
    const file = await open(join(this.#folder, "filling"), "w");
    try {
      for (let size = CHUNK.length; size > 0; ) {
        const written = await file.write(CHUNK, 0, size).catch(() => undefined);
        if (!written?.bytesWritten) size = Math.floor(size / 2);
      }
    } finally {
      await file.close();
    }
  }

  async free() {
    await rm(join(this.#folder, "filling"), { force: true });
  }

  async unmount() {
    await run("umount", ["--lazy", this.#folder]);
  }
}

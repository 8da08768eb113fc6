// An empty Debian system in a folder, as somebody has it before they install flowdeck. Programs run in it with chroot:
// they see its files and its users, and share loopback with the tests. Needs root and debootstrap.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../docs/blocks.mjs";

const execute = promisify(execFile);

/** Debian's release. */
const RELEASE = "bookworm";
const CACHE = join(ROOT, ".tools/debian");
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Replaces itself by the program, so that signals reach it. The mounts end with the program. */
const ENTER = `set -e
root=$1 user=$2 home=$3
shift 3
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
exec chroot --userspec="$user" "$root" env -i --chdir="$home" HOME="$home" USER="$user" PATH=${PATH} "$@"`;

/** A copy of the empty system, for one test. */
export class DebianTree {
  /** @param {string} base */
  constructor(base) {
    this.base = base;
    /** The folder that the programs in it see as `/`. */
    this.root = join(base, "root");
  }

  /**
   * Copies the smallest Debian system, with further packages. The first call for each set of packages downloads them
   * into `.tools`.
   *
   * @param {{ packages?: string[] }} [options]
   */
  static async create({ packages = [] } = {}) {
    const empty = await emptyTree(packages);
    const tree = new DebianTree(await mkdtemp(join(tmpdir(), "flowdeck-debian-")));
    await execute("chmod", ["0755", tree.base]);
    await execute("cp", ["--archive", "--reflink=auto", empty, tree.root]);
    return tree;
  }

  /**
   * How to call a program in the tree: the first word is a program of this machine. The program starts in the home
   * folder of the user, without the variables of this machine.
   *
   * @param {string[]} words
   * @param {{ user?: string }} [options]
   */
  command(words, { user = "root" } = {}) {
    const home = user === "root" ? "/root" : `/home/${user}`;
    return ["unshare", "--mount", "sh", "-c", ENTER, "enter", this.root, user, home, ...words];
  }

  /**
   * Runs a shell script in the tree, to its end. Fails if a command of it fails, with what it printed.
   *
   * @param {string} script
   * @param {{ user?: string }} [options]
   */
  async run(script, options) {
    const [program, ...args] = this.command(["sh", "-ec", script], options);
    try {
      const { stdout, stderr } = await execute(program, args, { maxBuffer: 1 << 26 });
      return { stdout, stderr };
    } catch (error) {
      throw new Error(`in the Debian system: ${script}: exit code ${error.code}\n${error.stdout}${error.stderr}`);
    }
  }

  /** Adds a user with a home folder, such as the person who installs something for themselves. */
  async addUser(name) {
    await this.run(`useradd --create-home --shell /bin/sh ${name}`);
  }

  /** Copies a file or folder of this machine to a path in the tree. */
  async put(source, path) {
    await cp(source, join(this.root, path), { recursive: true, verbatimSymlinks: true });
  }

  /** Deletes the copy. Nothing in it may run any more. */
  async remove() {
    await rm(this.base, { recursive: true, force: true });
  }
}

/** The cached system that copies are made of. */
async function emptyTree(packages) {
  const tree = join(CACHE, [RELEASE, ...[...packages].sort()].join("+"));
  if (await stat(tree).catch(() => null)) return tree;
  if (process.getuid?.() !== 0) throw new Error("making a Debian system: only root can; run the suite as root");
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, "new-"));
  try {
    await execute("chmod", ["0755", unfinished]);
    const include = packages.length ? [`--include=${packages.join(",")}`] : [];
    const args = ["--variant=minbase", ...include, RELEASE, unfinished];
    await execute("debootstrap", args, { maxBuffer: 1 << 26 }).catch(explained);
    await execute("chroot", [unfinished, "apt-get", "clean"]);
    await rename(unfinished, tree);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return tree;
}

function explained(error) {
  if (error.code === "ENOENT")
    throw new Error("making a Debian system: debootstrap is missing; install it: apt-get install debootstrap");
  const last = `${error.stdout ?? ""}${error.stderr ?? ""}`.trim().split("\n").at(-1);
  throw new Error(`making a Debian system: debootstrap failed (${last}); check the network, and run the suite again`);
}

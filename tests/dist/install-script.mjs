// Runs install.sh as people run it, in an empty home folder, with only the tools that a test allows.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../docs/blocks.mjs";

const execute = promisify(execFile);

/** The script, before an address is filled in. */
export const SCRIPT = join(ROOT, "packaging/install.sh");
/** The shells that must run the script. */
export const SHELLS = [["dash"], ["busybox", "sh"]];
/** Everything that the script may need. */
const TOOLS = "cat chmod cp curl cut dirname grep gzip mkdir mktemp mv rm sed sha256sum tail tar tr uname wget".split(
  " ",
);

/**
 * Makes a folder for a test, which is deleted when the test is over.
 *
 * @param {import("node:test").TestContext} t
 */
export async function scratch(t) {
  const folder = await mkdtemp(join(tmpdir(), "flowdeck-install-"));
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Serves a folder on a free port of loopback. `answers` replaces the answers for some paths.
 *
 * @param {import("node:test").TestContext} t
 * @param {string} folder
 * @param {Record<string, (answer: import("node:http").ServerResponse) => void>} [answers]
 */
export async function webServer(t, folder, answers = {}) {
  const server = createServer(async ({ url }, answer) => {
    const path = String(url).slice(1);
    if (answers[path]) return answers[path](answer);
    const content = await readFile(join(folder, path)).catch(() => null);
    answer.writeHead(content ? 200 : 404).end(content ?? "not here");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

/**
 * Makes a folder like target/dist whose program is a script of a few lines. Returns the folder.
 *
 * @param {string} folder
 * @param {{ program?: string, system?: string }} [options]
 */
export async function smallDist(folder, options = {}) {
  const { program = "#!/bin/sh\necho flowdeck 9.9.9\n", system = "linux-x86_64" } = options;
  const name = `flowdeck-9.9.9-${system}`;
  const dist = await mkdtemp(join(folder, "dist-"));
  await mkdir(join(dist, name));
  await writeFile(join(dist, name, "flowdeck"), program, { mode: 0o755 });
  await execute("tar", ["-czf", join(dist, `${name}.tar.gz`), "-C", dist, name]);
  const sum = createHash("sha256").update(await readFile(join(dist, `${name}.tar.gz`)));
  await writeFile(join(dist, "SHA256SUMS"), `${sum.digest("hex")}  ${name}.tar.gz\n`);
  await chmod(dist, 0o755);
  return dist;
}

/**
 * Makes a folder that a test can use as PATH: the tools of the script except `without`, and scripts of the test.
 *
 * @param {string} folder
 * @param {{ without?: string[], scripts?: Record<string, string>, busybox?: boolean }} [options]
 */
export async function toolsIn(folder, { without = [], scripts = {}, busybox = false } = {}) {
  const path = await mkdtemp(join(folder, "tools-"));
  const system = { uname: '[ "$1" = -s ] && echo Linux || echo x86_64', ...scripts };
  for (const [name, script] of Object.entries(system)) {
    await writeFile(join(path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  for (const name of TOOLS.filter((tool) => !without.includes(tool) && !(tool in system))) {
    await symlink((await found(busybox ? "busybox" : name)) ?? "", join(path, name));
  }
  await chmod(path, 0o755);
  return path;
}

/** The path of a program of this machine. BUSYBOX may name that of BusyBox. */
async function found(program) {
  if (program === "busybox" && process.env.BUSYBOX) return process.env.BUSYBOX;
  for (const folder of ["/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin"]) {
    if (await stat(join(folder, program)).catch(() => null)) return join(folder, program);
  }
  throw new Error(`${program} is needed: install it, and run the suite again`);
}

/**
 * Starts the script. With `text`, the shell reads it from its input, as from a download. `env` replaces the
 * environment, which otherwise only has HOME and PATH.
 *
 * @param {{ shell?: string[], home: string, path: string, env?: NodeJS.ProcessEnv, script?: string, text?: string,
 *   uid?: number, detached?: boolean }} options
 */
export async function startInstall({ shell = ["dash"], home, path, env = {}, script = SCRIPT, text, ...options }) {
  const [program, ...args] = shell;
  const child = spawn(await found(program), text === undefined ? [...args, script] : args, {
    env: { HOME: home, PATH: path, ...env },
    cwd: home,
    stdio: ["pipe", "pipe", "pipe"],
    ...(options.uid === undefined ? {} : { gid: options.uid }),
    ...options,
  });
  // A shell that has found a fault does not read to the end.
  child.stdin.on("error", () => {});
  child.stdin.end(text ?? "");
  return child;
}

/** Runs the script to its end. @param {Parameters<typeof startInstall>[0]} options */
export async function install(options) {
  const child = await startInstall(options);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (part) => {
    stdout += part;
  });
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

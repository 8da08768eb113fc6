// The wheels: what is in them, which systems get which, and that pip and uv install a program that works.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { ROOT } from "../docs/blocks.mjs";
import { DIST, filesIn, sha256 } from "./files.mjs";
import { scratch } from "./install-script.mjs";
import { makePosterInPage, makePosterWithCurl } from "./poster.mjs";
import { served } from "./served.mjs";

const run = promisify(execFile);
const LOCAL = ["--no-index", "--find-links", DIST, "flowdeck"];

/** The program that `make dist` compiled for a target. */
const programFor = (target) => join(DIST, "programs", target, target.includes("windows") ? "flowdeck.exe" : "flowdeck");

const wheels = async () => (await readdir(DIST)).filter((name) => name.endsWith(".whl")).sort();

/** An environment in which pip, uv and flowdeck find and write nothing of this machine's user. */
function inHome(home) {
  const own = Object.entries(process.env).filter(([name]) => !/^(FLOWDECK|PIP|UV|XDG|VIRTUAL_ENV|PYTHON)/.test(name));
  return { ...Object.fromEntries(own), HOME: home, UV_PYTHON_DOWNLOADS: "never", PIP_DISABLE_PIP_VERSION_CHECK: "1" };
}

/** Makes the poster with a program, and reports how long it took since the line. */
async function makePoster(t, command, home, start) {
  const service = await served(command, { cwd: home, env: inHome(home) });
  try {
    await makePosterWithCurl(service);
    t.diagnostic(`from the line to the first poster: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    await makePosterInPage(service);
  } finally {
    await service.stop();
  }
}

test("pip installs into an empty environment, and removes everything again", async (t) => {
  const home = await scratch(t);
  const env = inHome(home);
  await run("python3", ["-m", "venv", join(home, "venv")], { env });
  const before = await filesIn(join(home, "venv"));
  const pip = join(home, "venv/bin/pip");

  const start = performance.now();
  await run(pip, ["install", ...LOCAL], { env });
  const program = join(home, "venv/bin/flowdeck");
  await makePoster(t, [program], home, start);
  assert.equal(await sha256(program), await sha256(programFor("x86_64-unknown-linux-musl")));

  const { stdout } = await run(pip, ["show", "--verbose", "flowdeck"], { env });
  assert.match(stdout, /^Name: flowdeck$/m);
  assert.match(stdout, /^Summary: Turns ComfyUI workflows into /m);
  const installed = (await filesIn(join(home, "venv"))).filter((file) => !before.includes(file));
  assert.deepEqual(
    installed.filter((file) => file.includes("/licenses/")).map((file) => file.split("/").at(-1)),
    ["LICENSE-APACHE", "LICENSE-MIT", "licenses.txt"],
  );
  await run(pip, ["uninstall", "--yes", "flowdeck"], { env });
  const left = (await filesIn(join(home, "venv"))).filter((file) => !file.includes("__pycache__"));
  assert.deepEqual(
    left,
    before.filter((file) => !file.includes("__pycache__")),
  );
});

test("uv tool install leads to a poster, and uv tool uninstall removes the program", async (t) => {
  const home = await scratch(t);
  const env = inHome(home);
  const start = performance.now();
  await run("uv", ["tool", "install", ...LOCAL], { env });
  const bin = join(home, ".local/bin");
  assert.deepEqual(await readdir(bin), ["flowdeck"]);
  await makePoster(t, [join(bin, "flowdeck")], home, start);
  await run("uv", ["tool", "uninstall", "flowdeck"], { env });
  assert.deepEqual(await readdir(bin), []);
});

test("uvx runs flowdeck without installing it", async (t) => {
  const home = await scratch(t);
  await makePoster(t, ["uvx", ...LOCAL], home, performance.now());
});

for (const [platform, target] of [
  ["x86_64-manylinux2014", "x86_64-unknown-linux-musl"],
  ["x86_64-unknown-linux-musl", "x86_64-unknown-linux-musl"],
  ["aarch64-manylinux2014", "aarch64-unknown-linux-musl"],
  ["aarch64-unknown-linux-musl", "aarch64-unknown-linux-musl"],
  ["x86_64-pc-windows-msvc", "x86_64-pc-windows-gnu"],
]) {
  test(`on ${platform}, the wheel has the program for ${target}`, async (t) => {
    if (!(await stat(programFor(target)).catch(() => null))) return t.skip(`make dist has compiled none for ${target}`);
    const home = await scratch(t);
    const folder = join(home, "installed");
    await mkdir(folder);
    const args = ["pip", "install", "--python-platform", platform, "--target", folder, ...LOCAL];
    await run("uv", args, { env: inHome(home) });
    const names = (await filesIn(folder)).filter((file) => /(^|\/)flowdeck(\.exe)?$/.test(file));
    assert.equal(names.length, 1);
    assert.equal(await sha256(join(folder, names[0])), await sha256(programFor(target)));
    assert.equal((await stat(join(folder, names[0]))).mode & 0o111, 0o111, "it can be run");
  });
}

/** Compares RECORD with the files, and the tags of WHEEL with the name. */
const CHECK = `import base64, csv, hashlib, io, itertools, pathlib, sys, zipfile
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        info = next(name for name in names if name.endswith("/RECORD")).rsplit("/", 1)[0]
        assert names[-1] == f"{info}/RECORD", names
        rows = list(csv.reader(io.StringIO(wheel.read(f"{info}/RECORD").decode())))
        assert [row[0] for row in rows] == names, rows
        for name, digest, size in rows[:-1]:
            content = wheel.read(name)
            found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            assert (digest, int(size)) == (f"sha256={found}", len(content)), name
        lines = wheel.read(f"{info}/WHEEL").decode().splitlines()
        tags = [line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")]
        parts = [part.split(".") for part in pathlib.Path(path).stem.split("-")[2:]]
        assert tags == ["-".join(tag) for tag in itertools.product(*parts)], tags`;

test("each wheel describes itself correctly", async () => {
  const names = await wheels();
  assert(names.length >= 2, "target/dist has wheels: run make dist");
  await run("python3", ["-c", CHECK, ...names.map((name) => join(DIST, name))]);
});

test("a second run makes the same wheels", async () => {
  const names = await wheels();
  const sums = await Promise.all(names.map((name) => sha256(join(DIST, name))));
  // The time of the commit that target/dist was made from, which the first entry has.
  const script =
    "import calendar, sys, zipfile; print(calendar.timegm(zipfile.ZipFile(sys.argv[1]).infolist()[0].date_time))";
  const { stdout: time } = await run("python3", ["-c", script, join(DIST, names[0])]);
  const env = { ...process.env, SOURCE_DATE_EPOCH: time.trim() };
  await run(join(ROOT, "scripts/dist/wheels.sh"), { cwd: ROOT, env });
  assert.deepEqual(await wheels(), names);
  assert.deepEqual(await Promise.all(names.map((name) => sha256(join(DIST, name)))), sums);
});

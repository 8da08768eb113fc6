// The commands of the documents, as a reader types them: each document in one shell. What it shows of their output is
// compared.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { blocksOf, documents } from "./blocks.mjs";
import { checkInstallation, checkUnit } from "./installation.mjs";
import { eventsIn, samePrint, sameShape } from "./shapes.mjs";
import { Stage } from "./stage.mjs";
import { testOf } from "./ways.mjs";

const execute = promisify(execFile);

/** Longer than any command; then it is killed. */
const TIMEOUT = 60_000;

/** @type {Stage} */
let stage;

/** What a document supposes, as variables of its commands. */
const SUPPOSED = {
  // How long a run takes is known once one has ended.
  "docs/events.md": async () => ({ RUN_ID: await stage.ended(await stage.run()).then(() => stage.run()) }),
  "docs/operate.md": async () => {
    await stage.ended(await stage.run());
    const { stdout: today } = await execute("date", ["+%F"]);
    stage.substitute("/var/backups/flowdeck/2026-11-27.tar", `/var/backups/flowdeck/${today.trim()}.tar`);
  },
  "docs/retention.md": async () => ({
    RUN_ID: await stage.ended(await stage.run()),
    GROUP_ID: await stage
      .ended(await stage.run("&group_id=group-of-the-documents"))
      .then(() => "group-of-the-documents"),
  }),
  "docs/audit.md": async () => {
    const create = 'key=$(flowdeck keys new ann --may deploy | grep -oE "fd_\\w+|[0-9a-f]{40}")';
    await shell(`${create}\nFLOWDECK_API_KEY=$key flowdeck deploy poster.json`, "audit");
  },
};

/** What a block leaves behind, by its document and beginning. */
const AFTERWARDS = [
  {
    document: "docs/call-the-api.md",
    begins: "export",
    check: (printed) => stage.ended(JSON.parse(printed).data[0].run_id),
  },
  { document: "docs/operate.md", begins: "sudo useradd", check: () => checkInstallation(stage) },
  { document: "docs/webhooks.md", begins: "curl", check: webhookArrives },
];

/** Outputs that are not those of the commands before them: by document and language. They have tests of their own. */
const APART = [
  { document: "docs/webhooks.md", language: "json" },
  { document: "docs/start.md", language: "text" },
];

/** Runs commands in the folder of the stage. Later commands of the same name see the variables that they export. */
async function shell(code, name, variables = {}) {
  const kept = join(stage.base, `${name.replaceAll("/", "-")}.env`);
  const script = `[ ! -f ${kept} ] || . ${kept}\n${code}\nexport -p > ${kept}\n`;
  const options = { cwd: stage.folder, env: { ...stage.environment, ...variables }, timeout: TIMEOUT };
  const { stdout } = await execute("bash", ["--norc", "-euo", "pipefail", "-c", script], options);
  return stdout;
}

/** The webhook's call for the completed run, as the document shows it. */
async function webhookArrives(printed) {
  await stage.ended(JSON.parse(printed).data[0].run_id);
  const completed = () => stage.received.find(({ type }) => type === "run.completed");
  while (!completed()) await once(stage.receiver, "received");
  const [documented] = (await blocksOf("docs/webhooks.md")).filter(({ language }) => language === "json");
  sameShape(JSON.parse(documented.code), completed(), { isPart: true });
}

/** Compares a documented output with what the commands before it printed. */
const COMPARE = {
  json(documented, printed) {
    const learn = (text, actual) => stage.substitute(text, actual);
    sameShape(JSON.parse(documented), JSON.parse(printed), { learn });
  },
  text: (documented, printed) => samePrint(stage.substituted(documented), printed),
  sse(documented, printed) {
    const actual = eventsIn(printed);
    for (const { event, data } of eventsIn(documented)) {
      const found = actual.filter((one) => one.event === event);
      assert(found.length > 0, `no event ${event} came`);
      const fits = found.some((one) => !throws(() => sameShape(data, one.data, { isPart: true })));
      assert(fits, `an event ${event} with the members of ${JSON.stringify(data)}, in ${JSON.stringify(found)}`);
    }
  },
};

function throws(action) {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

before(async () => {
  stage = await Stage.start({ isEncrypted: true });
});
after(() => stage.stop());

for (const document of await documents()) {
  const blocks = (await blocksOf(document)).filter((block) => testOf(block) === "commands.test.mjs");
  if (!blocks.some(({ language }) => language === "sh")) continue;
  describe(document, () => {
    let printed = "";
    let variables = {};
    before(async () => {
      variables = (await SUPPOSED[document]?.()) ?? {};
    });
    for (const [at, { language, code, line }] of blocks.entries()) {
      if (APART.some((one) => one.document === document && one.language === language)) continue;
      test(`line ${line}: ${code.split("\n")[0]}`, async () => {
        if (language !== "sh") return COMPARE[language](code, printed);
        const isRefused = /"detail"|"status": "error"/.test(blocks[at + 1]?.code ?? "");
        const ended = shell(stage.substituted(code), document, variables);
        printed = await (isRefused ? assert.rejects(ended).then(() => ended.catch(({ stdout }) => stdout)) : ended);
        await AFTERWARDS.find((one) => one.document === document && code.startsWith(one.begins))?.check(printed);
      });
    }
  });
}

test("the last lines of the first start", async () => {
  const [documented] = (await blocksOf("docs/start.md")).filter(({ language }) => language === "text");
  const printed = await shell("unset FLOWDECK_FIRST_KEY\nflowdeck serve", "first-start");
  samePrint(documented.code, printed);
});

test("systemd accepts the unit", () => checkUnit(stage));

test("a change of a document's output is noticed", async () => {
  const printed = await readFile(join(stage.folder, "poster.json"), "utf8");
  assert(throws(() => samePrint("nothing of the kind", printed)));
  assert(throws(() => sameShape({ a: 1 }, { b: 1 })) && throws(() => sameShape({ a: 1 }, { a: "1" })));
  await writeFile(join(stage.base, "checked"), "");
});

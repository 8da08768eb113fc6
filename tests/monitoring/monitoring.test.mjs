// The dashboard and the alert rules with a real Prometheus, which scrapes a service under load, one without engines and
// one that is down.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { blocksOf } from "../docs/blocks.mjs";
import { Prometheus } from "./prometheus.mjs";
import { Load, Service } from "./service.mjs";

const docs = fileURLToPath(new URL("../../docs/monitoring/", import.meta.url));
const promtool = process.env.PROMTOOL || "promtool";
const run = promisify(execFile);

/** How long Prometheus may take until a query has a number. */
const PATIENCE = 60_000;
const PAUSE = 100;

const alerts = await readFile(join(docs, "alerts.yml"), "utf8");
const dashboard = JSON.parse(await readFile(join(docs, "dashboard.json"), "utf8"));

let folder, busy, idle, down, load, prometheus;

/** The jobs in docs/monitoring/README.md: one with a key, and one for the listener of its own. */
async function documentedJobs() {
  const blocks = (await blocksOf("docs/monitoring/README.md")).filter(({ language }) => language === "yaml");
  assert.equal(blocks.length, 2);
  return blocks.map(({ code }) => code.replace(/^scrape_configs:\n/, ""));
}

/** The text with some parts replaced; fails if a part is missing. */
function substituted(text, parts) {
  for (const [part, other] of Object.entries(parts)) {
    assert.ok(text.includes(part), `${part} is not in the documented job`);
    text = text.replace(part, other);
  }
  return text;
}

/** Prometheus wants a name of its own for each job; the label with the name stays the documented one. */
function distinct(jobs) {
  const label = JSON.stringify([{ target_label: "job", replacement: "flowdeck" }]);
  return jobs.map(
    (job, at) => `${substituted(job, { "job_name: flowdeck": `job_name: job-${at}` })}    relabel_configs: ${label}\n`,
  );
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "flowdeck-monitoring-"));
  [busy, idle, down] = await Promise.all([
    Service.start(join(folder, "busy")),
    Service.start(join(folder, "idle"), ["--engine", "http://127.0.0.1:1"]),
    Service.start(join(folder, "down"), ["--engine", "http://127.0.0.1:1"]),
  ]);
  await down.stop();
  const keyFile = join(folder, "key");
  await writeFile(keyFile, await busy.metricsKey());
  load = new Load(busy);
  const [withKey, withoutKey] = await documentedJobs();
  const jobs = [
    substituted(withKey, { "flow.example.org:8787": busy.target, "/etc/prometheus/flowdeck-key": keyFile }),
    substituted(withoutKey, {
      '"127.0.0.1:9187"': JSON.stringify([idle.metricsTarget, down.metricsTarget]).slice(1, -1),
    }),
  ];
  prometheus = await Prometheus.start(folder, distinct(jobs), alerts.replaceAll(/^( +for: ).*$/gm, "$10s"));
});

after(async () => {
  await load?.stop();
  await Promise.all([prometheus, busy, idle].map((program) => program?.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a condition holds. */
async function eventually(what, condition) {
  const end = Date.now() + PATIENCE;
  while (!(await condition())) {
    if (Date.now() > end) assert.fail(`timed out waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** A query of the dashboard as Grafana sends it. */
function sent(expression) {
  return expression.replaceAll("$job", ".*").replaceAll("$__rate_interval", "15s");
}

const panels = dashboard.panels.filter(({ type }) => type !== "row");

for (const { title, targets } of panels) {
  test(`the panel “${title}” has numbers`, async () => {
    for (const { expr } of targets) {
      await eventually(`there is a number for ${expr}`, async () => (await prometheus.numbers(sent(expr))).length > 0);
    }
  });
}

test("the dashboard lets people choose the data source, and its panels do not overlap", () => {
  const [datasource] = dashboard.templating.list;
  assert.equal(datasource.type, "datasource");
  const cells = new Set();
  for (const { title, gridPos, datasource: used, targets } of panels) {
    assert.equal(used.uid, `\${${datasource.name}}`, title);
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(x < 24 && !cells.has(`${x} ${y}`), title);
        cells.add(`${x} ${y}`);
      }
    }
  }
});

test("every rule is evaluated without an error, and its metrics exist", async () => {
  let rules = [];
  await eventually("all rules were evaluated", async () => {
    rules = await prometheus.rules();
    return rules.every(({ health }) => health !== "unknown");
  });
  assert.equal(rules.length, alerts.match(/- alert:/g).length);
  for (const { name, health, lastError, query } of rules) {
    assert.equal(health, "ok", `${name}: ${lastError}`);
    for (const metric of new Set(query.match(/\bflowdeck_\w+/g))) {
      await eventually(`${name} has ${metric}`, async () => (await prometheus.numbers(metric)).length > 0);
    }
  }
});

const firing = async () => {
  const rules = (await prometheus.rules()).filter(({ state }) => state === "firing");
  return rules.flatMap(({ name, alerts }) => alerts.map(({ labels }) => `${name} ${labels.instance}`));
};

/** The alerts that fire, and the service that each fires for. */
const expected = {
  FlowdeckDown: () => down.metricsTarget,
  FlowdeckNotReady: () => idle.metricsTarget,
  FlowdeckNoEngine: () => idle.metricsTarget,
  FlowdeckEngineFails: () => idle.metricsTarget,
};

for (const [alert, target] of Object.entries(expected)) {
  test(`${alert} fires`, async () => {
    await eventually(`${alert} fires`, async () => (await firing()).includes(`${alert} ${target()}`));
    assert.ok(!(await firing()).includes(`${alert} ${busy.target}`));
  });
}

test("promtool accepts the rules, and they fire when they should", async () => {
  await run(promtool, ["check", "rules", join(docs, "alerts.yml")]);
  await run(promtool, ["test", "rules", fileURLToPath(new URL("alerts.test.yml", import.meta.url))]);
});

test("promtool finds no fault in the metrics", async () => {
  const response = await fetch(`http://${busy.metricsTarget}/metrics`);
  const child = run(promtool, ["check", "metrics"]);
  child.child.stdin.end(await response.text());
  await child;
});

// Simulates placement on many instances, beside the rules of other programs.

import { execFileSync } from "node:child_process";

export const about = `\
A simulation of 1,000 instances and 100,000 runs with 60 models: loading takes 20 to 40 seconds, a run 2 to 10, and
an instance keeps 3 models in memory. The demand for models follows Zipf's law. 100 keys have shares of 1, 2 and 4.
*Steady*: runs arrive at random, so that they need 80 % of the instances' time without loading. *Backlog*: all runs
are there at once. *Loads*: per 100 runs, after a fifth of the runs. *Makespan*: the time until the last run has
ended ÷ (work without loading ÷ instances); steady runs cannot reach less than 1.25, because the last one arrives
then. *Fairness*: Jain's index over seconds ÷ share while every key has runs, so only for the backlog; 1 is fair.
*Wait*: from arrival to start, on average. *Decision*: how long the choice of one run takes, 99th percentile.`;

/** What flowdeck's placement is to reach. */
const GOALS = { loads: 5, jain: 0.98, decision: 1, makespan: 1.1 };

export async function* measure() {
  const output = execFileSync("cargo", ["bench", "--quiet", "--package", "placement", "--bench", "placement"], {
    encoding: "utf8",
  });
  const reports = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  for (const scenario of ["steady", "backlog"]) {
    yield table(
      scenario,
      reports.filter((report) => report.scenario === scenario),
    );
  }
}

function table(scenario, reports) {
  const isBacklog = scenario === "backlog";
  const row = ({ policy, loads, makespan, jain, wait, decision }) => [
    policy,
    loads.toFixed(2),
    makespan.toFixed(2),
    isBacklog ? jain.toFixed(4) : "–",
    `${wait.toFixed(1)} s`,
    `${decision.toFixed(3)} ms`,
  ];
  const [own] = reports;
  const misses = Object.entries({
    [`loads of at most ${GOALS.loads}`]: own.loads <= GOALS.loads,
    [`a decision of at most ${GOALS.decision} ms`]: own.decision <= GOALS.decision,
    [`a makespan of at most ${GOALS.makespan}`]: !isBacklog || own.makespan <= GOALS.makespan,
    [`fairness of at least ${GOALS.jain}`]: !isBacklog || own.jain >= GOALS.jain,
  });
  const missed = misses.filter(([, isMet]) => !isMet).map(([goal]) => goal);
  const note = missed.length === 0 ? "flowdeck reaches its goals." : `flowdeck misses ${missed.join(" and ")}.`;
  const head = ["", "loads", "makespan", "fairness", "wait", "decision"];
  return { title: isBacklog ? "Backlog" : "Steady", head, rows: reports.map(row), note };
}

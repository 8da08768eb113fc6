// What must hold after the faults. Every check returns the runs that break it.
import { inflateSync } from "node:zlib";
import { count } from "./engines.mjs";

const nameOf = (run) => run.inputs.find(({ path }) => path === "name")?.value;

/** Accepted runs that the service does not have, or under other values. */
export function missing(runs, accepted) {
  const names = new Map(runs.map((run) => [run._id, nameOf(run)]));
  return [...accepted].filter(([id, { name }]) => names.get(id) !== name).map(([id, { name }]) => `${name} (${id})`);
}

/** Runs that the service has, but nobody submitted or somebody submitted once and it has twice. */
export function surplus(runs, accepted, uncertain) {
  const names = count(runs.map(nameOf));
  const known = new Set([...uncertain, ...[...accepted.values()].map(({ name }) => name)]);
  return [...names]
    .filter(([name, times]) => times > 1 || !known.has(name))
    .map(([name, times]) => `${name}: ${times}`);
}

/** Runs that did not complete. */
export const failed = (runs) =>
  runs.filter(({ status }) => status !== "completed").map((run) => `${nameOf(run)}: ${run.status}: ${run.error}`);

/** Runs that the engines executed more often than their attempts say, or never. */
export function miscounted(runs, executions) {
  const times = (run) => executions.reduce((sum, engine) => sum + (engine.get(nameOf(run)) ?? 0), 0);
  const wrong = runs.filter((run) => times(run) > run.attempts || (run.status === "completed" && times(run) === 0));
  return wrong.map((run) => `${nameOf(run)} (${run._id}): executed ${times(run)} times in ${run.attempts} attempts`);
}

/** Runs whose output cannot be downloaded or is not their own. */
export async function wrongOutputs(service, accepted) {
  const wrong = [];
  for (const [id, { name, color }] of accepted) {
    const { outputs } = await service.get(`/api/v1/runs/${id}`);
    const response = outputs.length === 1 && (await service.fetch(outputs[0].url));
    const found = response?.ok ? firstPixel(Buffer.from(await response.arrayBuffer())) : `${outputs.length} outputs`;
    if (found !== color) wrong.push(`${name} (${id}): ${found}, not ${color}`);
  }
  return wrong;
}

/** The first pixel of a PNG of 8-bit colors, as a number: with nothing before it, every filter leaves it as it is. */
function firstPixel(png) {
  const data = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return inflateSync(Buffer.concat(data)).readUIntBE(1, 3);
}

// The table of a comparison: what every contender took, against one of them, against its budget.
import { digits, median, quantile, ratios, times, whole } from "./figures.mjs";

/**
 * `samples` maps a contender to what it took, a figure a round, in `unit`; `budgets` maps some of
 * them to the ratio they may have at most; `extra` maps further columns to a figure a contender.
 */
export function comparison({ title, samples, reference, unit = "ms", budgets = {}, extra = {}, note }) {
  const head = ["", unit, "lowest", `of ${reference}`, "middle half", ...Object.keys(extra), "budget", "holds"];
  const rows = Object.entries(samples).map(([name, values]) => {
    const shares = ratios(values, samples[reference]);
    const spread = `${quantile(shares, 0.25).toFixed(2)}–${quantile(shares, 0.75).toFixed(2)}`;
    const figures = [digits(median(values)), digits(Math.min(...values)), times(median(shares)), spread];
    const more = Object.values(extra).map((column) => column[name]);
    return [name, ...figures, ...more, ...verdict(median(shares), budgets[name])];
  });
  return { title: `${title}; ${samples[reference].length} rounds`, head, rows, note };
}

/** The budget and whether it holds; nothing where there is none. */
export function verdict(value, budget, write = times) {
  return budget === undefined ? ["", ""] : [`≤ ${write(budget)}`, value <= budget ? "yes" : "no"];
}

/** A budget that is no ratio, in a sentence. */
export function judged(what, value, budget, unit) {
  const holds = value <= budget ? "holds" : "does not hold";
  return `${what} ${digits(value)} ${unit}, budget ≤ ${whole(budget)} ${unit}: ${Number.isNaN(value) ? "unknown here" : holds}.`;
}

/** A budget of things that are counted, in a sentence. */
export function counted(what, count, budget) {
  return `${what} ${whole(count)} times, budget ${whole(budget)}: ${count <= budget ? "holds" : "does not hold"}.`;
}

// The table of a comparison: each contender against a reference and against its budget.
import { formatFigure, formatInteger, formatRatio, median, quantile, ratios } from "./statistics.mjs";

/**
 * `samples` maps each contender to one sample per round, in `unit`. `budgets` maps contenders to their
 * highest allowed ratio. `extra` maps additional columns to one text per contender.
 *
 * @param {{
 *   title: string, samples: Record<string, number[]>, reference: string, unit?: string,
 *   budgets?: Record<string, number>, extra?: Record<string, Record<string, string>>, note?: string,
 * }} comparison
 */
export function comparison({ title, samples, reference, unit = "ms", budgets = {}, extra = {}, note }) {
  const head = ["", unit, "min", `vs ${reference}`, "middle 50%", ...Object.keys(extra), "budget", "met"];
  const rows = Object.entries(samples).map(([name, values]) => {
    const relative = ratios(values, samples[reference]);
    const spread = `${quantile(relative, 0.25).toFixed(2)}–${quantile(relative, 0.75).toFixed(2)}`;
    const figures = [
      formatFigure(median(values)),
      formatFigure(Math.min(...values)),
      formatRatio(median(relative)),
      spread,
    ];
    const more = Object.values(extra).map((column) => column[name]);
    return [name, ...figures, ...more, ...budgetCells(median(relative), budgets[name])];
  });
  return { title: `${title}; ${samples[reference].length} rounds`, head, rows, note };
}

/** The cells for a budget and whether it is met; empty without a budget. */
export function budgetCells(value, budget, format = formatRatio) {
  return budget === undefined ? ["", ""] : [`≤ ${format(budget)}`, value <= budget ? "yes" : "no"];
}

/** A sentence about an absolute budget. */
export function budgetSentence(subject, value, budget, unit) {
  const met = value <= budget ? "met" : "not met";
  const result = Number.isNaN(value) ? "not measured" : met;
  return `${subject} ${formatFigure(value)} ${unit}, budget ≤ ${formatInteger(budget)} ${unit}: ${result}.`;
}

/** A sentence about a budget for a count. */
export function countSentence(subject, count, budget) {
  const result = count <= budget ? "met" : "not met";
  return `${subject} ${formatInteger(count)} times, budget ${formatInteger(budget)}: ${result}.`;
}

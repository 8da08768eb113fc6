// Medians, ratios and their formatting.

/** The q-quantile, interpolated between its neighbours. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at % 1);
}

export const median = (values) => quantile(values, 0.5);

/** The ratio of each round. */
export const ratios = (values, reference) => values.map((value, round) => value / reference[round]);

export const formatRatio = (ratio) => `${ratio.toFixed(2)}×`;

/** Three significant digits, or all digits of the integer part. */
export function formatFigure(value) {
  if (!Number.isFinite(value)) return "–";
  return value >= 100 ? formatInteger(value) : value.toPrecision(3);
}

export const formatInteger = (value) => Math.round(value).toLocaleString("en");

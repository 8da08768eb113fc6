// What a comparison of verdicts found: counts, shares, and each verdict that differs from ComfyUI's.

/** The shares that must be reached: of ready workflows that run, and of refused ones whose reason is named. */
const RUNS = 0.995;
const NAMED = 0.95;

const of = (results, ...kinds) => results.filter(({ kind }) => kinds.includes(kind));
const share = (part, whole) => (whole === 0 ? 1 : part / whole);
const percent = (part, whole) => `${part} of ${whole} (${(100 * share(part, whole)).toFixed(1)} %)`;

function counts(results) {
  const runs = of(results, "runs").length;
  const named = of(results, "named", "at-run").length;
  const classes = of(results, "class").length;
  return {
    runs,
    ready: runs + of(results, "fails").length,
    named,
    refused: named + of(results, "partly", "unnamed", "fails").length,
    classes,
    lacking: classes + of(results, "class-unnamed").length,
  };
}

/** How many run although ComfyUI refuses an output that they do not show. */
const inPart = (results) => of(results, "runs").filter(({ complaints }) => complaints.length > 0).length;

/** Whether every share is reached. */
export function reached(results) {
  const { runs, ready, named, refused, classes, lacking } = counts(results);
  return share(runs, ready) >= RUNS && share(named, refused) >= NAMED && share(classes, lacking) >= NAMED;
}

/**
 * Lists complaints: what ComfyUI says about which node and input. Equal complaints about
 * nodes of one class share a line.
 */
function lines(complaints) {
  const found = new Map();
  for (const { node, class: name, input, type, details } of complaints) {
    const place = [name, input].filter(Boolean).join(".");
    const said = `${details ?? ""}`.slice(0, 160).replaceAll("\n", " ");
    if (!found.has(`${place} ${type}`))
      found.set(`${place} ${type}`, `    node ${node ?? "–"} ${place}: ${type}: ${said}`);
  }
  return [...found.values()];
}

/** More results than this are grouped by ComfyUI's complaint. */
const LISTED = 100;

/** Results in lines, one for each complaint; the commonest first, each with three files. */
function grouped(reasons, results) {
  const groups = new Map();
  for (const result of results) {
    for (const reason of reasons(result)) groups.set(reason, (groups.get(reason) ?? new Set()).add(result.file));
  }
  const sorted = [...groups].sort((one, next) => next[1].size - one[1].size);
  return sorted.map(([reason, files]) => `  ${files.size} × ${reason} (${[...files].slice(0, 3).join(", ")})`);
}

function section(title, results) {
  if (results.length === 0) return [];
  const listed = () => results.flatMap(({ file, complaints }) => [`  ${file}`, ...lines(complaints)]);
  const types = ({ complaints }) => complaints.map(({ type }) => type);
  return ["", `${title}: ${results.length}`, ...(results.length > LISTED ? grouped(types, results) : listed())];
}

/** The problems of a false alarm. */
const problems = ({ obstacles, refused = [] }) =>
  [...obstacles, ...refused].map(
    ({ code, message, class: name }) => `${code ?? message.slice(0, 80)}${name ? `: ${name}` : ""}`,
  );

/** The results as text. */
export function report(results) {
  const { runs, ready, named, refused, classes, lacking } = counts(results);
  return [
    `${results.length} workflows.`,
    `Of those that flowdeck calls ready, ComfyUI accepts ${percent(runs, ready)}, ${inPart(results)} only in part.`,
    `Of those that ComfyUI refuses, flowdeck names every node and input of ${percent(named, refused)}.`,
    `Of these, flowdeck calls ${of(results, "at-run").length} ready, but refuses a run with their default values.`,
    `Of those with a class that ComfyUI lacks, flowdeck names it in ${percent(classes, lacking)}.`,
    `ComfyUI refuses ${of(results, "own").length} only because of a class's own Python.`,
    `flowdeck calls ${of(results, "alarm").length} not ready that ComfyUI accepts.`,
    ...section("Called ready, but refused", of(results, "fails")),
    ...section("Refused, not every input named", of(results, "partly", "unnamed")),
    ...section("Refused for a class that is not named", of(results, "class-unnamed")),
    ...section("Refused by a class's own Python", of(results, "own")),
    "",
    "Called not ready, but accepted, by problem:",
    ...grouped(problems, of(results, "alarm")),
  ].join("\n");
}

// What a comparison of conversions found: counts for each set of files, and each file that is not ready and equal.

/** The share of what the editor converts and ComfyUI accepts that must be ready and equal. */
const READY_AND_EQUAL = 0.99;

const percent = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(2)} %`);
const isGood = ({ obstacles, differences }) => obstacles.length === 0 && differences.length === 0;

function counts(results) {
  const accepted = results.filter(({ theirs }) => theirs.accepted);
  return {
    files: results.length,
    converted: results.filter(({ theirs }) => theirs.prompt).length,
    accepted: accepted.length,
    good: accepted.filter(isGood).length,
  };
}

/** Whether enough is ready and equal. */
export function reached(results) {
  const { accepted, good } = counts(results);
  return good >= READY_AND_EQUAL * accepted;
}

/** A row of the table: of the files of one set, or of all. */
function row(name, results) {
  const { files, converted, accepted, good } = counts(results);
  return `| ${name} | ${files} | ${converted} | ${accepted} | ${good} | ${percent(good, accepted)} |`;
}

/** The results by the folder in which their files lie. */
function sets(results) {
  const found = new Map();
  for (const result of results) {
    const name = result.file.split("/")[0];
    found.set(name, [...(found.get(name) ?? []), result]);
  }
  return [...found];
}

const short = (value) => JSON.stringify(value)?.slice(0, 100) ?? "nothing";

/** A file that is not ready, or not equal, with what is the matter. */
function rest({ file, obstacles, differences }) {
  const problems = obstacles.map(({ node, message }) => `    not ready: node ${node ?? "–"}: ${message}`);
  const lines = differences.map(
    ({ id, reason, theirs, ours }) =>
      `    node ${id}: ${reason}: the editor has ${short(theirs)}, flowdeck ${short(ours)}`,
  );
  return [`  ${file}`, ...problems.slice(0, 3), ...lines.slice(0, 3)];
}

/** The same reason for every node. */
const general = (text) => text.replace(/ID #\S+(?=')/, "ID #…");

/** The commonest reasons why files are not of use for the comparison. */
function reasons(title, results, reason) {
  const found = new Map();
  for (const text of results.map(reason).map(general)) found.set(text, (found.get(text) ?? 0) + 1);
  const sorted = [...found].sort((one, next) => next[1] - one[1]).slice(0, 20);
  return ["", `${title}:`, ...sorted.map(([text, count]) => `  ${count} × ${text}`)];
}

/** The results as text. */
export function report(results) {
  const accepted = results.filter(({ theirs }) => theirs.accepted);
  const refused = results.filter(({ theirs }) => theirs.prompt && !theirs.accepted);
  const failed = results.filter(({ theirs }) => theirs.failed);
  return [
    "| set | files | the editor converts | ComfyUI accepts | ready and equal | |",
    "|---|---|---|---|---|---|",
    ...sets(results).map(([name, ofSet]) => row(name, ofSet)),
    row("all", results),
    "",
    "Not ready, or not equal:",
    ...accepted.filter((result) => !isGood(result)).flatMap(rest),
    ...reasons("Not converted by the editor", failed, ({ theirs }) => theirs.failed),
    ...reasons("The editor's prompt is refused", refused, ({ theirs }) => theirs.complaints[0]),
  ].join("\n");
}

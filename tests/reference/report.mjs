// What a comparison found: counts, percentages, and the differences grouped by reason.

const percent = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`);

/** Groups rows by a reason; the commonest first, each with the files it occurs in. */
function grouped(rows) {
  const groups = new Map();
  for (const { file, reason } of rows) {
    if (!groups.has(reason)) groups.set(reason, new Set());
    groups.get(reason).add(file);
  }
  return [...groups].sort((one, next) => next[1].size - one[1].size);
}

function section(title, rows) {
  if (rows.length === 0) return [];
  const lines = grouped(rows).map(
    ([reason, files]) => `  ${files.size} × ${reason} (${[...files].slice(0, 3).join(", ")})`,
  );
  return [``, `${title}:`, ...lines];
}

/** The results as counts. */
export function counts(results) {
  const judged = results.filter((result) => result.editor?.accepted);
  const nodes = judged.flatMap((result) => Object.keys(result.theirs));
  const unequal = judged.reduce((sum, result) => sum + new Set(result.differences.map(({ id }) => id)).size, 0);
  return {
    workflows: results.length,
    converted: results.filter((result) => result.theirs).length,
    accepted: judged.length,
    ours: judged.filter((result) => result.ours.accepted).length,
    equal: judged.filter((result) => result.differences.length === 0).length,
    silent: judged.filter((result) => result.differences.length > 0 && result.problems.length === 0).length,
    nodes: nodes.length,
    equalNodes: nodes.length - unequal,
  };
}

/** The results as text. */
export function report(results) {
  const found = counts(results);
  const judged = results.filter((result) => result.editor?.accepted);
  const rows = (list, key) => list.flatMap((result) => key(result).map((reason) => ({ file: result.file, reason })));
  return [
    `${found.workflows} workflows; the editor converts ${found.converted}, ComfyUI accepts ${found.accepted} of these.`,
    `Of these, ComfyUI accepts ${found.ours} of ours (${percent(found.ours, found.accepted)}).`,
    `${found.equal} are equal node by node (${percent(found.equal, found.accepted)}),`,
    `${found.equalNodes} of ${found.nodes} nodes (${percent(found.equalNodes, found.nodes)}).`,
    `${found.silent} differ without a problem.`,
    ...section(
      "Refused",
      rows(
        judged.filter((result) => !result.ours.accepted),
        (result) => result.ours.complaints,
      ),
    ),
    ...section(
      "Different",
      rows(judged, (result) => result.differences.map(({ reason }) => reason)),
    ),
    ...section(
      "Problems in accepted workflows",
      rows(judged, (result) => result.problems.map(({ code, message }) => code ?? message)),
    ),
    ...section(
      "Not converted by the editor",
      rows(
        results.filter((result) => result.failed),
        (result) => [result.failed],
      ),
    ),
    ...section(
      "Editor's prompt refused",
      rows(
        results.filter((result) => result.editor && !result.editor.accepted),
        (result) => result.editor.complaints,
      ),
    ),
  ].join("\n");
}

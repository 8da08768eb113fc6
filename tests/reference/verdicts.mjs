// Compares what flowdeck says about a workflow with what ComfyUI's validation says about its prompt.

/** The kind of complaint that comes from a class's own Python: `/object_info` does not show it. */
const OWN = "custom_validation_failed";
const CLASS = "missing_node_type";

/** ComfyUI's complaints about a prompt, one for each node and input. */
export function complaintsOf({ error, nodes }) {
  const found = Object.entries(nodes).flatMap(([node, { class_type, errors, dependent_outputs }]) =>
    errors.map(({ type, details, extra_info }) => {
      // An exception is a complaint about the node in which it arose; its input is that of another node.
      const input = type.startsWith("exception_") ? undefined : extra_info?.input_name;
      return { node, class: class_type, input, type, details, outputs: dependent_outputs };
    }),
  );
  if (found.length > 0 || !error) return found;
  const { node_id: node, class_type } = error.extra_info ?? {};
  return [{ node, class: class_type ?? undefined, type: error.type, details: error.details, outputs: [] }];
}

/** Whether a problem names what a complaint is about. */
function names(problem, { node, class: name, input, type }) {
  const says = (text) => problem.message.includes(text) || (problem.args ?? []).some((arg) => arg.includes(text));
  if (type === CLASS) return says(name ?? "class");
  if (type === "prompt_no_outputs") return problem.code === "no_output";
  return problem.node === node && (input === undefined || problem.input === input || says(input));
}

const same = (list, test) => list.length > 0 && list.every(test);

/**
 * The verdict on one workflow: `kind`, and the `complaints` of ComfyUI that concern it.
 *
 * - `runs`: flowdeck calls it ready, and ComfyUI accepts it, at least for every output that it shows.
 * - `fails`: flowdeck calls it ready, and ComfyUI refuses it, or an output that it shows.
 * - `at-run`: the same, but flowdeck refuses a run with its default values, and names each node and input.
 * - `own`: ComfyUI refuses it only because of a class's own Python.
 * - `class`: ComfyUI lacks a class of it, and flowdeck says so; `class-unnamed` if flowdeck does not.
 * - `named`: ComfyUI refuses it, and flowdeck names each node and input in its complaints.
 * - `partly`: the same, but flowdeck does not name all of them; `unnamed` if it names none.
 * - `alarm`: flowdeck calls it not ready, or refuses that run, but ComfyUI accepts its prompt.
 *
 * `obstacles` are flowdeck's problems of the workflow, `refused` those of a run with its default values, and `outputs`
 * the ids of the outputs that it shows.
 */
export function verdict({ obstacles, refused = [], outputs: shown }, judged) {
  const all = complaintsOf(judged);
  const concerning = judged.valid ? all.filter(({ outputs }) => outputs.some((id) => shown.includes(id))) : all;
  const isReady = obstacles.length === 0;
  if (judged.valid && concerning.length === 0) {
    return { kind: isReady && refused.length === 0 ? "runs" : "alarm", complaints: all };
  }
  if (same(concerning, ({ type }) => type === OWN)) return { kind: "own", complaints: concerning };
  const complaints = concerning.filter(({ type }) => type !== OWN);
  const isNamed = (complaint) => [...obstacles, ...refused].some((problem) => names(problem, complaint));
  const unnamed = complaints.filter((complaint) => !isNamed(complaint));
  if (isReady) return { kind: refused.length > 0 && unnamed.length === 0 ? "at-run" : "fails", complaints };
  if (complaints[0].type === CLASS) return { kind: unnamed.length === 0 ? "class" : "class-unnamed", complaints };
  if (unnamed.length === 0) return { kind: "named", complaints };
  return { kind: unnamed.length < complaints.length ? "partly" : "unnamed", complaints: unnamed };
}

// The workflow in the editor: its text, its nodes by the IDs in problems, and showing one of them.

/** The graph at the top, also while the editor shows a subgraph. */
const rootOf = (app) => app.rootGraph ?? app.graph;

/**
 * The workflow as the editor would save it; `undefined` before there is one.
 * @returns {string | undefined}
 */
export function serialized(app) {
  const graph = rootOf(app);
  return graph ? JSON.stringify(graph.serialize()) : undefined;
}

/**
 * The nodes on the way to the node with an ID such as `57:8`, which is node 8 in the subgraph node 57.
 * @param {string | null} id
 */
export function find(app, id) {
  const path = [];
  let graph = rootOf(app);
  for (const part of id?.split(":") ?? []) {
    const node = graph?.getNodeById?.(part) ?? graph?.getNodeById?.(Number(part));
    if (!node) break;
    path.push(node);
    graph = node.subgraph;
  }
  return path;
}

/** Shows the node with this ID in the middle of the canvas, and selects it. */
export function reveal(app, id) {
  const node = find(app, id).at(-1);
  const { canvas } = app;
  if (!node || !canvas) return;
  if (node.graph && canvas.graph !== node.graph) canvas.setGraph?.(node.graph);
  canvas.centerOnNode?.(node);
  if (canvas.selectNode) canvas.selectNode(node);
  canvas.setDirty?.(true, true);
}

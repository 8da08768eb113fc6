// Names of fields: a node that is added gets one that is free, such as `text` and then `text_2`.

import { guarded } from "./guarded.js";

const nameWidget = (node) => node.widgets?.find(({ name }) => name === "name");

/** The names of the input nodes of a graph and of its subgraphs. */
function* namesIn(graph) {
  for (const node of graph?.nodes ?? graph?._nodes ?? []) {
    if (node.comfyClass?.startsWith("Input")) yield nameWidget(node)?.value;
    if (node.subgraph) yield* namesIn(node.subgraph);
  }
}

/** Nodes that were created and are not named yet. */
let created = [];

/** Names a node unless it comes from a file or was copied, with its name. */
export function nameNode(app, node) {
  const { onConfigure } = node;
  let isNew = true;
  node.onConfigure = function (...given) {
    isNew = false;
    return onConfigure?.apply(this, given);
  };
  created.push(() => isNew && node);
  // A node of a file gets its values after it was created. All nodes of a moment are named at once.
  if (created.length === 1) setTimeout(() => guarded(() => nameCreated(app)));
}

function nameCreated(app) {
  const nodes = created.map((unlessConfigured) => unlessConfigured()).filter((node) => node?.graph);
  created = [];
  if (nodes.length === 0) return;
  const taken = new Set(namesIn(app.rootGraph ?? app.graph));
  const next = new Map();
  for (const node of nodes) {
    const widget = nameWidget(node);
    if (widget?.value !== "") continue;
    const stem = node.comfyClass.slice("Input".length).toLowerCase();
    let number = next.get(stem) ?? 1;
    const name = () => (number === 1 ? stem : `${stem}_${number}`);
    while (taken.has(name())) number++;
    next.set(stem, number);
    taken.add(name());
    widget.value = name();
    widget.callback?.(widget.value);
    node.setDirtyCanvas?.(true, false);
  }
}

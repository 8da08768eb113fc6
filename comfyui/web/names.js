// Names of fields: a node that is added gets one that is free, such as `text` and then `text_2`.

/** Also those of nodes in subgraphs. */
function* namesIn(graph) {
  for (const node of graph?.nodes ?? graph?._nodes ?? []) {
    if (node.comfyClass?.startsWith("Input")) yield nameWidget(node)?.value;
    if (node.subgraph) yield* namesIn(node.subgraph);
  }
}

const nameWidget = (node) => node.widgets?.find(({ name }) => name === "name");

/** Names a node unless it comes from a file, or was copied with its name. */
export function nameNode(app, node) {
  // A node of a file gets its values after it was created.
  setTimeout(() => {
    const widget = nameWidget(node);
    if (widget?.value !== "" || !node.graph || node.flowdeckConfigured) return;
    const stem = node.comfyClass.slice("Input".length).toLowerCase();
    const taken = new Set(namesIn(app.rootGraph ?? app.graph));
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`;
    widget.value = name;
    widget.callback?.(name);
    node.setDirtyCanvas?.(true, false);
  });
  const { onConfigure } = node;
  node.onConfigure = function (...given) {
    node.flowdeckConfigured = true;
    return onConfigure?.apply(this, given);
  };
}

// Previews that the editor gives only to ComfyUI's own nodes: an audio player, and the text that was saved.

import { guarded } from "./guarded.js";

/** Adds the audio player before the upload button, which needs it. */
export function addPreviews(definition) {
  const required = definition?.input?.required;
  if (!required || !["InputAudio", "FlowdeckSaveAudio"].includes(definition.name)) return;
  const { upload, ...others } = required;
  definition.input.required = { ...others, audioUI: ["AUDIO_UI", {}], ...(upload && { upload }) };
}

/** Shows the text that a node has saved, below its settings. */
export function showText(nodeType, app) {
  const { onExecuted } = nodeType.prototype;
  nodeType.prototype.onExecuted = function (message) {
    onExecuted?.call(this, message);
    guarded(() => show(this, [message?.text ?? []].flat().join(""), app));
  };
}

function show(node, text, app) {
  const create = app.widgets?.STRING;
  let preview = node.widgets?.find(({ name }) => name === "preview");
  if (!preview && create) {
    preview = create(node, "preview", ["STRING", { multiline: true }], app).widget;
    // Not part of the workflow.
    preview.serialize = false;
    preview.options.serialize = false;
    if (preview.element) preview.element.readOnly = true;
  }
  if (preview) preview.value = text;
  app.canvas?.setDirty?.(true, false);
}

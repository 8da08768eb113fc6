// Previews that the editor gives only to ComfyUI's own nodes: an audio player, and the text that was saved.

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
    const text = [message?.text ?? []].flat().join("");
    const create = app.widgets?.STRING;
    let preview = this.widgets?.find(({ name }) => name === "preview");
    if (!preview && create) {
      preview = create(this, "preview", ["STRING", { multiline: true }], app).widget;
      Object.assign(preview, { serialize: false });
      Object.assign(preview.options, { serialize: false });
      if (preview.element) preview.element.readOnly = true;
    }
    if (preview) preview.value = text;
    app.canvas?.setDirty?.(true, false);
  };
}

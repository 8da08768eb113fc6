// The default of a slider moves between its own bounds.

export function followBounds(node) {
  const widget = (name) => node.widgets?.find((other) => other.name === name);
  const slider = widget("default");
  if (!slider) return;
  const update = () => {
    const [min, max, step] = ["min", "max", "step"].map((name) => Number(widget(name)?.value));
    if (!(min < max)) return;
    Object.assign(slider.options, { min, max });
    if (step > 0) Object.assign(slider.options, { step2: step, step: step * 10, precision: decimals(step) });
    node.setDirtyCanvas?.(true, false);
  };
  for (const name of ["min", "max", "step"]) {
    const bound = widget(name);
    if (!bound) continue;
    const { callback } = bound;
    bound.callback = function (...given) {
      const result = callback?.apply(this, given);
      update();
      return result;
    };
  }
  const { onConfigure } = node;
  node.onConfigure = function (...given) {
    const result = onConfigure?.apply(this, given);
    update();
    return result;
  };
  update();
}

/** How many decimals a step has. */
const decimals = (step) => Math.min(6, (String(step).split(".")[1] ?? "").length);

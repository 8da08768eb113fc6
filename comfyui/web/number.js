// The widgets of numbers: a slider moves between its own bounds, and decimals show unless the number is whole.

import { guarded } from "./guarded.js";

/** How many decimals show at least if the number is not whole. */
const DECIMALS = 2;

/** Lets the default of a number follow its other settings. */
export function followSettings(node) {
  const widget = (name) => node.widgets?.find((other) => other.name === name);
  const update = () => {
    const isWhole = widget("integer")?.value !== false;
    const step = Number(widget("step")?.value) || (isWhole ? 1 : 0.1);
    const precision = isWhole ? 0 : Math.max(DECIMALS, decimals(step));
    const shown = { precision, step2: step, step: step * 10 };
    const numbers = ["default", "min", "max"].map(widget).filter((other) => typeof other?.value === "number");
    for (const { options } of numbers) Object.assign(options, shown);
    const [slider, min, max] = [widget("default"), Number(widget("min")?.value), Number(widget("max")?.value)];
    if (slider?.type === "slider" && min < max) Object.assign(slider.options, { min, max });
    node.setDirtyCanvas?.(true, false);
  };
  for (const name of ["integer", "min", "max", "step"]) after(widget(name), "callback", update);
  after(node, "onConfigure", update);
  update();
}

/** Calls `work` after a method of an object that may exist. */
function after(object, method, work) {
  if (!object) return;
  const { [method]: own } = object;
  object[method] = function (...given) {
    const result = own?.apply(this, given);
    guarded(work);
    return result;
  };
}

/** How many decimals a step has. */
const decimals = (step) => Math.min(6, (String(step).split(".")[1] ?? "").length);

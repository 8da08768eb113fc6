// Shows a field only while the earlier field that it depends on has the value for it, as the page does.
import { isOn, namedControl } from "./field.js";

/** Applies the conditions of these fields now, and after each change in one of these parts of the form. */
export function followConditions(parts, definitions, views) {
  if (!definitions.some(({ visibleIf }) => visibleIf)) return;
  const apply = () => {
    const earlier = new Map();
    definitions.forEach((definition, index) => {
      const { name, visibleIf } = definition;
      const other = earlier.get(visibleIf?.field);
      views[index].hidden = other ? other.view.hidden || !isMet(visibleIf, other) : false;
      earlier.set(name, { definition, view: views[index] });
    });
  };
  apply();
  for (const part of parts) for (const type of ["input", "change"]) part.addEventListener(type, apply);
}

function isMet({ is }, { definition, view }) {
  const control = namedControl(view);
  if (definition.kind === "boolean") return control.checked === isOn(String(is));
  const value = control.value || definition.default || "";
  const isNumber = definition.kind === "number" || definition.kind === "slider";
  return isNumber ? Number(value.replace(",", ".")) === Number(is) : value === String(is);
}

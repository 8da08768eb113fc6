// The forms of listed workflows by hand: a label, a hint, a control and a help a field, and texts that
// outlive a refresh. It checks nothing, sends nothing and polls nothing.
const key = new URLSearchParams(location.hash.slice(1)).get("key");
const region = document.querySelector("section");

function node(tag, attributes, ...inside) {
  const made = document.createElement(tag);
  for (const name in attributes) if (attributes[name] != null) made.setAttribute(name, attributes[name]);
  made.append(...inside.filter((one) => one != null));
  return made;
}

const controls = {
  text: (field, shared) =>
    field.multiline
      ? node("textarea", { ...shared, rows: 3 })
      : node("input", { ...shared, type: "text", autocomplete: "off" }),
  number: ({ integer }, shared) =>
    node("input", { ...shared, type: "text", inputmode: integer ? "numeric" : "decimal" }),
  slider(field, shared) {
    const { label, min, max, step } = field;
    const range = node("input", { type: "range", "aria-label": label, min, max, step });
    return node("div", { class: "slider" }, range, controls.number(field, shared));
  },
  boolean: (_, shared) => node("input", { ...shared, type: "checkbox", role: "switch" }),
  choice: ({ options }, shared) =>
    node("select", shared, ...options.map((option) => node("option", { value: option }, option))),
  image: (_, shared) => node("input", { ...shared, type: "file", accept: "image/*" }),
};

function row(field, index, kept) {
  const { name, label, help, kind, required, min, max, maxLength } = field;
  const id = `field-${index}`;
  const shared = { id, name, "aria-required": required, "aria-describedby": `${id}-hint ${id}-help` };
  const control = controls[kind](field, shared);
  const hint = max ? `${min} – ${max}` : maxLength ? `≤ ${maxLength} characters` : "";
  const head = node(
    "div",
    { class: "head" },
    node("label", { for: id }, label),
    node("span", { class: "hint", id: `${id}-hint` }, hint),
  );
  fill(control, kind, kept[name] ?? field.default ?? "");
  return node("div", { class: "field" }, head, control, node("p", { class: "help", id: `${id}-help` }, help ?? ""));
}

function fill(control, kind, text) {
  if (kind === "boolean") control.checked = text === "true";
  else if (kind === "slider") for (const input of control.children) input.value = text;
  else if (kind !== "image") control.value = text;
}

function show({ id, name, schema }) {
  const store = `form.${id}`;
  const kept = JSON.parse(sessionStorage.getItem(store) ?? "{}");
  // In one piece: a form that takes its controls one by one counts them all again for each.
  const fields = node("div", {}, ...schema.fields.map((field, index) => row(field, index, kept)));
  const form = node("form", {}, node("h2", {}, name), fields, node("button", {}, "Run"));
  form.addEventListener("input", ({ target }) => {
    const pair = target.closest(".slider")?.children ?? [target];
    for (const input of pair) if (input !== target) input.value = target.value;
    const { name, type, checked, value } = pair[pair.length - 1];
    if (type === "file") return;
    kept[name] = type === "checkbox" ? String(checked) : value;
    sessionStorage.setItem(store, JSON.stringify(kept));
  });
  region.querySelector("form")?.remove();
  region.append(form);
}

const answer = await fetch("api/v1/comfy/workflows", { headers: { "X-API-KEY": key } });
const { data } = await answer.json();
for (const workflow of data) {
  const button = node("button", { type: "button" }, workflow.name);
  button.addEventListener("click", () => show(workflow));
  region.querySelector("ul").append(node("li", {}, button));
}
show(data[0]);

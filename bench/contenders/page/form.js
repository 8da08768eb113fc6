// Hand-written forms of listed workflows: a label, hint, control and help text per field, and text that
// survives a refresh. It does not validate, send or poll.
const key = new URLSearchParams(location.hash.slice(1)).get("key");
const region = document.querySelector("section");

function element(tag, attributes, ...children) {
  const created = document.createElement(tag);
  for (const name in attributes) if (attributes[name] != null) created.setAttribute(name, attributes[name]);
  created.append(...children.filter((child) => child != null));
  return created;
}

const controls = {
  text: (field, shared) =>
    field.multiline
      ? element("textarea", { ...shared, rows: 3 })
      : element("input", { ...shared, type: "text", autocomplete: "off" }),
  number: ({ integer }, shared) =>
    element("input", { ...shared, type: "text", inputmode: integer ? "numeric" : "decimal" }),
  slider(field, shared) {
    const { label, min, max, step } = field;
    const range = element("input", { type: "range", "aria-label": label, min, max, step });
    return element("div", { class: "slider" }, range, controls.number(field, shared));
  },
  boolean: (_, shared) => element("input", { ...shared, type: "checkbox", role: "switch" }),
  choice: ({ options }, shared) =>
    element("select", shared, ...options.map((option) => element("option", { value: option }, option))),
  image: (_, shared) => element("input", { ...shared, type: "file", accept: "image/*" }),
};

function row(field, index, saved) {
  const { name, label, help, kind, required, min, max, maxLength } = field;
  const id = `field-${index}`;
  const shared = { id, name, "aria-required": required, "aria-describedby": `${id}-hint ${id}-help` };
  const control = controls[kind](field, shared);
  const hint = max ? `${min} – ${max}` : maxLength ? `≤ ${maxLength} characters` : "";
  const head = element(
    "div",
    { class: "head" },
    element("label", { for: id }, label),
    element("span", { class: "hint", id: `${id}-hint` }, hint),
  );
  fill(control, kind, saved[name] ?? field.default ?? "");
  return element(
    "div",
    { class: "field" },
    head,
    control,
    element("p", { class: "help", id: `${id}-help` }, help ?? ""),
  );
}

function fill(control, kind, text) {
  if (kind === "boolean") control.checked = text === "true";
  else if (kind === "slider") for (const input of control.children) input.value = text;
  else if (kind !== "image") control.value = text;
}

function show({ id, name, schema }) {
  const storageKey = `form.${id}`;
  const saved = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  // Append all controls at once: a form recounts its controls for each one it gains.
  const fields = element("div", {}, ...schema.fields.map((field, index) => row(field, index, saved)));
  const form = element("form", {}, element("h2", {}, name), fields, element("button", { type: "submit" }, "Run"));
  form.addEventListener("input", ({ target }) => {
    const pair = target.closest(".slider")?.children ?? [target];
    for (const input of pair) if (input !== target) input.value = target.value;
    const { name, type, checked, value } = pair[pair.length - 1];
    if (type === "file") return;
    saved[name] = type === "checkbox" ? String(checked) : value;
    sessionStorage.setItem(storageKey, JSON.stringify(saved));
  });
  region.querySelector("form")?.remove();
  region.append(form);
}

const response = await fetch("api/v1/comfy/workflows", { headers: { "X-API-KEY": key } });
const { data } = await response.json();
for (const workflow of data) {
  const button = element("button", { type: "button" }, workflow.name);
  button.addEventListener("click", () => show(workflow));
  region.querySelector("ul").append(element("li", {}, button));
}
show(data[0]);

// A hand-written queue view. It polls every second and keeps only as many articles as fit the window,
// all of one height; it rewrites only text that changed. With `?parse` it only polls and parses.
const HEIGHT = 280;
const HEADER = 40;
const MAX_TASKS = 9;
const key = new URLSearchParams(location.hash.slice(1)).get("key");
const region = document.querySelector("section");
const [summary, spacer] = /** @type {HTMLCollectionOf<HTMLElement>} */ (region.children);
const pool = [];
let entries = [];

const template = document.createElement("article");
template.innerHTML = `<h3></h3><span class="load" aria-hidden="true">${"<i></i>".repeat(16)}</span><p></p>
  <ol aria-label="Tasks in order">${"<li><span> </span><span> </span></li>".repeat(MAX_TASKS)}</ol><p></p>`;

// Remembers what it wrote, because reading it back from the document is the slowest part.
function createCard() {
  const root = /** @type {HTMLElement} */ (template.cloneNode(true));
  const written = new Map();
  const write = (target, value, apply) => {
    if (written.get(target) === value) return;
    written.set(target, value);
    apply();
  };
  const text = (element) => (value) =>
    write(element, value, () => {
      element.textContent = value;
    });
  const [address, load, counts, tasks, more] = root.children;
  const attribute = (element, name) => (value) =>
    write(`${name} ${[...load.children].indexOf(element)}`, value, () => element.setAttribute(name, value));
  region.append(root);
  return {
    top: (value) =>
      write("top", value, () => {
        root.style.transform = `translateY(${value}px)`;
      }),
    label: attribute(root, "aria-label"),
    running: attribute(root, "data-running"),
    pending: attribute(root, "data-pending"),
    address: text(address),
    counts: text(counts),
    more: text(more),
    cells: [...load.children].map((cell) => attribute(cell, "data-cell")),
    tasks: [...tasks.children].map(({ children: [position, id] }) => [text(position), text(id)]),
  };
}

function draw(card, index) {
  const { comfy_uri, queue } = entries[index];
  const { length: running } = queue.queue_running;
  const { length: pending } = queue.queue_pending;
  card.top(HEADER + index * HEIGHT);
  card.label(`Engine instance ${comfy_uri}`);
  card.running(running);
  card.pending(pending);
  card.address(comfy_uri.slice(comfy_uri.indexOf("//") + 2));
  card.counts(`${running} running · ${pending} pending`);
  card.cells.forEach((cell, at) => {
    cell(at < running ? "running" : at < running + pending ? "pending" : "free");
  });
  card.tasks.forEach(([position, id], at) => {
    const task = at < running ? queue.queue_running[at] : queue.queue_pending[at - running];
    position(task === undefined ? "" : at < running ? "running" : String(at - running + 1));
    id(task === undefined ? "" : task[1].slice(0, 8));
  });
  card.more(running + pending > MAX_TASKS ? `and ${running + pending - MAX_TASKS} more` : "");
}

function drawAll() {
  const first = Math.max(0, Math.floor((region.scrollTop - HEADER) / HEIGHT));
  const count = Math.min(entries.length - first, Math.ceil(innerHeight / HEIGHT) + 1);
  while (pool.length < count) pool.push(createCard());
  for (let at = 0; at < count; at += 1) draw(pool[at], first + at);
}

function show(snapshot) {
  if (snapshot.length !== entries.length) spacer.style.height = `${snapshot.length * HEIGHT}px`;
  entries = snapshot;
  const count = (name) => entries.reduce((sum, { queue }) => sum + queue[name].length, 0);
  const tasks = `${count("queue_running")} running · ${count("queue_pending")} pending`;
  summary.textContent = `${entries.length} instances · ${tasks}`;
  drawAll();
}

async function poll() {
  const response = await fetch("api/v1/comfy/queue", { headers: { "X-API-KEY": key } });
  const { data } = JSON.parse(await response.text());
  if (location.search !== "?parse") show(data);
  setTimeout(poll, 1000);
}

region.addEventListener("scroll", drawAll, { passive: true });
poll();

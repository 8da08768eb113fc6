// A queue view by hand: asks every second, parses, and keeps no more articles than fit into the
// window, each of one height and rewritten where its text differs. With `?parse` it only asks and
// parses.
const HEIGHT = 280;
const TOP = 40;
const LISTED = 9;
const key = new URLSearchParams(location.hash.slice(1)).get("key");
const region = document.querySelector("section");
const [total, room] = region.children;
const pool = [];
let shown = [];

const article = document.createElement("article");
article.innerHTML = `<h3></h3><span class="load" aria-hidden="true">${"<i></i>".repeat(16)}</span><p></p>
  <ol aria-label="Tasks in order">${"<li><span> </span><span> </span></li>".repeat(LISTED)}</ol><p></p>`;

// What was written before is known here, since reading it from the document costs more than the rest.
function card() {
  const root = article.cloneNode(true);
  const written = new Map();
  const write = (what, value, put) => {
    if (written.get(what) === value) return;
    written.set(what, value);
    put(value);
  };
  const text = (element) => (value) => write(element, value, () => (element.textContent = value));
  const [address, load, counts, tasks, more] = root.children;
  const attribute = (element, name) => (value) =>
    write(`${name} ${[...load.children].indexOf(element)}`, value, () => element.setAttribute(name, value));
  region.append(root);
  return {
    top: (value) => write("top", value, () => (root.style.transform = `translateY(${value}px)`)),
    label: attribute(root, "aria-label"),
    running: attribute(root, "data-running"),
    pending: attribute(root, "data-pending"),
    address: text(address),
    counts: text(counts),
    more: text(more),
    cells: [...load.children].map((cell) => attribute(cell, "data-cell")),
    tasks: [...tasks.children].map(({ children: [place, id] }) => [text(place), text(id)]),
  };
}

function draw(card, index) {
  const { comfy_uri, queue } = shown[index];
  const { length: running } = queue.queue_running;
  const { length: pending } = queue.queue_pending;
  card.top(TOP + index * HEIGHT);
  card.label(`Engine instance ${comfy_uri}`);
  card.running(running);
  card.pending(pending);
  card.address(comfy_uri.slice(comfy_uri.indexOf("//") + 2));
  card.counts(`${running} running · ${pending} pending`);
  card.cells.forEach((cell, at) => cell(at < running ? "running" : at < running + pending ? "pending" : "free"));
  card.tasks.forEach(([place, id], at) => {
    const task = at < running ? queue.queue_running[at] : queue.queue_pending[at - running];
    place(task === undefined ? "" : at < running ? "running" : String(at - running + 1));
    id(task === undefined ? "" : task[1].slice(0, 8));
  });
  card.more(running + pending > LISTED ? `and ${running + pending - LISTED} more` : "");
}

function drawAll() {
  const first = Math.max(0, Math.floor((region.scrollTop - TOP) / HEIGHT));
  const count = Math.min(shown.length - first, Math.ceil(innerHeight / HEIGHT) + 1);
  while (pool.length < count) pool.push(card());
  for (let at = 0; at < count; at += 1) draw(pool[at], first + at);
}

function show(entries) {
  if (entries.length !== shown.length) room.style.height = `${entries.length * HEIGHT}px`;
  shown = entries;
  const count = (name) => entries.reduce((sum, { queue }) => sum + queue[name].length, 0);
  total.textContent = `${entries.length} instances · ${count("queue_running")} running · ${count("queue_pending")} pending`;
  drawAll();
}

async function poll() {
  const answer = await fetch("api/v1/comfy/queue", { headers: { "X-API-KEY": key } });
  const { data } = JSON.parse(await answer.text());
  if (location.search !== "?parse") show(data);
  setTimeout(poll, 1000);
}

region.addEventListener("scroll", drawAll, { passive: true });
poll();

// The badge in the top bar: a green check, or a red cross with the number of problems. Pressed, it lists them.
import styles from "./badge.css";

const CHECK = '<path d="M4 12.5 9.5 18 20 6.5"/>';
const CROSS = '<path d="M6 6 18 18M18 6 6 18"/>';

/** @param {string} path */
const icon = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;

/** @import { Problem, Readiness } from "./checker.js" */

export class Badge {
  #app;
  #reveal;
  #titleOf;
  /** @type {Readiness | undefined} */
  #readiness;
  #button = element("button", "flowdeck-badge");
  #panel = element("div", "flowdeck-panel");

  /**
   * @param {(problem: Problem) => void} reveal Shows the node of a problem.
   * @param {(problem: Problem) => string} titleOf The title that the editor shows for it.
   */
  constructor(reveal, titleOf) {
    this.#reveal = reveal;
    this.#titleOf = titleOf;
    this.#button.type = "button";
    this.#button.hidden = true;
    this.#button.setAttribute("aria-haspopup", "dialog");
    this.#button.addEventListener("click", () => (this.#panel.hidden ? this.open() : this.close()));
    this.#panel.hidden = true;
    this.#panel.setAttribute("role", "dialog");
    this.#panel.setAttribute("aria-labelledby", "flowdeck-heading");
  }

  /** Puts the badge and its list into the editor. */
  attach(app) {
    const sheet = document.createElement("style");
    sheet.textContent = styles;
    document.head.append(sheet);
    this.#app = app;
    document.body.append(this.#panel);
    document.addEventListener("pointerdown", ({ target }) => {
      const inside = target instanceof Node && (this.#panel.contains(target) || this.#button.contains(target));
      if (!inside) this.close();
    });
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || this.#panel.hidden) return;
      this.close();
      this.#button.focus();
    });
  }

  /** Moves the badge into the top bar or, if a setting has turned that off, into a corner. */
  #place() {
    const bar = this.#app?.menu?.element;
    const home = bar?.isConnected ? bar : document.body;
    if (this.#button.parentElement === home) return;
    home.append(this.#button);
    this.#button.classList.toggle("flowdeck-in-corner", home !== bar);
  }

  /** @param {Readiness} readiness */
  show(readiness) {
    this.#readiness = readiness;
    this.#place();
    const count = readiness.problems.length;
    const isReady = count === 0;
    this.#button.hidden = false;
    this.#button.dataset.state = isReady ? "ready" : "problems";
    const found = counted(count, "problem");
    const label = isReady ? "Ready for flowdeck" : `Not ready for flowdeck: ${found}`;
    const text = isReady ? "Ready for flowdeck" : `flowdeck: ${found}`;
    this.#button.innerHTML = icon(isReady ? CHECK : CROSS);
    this.#button.append(element("span", "", text));
    this.#button.setAttribute("aria-label", label);
    this.#button.title = label;
    if (!this.#panel.hidden) this.#fill();
  }

  hide() {
    this.#button.hidden = true;
    this.close();
  }

  open() {
    if (!this.#readiness) return;
    this.#fill();
    this.#panel.hidden = false;
    const { bottom, top, right } = this.#button.getBoundingClientRect();
    const isLow = top > innerHeight / 2;
    this.#panel.style.inset = isLow
      ? `auto ${innerWidth - right}px ${innerHeight - top + 8}px auto`
      : `${bottom + 12}px ${innerWidth - right}px auto auto`;
    this.#panel.querySelector("button")?.focus();
  }

  close() {
    this.#panel.hidden = true;
  }

  #fill() {
    const { problems, schema, isSuggested } = /** @type {Readiness} */ (this.#readiness);
    const isReady = problems.length === 0;
    const heading = element("h2", "", isReady ? "Ready for flowdeck" : "Not ready for flowdeck");
    heading.id = "flowdeck-heading";
    this.#panel.replaceChildren(heading, element("p", "", summary(schema, isReady, isSuggested)));
    if (isReady) return;
    const list = element("ul");
    list.append(...problems.map((problem) => this.#item(problem)));
    this.#panel.append(list);
  }

  /** @param {Problem} problem */
  #item(problem) {
    const item = element("li");
    if (problem.node === null) {
      const whole = element("p");
      whole.append(...sentence(problem.message));
      item.append(whole);
      return item;
    }
    const what = element("span");
    what.append(...sentence(problem.message));
    const button = element("button");
    button.type = "button";
    button.append(element("strong", "", `${this.#titleOf(problem)} #${problem.node}`), what);
    button.addEventListener("click", () => this.#reveal(problem));
    item.append(button);
    return item;
  }
}

/** What the form would be made of. */
function summary({ fields, outputs }, isReady, isSuggested) {
  const parts = `${counted(fields.length, "field")} and ${counted(outputs.length, "output")}`;
  if (!isReady) return "Select a problem to go to its node.";
  if (!isSuggested) return `Its form has ${parts}.`;
  const suggested = `Without input nodes, flowdeck suggests the fields: ${parts}.`;
  return `${suggested} Add nodes that start with “flowdeck:” to choose them yourself.`;
}

/** @param {number} count */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A message as a sentence, with the names in backticks as code. Problems start in lower case. */
function sentence(message) {
  const parts = `${message.charAt(0).toUpperCase()}${message.slice(1)}`.split("`");
  return parts.map((part, index) => (index % 2 === 1 ? element("code", "", part) : part));
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 */
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

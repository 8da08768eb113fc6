// Records what a person does with the first form, until the page can react to it.
import { namedControl } from "./field.js";

const RUN = ".form-buttons .run";
const PICKER = ".picker-title";

/**
 * Records interaction with `first`. A changed control gets `data-touched`. In the result:
 * - `pressed` is the selector of the button that was pressed last: Run, or the picker.
 * - `missed` are the paste and drop events that no field took.
 * - `atRest()` resolves when no pointer is down and no text is being composed.
 */
export function recordInteraction(first) {
  const busy = busyState();
  const record = { pressed: undefined, missed: [], atRest: busy.atRest };

  on(first, ["pointerdown"], () => busy.begin("pointer"));
  on(window, ["pointerup", "pointercancel", "blur"], () => busy.end("pointer"));
  on(first, ["compositionstart"], () => busy.begin("composition"));
  on(first, ["compositionend"], () => busy.end("composition"));
  on(first, ["input", "change"], ({ target }) => (namedControl(target).dataset.touched = ""));
  on(first, ["submit"], (event) => event.preventDefault());
  on(first, ["dragover", "drop"], (event) => {
    if (event.target.type === "file") return;
    // The browser would otherwise leave the page and show the file.
    event.preventDefault();
    if (event.type === "drop") takeDrop(event, record);
  });
  on(first.ownerDocument, ["paste"], (event) => first.isConnected && takePaste(event, record));
  on(first, ["keydown"], (event) => {
    if (runsForm(event)) record.pressed = RUN;
  });
  on(first, ["click"], ({ target }) => {
    if (target.closest(PICKER)) record.pressed = PICKER;
  });
  return record;
}

function on(target, types, listener) {
  for (const type of types) target.addEventListener(type, listener);
}

// The interactions in progress, and the callbacks that wait for their end.
function busyState() {
  const busy = new Set();
  /** @type {(() => void)[]} */
  const waiting = [];
  return {
    begin: (what) => busy.add(what),
    end: (what) => {
      if (busy.delete(what) && !busy.size) for (const resume of waiting.splice(0)) resume();
    },
    atRest: async () => {
      if (busy.size) await /** @type {Promise<void>} */ (new Promise((resolve) => waiting.push(resolve)));
    },
  };
}

function runsForm({ key, isComposing, ctrlKey, metaKey, target }) {
  const isSingleLine = target.matches("input:not([type=checkbox], [type=file])");
  return key === "Enter" && !isComposing && (isSingleLine || ctrlKey || metaKey);
}

const replayed = { bubbles: true, cancelable: true };

function takePaste({ clipboardData, target }, { missed }) {
  const isInInput = target.matches("input, textarea, select");
  if (clipboardData.files.length || !isInInput)
    missed.push(new ClipboardEvent("paste", { clipboardData: copyOf(clipboardData), ...replayed }));
}

// A file dropped on a field becomes its value.
function takeDrop({ target, dataTransfer }, { missed }) {
  const control = namedControl(target);
  if (control?.type === "file") {
    control.files = dataTransfer.files;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else missed.push(new DragEvent("drop", { dataTransfer: copyOf(dataTransfer), ...replayed }));
}

// The browser empties the original after the event.
function copyOf(data) {
  const copy = new DataTransfer();
  copy.setData("text/plain", data.getData("text/plain"));
  for (const file of data.files) copy.items.add(file);
  return copy;
}

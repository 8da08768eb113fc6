// Values that an earlier visit left in the browser; the page saves them.

/** The value saved under this name in the first storage that has it; `undefined` if none has. */
export function stored(name, storages = ["localStorage"]) {
  for (const storage of storages) {
    try {
      const value = JSON.parse(globalThis[storage].getItem(`flowdeck.${name}`));
      if (value != null) return value;
    } catch {
      // The browser blocks storage, or the value is not JSON.
    }
  }
  return undefined;
}

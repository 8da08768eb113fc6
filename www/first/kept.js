// What an earlier visit left in the browser, as the page keeps it.

/** The value of this name, `undefined` where there is none. */
export function kept(name, storages = ["localStorage"]) {
  for (const storage of storages) {
    try {
      const value = JSON.parse(globalThis[storage].getItem(`flowdeck.${name}`));
      if (value != null) return value;
    } catch {
      // A browser that keeps nothing, or something else.
    }
  }
  return undefined;
}

// The key that the playground keeps for the service of this page. Only reads: a key that is typed here stays in memory.

/** The name under which the playground stores keys, as a list of addresses and keys. */
const NAME = "flowdeck.keys";

/**
 * The stored key for a service: that of this tab, or else that of the browser.
 * @param {string} service its address, without a slash at its end
 * @returns {string | undefined}
 */
export function storedKey(service) {
  for (const area of ["sessionStorage", "localStorage"]) {
    const found = pairs(area).find(([address]) => address.replace(/\/$/, "") === service);
    if (found) return found[1];
  }
  return undefined;
}

/**
 * The addresses and keys in a storage area; none if the browser stores nothing, or something else is there.
 * @param {string} area
 * @returns {[string, string][]}
 */
function pairs(area) {
  try {
    const list = JSON.parse(window[/** @type {"localStorage"} */ (area)].getItem(NAME) ?? "[]");
    return list.filter(
      (/** @type {unknown[]} */ pair) => pair.length === 2 && pair.every((text) => typeof text === "string"),
    );
  } catch {
    return [];
  }
}

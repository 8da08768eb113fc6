// Runs part of the extension. What fails there must not keep the editor from working.

/**
 * @template Result
 * @param {() => Result} work
 * @returns {Result | undefined}
 */
export function guarded(work) {
  try {
    return work();
  } catch (cause) {
    console.warn("flowdeck:", cause);
    return undefined;
  }
}

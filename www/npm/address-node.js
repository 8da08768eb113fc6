// The address and the key of a deployment from the environment of Node.
import { usage } from "./errors.js";

/** @import { ConnectOptions } from "./types/options.js" */

/**
 * The address and the key, from FLOWDECK_URL and FLOWDECK_API_KEY if they are not given. The key from the environment
 * is only sent to the address from there, so that no other server learns it.
 * @param {Partial<Pick<ConnectOptions, "baseUrl" | "apiKey">>} given
 */
export function addressOf({ baseUrl, apiKey }) {
  const { FLOWDECK_URL, FLOWDECK_API_KEY } = process.env;
  const isOwn = baseUrl === undefined;
  const [url, key] = [baseUrl ?? FLOWDECK_URL, apiKey ?? (isOwn ? FLOWDECK_API_KEY : undefined)];
  if (isOwn && !url) {
    throw usage("connecting: baseUrl must be a string; it is undefined; pass it, or set FLOWDECK_URL");
  }
  if (key === undefined) {
    const remedy = isOwn ? "pass it, or set FLOWDECK_API_KEY" : "FLOWDECK_API_KEY is only used with FLOWDECK_URL";
    throw usage(`connecting: apiKey must be a string, or a function that returns one; it is undefined; ${remedy}`);
  }
  return { baseUrl: url, apiKey: key };
}

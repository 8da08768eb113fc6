/** What an app offers its visitors, and how it reaches its deployment. */
export interface RouteOptions {
  /** The IDs of the workflows that visitors may run, and whose runs they may read. */
  workflows: readonly string[];
  /**
   * What visitors may do: `submit` runs, `read` them and their outputs, `follow` them by their events, `cancel` them.
   * `["submit", "read", "follow"]` by default.
   */
  operations?: readonly RouteOperation[] | undefined;
  /** The largest submission in bytes, with its files; 25,000,000 by default. */
  maxBytes?: number | undefined;
  /** The address of the deployment; `FLOWDECK_URL` by default. */
  baseUrl?: string | undefined;
  /** Its key, which stays on the server; `FLOWDECK_API_KEY` by default, if the address is from `FLOWDECK_URL`. */
  apiKey?: string | undefined;
  /** Replaces the platform's own. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** What visitors may do. */
export type RouteOperation = "submit" | "read" | "follow" | "cancel";

/**
 * A route that lets the package run workflows in a browser, which has no key. It answers a `Request` with a `Response`:
 * export it as `GET` and `POST` of `app/api/flowdeck/[...path]/route.ts` in Next.js.
 * @throws {TypeError} if the options are not valid
 */
export function flowdeckRoute(options: RouteOptions): (request: Request) => Promise<Response>;

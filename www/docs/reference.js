// Shows the document with Scalar. Nothing leaves the service: no proxy, no fonts, no telemetry, no assistant.
import "./no-eval.js";
import { createApiReference } from "@scalar/api-reference";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"dark" | "light"} the theme of the page now */
function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "dark" || (chosen !== "light" && dark.matches) ? "dark" : "light";
}

/**
 * @param {Record<string, unknown>} api the OpenAPI document
 * @param {string} key the key that “Try it” sends
 */
function configuration(api, key) {
  return /** @type {any} */ ({
    content: api,
    authentication: { preferredSecurityScheme: "apiKey", securitySchemes: { apiKey: { value: key } } },
    persistAuth: false,
    proxyUrl: "",
    telemetry: false,
    withDefaultFonts: false,
    agent: { disabled: true, hideAddApi: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: "never",
    externalUrls: { dashboardUrl: "", registryUrl: "", proxyUrl: "", apiBaseUrl: "" },
    theme: "none",
    forceDarkModeState: theme(),
    hideDarkModeToggle: true,
    orderSchemaPropertiesBy: "preserve",
    orderRequiredPropertiesFirst: false,
    maxVisibleRequestBodyProperties: 100,
    hideModels: true,
    documentDownloadType: "none",
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    metaData: { title: "API · flowdeck" },
  });
}

/**
 * Shows the reference.
 * @param {Record<string, unknown>} api
 * @param {string} key
 */
export function show(api, key) {
  const reference = createApiReference("#reference", configuration(api, key));
  dark.addEventListener("change", () => reference.updateConfiguration(configuration(api, key)));
}

// Certificates for the scenarios about TLS, made by openssl when they are first needed.

import { execFileSync } from "node:child_process";

/** Each certificate's name for its host. */
const NAMES = {
  "self-signed": "IP:127.0.0.1",
  "wrong host": "DNS:elsewhere.example",
  trusted: "IP:127.0.0.1",
};

/** @type {Record<string, { key: string, cert: string }> | undefined} */
let made;

/** A key and a certificate of each kind. */
export function certificates() {
  made ??= Object.fromEntries(Object.entries(NAMES).map(([kind, name]) => [kind, certificate(name)]));
  return made;
}

/** The certificates for a client that has its own list of trusted ones. */
export const trusted = () => ["trusted", "wrong host"].map((kind) => certificates()[kind].cert);

/** @param {string} name */
function certificate(name) {
  const key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout -";
  const args = `req -x509 ${key} -days 2 -subj /CN=scenario -addext subjectAltName=${name}`;
  const pem = execFileSync("openssl", args.split(" "), { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const part = (kind) => new RegExp(`-----BEGIN ${kind}-----.*?-----END ${kind}-----`, "s").exec(pem)?.[0] ?? "";
  return { key: part("PRIVATE KEY"), cert: part("CERTIFICATE") };
}

// Writes package.json of an npm package to the standard output. `client VERSION PLATFORM…` completes that of the client
// in the current folder; `platform VERSION PLATFORM` writes that of the package with a platform's program. If
// DIST_REPOSITORY has the address of the repository, npm can check that a package was built there.
import { readFileSync } from "node:fs";

const [kind, version, ...platforms] = process.argv.slice(2);
const { DIST_REPOSITORY: url } = process.env;
const repository = url ? { repository: { type: "git", url: `git+${url}.git` } } : {};

/** The name of the package with a platform's program. */
const packageOf = (platform) => `@flowdeck/${platform}`;

/** The client, which brings the program of the platform that it is installed on. */
function client() {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const optionalDependencies = Object.fromEntries(platforms.map((platform) => [packageOf(platform), version]));
  return { ...manifest, version, ...repository, optionalDependencies };
}

/** A program and no more. `preferUnplugged`, because a program in a zip file of Yarn cannot be started. */
function ofPlatform() {
  const [platform] = platforms;
  const [os, cpu] = platform.split("-");
  return {
    name: packageOf(platform),
    version,
    description: `The program of flowdeck for ${platform}`,
    license: "MIT OR Apache-2.0",
    ...repository,
    os: [os],
    cpu: [cpu],
    files: ["bin", "LICENSE-APACHE", "LICENSE-MIT"],
    preferUnplugged: true,
  };
}

const manifest = kind === "client" ? client() : ofPlatform();
process.stdout.write(`${JSON.stringify(manifest, null, 2)}\n`);

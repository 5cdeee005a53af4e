// Writes THIRD_PARTY_NOTICES: the licenses of what a build contains. `npm run build` calls it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export const NOTICES = "THIRD_PARTY_NOTICES";

/** The artists of the drawings of game-icons.net in public/group-icons, which their license asks to name. */
const ARTISTS = {
  Delapouite: ["bear", "ikaros", "sheep", "squirell"],
  Lorc: ["bee", "cerberus", "dragon", "phoenix", "werewolf"],
  Skoll: ["pegasus", "pig"],
};

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

/** The license files of a folder, one after another; "" if there are none. */
function licenseTexts(folder) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENSE_FILE.test(entry.name),
  );
  return files.map(({ name }) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
}

/** The folders of the installed packages that are not only for development. */
function productionPackages() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.keys(packages)
    .filter((folder) => folder !== "" && !packages[folder].dev && !packages[folder].devOptional)
    .filter((folder) => existsSync(join(folder, "package.json")));
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const by = typeof author === "string" ? author : author?.name;
  const heading = `${name} ${version ?? ""} (${license ?? "see below"})${by ? `, ${by}` : ""}`;
  return `${heading}\n\n${licenseTexts(folder)}`.trim();
}

/** What Next.js contains as copies. */
function compiledInto(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ parentPath }) => `${basename(parentPath)}, in next\n\n${licenseTexts(parentPath)}`);
}

/** The whole text. */
export function thirdPartyNotices() {
  const icons = Object.entries(ARTISTS).map(
    ([artist, names]) => `Icons made by ${artist}: ${names.join(", ")}.`,
  );
  const parts = [
    "Evenly contains the following works of others, under their licenses.",
    `Group icons, from https://game-icons.net, changed, under CC BY 3.0 (https://creativecommons.org/licenses/by/3.0/)\n\n${icons.join("\n")}`,
    ...productionPackages().map(noticeOf),
    ...compiledInto("node_modules/next/dist/compiled"),
  ];
  return `${[...new Set(parts)].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

export const writeNotices = () => writeFileSync(NOTICES, thirdPartyNotices());

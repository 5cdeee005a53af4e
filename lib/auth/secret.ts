import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";

// Not "server-only": middleware.ts reads it too.

const kept = new Map<string, string>();

/**
 * The session keys: AUTH_SECRET (the first encrypts, the others still decrypt), else a key generated at the first
 * start and stored next to the embedded database. Several production servers on MONGODB_URI must share a key, so
 * AUTH_SECRET is required there. Deleting the data folder deletes the key, which ends all sessions.
 * @returns at least one key
 * @throws Error that says what to set
 */
export function authSecrets(): string[] {
  const { AUTH_SECRET, DATA_DIR, missing } = env();
  if (AUTH_SECRET.length > 0) return AUTH_SECRET;
  if (missing) throw new Error(missing);
  return [keptSecret(DATA_DIR, "secret", () => randomBytes(33).toString("base64"), "AUTH_SECRET")];
}

/**
 * A secret that is generated when it is needed first, and stored in a file of the data folder.
 * @param make generates it
 * @param instead the setting that can be used instead
 * @throws Error that says what to do
 */
export function keptSecret(folder: string, name: string, make: () => string, instead: string): string {
  const file = join(/* turbopackIgnore: true */ folder, name);
  const known = kept.get(file);
  if (known) return known;
  const secret = readSecret(file, instead) ?? makeSecret(folder, file, make(), instead);
  kept.set(file, secret);
  return secret;
}

function readSecret(file: string, instead: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return undefined;
    throw new Error(
      `The file ${file} cannot be read (${code}): let the user of this process read it, or set ${instead}.`,
    );
  }
}

/** Writes a new secret that only its owner can read. If two processes start at once, one secret wins for both. */
function makeSecret(folder: string, target: string, secret: string, instead: string): string {
  mkdirSync(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  const draft = `${target}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: "wx" });
  try {
    chmodSync(draft, 0o600);
    // A link appears atomically and never replaces the file of another process.
    linkSync(draft, target);
    return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      const winner = readSecret(target, instead);
      if (winner) return winner;
    }
    // An empty file, or a file system without links: there is nothing to lose.
    writeFileSync(target, `${secret}\n`, { mode: 0o600 });
    return secret;
  } finally {
    rmSync(draft, { force: true });
  }
}

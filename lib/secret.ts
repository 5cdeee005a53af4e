import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/env";

// Not "server-only": middleware.ts reads it too.

/** The process has no secret to encrypt sessions with; the message says what to set. */
export class MissingSecret extends Error {
  override name = "MissingSecret";
}

const FILE = "secret";
const kept = new Map<string, string[]>();

/**
 * The keys of sessions: AUTH_SECRET (the first encrypts, the others still decrypt), else one made at the first start
 * and kept beside the embedded database. A production server on MONGODB_URI may be one of several, which have to
 * share one key, so there it must be set. Deleting the data folder deletes its key too, and with it every session.
 * @returns at least one
 * @throws MissingSecret
 */
export function authSecrets(): string[] {
  const { AUTH_SECRET, DATA_DIR, NODE_ENV, embedded } = env();
  if (AUTH_SECRET.length > 0) return AUTH_SECRET;
  if (!embedded && NODE_ENV === "production") {
    throw new MissingSecret(
      "Set AUTH_SECRET to a long random text (for example the output of `openssl rand -base64 33`): with MONGODB_URI every server needs the same one.",
    );
  }
  const known = kept.get(DATA_DIR);
  if (known) return known;
  const secrets = [readSecret(DATA_DIR) ?? makeSecret(DATA_DIR)];
  kept.set(DATA_DIR, secrets);
  return secrets;
}

function readSecret(folder: string): string | undefined {
  try {
    return readFileSync(join(/* turbopackIgnore: true */ folder, FILE), "utf8").trim() || undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a new secret, readable by its owner alone. Of two processes that start at once, one wins for both. */
function makeSecret(folder: string): string {
  mkdirSync(/* turbopackIgnore: true */ folder, { recursive: true, mode: 0o700 });
  const target = join(/* turbopackIgnore: true */ folder, FILE);
  const draft = `${target}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const secret = randomBytes(33).toString("base64");
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: "wx" });
  try {
    chmodSync(draft, 0o600);
    // A link appears whole or not at all, and never replaces what another process put there first.
    linkSync(draft, target);
    return secret;
  } catch (error) {
    if (codeOf(error) === "EEXIST") {
      const winner = readSecret(folder);
      if (winner) return winner;
    }
    // An empty file, or a file system without links: nothing to lose there.
    writeFileSync(target, `${secret}\n`, { mode: 0o600 });
    return secret;
  } finally {
    rmSync(draft, { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}

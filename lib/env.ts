import { createECDH } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

// The only module that reads process.env (see CONTRIBUTING). Everything here is server-side.

const flag = z
  .enum(["true", "false", "1", "0", ""])
  .optional()
  .transform((value) => value === "true" || value === "1");

const text = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

/** Words separated by commas or blanks. */
const words = text.transform((value) => value?.split(/[\s,]+/).filter(Boolean) ?? []);

/** Hosts in Content-Security-Policy syntax. */
const hosts = (fallback: readonly string[]) =>
  words
    .transform((given) => (given.length > 0 ? given : [...fallback]))
    .pipe(z.array(z.string().regex(/^(\*\.)?[a-z\d.-]+(:\d+)?$/i, "not a host such as pictures.example")));

/** Shorter secrets can be brute-forced with a captured session cookie. */
const SECRET_MIN = 32;

/** The secrets of monitors and schedulers. */
const operatorSecret = text.pipe(
  z.string().min(16, "needs at least 16 characters: use the output of `openssl rand -base64 33`").optional(),
);

const ADDRESS = String.raw`[^\s<>@,;:"\\]+@[^\s<>@,;:"\\]+`;
/** `Name <address>`, or an address alone. */
const MAIL_FROM = new RegExp(String.raw`^(?:"?([^<>"\p{Cc}]*)"?\s*<(${ADDRESS})>|(${ADDRESS}))$`, "u");
/** The push services of Chrome, Chromium, Firefox, Safari, and Edge. */
const PUSH_SERVICES = [
  ...["fcm.googleapis.com", "jmt17.google.com", "*.push.services.mozilla.com"],
  ...["*.push.apple.com", "*.notify.windows.com"],
];

/** The public key of VAPID (RFC 8292) that belongs to a private one, both in base64url; null if that is none. */
export function vapidPublicKey(privateKey: string): string | null {
  if (!/^[\w-]{43}$/.test(privateKey)) return null;
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey("base64url");
  } catch {
    return null;
  }
}

export const GOOGLE_ISSUER = "https://accounts.google.com";

const settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** A MongoDB server with transactions (replica set or Atlas). Default: the embedded database. */
  MONGODB_URI: text,
  /** The database name on MONGODB_URI; default: the one in the URI, else "evenly". */
  MONGODB_DB: text,
  /** The folder of the embedded database and of the generated secrets. */
  DATA_DIR: text.transform((value) => value ?? ".data"),
  /** The folder of the daily backups of the embedded database; default: none are made. */
  BACKUP_DIR: text,
  /** How many of them are kept. */
  BACKUP_KEEP: text
    .transform((value) => Number(value ?? 7))
    .pipe(z.int("not a whole number").min(1, "at least one")),
  AUTH_GOOGLE_ID: text,
  AUTH_GOOGLE_SECRET: text,
  /** Another OpenID provider instead of Google (tests, self-hosting). */
  AUTH_GOOGLE_ISSUER: text
    .transform((value) => value ?? GOOGLE_ISSUER)
    .pipe(z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })),
  /** The hosts of users' pictures. */
  PICTURE_HOSTS: hosts(["*.googleusercontent.com"]),
  /** The first one encrypts sessions; an optional second one still decrypts older ones. */
  AUTH_SECRET: words.pipe(
    z
      .array(
        z
          .string()
          .min(
            SECRET_MIN,
            `a secret needs at least ${SECRET_MIN} characters: use the output of \`openssl rand -base64 33\``,
          ),
      )
      .max(2, "at most two secrets, the new one first"),
  ),
  /** The public URL of the application, which is at the root of that host. */
  AUTH_URL: text.pipe(
    z
      .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://", abort: true })
      .refine((url) => /^https?:\/\/[^/?#@]+\/?$/i.test(url), {
        error: "must be the address without a path, such as https://evenly.example",
      })
      .optional(),
  ),
  /** Where to report vulnerabilities; default: the mailbox "security" at the public host. */
  SECURITY_CONTACT: text.pipe(
    z.url({ protocol: /^(https|mailto)$/, error: "must begin with https:// or mailto:" }).optional(),
  ),
  /** A proxy in front sets X-Forwarded-Host, -Proto, and -For. Otherwise those headers are ignored. */
  AUTH_TRUST_HOST: flag,
  /** How many proxies append to X-Forwarded-For; default 1 with AUTH_TRUST_HOST, else 0. */
  TRUSTED_PROXIES: text
    .transform((value) => (value === undefined ? undefined : Number(value)))
    .pipe(z.int("not a whole number").min(0, "at least 0").max(9, "at most 9").optional()),
  /** The least serious lines of the log; default: info. */
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent", ""])
    .optional()
    .transform((value) => value || undefined),
  /** Whoever sends it as a bearer token may read /api/metrics. Without it, nothing is measured. */
  METRICS_TOKEN: operatorSecret,
  /** Whoever sends it as a bearer token may start scheduled work with /api/jobs. */
  CRON_SECRET: operatorSecret,
  /** The mail server: smtp:// (with STARTTLS) or smtps://, with options of nodemailer in its query. */
  SMTP_URL: text.pipe(
    z
      .url({
        protocol: /^smtps?$/,
        hostname: /./,
        error: "must be a URL that begins with smtp:// or smtps://",
      })
      .optional(),
  ),
  /** The sender of emails. */
  MAIL_FROM: text.pipe(
    z
      .string()
      .regex(MAIL_FROM, "must be an address, or a name and an address: Evenly <evenly@evenly.example>")
      .transform((from) => {
        const [, name = "", named, address = named!] = MAIL_FROM.exec(from)!;
        return { name: name.trim(), address };
      })
      .optional(),
  ),
  /** The keys with which this server names itself to push services; default: see lib/server/notices/vapid.ts. */
  VAPID_PUBLIC_KEY: text,
  VAPID_PRIVATE_KEY: text,
  /** The push services that notifications may be sent to. Only they are ever called. */
  PUSH_HOSTS: hosts(PUSH_SERVICES),
  /** Allows demo sign-in from other computers in a production build. */
  DEMO: flag,
  /** Turns rate limits off, for load tests of your own machine only. */
  RATE_LIMITS_OFF: flag,
  /** Hosts without a persistent file system: the embedded database cannot run there. */
  VERCEL: text,
  AWS_LAMBDA_FUNCTION_NAME: text,
  NETLIFY: text,
  K_SERVICE: text,
});

const environment = settings.refine(
  ({ VAPID_PUBLIC_KEY = null, VAPID_PRIVATE_KEY = "" }) =>
    vapidPublicKey(VAPID_PRIVATE_KEY) === VAPID_PUBLIC_KEY &&
    Boolean(VAPID_PRIVATE_KEY) === Boolean(VAPID_PUBLIC_KEY),
  {
    path: ["VAPID_PRIVATE_KEY"],
    error: "set both VAPID keys, as `npx web-push generate-vapid-keys` prints them, or neither",
  },
);

export type Env = Omit<z.infer<typeof environment>, "TRUSTED_PROXIES"> & {
  TRUSTED_PROXIES: number;
  /** True if TRUSTED_PROXIES is set: then it is used even if the platform names the client's address. */
  proxiesCounted: boolean;
  /** True if the embedded database is used. */
  embedded: boolean;
  /** True if demo sign-in exists: embedded database and no Google id (docs/rules.md#sign-in). */
  demoPossible: boolean;
  /** The name of the serverless host, if any. */
  serverless: "Vercel" | "AWS Lambda" | "Netlify" | "Cloud Run" | undefined;
  /** The error message about a missing setting that all requests need, if any. */
  missing: string | undefined;
};

/** True in the application; false in commands and tests. Next.js replaces the expression where it bundles this. */
export const isBundled = process.env.NEXT_RUNTIME !== undefined;

/** The variables for a command that this process starts. */
export const inheritedVariables = (): NodeJS.ProcessEnv => ({ ...process.env });

/** Cached, because a server's environment does not change; tests change theirs. */
const changes = process.env.JEST_WORKER_ID !== undefined;
let parsed: Env | undefined;

/** The validated environment of the process. @throws Error that names the invalid variables */
export function env(): Env {
  if (changes) return parseEnv(process.env);
  return (parsed ??= parseEnv(process.env));
}

type Source = Record<string, string | undefined>;

const invalid = (problem: string) => new Error(`The environment is not valid. ${problem}`);

/** @throws Error that names the invalid variables */
export function parseEnv(source: Source): Env {
  const result = environment.safeParse({ ...source, ...settingsOfFiles(source) });
  if (!result.success) throw invalid(z.prettifyError(result.error));
  const values = result.data;
  if (!values.SMTP_URL !== !values.MAIL_FROM) throw invalid("Set both SMTP_URL and MAIL_FROM, or neither.");
  const serverless: Env["serverless"] =
    (values.VERCEL && "Vercel") ||
    (values.AWS_LAMBDA_FUNCTION_NAME && "AWS Lambda") ||
    (values.NETLIFY && "Netlify") ||
    (values.K_SERVICE && "Cloud Run") ||
    undefined;
  const embedded = !values.MONGODB_URI;
  // Those hosts put their own proxy in front of each process.
  const AUTH_TRUST_HOST = values.AUTH_TRUST_HOST || serverless !== undefined;
  return {
    ...values,
    AUTH_TRUST_HOST,
    TRUSTED_PROXIES: values.TRUSTED_PROXIES ?? (AUTH_TRUST_HOST ? 1 : 0),
    proxiesCounted: values.TRUSTED_PROXIES !== undefined,
    embedded,
    demoPossible: embedded && !values.AUTH_GOOGLE_ID,
    serverless,
    missing: missingOf(values, serverless),
  };
}

function missingOf(
  { MONGODB_URI, AUTH_SECRET, NODE_ENV }: z.infer<typeof environment>,
  serverless: Env["serverless"],
): string | undefined {
  const files = `Set MONGODB_URI: ${serverless} keeps no files between requests, so the embedded database cannot run there.`;
  if (!MONGODB_URI) return serverless && files;
  if (NODE_ENV !== "production" || AUTH_SECRET.length > 0) return undefined;
  return "Set AUTH_SECRET to a long random text (for example the output of `openssl rand -base64 33`): with MONGODB_URI every server needs the same one.";
}

/** The settings of variables with _FILE: the contents of the named file, trimmed. */
function settingsOfFiles(source: Source): Source {
  const settings: Source = {};
  for (const name of Object.keys(environment.shape)) {
    const file = source[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (source[name]?.trim()) throw invalid(`Set ${name} or ${name}_FILE, not both.`);
    settings[name] = contentsOf(file, `${name}_FILE`);
  }
  return settings;
}

function contentsOf(file: string, variable: string): string {
  let contents: string;
  try {
    contents = readFileSync(/* turbopackIgnore: true */ file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(`${variable}: the file ${file} cannot be read (${code}).`);
  }
  // An empty secret would count as no secret.
  if (!contents) throw invalid(`${variable}: the file ${file} is empty.`);
  return contents;
}

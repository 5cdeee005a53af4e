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

const environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** A MongoDB server with transactions (replica set or Atlas). Not set: the embedded database. */
  MONGODB_URI: text,
  /** Name of the database on MONGODB_URI; default: the one in the URI, else "evenly". */
  MONGODB_DB: text,
  /** Folder of the embedded database and of the secret made at the first start. */
  DATA_DIR: text.transform((value) => value ?? ".data"),
  AUTH_GOOGLE_ID: text,
  AUTH_GOOGLE_SECRET: text,
  /** Another OpenID Provider in Google's place (tests, self-hosting). */
  AUTH_GOOGLE_ISSUER: text
    .transform((value) => value ?? "https://accounts.google.com")
    .pipe(z.url({ protocol: /^https?$/, error: "not an address that begins with https://" })),
  AUTH_SECRET: text,
  AUTH_URL: text,
  /** Rate limits are part of the product; load tests of one's own machine may switch them off. */
  RATE_LIMITS_OFF: flag,
  /** Hosts whose file system is not kept between requests: the embedded database cannot run there. */
  VERCEL: text,
  AWS_LAMBDA_FUNCTION_NAME: text,
  NETLIFY: text,
  K_SERVICE: text,
});

export type Env = z.infer<typeof environment> & {
  /** True where the embedded database is used. */
  embedded: boolean;
  /** True where the demo people may sign in: embedded database and no Google id (design section 7). */
  demo: boolean;
  /** Name of the serverless host, if the process runs on one. */
  serverless: string | undefined;
};

/**
 * The process environment, validated. Read at each call (tests change it); cheap enough for that.
 * @throws Error naming the variables that are wrong.
 */
export function env(source: Record<string, string | undefined> = process.env): Env {
  const parsed = environment.safeParse(source);
  if (!parsed.success) {
    throw new Error(`The environment is not valid. ${z.prettifyError(parsed.error)}`);
  }
  const values = parsed.data;
  const serverless =
    (values.VERCEL && "Vercel") ||
    (values.AWS_LAMBDA_FUNCTION_NAME && "AWS Lambda") ||
    (values.NETLIFY && "Netlify") ||
    (values.K_SERVICE && "Cloud Run") ||
    undefined;
  const embedded = !values.MONGODB_URI;
  return { ...values, embedded, demo: embedded && !values.AUTH_GOOGLE_ID, serverless };
}

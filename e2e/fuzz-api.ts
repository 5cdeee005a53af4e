// `npm run fuzz:api`: lets schemathesis, which reads openapi.json, call the production build as a signed-in user, and
// exits with its status. Needs Python 3 with venv and pip, and a production build.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { request } from "@playwright/test";
import { demoSignIn } from "./support/actor";
import { AppServer } from "./support/server";

const SCHEMATHESIS = "schemathesis==4.32.5";
const SECONDS = process.env.FUZZ_SECONDS ?? "120";
/** A fixed seed, so that findings are reproducible. */
const SEED = process.env.FUZZ_SEED ?? "20260314";
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "ignored_auth",
].join(",");

function run(command: string, args: string[]): number {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) throw error;
  return status ?? 1;
}

/** A virtual environment with schemathesis, created on the first run and kept next to the build. */
function schemathesis(): string {
  const venv = join(process.cwd(), ".next", "cache", "schemathesis");
  const bin = join(venv, process.platform === "win32" ? "Scripts" : "bin");
  const program = join(bin, "schemathesis");
  if (existsSync(program) || existsSync(`${program}.exe`)) return program;
  const python = process.platform === "win32" ? "python" : "python3";
  const made =
    run(python, ["-m", "venv", venv]) === 0 &&
    run(join(bin, "python"), ["-m", "pip", "install", "-q", SCHEMATHESIS]) === 0;
  if (!made) throw new Error(`Could not install ${SCHEMATHESIS}: Python 3 with venv and pip is needed.`);
  return program;
}

/** The session cookie of a seeded demo person, who has friends, groups, and expenses. */
async function sessionCookie(url: string): Promise<string> {
  const context = await request.newContext({ baseURL: url });
  await demoSignIn(context, url, "ana.silva@demo.test");
  const { cookies } = await context.storageState();
  await context.dispose();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

async function main(): Promise<void> {
  const program = schemathesis();
  const server = await AppServer.start({ RATE_LIMITS_OFF: "true" });
  try {
    process.exitCode = run(program, [
      "--config-file",
      join("e2e", "schemathesis.toml"),
      "run",
      `${server.url}/api/openapi.json`,
      "--header",
      `Cookie: ${await sessionCookie(server.url)}`,
      // A made-up API token would be refused in place of the session.
      "--generation-with-security-parameters",
      "false",
      "--checks",
      CHECKS,
      "--phases",
      "examples,coverage,fuzzing",
      "--max-time",
      SECONDS,
      "--seed",
      SEED,
      "--generation-database",
      ":memory:",
      "--warnings",
      "off",
    ]);
  } finally {
    await server.dispose();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

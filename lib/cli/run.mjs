// Runs a TypeScript file as a command: `node lib/cli/run.mjs lib/cli/seed.ts --people 8`.
// The "react-server" condition makes `import "server-only"` an empty module, as it is inside Next.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";

// Reads the same .env files as the application, so that a command uses the same database.
const { loadEnvConfig } = createRequire(createRequire(import.meta.url).resolve("next"))("@next/env");
loadEnvConfig(process.cwd(), process.env.NODE_ENV !== "production", { info() {}, error: console.error });

// Commands handle many documents once. Garbage collection takes less time if it leaves the oldest objects alone while there
// are few: in the database's thread, it would go through them each time there are 13 MB more. More room for the youngest
// costs memory, and makes `verify` no faster.
const sizes = ["--max-semi-space-size=8", "--initial-old-space-size=64"];
const flags = [...sizes, "--conditions=react-server", "--import", "tsx"];
const child = spawn(process.execPath, [...flags, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// `npm run dev`, `npm run build`, and `npm start`: Next.js with this project's settings, in this process, so that signals
// and exit codes need no forwarding, on Windows either.
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const [command, ...given] = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
if (command === "dev" || command === "start") {
  const { serve, start } = await import("./serve.mjs");
  const { values } = parseArgs({
    args: given,
    options: {
      port: { type: "string", short: "p", default: process.env.PORT },
      // The development server signs in demo people, so it is for this computer only, unless a host name is given.
      hostname: { type: "string", short: "H", default: command === "dev" ? "localhost" : undefined },
      keepAliveTimeout: { type: "string" },
    },
  });
  await (command === "dev" ? serve({ ...values, dev: true }) : start(values));
} else {
  if (command === "build") (await import("./third-party-notices.mjs")).writeNotices();
  const require = createRequire(import.meta.url);
  const next = require.resolve("next/dist/bin/next");
  process.argv.splice(1, 1, next);
  require(next);
}

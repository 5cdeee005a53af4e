// `npm run dev`, `npm run build`, and `npm start`: Next.js with this project's settings, in this process, so that signals
// and exit codes need no forwarding, on Windows either.
import { createRequire } from "node:module";
import { parseArgs } from "node:util";

const [command, ...given] = process.argv.slice(2);

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
if (command === "dev" || command === "start") {
  const { serve, start } = await import("./serve.mjs");
  const options = optionsOf(given);
  // The development server signs in demo people, so it is for this computer only, unless a host name is given.
  await (command === "dev" ? serve({ hostname: "localhost", ...options, dev: true }) : start(options));
} else {
  if (command === "build") (await import("./third-party-notices.mjs")).writeNotices();
  const require = createRequire(import.meta.url);
  const next = require.resolve("next/dist/bin/next");
  process.argv.splice(1, 1, next);
  require(next);
}

/** @param {string[]} args */
function optionsOf(args) {
  try {
    const port = { type: "string", short: "p", default: process.env.PORT };
    const hostname = { type: "string", short: "H" };
    return parseArgs({ args, options: { port, hostname, keepAliveTimeout: { type: "string" } } }).values;
  } catch (error) {
    console.error(`Evenly cannot start. ${error.message}`);
    process.exit(1);
  }
}

// `npm run build:lambda`: leaves .open-next/server-functions/default, whose index.mjs exports Lambda's `handler`, and
// .open-next/assets, the static files. See open-next.config.ts and docs/operations/aws.md.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installed } from "./deploy-tools.mjs";

const modules = installed("@opennextjs/aws", "4.1.12");
const { status } = spawnSync(process.execPath, [join(modules, "@opennextjs/aws/dist/index.js"), "build"], {
  stdio: "inherit",
});
process.exit(status ?? 1);

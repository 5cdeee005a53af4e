// What the production server needs before Next.js starts it: imported by `npm start`, and by server.js of the standalone
// build (lib/cli/build-standalone.mjs).
import { explainListenErrors } from "./listen-errors.mjs";
import { sizeMemory } from "./memory.mjs";
import { limitConnections } from "../server/http/limit-connections.mjs";

explainListenErrors();
sizeMemory();
// The server closes its database itself before it exits (lib/server/boot.ts).
process.env.NEXT_MANUAL_SIG_HANDLE ??= "true";
// Next.js listens before it calls lib/server/boot.ts.
limitConnections();

// Preloaded by a test: lib/server/boot.ts never learns of the server, so it cannot guard it.
const channels = require("node:diagnostics_channel");
const { subscribe } = channels;
channels.subscribe = (name, listener) => name === "http.server.request.start" || subscribe(name, listener);
require("node:module").syncBuiltinESMExports();

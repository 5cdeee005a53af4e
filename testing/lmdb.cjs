// lmdb as each worker of jest loads it once: see testing/node-environment.mjs.
module.exports = globalThis.testingLmdb;

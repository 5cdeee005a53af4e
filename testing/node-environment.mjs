// jest's environment for Node with an ordinary global object, and one lmdb for all test files of a worker.
import { createRequire } from "node:module";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

const require = createRequire(import.meta.url);
const { createContext } = vm;
const { TEST_MONGODB_URI, OTHER_MONGODB_URIS, JEST_WORKER_ID } = process.env;

// Of several servers, each worker uses one (lib/cli/test-db.mjs).
if (OTHER_MONGODB_URIS) {
  const servers = [TEST_MONGODB_URI, ...OTHER_MONGODB_URIS.split(" ")];
  process.env.TEST_MONGODB_URI = servers[Number(JEST_WORKER_ID) % servers.length];
  delete process.env.OTHER_MONGODB_URIS;
}

export default class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    // Jest's own asks a Proxy for each global variable, which takes a third of the time of tests that use the database. Each
    // test file still has a global object of its own. jest-environment-node has no option for it.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
    // Its native part keeps each copy of its scripts for good, and with it all modules of the test file (testing/lmdb.cjs).
    Object.defineProperty(this.global, "testingLmdb", { get: () => require("lmdb") });
  }
}

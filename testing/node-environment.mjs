// jest's environment for Node with an ordinary global object. Jest's own asks a Proxy for each global variable, which
// takes a third of the time of tests that use the database. Each test file still has a global object of its own.
// jest-environment-node has no option for it.
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

const { createContext } = vm;

export default class NodeEnvironment extends TestEnvironment {
  constructor(...args) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}

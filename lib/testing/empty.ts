// Stands in for "server-only" in tests: importing it does nothing.
export {};

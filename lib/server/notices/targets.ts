import "server-only";
import type { Targets } from "./deliver";

/** Where a person's messages go. */
export const targets: Targets = { push: async () => [], email: async () => [] };

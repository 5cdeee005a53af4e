import "server-only";
import type { Db } from "mongodb";
import { dropIndexOfAllAddresses } from "./0001-guests-have-no-address";
import { rebuildSpending } from "./0002-spending";

/**
 * Brings stored data to the next version. It looks for what it has not changed yet, in batches, because it is run again
 * after it was killed, and because several servers may run it at once.
 */
export type Migration = (db: Db) => Promise<void>;

/** The migrations since 1.0.0, in their order: number 1 is in `0001-….ts`, and so on. */
export const MIGRATIONS: readonly Migration[] = [dropIndexOfAllAddresses, rebuildSpending];

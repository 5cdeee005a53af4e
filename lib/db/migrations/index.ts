import "server-only";
import type { Db } from "mongodb";
import { dropIndexOfAllAddresses } from "./0001-guests-have-no-address";
import { rebuildSpending } from "./0002-spending";
import { removeCopies } from "./0003-no-copies";
import type { Progress } from "./progress";

/**
 * Migrates stored data to the next version, in batches ordered by id, and records each batch. After it was killed, it
 * runs again: from the last recorded batch, which it may process twice, or, in a repair without `progress`, from the
 * start. It holds a lease, but a frozen process may have lost its lease, so two may run at once.
 */
export type Migration = (db: Db, progress?: Progress) => Promise<void>;

/** The migrations since 1.0.0, in their order: number 1 is in `0001-….ts`, and so on. */
export const MIGRATIONS: readonly Migration[] = [dropIndexOfAllAddresses, rebuildSpending, removeCopies];

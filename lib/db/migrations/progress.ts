import "server-only";
import type { Collection, ObjectId } from "mongodb";
import { Updating } from "@/lib/errors";

/** Where a migration is. It is kept in the database, so that the next attempt goes on from there. */
export type Progress = {
  /** When the first attempt began. */
  since: Date;
  /** The last document that is done, in the order of the ids; none yet if it is missing. */
  last?: ObjectId;
  /**
   * Call it after each batch of documents.
   * @param total counts all documents, roughly
   * @throws Updating if this attempt has to end
   */
  record: (last: ObjectId, count: number, total: () => Promise<number>) => Promise<void>;
};

/** What one process does of the migrations. */
export type Attempt = {
  /** The time at which it has to end; default: it need not. A function is not frozen within a batch. */
  until?: number;
  /** Called with what is being done, how much of it, and of how much. */
  report?: (step: string, done?: number, total?: number) => void;
};

/** `begun` and `done`: the numbers of the last migrations that were begun and finished. */
export type PreparedDoc = {
  _id: string;
  /** A digest of the indexes that exist. */
  indexes?: string;
  begun?: number;
  done?: number;
  /** Of migrations that are not done, by number. */
  progress?: Record<string, { since: Date; last?: ObjectId; count?: number }>;
};

/** Begins a migration, or goes on with it. Its fields only grow, because several processes may migrate. */
export async function beginMigration(
  prepared: Collection<PreparedDoc>,
  _id: string,
  number: number,
  { until = Infinity, report }: Attempt,
): Promise<Progress> {
  const path = `progress.${number}`;
  const before = (await prepared.findOne({ _id }))?.progress?.[number];
  const { since = new Date(), last } = before ?? {};
  // `begun` first, so that an older version refuses data that is only partly migrated.
  const begin = { $max: { begun: number }, $set: { [`${path}.since`]: since } };
  await prepared.updateOne({ _id }, begin, { upsert: true });
  let done = before?.count ?? 0;
  return {
    since,
    ...(last && { last }),
    record: async (at, count, total) => {
      done += count;
      await prepared.updateOne({ _id }, { $max: { [`${path}.last`]: at, [`${path}.count`]: done } });
      report?.(`Migration ${number}`, done, await total());
      if (Date.now() >= until) throw new Updating();
    },
  };
}

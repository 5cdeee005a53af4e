import "server-only";
import type { Collection, ObjectId } from "mongodb";
import { Updating } from "@/lib/errors";

/** The progress of a migration, stored in the database, so that the next attempt continues from there. */
export type Progress = {
  /** When the first attempt began. */
  since: Date;
  /** The last processed document, in the order of ids; undefined before the first. */
  last?: ObjectId;
  /**
   * Call it after each batch of documents.
   * @param total counts all documents, roughly
   * @throws Updating if this attempt has to end
   */
  record: (last: ObjectId, count: number, total: () => Promise<number>) => Promise<void>;
};

/** One process's attempt at the migrations. */
export type Attempt = {
  /** When it has to end; default: never. This prevents a function from being frozen within a batch. */
  until?: number;
  /** Called with the current step, the amount done, and the total. */
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

/** Begins or continues a migration. Its fields only grow, because several processes may migrate. */
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

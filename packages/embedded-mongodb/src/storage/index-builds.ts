import type { Database } from "../database";
import { serverError, ServerError } from "../errors";
import { entriesPrefix, maintained, Space, type CollectionInfo, type IndexInfo } from "./catalog";
import { allStored, Collection } from "./documents";
import { recordAtEnd, recordBytes } from "./index-entries";
import type { Writer } from "./kv";
import { Blocked } from "./locks";

/**
 * Builds indexes in the background: each commit adds the entries of some documents, in insertion order. From the first
 * commit on, writes maintain all entries of their documents, so it does not matter which documents the build has
 * reached, and a document may be added twice. With the last documents, the indexes become visible.
 */
export class IndexBuilds {
  private readonly running = new Map<number, Promise<IndexInfo[]>>();

  constructor(
    private readonly database: Database,
    private readonly stepMs: number,
  ) {}

  /** Continues the builds that a closed or killed process has left. */
  resume(): void {
    const { catalog, store } = this.database;
    // A failure is reported to the client that creates the index again.
    for (const info of catalog.list(store.current)) {
      if (info.building.length > 0) this.run(info).catch(() => undefined);
    }
  }

  /**
   * Adds new indexes to a collection. They are complete if it is small; otherwise they are in `building`, and `finish`
   * completes them.
   * @throws ServerError DuplicateKey, CannotIndexParallelArrays; Blocked, as a collection's builds run one after another
   */
  begin(collection: Collection, added: IndexInfo[]): void {
    const info = collection.ensure();
    if (info.building.length > 0) {
      const ended = this.run(info).catch((error: unknown) => {
        if (!isOfDocuments(error)) throw error;
      });
      throw new Blocked(ended);
    }
    collection.describe({ ...info, building: added });
    this.step(collection);
  }

  /**
   * Completes the indexes that `begin` has left in `building`, after its commit.
   * @throws ServerError DuplicateKey, CannotIndexParallelArrays (then none is left), IndexBuildAborted if one was dropped
   */
  async finish(info: CollectionInfo): Promise<void> {
    const complete = await this.run(info);
    if (info.building.every(({ id }) => complete.some((index) => index.id === id))) return;
    throw serverError("IndexBuildAborted", "An index was dropped while it was being built.");
  }

  /** @returns the collection's indexes after the build */
  private run(info: CollectionInfo): Promise<IndexInfo[]> {
    const ended = this.running.get(info.id) ?? this.build(info).finally(() => this.running.delete(info.id));
    this.running.set(info.id, ended);
    return ended;
  }

  private async build({ id, namespace }: CollectionInfo): Promise<IndexInfo[]> {
    // Its first commit must not be part of the statement that starts it.
    await Promise.resolve();
    const { catalog, transactions, purge } = this.database;
    const advance = (writer: Writer): IndexInfo[] | ServerError | null => {
      const collection = new Collection(catalog, writer, namespace);
      if (collection.info?.id !== id) return [];
      try {
        return this.step(collection) ? collection.info.indexes : null;
      } catch (error) {
        if (!isOfDocuments(error)) throw error;
        transactions.blockOn(id);
        collection.describe({ ...collection.info, building: [] });
        return error;
      }
    };
    // After other failures (a full disk), the next start or creation of an index continues.
    for (;;) {
      const outcome = await transactions.statement(advance);
      if (outcome instanceof ServerError) {
        purge.start();
        throw outcome;
      }
      if (outcome) return outcome;
    }
  }

  /** Adds the entries of some more documents. @returns whether the build is over */
  private step(collection: Collection): boolean {
    const { writer } = collection;
    const info = collection.ensure();
    const [first] = info.building;
    if (!first) return true;
    // Before all entries of the index, and removed with them: the last record that was added.
    const progress = entriesPrefix(Space.index, first.id);
    const before = writer.get(progress);
    const end = performance.now() + this.stepMs;
    for (const stored of allStored(writer, info, before ? recordAtEnd(before) : 0)) {
      collection.addToIndexes(collection.ensure().building, stored);
      if (performance.now() < end) continue;
      writer.put(progress, recordBytes(stored.record));
      return false;
    }
    writer.remove(progress);
    const built = collection.ensure();
    collection.describe({ ...built, indexes: maintained(built), building: [] });
    return true;
  }
}

function isOfDocuments(error: unknown): error is ServerError {
  return (
    error instanceof ServerError && ["DuplicateKey", "CannotIndexParallelArrays"].includes(error.codeName)
  );
}

import { entriesPrefix, Space, type Catalog } from "./catalog";
import { afterPrefix, startingWith, type Reader, type Writer } from "./kv";
import type { Store } from "./store";

/**
 * Removes what dropped collections and indexes have left, in the background, some entries per commit. The entries
 * themselves are the list of what to remove: their number is not in the catalog. So nothing is lost with the process.
 */
export class Purge {
  private running = false;

  constructor(
    private readonly store: Store,
    private readonly catalog: Catalog,
    private readonly stepMs: number,
  ) {}

  /** Call it after a drop is on disk, and at the start. */
  start(): void {
    if (this.running) return;
    this.running = true;
    // After a failure (a full disk), the next drop or start tries again.
    this.run().catch(() => (this.running = false));
  }

  private async run(): Promise<void> {
    // Over once nothing is found, not when that is on disk: a drop may come between.
    for (let more = true; more;) {
      await this.store.write((writer) => {
        more = this.running = removeSome(writer, this.catalog, this.stepMs);
      });
    }
  }
}

/** Prefixes of documents and index entries whose collection or index does not exist. */
function* leftovers(reader: Reader, catalog: Catalog): Iterable<Buffer> {
  const used = new Set(catalog.ids(reader));
  for (const space of [Space.document, Space.index]) {
    for (let from: Buffer = Buffer.from([space]); ;) {
      const [first] = reader.range({ from, to: Buffer.from([space + 1]) });
      if (!first) break;
      const id = first.key.readUInt32BE(1);
      const prefix = entriesPrefix(space, id);
      if (!used.has(id)) yield prefix;
      from = afterPrefix(prefix);
    }
  }
}

/** Removes entries for some milliseconds. @returns whether there may be more */
function removeSome(writer: Writer, catalog: Catalog, stepMs: number): boolean {
  const end = performance.now() + stepMs;
  for (const prefix of leftovers(writer, catalog)) {
    for (const { key } of writer.range(startingWith(prefix))) {
      writer.remove(key);
      if (performance.now() >= end) return true;
    }
  }
  return false;
}

import { Long } from "bson";
import { Space } from "./catalog";
import { serverError } from "./errors";
import { afterPrefix, type Reader, type Writer } from "./kv";
import { decode, encode, type Doc } from "./query";

/** A statement that has been carried out, and its answer: a range of statements for inserts. */
type Outcome = { first: number; last: number; reply: Doc };

type SessionRecord = { number: bigint; committed: boolean; usedAt: Date };

export const SESSION_TIMEOUT_MS = 30 * 60 * 1000;

/**
 * What was done under a session's newest transaction number. It is stored in the same commit as the write
 * itself, so that a write that is sent again (after a lost answer, after a crash) is not done again.
 */
export class Sessions {
  constructor(private readonly current: Reader) {}

  /** The answer to a statement that was done before, null where it was not. @throws ServerError TransactionTooOld */
  outcome(reader: Reader, sessionId: string, number: bigint, statement: number): Doc | null {
    const record = load(reader, sessionId);
    if (!record || record.number < number) return null;
    if (record.number > number) {
      throw serverError(
        "TransactionTooOld",
        `Retryable write with txnNumber ${number} is prohibited on session ${sessionId} because a newer retryable write with txnNumber ${record.number} has already started on this session.`,
      );
    }
    // The outcome that covers a statement is the last one that begins at or before it.
    const range = { from: outcomeKey(sessionId, 0), to: outcomeKey(sessionId, statement + 1), reverse: true };
    for (const { value } of reader.range(range)) {
      const { last, reply } = decode(value) as unknown as Outcome;
      return statement <= last ? reply : null;
    }
    return null;
  }

  save(writer: Writer, sessionId: string, number: bigint, outcome: Outcome): void {
    if (load(writer, sessionId)?.number !== number) {
      this.forget(writer, sessionId);
      store(writer, sessionId, { number, committed: false, usedAt: new Date() });
    }
    writer.put(outcomeKey(sessionId, outcome.first), encode(outcome));
  }

  saveCommitted(writer: Writer, sessionId: string, number: bigint): void {
    this.forget(writer, sessionId);
    store(writer, sessionId, { number, committed: true, usedAt: new Date() });
  }

  wasCommitted(sessionId: string, number: bigint): boolean {
    const record = load(this.current, sessionId);
    return record?.number === number && record.committed;
  }

  newestNumber(sessionId: string): bigint | null {
    return load(this.current, sessionId)?.number ?? null;
  }

  forget(writer: Writer, sessionId: string): void {
    const prefix = sessionKey(sessionId);
    for (const { key } of [...writer.range({ from: prefix, to: afterPrefix(prefix) })]) writer.remove(key);
  }

  /** The sessions that nobody has used for longer than the time-out. */
  expired(now = Date.now()): string[] {
    const prefix = Buffer.from([Space.session]);
    const found: string[] = [];
    for (const { key, value } of this.current.range({ from: prefix, to: afterPrefix(prefix) })) {
      if (key.length > SESSION_KEY_BYTES) continue;
      const usedAt = decode(value).usedAt as Date;
      if (now - usedAt.getTime() > SESSION_TIMEOUT_MS) found.push(key.subarray(1).toString("hex"));
    }
    return found;
  }
}

const SESSION_KEY_BYTES = 17;

function sessionKey(sessionId: string): Buffer {
  return Buffer.concat([Buffer.from([Space.session]), Buffer.from(sessionId, "hex")]);
}

/** Where the outcome of a statement, or of several from it on, is kept: below its session. */
function outcomeKey(sessionId: string, statement: number): Buffer {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(statement);
  return Buffer.concat([sessionKey(sessionId), number]);
}

function load(reader: Reader, sessionId: string): SessionRecord | null {
  const bytes = reader.get(sessionKey(sessionId));
  if (!bytes) return null;
  const doc = decode(bytes);
  return {
    number: (doc.number as Long).toBigInt(),
    committed: doc.committed as boolean,
    usedAt: doc.usedAt as Date,
  };
}

function store(writer: Writer, sessionId: string, record: SessionRecord): void {
  writer.put(sessionKey(sessionId), encode({ ...record, number: Long.fromBigInt(record.number) }));
}

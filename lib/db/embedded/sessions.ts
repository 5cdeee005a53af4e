import { Long } from "bson";
import { Space } from "./catalog";
import { serverError } from "./errors";
import { afterPrefix, type Reader, type Writer } from "./kv";
import { decode, encode, type Doc } from "./query";

/** A statement that has been carried out, and its answer: a range of statements for inserts. */
type Outcome = { first: number; last: number; reply: Doc };

type SessionRecord = { number: bigint; committed: boolean; usedAt: Date; outcomes: Outcome[] };

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
    const found = record.outcomes.find(({ first, last }) => first <= statement && statement <= last);
    return found?.reply ?? null;
  }

  save(writer: Writer, sessionId: string, number: bigint, outcome: Outcome): void {
    const known = load(writer, sessionId);
    const outcomes = known?.number === number ? known.outcomes : [];
    store(writer, sessionId, {
      number,
      committed: false,
      usedAt: new Date(),
      outcomes: [...outcomes, outcome],
    });
  }

  saveCommitted(writer: Writer, sessionId: string, number: bigint): void {
    store(writer, sessionId, { number, committed: true, usedAt: new Date(), outcomes: [] });
  }

  wasCommitted(sessionId: string, number: bigint): boolean {
    const record = load(this.current, sessionId);
    return record?.number === number && record.committed;
  }

  newestNumber(sessionId: string): bigint | null {
    return load(this.current, sessionId)?.number ?? null;
  }

  forget(writer: Writer, sessionId: string): void {
    writer.remove(sessionKey(sessionId));
  }

  /** The sessions that nobody has used for longer than the time-out. */
  expired(now = Date.now()): string[] {
    const prefix = Buffer.from([Space.session]);
    const found: string[] = [];
    for (const { key, value } of this.current.range({ from: prefix, to: afterPrefix(prefix) })) {
      const usedAt = decode(value).usedAt as Date;
      if (now - usedAt.getTime() > SESSION_TIMEOUT_MS) found.push(key.subarray(1).toString("hex"));
    }
    return found;
  }
}

function sessionKey(sessionId: string): Buffer {
  return Buffer.concat([Buffer.from([Space.session]), Buffer.from(sessionId, "hex")]);
}

function load(reader: Reader, sessionId: string): SessionRecord | null {
  const bytes = reader.get(sessionKey(sessionId));
  if (!bytes) return null;
  const doc = decode(bytes);
  return {
    number: (doc.number as Long).toBigInt(),
    committed: doc.committed as boolean,
    usedAt: doc.usedAt as Date,
    outcomes: doc.outcomes as Outcome[],
  };
}

function store(writer: Writer, sessionId: string, record: SessionRecord): void {
  writer.put(sessionKey(sessionId), encode({ ...record, number: Long.fromBigInt(record.number) }));
}

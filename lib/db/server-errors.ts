import "server-only";
import {
  MongoClientClosedError,
  MongoDriverError,
  MongoError,
  MongoExpiredSessionError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoTransactionError,
} from "mongodb";
import { isUpdating } from "@/lib/errors";

/** The database cannot be used. The message is one sentence for the operator. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

const OUTAGES = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
  // The connection was closed and opened again during a transaction.
  MongoExpiredSessionError,
  MongoTransactionError,
];

/**
 * Errors without a usable class: Next.js loads modules more than once; and the driver exports no class for a command
 * that waited for a connection longer than waitQueueTimeoutMS.
 */
const OUTAGE_NAMES: ReadonlySet<unknown> = new Set(["DatabaseUnavailable", "MongoWaitQueueTimeoutError"]);

/** The driver has no class for these endings of a transaction. */
const ENDED = /illegal state transition|null serverSession|must be from the same MongoClient/i;

/**
 * Node's codes for a broken connection, which the driver passes on, and for a full disk; and MongoDB's codes
 * (src/mongo/base/error_codes.yml) for a server that is unreachable, changes its role, has lost its cursors and
 * sessions, or cannot write.
 */
const OUTAGE_CODES: ReadonlySet<unknown> = new Set([
  ...["EPIPE", "ECONNRESET", "ECONNREFUSED", "ETIMEDOUT", "ENOSPC", "EDQUOT"],
  // HostUnreachable, HostNotFound, AuthenticationFailed, NetworkTimeout, ShutdownInProgress, SocketException
  ...[6, 7, 18, 89, 91, 9001],
  // FailedToSatisfyReadPreference, PrimarySteppedDown, ExceededTimeLimit, NotWritablePrimary, InterruptedAtShutdown,
  // InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary
  ...[133, 189, 262, 10107, 11600, 11602, 13435, 13436],
  // CursorNotFound, NoSuchSession, TransactionTooOld, NoSuchTransaction
  ...[43, 206, 225, 251],
  // FileNotOpen, WriteConcernTimeout, AtlasError (over its quota), OutOfDiskSpace
  ...[38, 64, 8000, 14031],
]);

/**
 * True if the database was unreachable, closing, full, or electing another primary, so that a retry may work later.
 * The error itself or one that it wraps decides.
 */
export function isOutage(error: unknown): boolean {
  const seen = new Set<unknown>([error]);
  // The loop also visits errors that are added meanwhile.
  for (const one of seen) {
    if (isOwnOutage(one)) return true;
    for (const inner of wrappedIn(one)) seen.add(inner);
  }
  return false;
}

function isOwnOutage(error: unknown): boolean {
  if (OUTAGES.some((type) => error instanceof type) || isUpdating(error)) return true;
  if (isRecord(error) && OUTAGE_NAMES.has(error.name)) return true;
  if (error instanceof MongoError && error.hasErrorLabel("RetryableWriteError")) return true;
  if (error instanceof MongoDriverError && ENDED.test(error.message)) return true;
  return isRecord(error) && OUTAGE_CODES.has(error.code);
}

/** What errors of Node.js, the driver (of bulk writes, too), and Auth.js (`cause.err`) wrap. */
function wrappedIn(error: unknown): unknown[] {
  if (!isRecord(error)) return [];
  const { cause, err, errorResponse, result, writeConcernError, writeErrors, errors } = error;
  const lists = [writeErrors, errors].filter((list) => Array.isArray(list));
  return [cause, err, errorResponse, result, writeConcernError, ...lists.flat()];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** MongoDB's error code for a violated unique index. */
export const DUPLICATE_KEY = 11000;

/** MongoDB's error code for data that cannot be what was written (DataCorruptionDetected). */
export const DAMAGED = 301;

/** True if the error has this MongoDB error code. */
export function hasCode(error: unknown, code: number): boolean {
  return isRecord(error) && error.code === code;
}

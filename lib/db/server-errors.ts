import "server-only";
import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from "mongodb";

/** The database cannot be used. The message is one sentence for the operator. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

const OUTAGES = [
  DatabaseUnavailable,
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoServerClosedError,
  MongoTopologyClosedError,
  MongoClientClosedError,
];

/** A connection that broke during a write: the driver passes on Node's error. */
const BROKEN_CONNECTION = ["EPIPE", "ECONNRESET", "ECONNREFUSED", "ETIMEDOUT"];

/** True if the database was unreachable or is electing another primary, so that a retry may work soon. */
export function isOutage(error: unknown): boolean {
  if (OUTAGES.some((type) => error instanceof type)) return true;
  if (error instanceof MongoError) return error.hasErrorLabel("RetryableWriteError");
  return error instanceof Error && "code" in error && BROKEN_CONNECTION.includes(String(error.code));
}

/** MongoDB's error code for a violated unique index. */
export const DUPLICATE_KEY = 11000;

/** True if the error has this MongoDB error code. */
export function hasCode(error: unknown, code: number): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}

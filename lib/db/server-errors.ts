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

/** The database cannot be used; the message is one sentence for the person who runs the server. */
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

/** A connection that breaks while the driver writes to it: the driver passes on what Node.js says. */
const BROKEN_CONNECTION = ["EPIPE", "ECONNRESET", "ECONNREFUSED", "ETIMEDOUT"];

/** True where the database could not be asked, or is just choosing another primary: the same request may work soon. */
export function isOutage(error: unknown): boolean {
  if (OUTAGES.some((type) => error instanceof type)) return true;
  if (error instanceof MongoError) return error.hasErrorLabel("RetryableWriteError");
  return error instanceof Error && "code" in error && BROKEN_CONNECTION.includes(String(error.code));
}

/** MongoDB's error code for a violated unique index. */
export const DUPLICATE_KEY = 11000;

/** True where the error carries this MongoDB error code. */
export function hasCode(error: unknown, code: number): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}

/**
 * The MongoDB error codes and names that this server uses, from MongoDB's error code table
 * (src/mongo/base/error_codes.yml).
 */
const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  FileNotOpen: 38,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  WriteConflict: 112,
  CommandNotSupported: 115,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  InvalidUUID: 207,
  TransactionTooOld: 225,
  NoSuchTransaction: 251,
  TransactionTooLarge: 257,
  OperationNotSupportedInTransaction: 263,
  IndexBuildAborted: 276,
  DataCorruptionDetected: 301,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  InterruptedAtShutdown: 11600,
  OutOfDiskSpace: 14031,
  IDLFailedToParse: 40414,
  IDLUnknownField: 40415,
} as const;

type CodeName = keyof typeof ERROR_CODES;

/**
 * An error for the client, with MongoDB's code and code name. `details` become fields of the reply (such as
 * `keyPattern` and `keyValue` of a duplicate key).
 */
export class ServerError extends Error {
  override name = "ServerError";

  constructor(
    readonly code: number,
    readonly codeName: CodeName | `Location${number}`,
    message: string,
    readonly details: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** A ServerError by its name in the table. */
export function serverError(name: CodeName, message: string, details?: Record<string, unknown>): ServerError {
  return new ServerError(ERROR_CODES[name], name, message, details);
}

/** Details of an error after which the driver runs the whole transaction again. */
export const TRANSIENT = { errorLabels: ["TransientTransactionError"] };

/** An error whose code has no name in MongoDB. */
export const location = (code: number, message: string) => new ServerError(code, `Location${code}`, message);

// Short ways to the most frequent ones.
export const badValue = (message: string) => serverError("BadValue", message);
export const failedToParse = (message: string) => serverError("FailedToParse", message);
export const typeMismatch = (message: string) => serverError("TypeMismatch", message);

/** The advice for operators, commands, and options that are not supported. */
export const ADVICE = "The embedded database does not support this. Use a MongoDB server.";

/** What to do about damaged data. */
export const RESTORE = "Restore a backup: see docs/damaged-data.md.";

/** A MongoDB feature that is not supported (code 115). */
export const unsupported = (what: string) => serverError("CommandNotSupported", `${what}. ${ADVICE}`);

/**
 * MongoDB's own error codes and names, as far as this server answers them.
 * Source: MongoDB's error code table (src/mongo/base/error_codes.yml of the MongoDB documentation).
 */
export const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  GraphContainsCycle: 5,
  HostUnreachable: 6,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  IllegalOperation: 20,
  EmptyArrayOperation: 21,
  InvalidBSON: 22,
  LockTimeout: 24,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  NonExistentPath: 29,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  InvalidDBRef: 55,
  EmptyFieldName: 56,
  DottedFieldName: 57,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  DocumentValidationFailure: 121,
  CommandNotSupported: 115,
  WriteConflict: 112,
  CommandNotSupportedOnView: 166,
  QueryPlanKilled: 175,
  InvalidUUID: 207,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  InvalidIndexSpecificationOption: 197,
  NoSuchTransaction: 251,
  TransactionTooOld: 225,
  TransactionCommitted: 256,
  TransactionTooLarge: 257,
  OperationNotSupportedInTransaction: 263,
  NoSuchSession: 206,
  InterruptedAtShutdown: 11600,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  IDLFailedToParse: 40414,
  IDLUnknownField: 40415,
} as const;

export type CodeName = keyof typeof ERROR_CODES;

/**
 * An error that the client is to see, with MongoDB's code and code name.
 * `details` become fields of the answer (for instance `keyPattern` and `keyValue` of a duplicate key).
 */
export class ServerError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly details: Record<string, unknown>;
  /** Driver hints such as `TransientTransactionError`. */
  readonly labels: string[] = [];

  constructor(code: number, codeName: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "ServerError";
    this.code = code;
    this.codeName = codeName;
    this.details = details;
  }
}

/** A ServerError by its name in the table; codes without a name are given to the constructor (`Location40353`). */
export function serverError(name: CodeName, message: string, details?: Record<string, unknown>): ServerError {
  return new ServerError(ERROR_CODES[name], name, message, details);
}

/** An error whose code has no name in MongoDB: its code name is `Location<code>`. */
export function locationError(code: number, message: string): ServerError {
  return new ServerError(code, `Location${code}`, message);
}

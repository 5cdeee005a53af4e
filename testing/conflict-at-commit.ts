import { ClientSession, MongoErrorLabel, MongoServerError } from "mongodb";

const INTERNAL_ERROR = 1;

/**
 * Repairs a defect of SecantusDB 0.7: a conflict that it detects only when a transaction commits is returned as an
 * internal error. MongoDB returns a write conflict with this label, and the driver runs the transaction again.
 */
export function repeatConflictsAtCommit(): void {
  const { commitTransaction } = ClientSession.prototype;
  ClientSession.prototype.commitTransaction = async function commit(...args) {
    try {
      return await commitTransaction.apply(this, args);
    } catch (error) {
      const isConflict = error instanceof MongoServerError && error.code === INTERNAL_ERROR;
      if (isConflict) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
      throw error;
    }
  };
}

import "server-only";
import type { Db } from "mongodb";
import { DAMAGED, hasCode } from "../server-errors";
import type { Report } from "./violation";

/**
 * Has the embedded database check its data file, and compare its indexes with the documents.
 * @param onSound called once all pages of the file are known to be sound; default: only the indexes are compared
 */
export async function checkStorage(db: Db, report: Report, onSound?: () => void): Promise<void> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  for (const [index, { name }] of collections.entries()) {
    try {
      // All collections are in one file.
      const { errors } = await db.command({ validate: name, full: onSound !== undefined && index === 0 });
      if (index === 0) onSound?.();
      for (const problem of errors as string[]) report({ subject: "data file", problem });
    } catch (error) {
      if (!hasCode(error, DAMAGED)) throw error;
      report({ subject: "data file", problem: (error as Error).message });
    }
  }
}

import { pluralize } from "@/lib/core/text/pluralize";
import type { ImportSource } from "./import-file";

export const IMPORT_SOURCE_NAMES: Readonly<Record<ImportSource, string>> = {
  splitwise: "Splitwise",
  spliit: "Spliit",
  evenly: "Evenly",
};

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Numbers of things, without zeros: `2 expenses and 1 payment`. @param counts by the singular */
export const countsInWords = (counts: Readonly<Record<string, number>>): string =>
  LIST.format(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([what, count]) => pluralize(count, what)),
  );

/** `412 expenses and 30 payments`. Plans are not counted: their rows are parts of them. */
export const entriesInWords = ({ expense, payment }: { expense: number; payment: number }): string =>
  countsInWords({ expense, payment }) || "plans";

/** `412 expenses and 30 payments from Splitwise` */
export const importedInWords = (
  counts: Readonly<{ expense: number; payment: number }>,
  source: ImportSource,
): string => `${entriesInWords(counts)} from ${IMPORT_SOURCE_NAMES[source]}`;

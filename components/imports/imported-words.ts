import type { ImportOfFile } from "@/lib/contract/imports";
import { entriesInWords } from "@/lib/core/imports/in-words";

/** What an import has added: `412 expenses and 30 payments`, or `Nothing`. */
export const importedWords = ({ imported, expenses, payments }: ImportOfFile): string =>
  imported > 0 ? entriesInWords({ expense: expenses, payment: payments }) : "Nothing";

import type { ImportOfFile } from "@/lib/contract/imports";
import { countsInWords } from "@/lib/core/imports/in-words";

/** What an import has added: `412 expenses and 30 payments`, or `Nothing`. */
export const importedWords = ({ imported, expenses, payments }: ImportOfFile): string =>
  countsInWords({ expense: expenses, payment: payments, "plan part": imported - expenses - payments }) ||
  "Nothing";

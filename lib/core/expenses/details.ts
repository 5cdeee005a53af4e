import { MAX_NOTE } from "../limits";
import { cleanedUpTo, toLines } from "../text/text";
import { CATEGORIES, CATEGORY_NAMES, categoryOf, type Category } from "./categories";

/** A detail of an expense, as it is stored and as the API returns it. */
type Detail<Stored, Returned> = {
  /** Its name in the history and in CSV files. */
  name: string;
  /** The stored value of an expense that has none. Older documents lack a newer detail. */
  none: Stored;
  inWords: (stored: Stored) => string;
  /** Amounts are stored in cents and returned in dollars. */
  serialize: (stored: Stored) => Returned;
  /** The stored value of what an exported file has, if anything; undefined if that is not valid. */
  parse: (value: unknown) => Stored | undefined;
  toCell: (returned: Returned, expense: { description: string }) => string | number | null;
  /** The search looks for words in it. */
  searched: boolean;
  text?: TextLimits;
};

/** The most characters, and what cleans the text (lib/core/text/text.ts). */
export type TextLimits = { max: number; clean: (text: string) => string };

const detail = <Stored, Returned>(one: Detail<Stored, Returned>) => one;
const same = <T>(value: T) => value;
const textDetail = (one: { name: string; searched: boolean; text: TextLimits }) => ({
  none: "",
  inWords: same<string>,
  serialize: same<string>,
  parse: (value: unknown = "") => (typeof value === "string" ? value : undefined),
  toCell: same<string>,
  ...one,
});

/**
 * The details of an expense: optional fields that move no money. Storage, history, responses, files, imports, and the
 * search use this table. The type checker compares it with the contract (inputs and responses), the form, its drafts,
 * and the screens.
 */
export const EXPENSE_DETAILS = {
  category: detail<Category | null, Category | null>({
    name: "Category",
    none: null,
    inWords: (category) => (category ? CATEGORY_NAMES[category] : "Automatic"),
    serialize: same,
    // A later version may have more.
    parse: (value) => CATEGORIES.find((one) => one === value) ?? null,
    toCell: (category, { description }) => CATEGORY_NAMES[categoryOf({ category, description })],
    searched: false,
  }),
  note: textDetail({ name: "Note", searched: true, text: { max: MAX_NOTE, clean: toLines } }),
};

export type ExpenseDetail = keyof typeof EXPENSE_DETAILS;

/** The stored details. */
export type ExpenseDetails = { [Field in ExpenseDetail]: (typeof EXPENSE_DETAILS)[Field]["none"] };

/** The details in the API's responses. */
export type ReturnedDetails = {
  [Field in ExpenseDetail]: ReturnType<(typeof EXPENSE_DETAILS)[Field]["serialize"]>;
};

export const EXPENSE_DETAIL_FIELDS = Object.keys(EXPENSE_DETAILS) as ExpenseDetail[];

/** The texts of an expense in which the search looks for words. */
export const SEARCHED_FIELDS = [
  "description" as const,
  ...EXPENSE_DETAIL_FIELDS.filter((field) => EXPENSE_DETAILS[field].searched),
];

/** Makes an object that has something for each detail. The caller states its type. */
export function eachDetail<Result extends Record<ExpenseDetail, unknown>>(
  make: (field: ExpenseDetail, detail: Detail<never, never>) => unknown,
): Result {
  const entries = EXPENSE_DETAIL_FIELDS.map((field) => [field, make(field, EXPENSE_DETAILS[field] as never)]);
  return Object.fromEntries(entries) as Result;
}

/** Each detail from the first source that has it. */
export const detailsOf = (...sources: readonly Partial<ExpenseDetails>[]): ExpenseDetails =>
  eachDetail((field, { none }) => sources.find((one) => one[field] !== undefined)?.[field] ?? none);

/** The details of a document, as in responses. */
export function returnedDetails(stored: Partial<ExpenseDetails>): ReturnedDetails {
  const details = detailsOf(stored);
  return eachDetail((field, { serialize }) => serialize(details[field] as never));
}

/** The details with cleaned texts, or what is wrong with one, as a sentence for users. */
export function cleanedDetails(details: ExpenseDetails): ExpenseDetails | string {
  const cleaned = detailsOf(details);
  for (const field of EXPENSE_DETAIL_FIELDS) {
    const { name, text }: Detail<never, never> = EXPENSE_DETAILS[field] as never;
    if (!text) continue;
    const value = cleanedUpTo(text.max, text.clean, details[field] as string);
    if (value === null) return `Its ${name.toLowerCase()} has over ${text.max} characters.`;
    cleaned[field] = value as never;
  }
  return cleaned;
}

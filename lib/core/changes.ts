import { eachDetail, type ExpenseDetail, type ExpenseDetails } from "./expenses/details";
import { groupIconName } from "./groups";
import { formatCents } from "./money/money";
import type { Split } from "./money/split";
import { pluralize } from "./text/pluralize";
import { capitalized } from "./text/text";

/** The fields whose old and new values are recorded in the activity. */
export type ChangedValues = {
  title: string;
  description: string;
  icon: string;
  /** Cents. */
  amount: number;
  date: Date;
  participants: readonly string[];
  /** The name of the usual split; "" if none was chosen. */
  usual: string;
  /** Without people: all members. */
  presets: readonly ({ name: string; people: readonly string[] } & Split)[];
  split: { people: readonly string[] } & Split;
  /** Cents; null if one person paid everything. */
  payers: readonly { user: string; cents: number | null }[];
  /** The title of an expense's event; "" for one of another group, whose members alone may know it. */
  event: string;
  /** The number of open payments. */
  payments: number;
} & ExpenseDetails;
export type ChangedField = keyof ChangedValues;

/** What people enter for an event, and for a group. The types of storage, contract, form, and history use it. */
export type EventField = "title" | "date" | "participants";
export type GroupField = "title" | "icon";

/** The name of each field in a sentence. */
export const FIELD_NAMES: Readonly<Record<ChangedField, string>> = {
  title: "Title",
  description: "Description",
  icon: "Icon",
  amount: "Amount",
  date: "Date",
  participants: "Participants",
  usual: "Usually split",
  presets: "Presets",
  split: "Split",
  payers: "Paid by",
  event: "Event",
  payments: "Payments",
  ...eachDetail<Record<ExpenseDetail, string>>((_, { name }) => name),
};

type Changed<Field extends ChangedField> = {
  field: Field;
  before: ChangedValues[Field];
  after: ChangedValues[Field];
};

/** A changed field with its old and new value. */
export type Change = { [Field in ChangedField]: Changed<Field> }[ChangedField];

/** A value as text, for comparison. Every list is a list of people, whose order does not matter. */
function comparable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    Array.isArray(part) ? part.map((one) => JSON.stringify(one)).sort() : part,
  );
}

/**
 * Lists the fields that differ, in the order of `before`. A different order of people is not a change.
 * @param before the old values
 * @param after the new values of the same fields
 */
export function changesOf<Values extends Partial<ChangedValues>>(before: Values, after: Values): Change[] {
  return (Object.keys(before) as ChangedField[])
    .filter((field) => comparable(before[field]) !== comparable(after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }) as Change);
}

/**
 * The old and new value of a field as text.
 * @param nameOf returns a person's name by id
 * @returns "" for an empty value
 */
export function changeInWords(change: Change, nameOf: (user: string) => string) {
  if (change.field === "participants") return participantsInWords(change, nameOf);
  const words = wordsOf(nameOf)[change.field] as (value: ChangedValues[ChangedField]) => string;
  return { field: FIELD_NAMES[change.field], before: words(change.before), after: words(change.after) };
}

/** The number of people, and who was added or removed: one line, even for many people. */
function participantsInWords(
  { field, before, after }: Changed<"participants">,
  nameOf: (user: string) => string,
) {
  const parts = [
    ["with", after.filter((one) => !before.includes(one))],
    ["without", before.filter((one) => !after.includes(one))],
  ] as const;
  return {
    field: FIELD_NAMES[field],
    before: pluralize(before.length, "person", "people"),
    after: [
      pluralize(after.length, "person", "people"),
      ...parts
        .filter(([, people]) => people.length > 0)
        .map(([how, people]) => `${how} ${people.map(nameOf).join(", ")}`),
    ].join(", "),
  };
}

type Words = { [Field in Exclude<ChangedField, "participants">]: (value: ChangedValues[Field]) => string };

function wordsOf(nameOf: (user: string) => string): Words {
  return {
    ...eachDetail<Pick<Words, ExpenseDetail>>((_, { inWords }) => inWords),
    title: (text) => text,
    description: (text) => text,
    usual: (name) => name,
    presets: (presets) =>
      presets.map(({ name, ...split }) => `${name}: ${splitInWords(split, nameOf)}`).join("; "),
    icon: iconName,
    amount: formatCents,
    date: (day) => day.toISOString().slice(0, 10),
    split: (split) => splitInWords(split, nameOf),
    event: (title) => title,
    payments: String,
    payers: (payers) =>
      payers
        .map(({ user, cents }) => (cents === null ? nameOf(user) : `${nameOf(user)} ${formatCents(cents)}`))
        .join(", "),
  };
}

function splitInWords(split: ChangedValues["split"], nameOf: (user: string) => string): string {
  if (split.mode === "equal") return `Equally: ${split.people.map(nameOf).join(", ") || "all members"}`;
  const part = {
    amounts: formatCents,
    percent: (value: number) => `${value / 100}%`,
    shares: (value: number) => (value === 100 ? "1 share" : `${value / 100} shares`),
    adjust: (value: number) => `${value < 0 ? "" : "+"}${formatCents(value)}`,
  }[split.mode];
  return split.values.map(({ user, value }) => `${nameOf(user)} ${part(value)}`).join(", ");
}

/** `/group-icons/bee.svg` is shown as `Bee`. */
const iconName = (url: string): string => capitalized(groupIconName(url) || url);

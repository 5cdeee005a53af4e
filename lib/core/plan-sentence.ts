import { formatCents } from "./money/money";

/** A person's payments, by the other person's name: cents > 0. */
type Payments = readonly { name: string; cents: number }[];

/** What a plan changed for one person: what they would have paid and got, and what they pay and get. */
export type PlanEffect = {
  before: { pays: Payments; gets: Payments };
  after: { pays: Payments; gets: Payments };
};

const LIST = new Intl.ListFormat("en", { type: "conjunction" });
const listOf = (payments: Payments, between: string) =>
  LIST.format(payments.map(({ name, cents }) => `${name}${between}${formatCents(cents)}`));

/** `$5.00 from Eve and $3.00 from Gil` */
const gotten = (payments: Payments) =>
  LIST.format(payments.map(({ name, cents }) => `${formatCents(cents)} from ${name}`));

/**
 * What a plan changed for one person, in words.
 * @param person the person's name; null: the reader
 * @returns `instead of paying Ben $20.00 and Cleo $10.00, you pay Dana $30.00`
 */
export function planInWords({ before, after }: PlanEffect, person: string | null): string {
  const dropped = [
    ...(before.pays.length > 0 ? [`paying ${listOf(before.pays, " ")}`] : []),
    ...(before.gets.length > 0 ? [`getting ${gotten(before.gets)}`] : []),
  ];
  const kept = [
    ...(after.pays.length > 0 ? [`${person === null ? "pay" : "pays"} ${listOf(after.pays, " ")}`] : []),
    ...(after.gets.length > 0 ? [`${person === null ? "get" : "gets"} ${gotten(after.gets)}`] : []),
  ];
  const now = kept.length > 0 ? LIST.format(kept) : person === null ? "are even" : "is even";
  const sentence = `${person ?? "you"} ${now}`;
  return dropped.length > 0 ? `instead of ${LIST.format(dropped)}, ${sentence}` : sentence;
}

import type * as z from "zod/mini";
import { detailsOf } from "@/lib/core/expenses/details";
import { exactCents } from "@/lib/core/money/money";
import { dateOnly } from "@/lib/core/text/dates";
import { checkedFile, refuse, tooManyRows } from "./checked-file";
import * as shapes from "./evenly-shape";
import {
  MAX_IMPORT_ROWS,
  type ImportExpense,
  type ImportPayment,
  type ImportPlanPart,
  type ReadResult,
  type Unnumbered,
} from "./import-file";
import { unbalancedPlans } from "./nets";
import { centsOf, checked, RefusedFile } from "./read-json";

/**
 * Reads Evenly's own export of a group, or of an account, which can have several groups.
 * @param choose the position of the group
 * @throws RefusedFile
 */
export function readEvenly(file: { groups?: unknown }, choose: number | undefined): ReadResult {
  if (file.groups === undefined) {
    const { group, events } = checked(shapes.groupExport, file);
    return new Reader(group).read(events);
  }
  const groups = checked(shapes.account, file).groups.map(({ title }) => title);
  if (groups.length === 0) return refuse("This file contains no groups.");
  if (choose === undefined && groups.length > 1) return { ok: "choose", groups };
  const group = (file.groups as unknown[])[choose ?? 0];
  if (group === undefined) return refuse("This file does not contain the group that was chosen.");
  const { events, ...rest } = checked(shapes.ownGroup, group);
  return new Reader(rest).read(events);
}

type Shape<Name extends "expense" | "settlement" | "planPart"> = z.infer<(typeof shapes)[Name]>;
type Debt = ImportPlanPart["debts"][number];

/** Reads the events of a group. Its people are the members and everyone else whom the file names, also deleted users. */
class Reader {
  private readonly positions = new Map<string, number>();
  private readonly names: string[] = [];
  private records = 0;

  constructor(private readonly group: z.infer<typeof shapes.group>) {
    for (const member of group.members) this.position(member);
  }

  read(list: readonly unknown[]): ReadResult {
    const events = list.map((one) => checked(shapes.event, one));
    const count = events.reduce((sum, { expenses, plans }) => sum + expenses.length + plans.length, 0);
    if (count > MAX_IMPORT_ROWS) return tooManyRows();
    const rows = events.flatMap((event, index) => [
      ...event.expenses.map((one) => this.expense(this.record(shapes.expense, one), index)),
      ...event.settlements.flatMap((one) => this.payment(this.record(shapes.settlement, one), index)),
      ...event.plans.map((one) => this.plan(this.record(shapes.planPart, one), index)),
    ]);
    const incomplete = unbalancedPlans(rows);
    const isMissing = (row: Unnumbered) => row.kind === "plan" && incomplete.has(row.plan);
    return checkedFile({
      source: "evenly",
      title: this.group.title,
      currency: "USD",
      events: events.map(({ title, date, participants, closedAt }) => ({
        title,
        date,
        participants: [...new Set(participants.map((one) => this.position(one)))],
        closed: closedAt !== null,
      })),
      people: this.names.map((name) => ({ name, footer: null })),
      rows: rows.filter((row) => !isMissing(row)),
      refused: rows.filter(isMissing).map(({ row }) => ({ row, reason: "A part of its plan is missing." })),
    });
  }

  /** Checks a record, which gets the next number. */
  private record<Schema extends z.ZodMiniType>(schema: Schema, value: unknown) {
    this.records += 1;
    return checked(schema, value, this.records);
  }

  private position({ _id, name }: shapes.Person): number {
    const known = this.positions.get(_id);
    if (known !== undefined) return known;
    this.positions.set(_id, this.names.length);
    return this.names.push(name) - 1;
  }

  /** The position of a person of whom only the id is given. They are named elsewhere in the same record. */
  private positionOf(id: string): number {
    const position = this.positions.get(id);
    if (position === undefined)
      throw new RefusedFile(refuse("It names a person without a name.", this.records));
    return position;
  }

  private common(_id: string, event: number, date: string) {
    return { row: this.records, id: _id, date: dateOnly(date), event };
  }

  private expense(one: Shape<"expense">, event: number): Unnumbered<ImportExpense> {
    const payers = one.payers.map(({ user, amount }) => ({
      person: this.position(user),
      cents: centsOf(amount),
    }));
    for (const user of one.splitWith) this.position(user);
    const values = one.split.values.map(({ user, value }) => ({
      person: this.positionOf(user),
      value: exactCents(value) ?? NaN,
    }));
    return {
      ...this.common(one._id, event, one.date),
      kind: "expense",
      description: one.description,
      cents: centsOf(one.amount),
      payers,
      shares: one.shares.map(({ user, amount }) => ({
        person: this.positionOf(user),
        cents: centsOf(amount),
      })),
      split: values.some(({ value }) => Number.isNaN(value)) ? null : { mode: one.split.mode, values },
      ...detailsOf(one),
      payerReconstructed: false,
      createdAt: one.createdAt,
      debts:
        one.debts?.map(({ from, to, amount }) => ({
          from: this.positionOf(from),
          to: this.positionOf(to),
          cents: centsOf(amount),
        })) ?? null,
    };
  }

  /** A settled payment. Open ones result from the rest. */
  private payment(one: Shape<"settlement">, event: number): Unnumbered<ImportPayment>[] {
    if (!one.settled) return [];
    return [
      {
        ...this.common(one._id, event, one.settledAt ?? ""),
        kind: "payment",
        ...this.debt(one),
        method: one.method,
        note: one.note,
        settledAt: one.settledAt,
      },
    ];
  }

  private plan(one: Shape<"planPart">, event: number): Unnumbered<ImportPlanPart> {
    return {
      ...this.common(one._id, event, one.usedAt),
      kind: "plan",
      plan: one.planId,
      of: one.of,
      debts: one.transfers.map((debt) => this.debt(debt)),
      replaced: one.replaced.map((debt) => this.debt(debt)),
      usedAt: one.usedAt,
    };
  }

  private debt({ from, to, amount }: { from: shapes.Person; to: shapes.Person; amount: number }): Debt {
    return { from: this.position(from), to: this.position(to), cents: centsOf(amount) };
  }
}

import * as z from "zod/mini";
import { eachDetail, type ExpenseDetail, type ExpenseDetails } from "@/lib/core/expenses/details";
import { SPLIT_MODES } from "@/lib/core/money/split";
import { PAYMENT_METHODS } from "@/lib/core/settlements";

// What is read of a group's export (`groupExport` of the contract) and of an account's (`myData`). Their other fields,
// also those of later versions, are ignored.

const id = z.string().check(z.minLength(1, { abort: true }), z.maxLength(100, { abort: true }));
const moment = z.iso.datetime();

const person = z.object({ _id: id, name: z.string() });
export type Person = z.infer<typeof person>;

const payment = z.object({ from: person, to: person, amount: z.number() });

const details = eachDetail<{ [Field in ExpenseDetail]: z.ZodMiniType<ExpenseDetails[Field]> }>(
  (_, { parse }) =>
    z.pipe(
      z.optional(z.unknown()),
      z.transform((value, { issues }) => {
        const stored = parse(value);
        if (stored === undefined) issues.push({ code: "custom", input: value });
        return stored;
      }),
    ),
);

export const expense = z.object({
  _id: id,
  description: z.string(),
  amount: z.number(),
  payers: z.array(z.object({ user: person, amount: z.number() })),
  splitWith: z.array(person),
  split: z.object({ mode: z.enum(SPLIT_MODES), values: z.array(z.object({ user: id, value: z.number() })) }),
  shares: z.array(z.object({ user: id, amount: z.number() })),
  ...details,
  date: z.string(),
  createdAt: moment,
  // Older files have none.
  debts: z.optional(z.array(z.object({ from: id, to: id, amount: z.number() }))),
});

export const settlement = z.object({
  _id: id,
  ...payment.shape,
  settled: z.boolean(),
  settledAt: z.nullable(moment),
  method: z.catch(z.nullable(z.enum(PAYMENT_METHODS)), null),
  note: z._default(z.string(), ""),
});

export const planPart = z.object({
  _id: id,
  planId: id,
  of: z.enum(["event", "group"]),
  usedAt: moment,
  replaced: z.array(payment),
  transfers: z.array(payment),
});

export const event = z.object({
  title: z.string(),
  date: z.string(),
  participants: z.array(person),
  closedAt: z.nullable(moment),
  expenses: z.array(z.unknown()),
  settlements: z.array(z.unknown()),
  plans: z.array(z.unknown()),
});

/** A group, whatever else the file says about it. */
export const group = z.object({ title: z.string(), members: z.array(person) });
const titled = z.object({ title: z.string() });

export const account = z.object({ groups: z.array(titled) });
export const groupExport = z.object({ group, events: z.array(z.unknown()) });
/** A group of an account. */
export const ownGroup = z.object({ ...group.shape, events: z.array(z.unknown()) });

import fc from "fast-check";
import { eitherSign } from "@/testing/arbitraries";
import { enteredMoney, type EnteredMoney } from "@/testing/entered-money";

// The steps of a random history. People, events, and documents are numbers, which select one of those that there are
// when the step is taken (./perform.ts).

export type Money = { cents: number; split: number[]; money: EnteredMoney | null };

/** How an account claims a guest: it is new, or has a group of its own, or is a member of the guest's group. */
export type ClaimBy = "new" | "existing" | "member";

export type Step =
  | ({ do: "add"; event: number; who: number } & Money)
  | ({ do: "edit"; which: number } & Money)
  | ({ do: "repeat"; event: number; who: number } & Money)
  | ({ do: "edit-later"; which: number } & Money)
  | { do: "weeks-pass"; weeks: number }
  | { do: "pause" | "resume" | "skip" | "stop"; which: number }
  | { do: "delete" | "restore" | "settle" | "unsettle"; which: number }
  | { do: "move"; which: number; event: number }
  | { do: "pay-part"; which: number; percent: number }
  | { do: "record-payment"; event: number; who: number; friend: number; cents: number; received: boolean }
  | { do: "settle-up" | "undo-settle-up"; who: number; friend: number }
  | { do: "delete-event" | "restore-event"; event: number }
  | { do: "close" | "reopen"; event: number; who: number }
  | { do: "apply-plan"; who: number; of: "event" | "group"; event: number }
  | { do: "undo-plan"; which: number }
  | { do: "leave"; who: number }
  | { do: "return" | "join" | "add-guest" | "join-as-new-guest"; who: number; friend: number }
  | { do: "join-as-guest"; who: number; which: number }
  | { do: "claim"; who: number; which: number; by: ClaimBy; signedIn: boolean };

const event = fc.nat(1);
/** Most of the time one of the four who are there at the beginning. */
const who = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(7));
const which = fc.nat(40);
const cents = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 }));
const money = {
  cents: eitherSign(cents),
  split: fc.uniqueArray(who, { minLength: 1, maxLength: 5 }),
};
const kind = <Kind extends Step["do"]>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const anyMoney: fc.Arbitrary<EnteredMoney> = enteredMoney;
const percent = fc.integer({ min: 1, max: 120 });
const of = fc.constantFrom("event" as const, "group" as const);
const by = fc.constantFrom<ClaimBy>("new", "existing", "member");

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary,
});

const ofMoney = [
  weighted(8, fc.record({ do: kind("add"), event, who, ...money, money: enteredMoney })),
  weighted(4, fc.record({ do: kind("edit"), which, ...money, money: fc.option(anyMoney, { nil: null }) })),
  weighted(2, fc.record({ do: kind("repeat"), event, who, ...money, money: enteredMoney })),
  weighted(
    1,
    fc.record({ do: kind("edit-later"), which, ...money, money: fc.option(anyMoney, { nil: null }) }),
  ),
  weighted(2, fc.record({ do: kind("weeks-pass"), weeks: fc.integer({ min: 1, max: 4 }) })),
  weighted(2, fc.record({ do: kind("pause", "resume", "skip", "stop"), which })),
  weighted(8, fc.record({ do: kind("delete", "restore", "settle", "unsettle"), which })),
  weighted(4, fc.record({ do: kind("move"), which, event })),
  weighted(2, fc.record({ do: kind("pay-part"), which, percent })),
  weighted(
    3,
    fc.record({ do: kind("record-payment"), event, who, friend: who, cents, received: fc.boolean() }),
  ),
  weighted(3, fc.record({ do: kind("settle-up"), who, friend: who })),
  weighted(2, fc.record({ do: kind("undo-settle-up"), who, friend: who })),
  weighted(2, fc.record({ do: kind("delete-event", "restore-event", "restore-event"), event })),
  weighted(2, fc.record({ do: kind("close", "reopen"), event, who })),
  weighted(4, fc.record({ do: kind("apply-plan"), who, of, event })),
  weighted(2, fc.record({ do: kind("undo-plan"), which })),
];

const ofPeople = [
  // Also to the other group.
  weighted(2, fc.record({ do: kind("move"), which, event: fc.nat(2) })),
  weighted(3, fc.record({ do: kind("leave"), who })),
  weighted(2, fc.record({ do: kind("return", "join"), who, friend: who })),
  weighted(2, fc.record({ do: kind("add-guest", "join-as-new-guest"), who, friend: who })),
  weighted(1, fc.record({ do: kind("join-as-guest"), who, which })),
  weighted(3, fc.record({ do: kind("claim"), who, which, by, signedIn: fc.boolean() })),
];

/** A step that changes expenses, payments, plans, or events. */
export const moneyStep: fc.Arbitrary<Step> = fc.oneof(...ofMoney);

/** Also people come, leave, and take the place of guests. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(...ofMoney, ...ofPeople);

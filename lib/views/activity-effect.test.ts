import fc from "fast-check";
import { ObjectId } from "mongodb";
import { changesOf } from "@/lib/core/changes";
import { effectOfChange, effectOfExpense, sidesOf } from "@/lib/core/expenses/effect";
import { newActivityDoc, type ActivityRow } from "@/lib/db/activity";
import type { ActivityDoc, ExpenseDoc } from "@/lib/db/collections";
import { editedMoney, recordedMoney, storedMoney } from "@/lib/db/expenses/money";
import { mergedActivity, mergedExpense } from "@/lib/db/guests/merge-person";
import { anyId } from "@/testing/arbitraries";
import { enteredMoney, payersFrom, splitFrom } from "@/testing/entered-money";
import { effectsOn } from "./activity";

/** An expense of some of four people as it was entered, once or again. */
const entry = fc.record({
  cents: fc.constantFrom(1, 1000, 2000, 3000, -1, -3000),
  among: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
  money: enteredMoney,
});
const entries = fc.array(entry, { maxLength: 3 });

test("law: no row tells a wrong amount, even if one of the people has claimed a guest since, or between edits", () => {
  let known = 0;
  fc.assert(
    fc.property(
      fc.tuple(entry, entries, entries, fc.nat(6)),
      fc.uniqueArray(anyId, { minLength: 5, maxLength: 5 }),
      ([first, earlier, later, skipped], hexes) => {
        const [ana, ben, cleo, guest, expenseId] = hexes.map((hex) => new ObjectId(hex)) as [ObjectId, ...ObjectId[]] &
          { length: 5 }; // oxfmt-ignore
        let clock = 0;
        const merge = { from: guest!, to: ana };
        const versionOf = (
          { cents, among, money }: typeof first,
          people: readonly ObjectId[],
          before?: ExpenseDoc,
        ) => {
          const splitWith = people.filter((_, index) => among.includes(index));
          const all = (splitWith.length > 0 ? splitWith : [ana]).map((id) => id.toHexString());
          const payers = payersFrom(money, cents, all) ?? [{ user: ana.toHexString(), cents }];
          const input = {
            cents,
            payers,
            split: splitFrom(money, cents, all),
            splitWith: all.map((hex) => new ObjectId(hex)),
          };
          return {
            _id: expenseId,
            createdBy: ana,
            updatedAt: new Date((clock += 1000)),
            rev: 0,
            // Without a change of the money, it stays, whoever would get the odd cents now.
            ...(before ? editedMoney(before, input) : storedMoney(input, expenseId!, ana)),
          } as ExpenseDoc;
        };
        const activityOf = (before: ExpenseDoc | null, after: ExpenseDoc): ActivityDoc => {
          const values = (one: ExpenseDoc) => ({ ...recordedMoney(one), shares: undefined });
          return newActivityDoc({
            kind: before ? "expense-edited" : "expense-added",
            at: new Date(after.updatedAt),
            actor: ana,
            groupId: expenseId!,
            expenseId: expenseId!,
            cents: after.cents,
            changes: before ? changesOf<object>(values(before), values(after)) : [],
          });
        };
        let versions = [versionOf(first, [ana, ben!, cleo!, guest!])];
        let rows = [activityOf(null, versions[0]!)];
        const edit = (one: typeof first, people: readonly ObjectId[]) => {
          const version = versionOf(one, people, versions.at(-1));
          rows.push(activityOf(versions.at(-1)!, version));
          versions.push(version);
        };
        for (const one of earlier) edit(one, [ana, ben!, cleo!, guest!]);
        versions = versions.map((one) => mergedExpense(one, merge));
        rows = rows.map((one) => mergedActivity(one, merge)!);
        for (const one of later) edit(one, [ana, ben!, cleo!]);

        const expense = [versions.at(-1)!];
        const latestFirst = rows.map((row): ActivityRow => ({ ...row, expense })).reverse();
        for (const viewer of [ana, ben!, cleo!]) {
          const sidesAt = (index: number) => sidesOf(recordedMoney(versions[index]!), viewer.toHexString())!;
          // The page begins with any of them.
          for (const start of new Set([0, skipped % rows.length])) {
            const page = latestFirst.slice(start);
            const effectOf = effectsOn(viewer, page);
            for (const [place, row] of page.entries()) {
              const told = effectOf(row);
              const index = page.length - 1 - place;
              const after = sidesAt(index);
              const truths =
                index === 0
                  ? [effectOfExpense(after)]
                  : [effectOfChange(sidesAt(index - 1), after), effectOfChange(null, after)];
              if (told !== "") known++;
              expect(["", ...truths]).toContain(told);
            }
          }
        }
      },
    ),
  );
  expect(known).toBeGreaterThan(200);
});

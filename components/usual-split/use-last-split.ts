import { useEffect, useState } from "react";
import useSWR from "swr";
import { call } from "@/lib/client/call";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { guessCategory, type Category } from "@/lib/core/expenses/categories";
import { exactCents } from "@/lib/core/money/money";
import { proportionOf } from "@/lib/core/money/proportion";
import { splitTypeOf } from "@/lib/core/money/split-type";
import { LAST, LAST_NAME } from "@/lib/core/usual-split";
import { typedValue, type EnteredExpense, type EnteredMoney } from "@/components/expenses/entered-expense";
import { toChoice, type UsualChoice, type UsualSplit } from "./usual-split";

/** How long the category suggested by the description must stay the same, in milliseconds. */
const STEADY = 400;

export type LastSplitProps = {
  usual: UsualSplit;
  group: Group;
  entered: EnteredExpense;
  onChange: (changed: Partial<EnteredMoney>) => void;
};

/** The split of the latest expense of a category, and that expense. */
export type LastSplit = UsualChoice & { of: Expense };

/**
 * The split of the latest expense of the category, if that is the default (docs/rules.md#usual-split). The form uses
 * it until the user changes the split. Undefined: nothing was found, or there is no connection.
 */
export function useLastSplit({ usual, group, entered, onChange }: LastSplitProps): LastSplit | undefined {
  const { money } = entered;
  const now = entered.category ?? suggested(entered.description);
  const [category, setCategory] = useState<Category | null>(null);
  const where = category && usual.last && { ...usual.last, category };
  const { data, error } = useSWR(where && ["last split", where], () => latest(where!), {
    dedupingInterval: 0,
    shouldRetryOnError: false,
  });
  const last = data ? lastOf(data, group.members) : undefined;

  useEffect(() => {
    const timer = setTimeout(setCategory, STEADY, now);
    return () => clearTimeout(timer);
  }, [now]);

  useEffect(() => {
    if (!usual.last || money.applied === "") return;
    const key = keyOf(money);
    if (key !== (money.applied ?? EQUAL)) return onChange({ applied: "" });
    if (where && data === undefined && !error) return;
    const split = last && last.left.length === 0 ? last.split : equalOf(group);
    const applied = keyOf({ ...money, ...split });
    if (applied !== key)
      onChange({ ...split, asSaved: false, applied: applied === EQUAL ? undefined : applied });
  });
  return last;
}

const EQUAL = "equal";

const equalOf = ({ members }: Group) =>
  ({ splitType: "equal", selected: members.map(({ _id }) => _id), mode: "equal", typed: {} }) as const;

/** The split of the form, for comparison. */
export function keyOf(money: EnteredMoney): string {
  const { splitType, mode, selected } = money;
  if (splitType === "equal") return EQUAL;
  return [
    mode,
    ...selected.map((id) => `${id} ${mode === "equal" ? "" : typedValue(money, id)}`).sort(),
  ].join();
}

/** The suggested category; “other” means that there is none. */
function suggested(description: string): Category | null {
  const guess = guessCategory(description);
  return guess === "other" ? null : guess;
}

/** The latest expense of a category in a group or event; null: there is none. */
async function latest(
  where: NonNullable<UsualSplit["last"]> & { category: Category },
): Promise<Expense | null> {
  const { expenses } = await call("GET /api/search", { query: { ...where, limit: 1 } });
  const [found] = expenses;
  return found ? call("GET /api/expenses/{expenseId}", { params: { expenseId: found._id } }) : null;
}

/** The split as a choice. Splits that depend on the amount become shares in the same proportion. */
function lastOf(of: Expense, members: Group["members"]): LastSplit {
  const { mode } = of.split;
  const weights = proportionOf(of.shares.map(({ amount }) => exactCents(Math.abs(amount))!));
  const split =
    mode === "amounts" || mode === "adjust"
      ? {
          mode: "shares" as const,
          values: of.shares.map(({ user }, index) => ({ user, value: weights[index]! })),
        }
      : { mode, values: of.split.values };
  const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);
  const everyone = mode === "equal" && splitTypeOf(idsOf(of.splitWith), idsOf(members)) === "equal";
  const splitWith = everyone ? [] : of.splitWith;
  return { ...toChoice({ _id: LAST, name: LAST_NAME, split, splitWith }, members), of };
}

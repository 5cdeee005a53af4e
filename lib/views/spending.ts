import "server-only";
import { ObjectId } from "mongodb";
import { readInGroup, type Viewer } from "@/lib/server/access";
import { CATEGORIES, type Category } from "@/lib/core/expenses/categories";
import {
  entriesOf,
  firstOfMonths,
  monthAfter,
  monthOf,
  monthsBetween,
  type SpendingEntry,
} from "@/lib/core/spending";
import { SEARCHED_EXPENSES } from "@/lib/core/limits";
import { listEventTitles } from "@/lib/db/events";
import { searchExpenses } from "@/lib/db/expenses/search";
import { toIds, uniqueIds } from "@/lib/db/ids";
import { toPage } from "@/lib/db/page";
import { listSpending, listSpendingOfMember } from "@/lib/db/spending";
import type { GroupSpending, UserSpending } from "@/lib/contract/spending";
import { namesOf, type Names, contributionsOf, dollarsOf } from "./serialize";
import { foundExpenses, inCategory } from "./search";
import { groupWithNames, loadNames, titledFor } from "./with-names";

/** How many months the screens show. */
export const SHOWN_MONTHS = 12;

/** The spending of a group in the last `months`. @throws AppError "not-found" */
export async function groupSpendingView(viewer: Viewer, groupId: string, months: number) {
  const [{ people }, stored] = await readInGroup(viewer, groupId, (id) =>
    listSpending(id, firstOfMonths(months)),
  );
  const entries = stored.flatMap(entriesOf);
  const ids = toIds(entries.map(({ user }) => user));
  return toSpending(viewer, entries, await loadNames(ids, people));
}

function toSpending(viewer: Viewer, entries: readonly SpendingEntry[], names: Names): GroupSpending {
  const shares = entries.filter(({ part }) => part !== "paid");
  const figures = (list: readonly SpendingEntry[]) => ({
    total: dollarsOf(list),
    mine: dollarsOf(list.filter(({ user }) => user === viewer.id)),
  });
  return {
    months: monthsOf(shares).map((month) => {
      const ofMonth = shares.filter((one) => one.month === month);
      const categories = CATEGORIES.map((category) => ({
        category,
        ...figures(ofMonth.filter(({ part }) => part === category)),
      }));
      return {
        month,
        ...figures(ofMonth),
        categories: categories
          .filter(({ total, mine }) => total !== 0 || mine !== 0)
          .sort((a, b) => b.total - a.total),
      };
    }),
    people: contributionsOf(entries, names),
  };
}

/** The months from the first one with spending to the current one, and later ones with spending; empty without any. */
function monthsOf(entries: readonly SpendingEntry[]): string[] {
  const months = [...new Set(entries.map(({ month }) => month))].sort();
  const [first] = months;
  if (first === undefined) return [];
  const now = monthOf(new Date());
  // Without those between: a date far in the future is most likely a mistake.
  return [...monthsBetween(first, now), ...months.filter((month) => month > now)];
}

/** The viewer's shares in the last `months`, over all groups. */
export async function userSpendingView(viewer: Viewer, months: number): Promise<UserSpending> {
  const stored = await listSpendingOfMember(viewer._id, firstOfMonths(months));
  const mine = stored.flatMap(entriesOf).filter(({ user, part }) => user === viewer.id && part !== "paid");
  return {
    months: monthsOf(mine).map((month) => ({
      month,
      mine: dollarsOf(mine.filter((one) => one.month === month)),
    })),
  };
}

/** The selected part of a group's spending. */
export type SpendingFilter = {
  month?: string;
  category?: Category;
  /** Instead of these. */ person?: string;
};

/** How many expenses are listed. */
const LISTED = 200;

/** Loads the page of a group's spending. @throws AppError "not-found" */
export async function loadSpendingPage(viewer: Viewer, groupId: string, filter: SpendingFilter) {
  const { month, category, person } = filter;
  const year = firstOfMonths(SHOWN_MONTHS);
  const searched = {
    since: firstDay(month ?? year),
    before: month === undefined ? undefined : firstDay(monthAfter(month)),
    person: person === undefined ? undefined : new ObjectId(person),
    category,
  };
  const isFiltered = Object.keys(filter).length > 0;
  const find = async (id: ObjectId) => {
    const all = inCategory(await searchExpenses(viewer._id, [id], searched, SEARCHED_EXPENSES), category);
    const page = toPage(all, { limit: LISTED }, ({ date }) => date);
    return { page, events: await listEventTitles(uniqueIds(page.rows.map(({ eventId }) => eventId))) };
  };
  const [{ group, people }, [stored, expenses]] = await readInGroup(viewer, groupId, (id) =>
    Promise.all([listSpending(id, month && month < year ? month : year), isFiltered ? find(id) : null]),
  );
  const titled = {
    ...group,
    events: (expenses?.events ?? []).map((event) => titledFor(viewer._id, group, namesOf(people), event)),
  };
  const found = expenses && (await foundExpenses([titled], people, expenses.page));
  const entries = stored.flatMap(entriesOf);
  return {
    group: groupWithNames({ group, people }),
    spending: toSpending(viewer, entries, namesOf(people)),
    filter,
    found: found?.rows ?? [],
    hasMore: found !== null && found.nextCursor !== null,
  };
}

const firstDay = (month: string) => new Date(`${month}-01`);

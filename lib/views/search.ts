import "server-only";
import type { ObjectId } from "mongodb";
import { CATEGORY_NAMES, categoryOf, type Category } from "@/lib/core/expenses/categories";
import { returnedDetails, SEARCHED_FIELDS } from "@/lib/core/expenses/details";
import { amountsOf, meaningsOf, searchedOfEach, type WordMeaning } from "@/lib/core/expenses/search";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import type { Page, PageRequest } from "@/lib/core/page";
import { firstName } from "@/lib/core/people";
import { EXPENSE_SEARCH_MAX } from "@/lib/core/search";
import { DAY_MS } from "@/lib/core/text/dates";
import { shorten, toLine } from "@/lib/core/text/text";
import { wordPattern } from "@/lib/core/text/word-pattern";
import { searchFilters, type FoundExpense, type SearchFilter } from "@/lib/contract/expenses";
import { searchExpenses, wordsOf, type FoundDoc } from "@/lib/db/expenses/search";
import { listSearchedGroups } from "@/lib/db/groups/own";
import { includesId, requireId } from "@/lib/db/ids";
import { decodeCursor, toPage } from "@/lib/db/page";
import type { PersonDoc } from "@/lib/db/people";
import { orNotFound } from "@/lib/errors";
import type { Viewer } from "@/lib/server/access";
import { namesOf, toPayers, toPerson, toShares, toTitled } from "./serialize";
import { titledFor, withNames } from "./with-names";

/**
 * The groups that a search is about, as they are now: all of the viewer, or that of an API token of one group; one; or that
 * of one event.
 */
async function scopeOf(viewer: Viewer, { group, event }: Pick<SearchFilter, "group" | "event">) {
  const all = await listSearchedGroups(viewer._id, viewer.token?.groupId);
  const names = namesOf(all.people);
  const groups = all.groups.map((one) => {
    const titled = <T extends { title: string }>(item: T) => titledFor(viewer._id, one, names, item);
    return { ...titled(one), events: one.events.map(titled) };
  });
  const isIn = (one: (typeof groups)[number]) =>
    (group === undefined || one._id.equals(requireId(group))) &&
    (event === undefined || one.events.some(({ _id }) => _id.equals(requireId(event))));
  const searched = group === undefined && event === undefined ? groups : [orNotFound(groups.find(isIn))];
  return { groups, searched, people: all.people };
}

type Scope = Awaited<ReturnType<typeof scopeOf>>;

/** The filter in the query of a URL. Values that are not valid are ignored. */
export function searchFilterOf(query: Readonly<Record<string, unknown>>): SearchFilter {
  const valid = Object.entries(searchFilters).flatMap(([name, schema]) => {
    const { data } = schema.safeParse([query[name]].flat()[0]);
    return data ? [[name, data]] : [];
  });
  return { q: String([query.q].flat()[0] ?? ""), ...Object.fromEntries(valid) } as SearchFilter;
}

/** Whether a filter asks for anything, apart from where. */
export const isSearch = ({ q, person, category, from, until }: SearchFilter): boolean =>
  [toLine(q), person, category, from, until].some(Boolean);

async function search(viewer: Viewer, filter: SearchFilter, { searched, people }: Scope, page: PageRequest) {
  const { event, person, category, from, until } = filter;
  const query = shorten(toLine(filter.q), EXPENSE_SEARCH_MAX);
  const known = people.map(({ _id, name }) => ({ id: _id.toHexString(), name }));
  const words = meaningsOf(wordsOf(query), known);
  const cents = amountsOf(query);
  const counts = searched.map(({ events }) => sumCents(events.map((one) => one.expenseCount)));
  const limit = searchedOfEach(counts);
  const rows = await searchExpenses(
    viewer._id,
    searched.map(({ _id }) => _id),
    {
      words,
      cents,
      category,
      event: event === undefined ? undefined : requireId(event),
      person: person === undefined ? undefined : requireId(person),
      since: from === undefined ? undefined : new Date(from),
      before: until === undefined ? undefined : new Date(Date.parse(until) + DAY_MS),
    },
    limit,
  );
  const reasonsOf = reasonsFor(words, cents, people);
  const found = inCategory(rows, category).flatMap((row) => {
    const reasons = reasonsOf(row);
    return reasons ? [{ ...row, reasons }] : [];
  });
  return {
    ...(await foundExpenses(
      searched,
      people,
      toPage(after(found, page.cursor), page, ({ date }) => date),
    )),
    count: found.length,
    total: centsToDollars(sumCents(found.map((row) => row.cents))),
    share: centsToDollars(sumCents(found.map((row) => shareOf(row, viewer._id)))),
    /** How many expenses of each group were searched, if there are more. */
    limit: counts.some((count) => count > limit) ? limit : null,
  };
}

/**
 * Searches the expenses of the viewer's groups.
 * @throws AppError "not-found" if the viewer does not see the group or event; "invalid" if the cursor is malformed
 */
export async function searchView(viewer: Viewer, filter: SearchFilter, page: PageRequest) {
  const { rows, nextCursor, count, total, share } = await search(
    viewer,
    filter,
    await scopeOf(viewer, filter),
    page,
  );
  return { rows: { expenses: rows, count, total, share }, nextCursor };
}

/** How many expenses the server renders; the rest is loaded on demand. */
const FIRST_FOUND = 30;
/** How many groups and people the filters offer, besides those that are chosen. */
const OFFERED = 200;

/**
 * Loads the page that searches. Nothing is found if the filter only says where.
 * @throws AppError "not-found" if the viewer does not see the group or event
 */
export async function loadSearchPage(viewer: Viewer, filter: SearchFilter) {
  const scope = await scopeOf(viewer, filter);
  const found = isSearch(filter) ? await search(viewer, filter, scope, { limit: FIRST_FOUND }) : null;
  const [only] = scope.searched.length === 1 ? scope.searched : [];
  const offered = scope.people.filter(
    ({ _id }) => !only || includesId([...only.members, ...only.formerMembers], _id),
  );
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, "en");
  const isChosen = (id: ObjectId, index: number) =>
    index < OFFERED || [filter.group, filter.person].includes(id.toHexString());
  return {
    groups: scope.groups.filter(({ _id }, index) => isChosen(_id, index)).map(toTitled),
    event: only?.events
      .filter(({ _id }) => _id.toHexString() === filter.event)
      .map((event) => ({ ...toTitled(event), groupId: only._id.toHexString() }))[0],
    people: offered
      .map(toPerson)
      .sort(byName)
      .filter(({ _id }, index) => index < OFFERED || _id === filter.person)
      .map(({ _id, name }) => ({ _id, name })),
    found,
  };
}

type Titled = { _id: ObjectId; title: string };

/** Found expenses as responses. @param groups those in which they are, with their events, titled for the viewer */
export async function foundExpenses(
  groups: readonly (Titled & { events: readonly Titled[] })[],
  people: readonly PersonDoc[],
  page: Page<FoundDoc & { reasons?: string[] }>,
): Promise<Page<FoundExpense>> {
  const titled = groups.flatMap((group) => [group, ...group.events]);
  const titles = new Map(titled.map(({ _id, title }) => [_id.toHexString(), title]));
  return withNames(page, people, idsOfPayers, (row, names): FoundExpense => {
    const [groupId, eventId] = [row.groupId.toHexString(), row.eventId.toHexString()];
    return {
      _id: row._id.toHexString(),
      eventId,
      eventTitle: titles.get(eventId) ?? "",
      groupId,
      groupTitle: titles.get(groupId) ?? "",
      description: row.description,
      amount: centsToDollars(row.cents),
      paidBy: names(row.paidBy),
      payers: toPayers(row.payers, names),
      shares: toShares(row.shares),
      category: returnedDetails(row).category,
      date: row.date.toISOString(),
      reasons: row.reasons ?? [],
    };
  });
}

const idsOfPayers = ({ paidBy, payers }: FoundDoc) => [paidBy, ...payers.map(({ user }) => user)];

const shareOf = ({ shares }: FoundDoc, person: ObjectId): number =>
  sumCents(shares.filter(({ user }) => user.equals(person)).map(({ cents }) => cents));

/** Those of a category, which the description may only suggest. */
export const inCategory = <Row extends FoundDoc>(
  rows: readonly Row[],
  category: Category | undefined,
): Row[] => rows.filter((row) => category === undefined || categoryOf(row) === category);

/** The rows after a cursor of {@link toPage}. @throws AppError "invalid" if it is malformed */
function after<Row extends FoundDoc>(rows: readonly Row[], cursor: string | undefined): readonly Row[] {
  if (cursor === undefined) return rows;
  const { at, id } = decodeCursor(cursor);
  const last = at?.getTime() ?? 0;
  return rows.filter(
    ({ _id, date }) =>
      date.getTime() < last || (date.getTime() === last && _id.toHexString() < id.toHexString()),
  );
}

/**
 * Returns a function that says why a search found an expense, apart from its texts and payers: participants, the
 * category. Null if the words do not match after all.
 */
export function reasonsFor(
  words: readonly WordMeaning[],
  cents: readonly number[],
  people: readonly PersonDoc[],
): (expense: FoundDoc) => string[] | null {
  const nameOf = namesOf(people);
  const meanings = words.map((meaning) => ({
    ...meaning,
    inText: new RegExp(wordPattern(meaning.word), "iu"),
  }));
  return (expense) => {
    if (cents.includes(expense.cents)) return [];
    const reasons = meanings.map(({ inText, people: meant, categories }, index) => {
      if (SEARCHED_FIELDS.some((field) => inText.test(expense[field] ?? ""))) return [];
      const isMeant = ({ user }: { user: ObjectId }) => meant.has(user.toHexString());
      if (expense.payers.some(isMeant)) return [];
      const participant = expense.meant?.[index];
      if (participant) return [`with ${firstName(nameOf(participant.user).name)}`];
      const category = categoryOf(expense);
      return categories.has(category) ? [CATEGORY_NAMES[category]] : null;
    });
    return reasons.includes(null) ? null : [...new Set(reasons.flatMap((one) => one ?? []))];
  };
}

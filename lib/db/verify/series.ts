import "server-only";
import { splitProblem } from "@/lib/core/money/split";
import { sumCents } from "@/lib/core/money/money";
import { dayOfOccurrence } from "@/lib/core/series/rhythm";
import { timeZoneOf } from "@/lib/core/series/time-zone";
import type { ExpenseDoc } from "../documents";
import { storedSplit } from "../expenses/money";
import { seriesDoc, type SeriesDoc } from "../series/documents";
import { nextDayOf } from "../series/occurrence";
import { hex, sayOutsiders, type GroupPeople } from "./people";
import { eachRow, type Read } from "./rows";
import { about, hasShape, type Report, type Say } from "./violation";

/**
 * Checks what repeats: shapes, groups, people, amounts, and days.
 * @returns a function that checks whether an expense is an occurrence of what it names
 */
export async function checkSeries(
  read: Read,
  groups: ReadonlyMap<string, GroupPeople>,
  report: Report,
): Promise<(expense: ExpenseDoc, say: Say) => void> {
  const known = new Map<string, Pick<SeriesDoc, "groupId" | "made">>();
  /** The numbers of the occurrences that were seen. */
  const seen = new Map<string, Set<number>>();
  await eachRow(read, "series", (series) => {
    const id = hex(series._id);
    const say = about(`series ${id}`, report);
    known.set(id, series);
    if (!hasShape(series, seriesDoc, say)) return;
    const group = groups.get(hex(series.groupId));
    if (!group) say(`its group ${hex(series.groupId)} does not exist`);
    const people = [series.createdBy, ...series.splitWith, ...series.payers.map(({ user }) => user)];
    sayOutsiders(people.map(hex), group, say);
    if (sumCents(series.payers.map(({ cents }) => cents)) !== series.cents)
      say("its payments are not its amount");
    if (!series.everyone && splitProblem(series.cents, storedSplit(series)))
      say("its input is not a split of its amount");
    checkDays(series, say);
  });
  return ({ series, number = 0, groupId }, say) => {
    if (!series) return;
    const id = hex(series);
    const found = known.get(id);
    if (!found) say(`its series ${id} does not exist`);
    else if (!found.groupId.equals(groupId)) say("its series is of another group");
    else if (number < 1 || number > found.made) say(`its series has not made number ${number}`);
    const numbers = seen.get(id) ?? new Set();
    if (numbers.has(number)) about(`series ${id}`, report)(`two of its expenses are number ${number}`);
    seen.set(id, numbers.add(number));
  };
}

function checkDays(series: SeriesDoc, say: Say): void {
  const { first, made, nextDay, timeZone } = series;
  if (timeZoneOf(timeZone) === null) say("its time zone does not exist");
  if (dayOfOccurrence(series, first, 1).getTime() !== first.getTime())
    say("its first day is not one on which it repeats");
  if (nextDay && nextDay.getTime() !== nextDayOf(series, made)?.getTime())
    say("its next day is not the one after those that were made");
}

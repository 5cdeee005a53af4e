import "server-only";
import type { ObjectId } from "mongodb";
import { readInGroup, requireSeries, type Viewer } from "@/lib/server/access";
import { centsToDollars } from "@/lib/core/money/money";
import { mayChangeSeries } from "@/lib/core/rights";
import { dateOnly } from "@/lib/core/text/dates";
import type { GroupDoc } from "@/lib/db/collections";
import { listSeries, type SeriesRow } from "@/lib/db/series";
import { holdOf } from "@/lib/db/series/hold";
import { occurrenceOf } from "@/lib/db/series/occurrence";
import { notFound } from "@/lib/errors";
import type { Series } from "@/lib/contract/repeats";
import { namesOf, toExpense, toGroup, type Names } from "./serialize";

/** Loads the expenses of a group that repeat, by their next day. @throws AppError "not-found" */
export async function loadSeriesPage(viewer: Viewer, groupId: string) {
  const [{ group, people }, rows] = await readInGroup(viewer, groupId, listSeries);
  const names = namesOf(people);
  return { title: group.title, rows: rows.map((row) => toSeries(viewer._id, row, group, names)) };
}

/** The same expenses only. @throws AppError "not-found" */
export const groupSeriesView = async (viewer: Viewer, groupId: string): Promise<Series[]> =>
  (await loadSeriesPage(viewer, groupId)).rows;

/** An expense that repeats. @throws AppError "not-found" */
export async function seriesView(viewer: Viewer, seriesId: string): Promise<Series> {
  const { series, group, people } = await requireSeries(viewer, seriesId);
  return toSeries(viewer._id, series, group, namesOf(people));
}

/**
 * Loads the form of the expenses to come: the next one, with the id and the revision of what repeats.
 * @returns null if the viewer cannot change it, or there is none to come
 * @throws AppError "not-found"
 */
export async function loadEditSeriesPage(viewer: Viewer, groupId: string, seriesId: string) {
  const { series, group, people } = await requireSeries(viewer, seriesId);
  if (!group._id.equals(groupId)) throw notFound();
  const { _id, event, eventId, nextDay: day, made, rev } = series;
  if (!day || !mayChangeSeries(viewer._id, series, group)) return null;
  const names = namesOf(people);
  const next = occurrenceOf(series, group, { eventId, day, number: made + 1, now: new Date() });
  return {
    group: toGroup(group, names),
    event: {
      _id: eventId.toHexString(),
      participants: (event?.participants ?? group.members).map((one) => names(one)),
    },
    expense: { ...toExpense(next, names), _id: _id.toHexString(), rev },
  };
}

const dayText = (day: Date | null) => day && dateOnly(day.toISOString());

/** @param viewer who reads it */
export function toSeries(viewer: ObjectId, row: SeriesRow, group: GroupDoc, names: Names): Series {
  const { newEventEachMonth, event } = row;
  // Told at once, although the series is paused only when its next expense cannot be made.
  const hold = holdOf(row, group, newEventEachMonth ? undefined : event);
  return {
    _id: row._id.toHexString(),
    groupId: row.groupId.toHexString(),
    eventId: newEventEachMonth ? null : row.eventId.toHexString(),
    description: row.description,
    amount: centsToDollars(row.cents),
    every: row.every,
    on: row.on,
    timeZone: row.timeZone,
    times: row.times,
    made: row.made,
    next: dayText(row.nextDay),
    until: dayText(row.until),
    paused: row.paused?.reason ?? hold?.reason ?? null,
    by: names(row.createdBy),
    mayChange: mayChangeSeries(viewer, row, group),
    rev: row.rev,
  };
}

import "server-only";
import type { ObjectId } from "mongodb";
import { collections, type EventDoc, type SeriesDoc } from "../collections";
import { withGroup, type GroupWithPeople } from "../groups";
import { aggregate, lookupEvent } from "../page";

/** A series with the event in which it was entered; none if that was deleted. */
export type SeriesRow = SeriesDoc & { event: EventDoc | null };

const withEvent = [
  lookupEvent,
  { $addFields: { event: { $filter: { input: "$event", cond: { $eq: ["$$this.deletedAt", null] } } } } },
];

const toRow = ({ event: [event], ...series }: SeriesDoc & { event: EventDoc[] }): SeriesRow => ({
  ...series,
  event: event ?? null,
});

/** The series of a group that go on, or are paused, by their next day. One command. */
export async function listSeries(groupId: ObjectId): Promise<SeriesRow[]> {
  const { series } = await collections();
  const stages = [
    { $match: { groupId, deletedAt: null, nextDay: { $ne: null } } },
    { $sort: { nextDay: 1, _id: 1 } },
    ...withEvent,
  ];
  return (await aggregate<SeriesDoc & { event: EventDoc[] }>(series, stages)).map(toRow);
}

/** A series with its group and people; null unless it exists and `member` is in the group. One command. */
export async function getSeriesOf(
  member: ObjectId,
  seriesId: ObjectId,
): Promise<(GroupWithPeople & { series: SeriesRow }) | null> {
  const { series } = await collections();
  const [found] = await aggregate<SeriesDoc & GroupWithPeople & { event: EventDoc[] }>(series, [
    { $match: { _id: seriesId, deletedAt: null } },
    ...withGroup(member),
    ...withEvent,
  ]);
  if (!found) return null;
  const { group, people, ...row } = found;
  return { group, people, series: toRow(row) };
}

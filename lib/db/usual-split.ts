import "server-only";
import { ObjectId, type ClientSession } from "mongodb";
import { changesOf } from "@/lib/core/changes";
import type { SplitValue } from "@/lib/core/money/split";
import { LAST, LAST_NAME, type PresetMode } from "@/lib/core/usual-split";
import { recordActivity, type ActivityInput } from "./activity";
import { staleError } from "./activity/stale";
import { collections, type EventDoc, type GroupDoc, type SplitsDoc } from "./collections";
import { eventActivity, lockSharedEvent } from "./events";
import { assertFriends } from "./friends/pairs";
import { storedSplitOf } from "./expenses/money";
import { assertMembers, groupActivity, itself, lockGroup } from "./groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "./idempotency";
import { toId, toIds } from "./ids";

// The usual split of a group or event (docs/rules.md#usual-split).

/** What a group or event has where nothing was chosen. */
export const NO_SPLITS: SplitsDoc = { default: null, presets: [], rev: 0 };

/** As checked by the contract, with ids in hex and values in hundredths. */
type Entered = {
  default: string | null;
  presets: readonly {
    _id: string;
    name: string;
    split: { mode: PresetMode; values: readonly SplitValue[] };
    splitWith: readonly string[];
  }[];
};

/**
 * Replaces the presets of a group, by a member. People who have left may stay in those that name them, but cannot be added.
 * @param rev the revision with which they were loaded; undefined overwrites
 * @throws AppError "not-found"; "stale"; "invalid" if a new person is not a member; "forbidden" if the two of a pair are no friends
 */
export const setGroupSplits = (
  actor: ObjectId,
  groupId: ObjectId,
  change: Entered,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<GroupDoc> =>
  withIdempotency(key, itself, async (session) => {
    const group = await lockGroup(actor, groupId, session);
    await assertFriends(group, session);
    return replaceIn(group, group, groupActivity("group-split", actor, group), change, rev, session);
  });

/** The same of an event, whose presets override those of its group; a pair has only one event. @throws also AppError "closed" */
export const setEventSplits = (
  actor: ObjectId,
  eventId: ObjectId,
  change: Entered,
  rev: number | undefined,
  key?: IdempotencyKey,
): Promise<EventDoc> =>
  withIdempotency(key, ofItsGroup, async (session) => {
    const { event, group } = await lockSharedEvent(actor, eventId, session);
    return replaceIn(event, group, eventActivity("event-split", actor, event), change, rev, session);
  });

async function replaceIn<Item extends GroupDoc | EventDoc>(
  item: Item,
  group: GroupDoc,
  activity: ActivityInput,
  change: Entered,
  rev: number | undefined,
  session: ClientSession,
): Promise<Item> {
  const { events, groups } = await collections();
  const [{ _id, splits: before = NO_SPLITS }, { actor, kind, eventId }] = [item, activity];
  if (rev !== undefined && rev !== before.rev)
    throw await staleError(actor, eventId ? { eventId } : { groupId: group._id }, kind);
  const splits = changed(before, change, group);
  if (!splits) return item;
  const update = { $set: { splits } };
  await (eventId
    ? events.updateOne({ _id }, update, { session })
    : groups.updateOne({ _id }, update, { session }));
  await recordActivity(session, withChanges(activity, before, splits));
  return { ...item, splits };
}

/** The new presets; null if nothing has changed. @throws AppError "invalid" if a new person is not a member */
function changed(before: SplitsDoc, { default: usual, presets }: Entered, group: GroupDoc): SplitsDoc | null {
  const after: SplitsDoc = {
    default: usual === LAST ? LAST : toId(usual),
    presets: presets.map(({ _id, name, split, splitWith }) => ({
      _id: new ObjectId(_id),
      name,
      split: storedSplitOf(split),
      splitWith: toIds(splitWith),
    })),
    rev: before.rev,
  };
  for (const { _id, splitWith } of after.presets) {
    const old = before.presets.find((one) => one._id.equals(_id));
    assertMembers(group, splitWith, "presets", old?.splitWith);
  }
  return JSON.stringify(after) === JSON.stringify(before) ? null : { ...after, rev: before.rev + 1 };
}

/** The most presets whose change is told: each can name every member. */
const TOLD = 5;

/** The activity with the default, by name, and the presets that differ, before and after. */
function withChanges(activity: ActivityInput, before: SplitsDoc, after: SplitsDoc): ActivityInput {
  const textOf = ({ presets }: SplitsDoc, id: string) =>
    JSON.stringify(presets.find(({ _id }) => _id.equals(id)));
  const ids = [...after.presets, ...before.presets].map(({ _id }) => _id.toHexString());
  const differ = [...new Set(ids)].filter((id) => textOf(before, id) !== textOf(after, id)).slice(0, TOLD);
  const valuesOf = ({ default: usual, presets }: SplitsDoc) => ({
    usual: usual === LAST ? LAST_NAME : (presets.find(({ _id }) => usual?.equals(_id))?.name ?? ""),
    presets: presets
      .filter(({ _id }) => differ.includes(_id.toHexString()))
      .map(({ name, split: { mode, values }, splitWith }) => ({
        name,
        mode,
        people: splitWith.map((one) => one.toHexString()),
        values: values.map(({ user, value }) => ({ user: user.toHexString(), value })),
      })),
  });
  return { ...activity, changes: changesOf(valuesOf(before), valuesOf(after)) };
}

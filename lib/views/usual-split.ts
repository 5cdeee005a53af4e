import "server-only";
import { requireEvent, requireGroup, type Viewer } from "@/lib/server/access";
import type { ObjectId } from "mongodb";
import { LAST } from "@/lib/core/usual-split";
import type { SplitsDoc } from "@/lib/db/collections";
import { includesId } from "@/lib/db/ids";
import { NO_SPLITS } from "@/lib/db/usual-split";
import type { Preset, UsualSplits } from "@/lib/contract/usual-split";
import { namesOf, toSplit, type Names } from "./serialize";
import { idsOfSplits, loadNames } from "./with-names";

/** The presets of a group, for its members. @throws AppError "not-found" */
export async function groupSplitsView(viewer: Viewer, groupId: string): Promise<UsualSplits> {
  const { group, people } = await requireGroup(viewer, groupId);
  return toUsualSplits(group.splits, namesOf(people));
}

/** The presets of an event itself, for the members of its group. @throws AppError "not-found" */
export async function eventSplitsView(viewer: Viewer, eventId: string): Promise<UsualSplits> {
  const { event, people } = await requireEvent(viewer, eventId);
  return toUsualSplits(event.splits, namesOf(people));
}

/** The presets of a group or event that were saved. */
export async function splitsResponse(of: { splits?: SplitsDoc | undefined }): Promise<UsualSplits> {
  return toUsualSplits(of.splits, await loadNames(idsOfSplits(of)));
}

/** The presets that name somebody. */
export function presetsWith(user: ObjectId, splits: SplitsDoc = NO_SPLITS, names: Names): Preset[] {
  const presets = splits.presets.filter(({ splitWith }) => includesId(splitWith, user));
  return toUsualSplits({ ...splits, presets }, names).presets;
}

/** @param splits undefined: none was ever chosen */
export function toUsualSplits(splits: SplitsDoc = NO_SPLITS, names: Names): UsualSplits {
  return {
    default: splits.default === LAST ? LAST : (splits.default?.toHexString() ?? null),
    presets: splits.presets.map(({ _id, name, split, splitWith }) => ({
      _id: _id.toHexString(),
      name,
      split: toSplit(split),
      splitWith: splitWith.map(names),
    })),
    rev: splits.rev,
  };
}

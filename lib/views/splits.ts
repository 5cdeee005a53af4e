import "server-only";
import { requireEvent, requireGroup, type Viewer } from "@/lib/server/access";
import { LAST } from "@/lib/core/usual-split";
import type { SplitsDoc } from "@/lib/db/collections";
import { NO_SPLITS } from "@/lib/db/splits";
import type { UsualSplits } from "@/lib/contract/splits";
import { namesOf, type Names } from "./serialize";
import { loadNames } from "./with-names";

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
export async function splitsResponse({ splits }: { splits?: SplitsDoc | undefined }): Promise<UsualSplits> {
  return toUsualSplits(splits, await loadNames(splits?.presets.flatMap(({ splitWith }) => splitWith) ?? []));
}

/** @param splits undefined: none was ever chosen */
export function toUsualSplits(splits: SplitsDoc = NO_SPLITS, names: Names): UsualSplits {
  return {
    default: splits.default === LAST ? LAST : (splits.default?.toHexString() ?? null),
    presets: splits.presets.map(({ _id, name, split, splitWith }) => ({
      _id: _id.toHexString(),
      name,
      split: {
        mode: split.mode,
        // Hundredths of percent, or shares.
        values: split.values.map(({ user, value }) => ({ user: user.toHexString(), value: value / 100 })),
      },
      splitWith: splitWith.map(names),
    })),
    rev: splits.rev,
  };
}

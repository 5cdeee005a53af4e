import "server-only";
import { requireProfile, type Viewer } from "@/lib/server/access";
import { relationshipOf } from "@/lib/core/friends";
import type { Profile } from "@/lib/contract/people";
import { toUser } from "./serialize";

/** A user's profile and relationship to the viewer. @throws AppError "not-found" */
export async function profileView(viewer: Viewer, id: string): Promise<Profile> {
  const { user, friendship } = await requireProfile(viewer, id);
  const relationship = relationshipOf(viewer._id, user._id, friendship);
  return {
    ...toUser(user),
    relationship,
    ...(friendship &&
      ["requested", "asked"].includes(relationship) && { requestId: friendship._id.toHexString() }),
  };
}

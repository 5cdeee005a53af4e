"use client";

import { tablePath } from "@/lib/paths";
import { QuietLink } from "@/components/ui/quiet-link";

/** The group for which the link was pressed. */
let wanted: string | undefined;

/** Whether the screen was opened by the link, so that it creates its code at once. True only once. */
export function takeWanted(groupId: string): boolean {
  const isWanted = wanted === groupId;
  wanted = undefined;
  return isWanted;
}

/** From an event to its table mode. In the browser, because it notes the press. */
export function TableModeLink({ event: { _id, groupId } }: { event: { _id: string; groupId: string } }) {
  return (
    <QuietLink
      href={tablePath(groupId, _id)}
      icon="icon-users-round"
      className="members-only"
      onClick={() => void (wanted = groupId)}
    >
      Table mode
    </QuietLink>
  );
}

"use client";

import { pathOf } from "@/lib/client/call";
import { useCall } from "@/lib/client/use-call";
import { Badge } from "@/components/ui/badge";
import { QuietLink } from "@/components/ui/quiet-link";

const NAME = "GET /api/users/activity/new";

/** The SWR key of the number of activities by others since the viewer's last visit. */
export const NEW_ACTIVITY = pathOf(NAME);

/** A link to the activity of all groups, with the number of new ones, which is loaded after the screen. */
export function NewActivity() {
  const options = { revalidateOnFocus: true, revalidateOnReconnect: true };
  const { data } = useCall(NAME, {}, options);
  const count = data?.count ?? 0;
  return (
    <QuietLink href="/activity" icon="icon-rotate-ccw-clock" className="self-start">
      Activity
      {count > 0 ? <Badge tone="brand">{`${count > 98 ? "99+" : count} new`}</Badge> : null}
    </QuietLink>
  );
}

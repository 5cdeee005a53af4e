"use client";

import useSWR from "swr";
import { api } from "@/lib/api-client";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** Returns the number of activities by others since the viewer's last visit. Also the SWR key. */
export const NEW_ACTIVITY = "/api/users/activity/new";

/** A link to the activity of all groups, with the number of new ones, which is loaded after the screen. */
export function NewActivity() {
  const options = { revalidateOnFocus: true, revalidateOnReconnect: true };
  const { data } = useSWR(NEW_ACTIVITY, api.get<{ count: number }>, options);
  const count = data?.count ?? 0;
  return (
    <Link href="/activity" className="quiet-link self-start">
      <Icon className="icon-rotate-ccw-clock" />
      Activity
      {count > 0 ? <Badge tone="brand">{count > 98 ? "99+" : count} new</Badge> : null}
    </Link>
  );
}

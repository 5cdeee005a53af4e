"use client";

import useSWR from "swr";
import { api } from "@/lib/api-client";
import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** Answers how much others have done since the viewer's last visit; also the SWR key. */
export const NEW_ACTIVITY = "/api/users/activity/new";

/** The way to what happened in all groups, with how much of it is new. The count comes after the screen. */
export function NewActivity() {
  const { data } = useSWR(NEW_ACTIVITY, api.get<{ count: number }>, { shouldRetryOnError: false });
  const count = data?.count ?? 0;
  return (
    <Link href="/activity" className="quiet-link self-start">
      <Icon className="icon-rotate-ccw-clock" />
      Activity
      {count > 0 ? <Badge tone="brand">{count > 98 ? "99+" : count} new</Badge> : null}
    </Link>
  );
}

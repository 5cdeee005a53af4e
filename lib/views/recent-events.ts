import "server-only";
import type { Viewer } from "@/lib/access";
import { listRecentEvents } from "@/lib/db/events";
import type { RecentEvent } from "@/lib/schemas/answers";

/** How many events the home screen shows. */
const RECENT_EVENTS = 4;

/** The newest events of the viewer's groups. */
export async function recentEventsView(viewer: Viewer): Promise<RecentEvent[]> {
  const events = await listRecentEvents(viewer._id, RECENT_EVENTS);
  return events.map(({ _id, title, date, group }) => ({
    _id: _id.toHexString(),
    title,
    date: date.toISOString(),
    group: { ...group, _id: group._id.toHexString() },
  }));
}

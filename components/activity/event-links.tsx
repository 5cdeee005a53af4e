import { eventActivityPath } from "@/components/navigation/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** A link from an event to its activity. */
export function EventLinks({ groupId, eventId }: { groupId: string; eventId: string }) {
  return (
    <Link href={eventActivityPath(groupId, eventId)} className="quiet-link self-start">
      <Icon className="icon-rotate-ccw-clock" />
      Activity
    </Link>
  );
}

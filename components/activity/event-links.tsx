import { eventActivityPath } from "@/components/navigation/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** The way to what happened to an event: a quiet link. */
export function EventLinks({ groupId, eventId }: { groupId: string; eventId: string }) {
  return (
    <Link href={eventActivityPath(groupId, eventId)} className="quiet-link self-start">
      <Icon className="icon-rotate-ccw-clock" />
      Activity
    </Link>
  );
}

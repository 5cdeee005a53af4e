import { eventActivityPath, searchPath } from "@/components/navigation/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** Links from an event to its activity, and to the search of its group's expenses. */
export function EventLinks({ groupId, eventId }: { groupId: string; eventId: string }) {
  return (
    <p className="flex flex-wrap gap-x-4">
      <Link href={eventActivityPath(groupId, eventId)} className="quiet-link">
        <Icon className="icon-rotate-ccw-clock" />
        Activity
      </Link>
      <Link href={searchPath(groupId)} className="quiet-link">
        <Icon className="icon-search" />
        Search expenses
      </Link>
    </p>
  );
}

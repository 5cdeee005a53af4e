import { deletedPath, groupActivityPath, searchPath } from "@/components/navigation/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** Links from a group to its activity, the search of its expenses, and its deleted items. */
export function GroupLinks({ groupId }: { groupId: string }) {
  return (
    <p className="-mb-6 flex flex-wrap gap-x-4">
      <Link href={groupActivityPath(groupId)} className="quiet-link">
        <Icon className="icon-rotate-ccw-clock" />
        Activity
      </Link>
      <Link href={searchPath(groupId)} className="quiet-link">
        <Icon className="icon-search" />
        Search expenses
      </Link>
      <Link href={deletedPath(groupId)} className="quiet-link">
        <Icon className="icon-trash" />
        Recently deleted
      </Link>
    </p>
  );
}

import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** The way to the groups that the viewer has deleted: a quiet link. */
export function DeletedGroupsLink() {
  return (
    <Link href="/groups/deleted" className="quiet-link self-start">
      <Icon className="icon-trash" />
      Recently deleted groups
    </Link>
  );
}

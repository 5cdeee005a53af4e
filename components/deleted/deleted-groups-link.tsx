import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/** A link to the groups that the viewer deleted. */
export function DeletedGroupsLink() {
  return (
    <Link href="/groups/deleted" className="quiet-link self-start">
      <Icon className="icon-trash" />
      Recently deleted groups
    </Link>
  );
}

import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";

/** The way to more friends: within thumb's reach on a phone, beside the list's heading elsewhere. */
export function AddFriendLink({ full = false }: { full?: boolean }) {
  return (
    <ButtonLink href="/add-friend" full={full} icon={<Icon className="icon-user-plus" />}>
      Add friend
    </ButtonLink>
  );
}

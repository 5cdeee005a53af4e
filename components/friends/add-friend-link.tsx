import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";

/** The Add friend button: at the bottom of the screen on a phone, next to the list's heading elsewhere. */
export function AddFriendLink() {
  return (
    <ButtonLink href="/add-friend" icon={<Icon className="icon-user-plus" />}>
      Add friend
    </ButtonLink>
  );
}

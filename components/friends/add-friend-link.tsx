import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";

/** The Add friend button. */
export function AddFriendLink({ primary = false }: { primary?: boolean }) {
  return (
    <ButtonLink
      variant={primary ? "primary" : "secondary"}
      href="/add-friend"
      icon={<Icon className="icon-user-plus" />}
    >
      Add friend
    </ButtonLink>
  );
}

import { UserPlus } from "lucide-react";
import { ButtonLink } from "@/components/ui/button";

/** The way to more friends: within thumb's reach on a phone, beside the list's heading elsewhere. */
export function AddFriendLink({ full = false }: { full?: boolean }) {
  return (
    <ButtonLink href="/add-friend" full={full} icon={<UserPlus aria-hidden />}>
      Add friend
    </ButtonLink>
  );
}

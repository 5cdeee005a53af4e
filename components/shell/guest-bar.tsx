import { groupPath, keepPath } from "@/components/navigation/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Bar } from "./bar";

/**
 * The top bar of a guest, who has one group and no account, and how to get one. Its class hides what is for members
 * (`members-only`).
 */
export function GuestBar({ groupId }: { groupId: string }) {
  return (
    <>
      <Bar home={groupPath(groupId)}>
        <Link href={groupPath(groupId)} className="nav-link">
          <Icon className="icon-users-round sm:size-5" />
          Groups
        </Link>
      </Bar>
      <aside className="guest-bar bg-well text-center text-sm print:hidden">
        <Link
          href={keepPath(groupId)}
          className="inline-flex min-h-11 items-center px-4 font-bold text-brand underline"
        >
          Keep this: sign in with Google
        </Link>
      </aside>
    </>
  );
}

import { Bdi } from "@/components/ui/bdi";
import { groupPath, keepPath } from "@/lib/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Header } from "./header";

/**
 * The top bar of a guest, who has one group and no account, and how to get one. Its class hides what is for members
 * (`members-only`).
 */
export function GuestBar({ name, groupId }: { name: string; groupId: string }) {
  return (
    <>
      <Header home={groupPath(groupId)}>
        <Link href={groupPath(groupId)} className="nav-link">
          <Icon className="icon-users-round" />
          Groups
        </Link>
      </Header>
      <aside className="guest-bar bg-well text-center text-sm print:hidden">
        <Link
          href={keepPath(groupId)}
          className="inline-flex min-h-11 items-center px-4 font-bold text-brand underline"
        >
          <span>
            You&apos;re <Bdi>{name}</Bdi> on this <span className="sm:hidden">phone</span>
            <span className="max-sm:hidden">device</span> only. Save with Google
          </span>
        </Link>
      </aside>
    </>
  );
}

import { Bdi } from "@/components/ui/bdi";
import { groupPath, keepPath } from "@/lib/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SkipLink } from "./skip-link";

/**
 * The top bar of a guest, who has one group and no account, and how to get one. Its class hides what is for members
 * (`members-only`).
 */
export function GuestBar({ name, groupId }: { name: string; groupId: string }) {
  return (
    <>
      <header className="bar">
        <SkipLink />
        <div>
          <Link href={groupPath(groupId)} aria-label="Evenly" className="home-link" />
          <nav aria-label="Main">
            <Link href={groupPath(groupId)} className="nav-link">
              <Icon className="icon-users-round" />
              Groups
            </Link>
          </nav>
        </div>
      </header>
      <aside className="guest-bar">
        <Link href={keepPath(groupId)}>
          <span>
            You&apos;re <Bdi>{name}</Bdi> on this <span className="sm:hidden">phone</span>
            <span className="max-sm:hidden">device</span> only. Save with Google
          </span>
        </Link>
      </aside>
    </>
  );
}

import { groupPath, keepPath } from "@/lib/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { SkipLink } from "./skip-link";

/**
 * The top bar of a guest, who has one group and no account, and how to get one. Its class hides what is for members
 * (`members-only`).
 */
export function GuestBar({ groupId }: { groupId: string }) {
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
        <Link href={keepPath(groupId)}>Keep this: sign in with Google</Link>
      </aside>
    </>
  );
}

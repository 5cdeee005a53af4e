import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Bar } from "./bar";
import { GuestBar } from "./guest-bar";
import { Header } from "./header";

export type LinkBarProps = {
  /** `guest`: the group of a guest. null: without a session. */
  viewer: { name: string; guest?: string | undefined } | null;
};

/** The top bar of a page that needs no session. */
export function LinkBar({ viewer }: LinkBarProps) {
  if (viewer?.guest) return <GuestBar name={viewer.name} groupId={viewer.guest} />;
  if (viewer) return <Bar section={undefined} />;
  return (
    <Header home="/" searches={false}>
      <Link href="/" className="nav-link max-sm:ml-auto max-sm:flex-none">
        <Icon className="icon-circle-user-round" />
        Sign in
      </Link>
    </Header>
  );
}

import type { Route } from "next";
import type { SECTIONS } from "@/lib/paths";
import { pluralize } from "@/lib/core/text/pluralize";
import type { RequestCounts } from "@/lib/contract/requests";
import { CountDot } from "@/components/ui/count-dot";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Header } from "./header";

// The current one is bold. Written out, so that Tailwind finds each class: "icon-user-round-bold",
// "icon-users-round-bold", "icon-circle-user-round-bold".
const links: readonly {
  href: Route & keyof typeof SECTIONS;
  label: string;
  icon: string;
  /** Of its requests. */
  kind?: "friend" | "group";
}[] = [
  { href: "/friends", label: "Friends", icon: "icon-user-round", kind: "friend" },
  { href: "/groups", label: "Groups", icon: "icon-users-round", kind: "group" },
  { href: "/account", label: "Account", icon: "icon-circle-user-round" },
];

export type BarProps = {
  /** The current section. */
  section: string | undefined;
  /** Red dots show pending requests. */
  counts?: RequestCounts;
};

/** The top bar with the sections. */
export function Bar({ section, counts }: BarProps) {
  return (
    <Header wide home="/friends" notices={counts?.notices ?? 0}>
      {links.map(({ href, label, icon, kind }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === section ? "page" : undefined}
          className="nav-link"
        >
          <Icon className={href === section ? `${icon}-bold` : icon} />
          {label}
          <span className="absolute top-2 left-1/2 ml-1.5 flex sm:static sm:ml-0">
            {counts && kind ? (
              <CountDot count={counts[kind]} label={pluralize(counts[kind], `${kind} request`)} />
            ) : null}
          </span>
        </Link>
      ))}
    </Header>
  );
}

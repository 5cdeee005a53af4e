import { clsx } from "clsx";
import type { Route } from "next";
import type { SECTIONS } from "@/lib/core/sections";
import { CountDot } from "@/components/ui/count-dot";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

const links = [
  {
    href: "/friends",
    label: "Friends",
    icon: "icon-user-round",
    currentIcon: "icon-user-round-bold",
  },
  {
    href: "/groups",
    label: "Groups",
    icon: "icon-users-round",
    currentIcon: "icon-users-round-bold",
  },
  {
    href: "/account",
    label: "Account",
    icon: "icon-circle-user-round",
    currentIcon: "icon-circle-user-round-bold",
  },
] as const satisfies readonly {
  href: Route & keyof typeof SECTIONS;
  label: string;
  icon: string;
  currentIcon: string;
}[];

export type NavLinksProps = {
  /** The current one. */
  section: string | undefined;
  /** What is pending in a section: a red dot. */
  waiting?: Partial<Record<string, { count: number; label: string }>>;
};

/** The links of the top bar to the sections. */
export function NavLinks({ section, waiting = {} }: NavLinksProps) {
  return links.map(({ href, label, icon, currentIcon }) => {
    const current = href === section;
    return (
      <Link key={href} href={href} aria-current={current ? "page" : undefined} className="nav-link">
        <Icon className={clsx(current ? currentIcon : icon, "sm:size-5")} />
        {label}
        <span className="nav-dot">
          <CountDot count={waiting[href]?.count ?? 0} label={waiting[href]?.label ?? ""} />
        </span>
      </Link>
    );
  });
}

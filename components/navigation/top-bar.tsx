"use client";

import { clsx } from "clsx";
import { CircleUserRound, UserRound, UsersRound, type LucideIcon } from "lucide-react";
import type { Route } from "next";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import type { RequestCounts } from "@/lib/schemas/answers";
import { useRequestCounts } from "@/components/session/use-request-counts";
import { CountDot } from "@/components/ui/count-dot";
import { LogoMark } from "@/components/ui/logo";
import { SkipLink } from "@/components/ui/skip-link";

/** Which of the three a screen belongs to. */
const sections = [
  { href: "/friends", label: "Friends", icon: UserRound, screens: ["/friends", "/add-friend", "/requests"] },
  { href: "/groups", label: "Groups", icon: UsersRound, screens: ["/groups", "/create-group"] },
  { href: "/account", label: "Account", icon: CircleUserRound, screens: ["/account"] },
] as const satisfies readonly { href: Route; label: string; icon: LucideIcon; screens: readonly string[] }[];

const belongs = (path: string, screens: readonly string[]) =>
  screens.some((screen) => path === screen || path.startsWith(`${screen}/`));

/**
 * The bar above every guarded screen; red dots tell of requests that wait (spec section 2).
 * @param counts what the server counted when the page was loaded
 */
export function TopBar({ counts: initial }: { counts: RequestCounts }) {
  const path = usePathname();
  const counts = useRequestCounts(initial);
  const waiting: Partial<Record<string, { count: number; label: string }>> = {
    "/friends": { count: counts.friend, label: waitingText(counts.friend, "friend request") },
    "/groups": { count: counts.group, label: waitingText(counts.group, "group request") },
  };

  return (
    <header className="@container sticky top-0 z-30 border-b border-line bg-paper/90 backdrop-blur-sm">
      <SkipLink />
      <div className="mx-auto flex min-h-(--top-bar) max-w-5xl items-stretch gap-4 px-[8px] sm:px-6">
        <Link
          href="/friends"
          aria-label="Evenly"
          className="flex shrink-0 items-center gap-2 self-center rounded-full py-1 text-xl font-black tracking-tight @max-[24rem]:hidden"
        >
          <LogoMark />
          <span aria-hidden className="hidden sm:inline">
            Evenly
          </span>
        </Link>
        <nav aria-label="Main" className="flex flex-1 items-stretch sm:justify-end sm:gap-2">
          {sections.map(({ href, label, icon: Icon, screens }) => {
            const current = belongs(path, screens);
            return (
              <Link
                key={href}
                href={href}
                aria-current={current ? "page" : undefined}
                className={clsx(
                  "relative flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-sm/4 font-bold @max-[14rem]:text-xs transition-colors duration-150 sm:flex-none sm:flex-row sm:gap-2 sm:px-4 sm:text-base/6",
                  current ? "text-brand" : "text-muted hover:text-ink",
                )}
              >
                <Icon aria-hidden className="size-6 sm:size-5" strokeWidth={current ? 2.6 : 2} />
                {label}
                <span className="absolute top-2 left-1/2 ml-1.5 flex sm:static sm:ml-0">
                  <CountDot count={waiting[href]?.count ?? 0} label={waiting[href]?.label ?? ""} />
                </span>
                <Underline current={current} />
              </Link>
            );
          })}
        </nav>
      </div>
    </header>
  );
}

/** The mark of where one is; breathes at the link that was pressed until its screen is there. */
function Underline({ current }: { current: boolean }) {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={clsx(
        "absolute inset-x-3 bottom-0 h-1 rounded-t-full bg-brand transition-opacity duration-150",
        pending ? "animate-breathe" : !current && "opacity-0",
      )}
    />
  );
}

function waitingText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

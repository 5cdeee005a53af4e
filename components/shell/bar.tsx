import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { SkipLink } from "./skip-link";

export type BarProps<T extends string> = {
  /** Where the mark leads. */
  home: Route<T>;
  /** The links of the navigation. */
  children: ReactNode;
};

/** The top bar: the mark, and the navigation. The mark is in the style sheet, so no screen needs JavaScript for it. */
export function Bar<T extends string>({ home, children }: BarProps<T>) {
  return (
    <header className="bar">
      <SkipLink />
      <div className="bar-line">
        <Link href={home} aria-label="Evenly" className="home-link">
          <span aria-hidden className="hidden sm:inline">
            Evenly
          </span>
        </Link>
        <nav aria-label="Main" className="flex flex-1 items-stretch sm:justify-end sm:gap-2">
          {children}
        </nav>
      </div>
    </header>
  );
}

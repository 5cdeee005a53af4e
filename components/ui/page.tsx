import { clsx } from "clsx";
import type { ReactNode } from "react";

export type PageProps = {
  children: ReactNode;
  /** narrow (default, 42 rem): forms and lists. wide (64 rem): two columns on a large screen. */
  width?: "narrow" | "wide" | undefined;
};

/** The page below the top bar: a centered column with section spacing. Contains the <main> landmark. */
export function Page({ children, width = "narrow" }: PageProps) {
  return (
    <main id="main" className={clsx("page", width === "wide" && "max-w-5xl")}>
      {children}
    </main>
  );
}

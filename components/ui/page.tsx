import type { ReactNode } from "react";

/** The page below the top bar: a column with section spacing, as wide on every screen. Contains the <main> landmark. */
export const Page = ({ children }: { children: ReactNode }) => (
  <main id="main" className="page">
    {children}
  </main>
);

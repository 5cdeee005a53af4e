import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { MARK } from "@/components/shell/mark";

/** The page of an address that leads nowhere, below the top bar. Children: why that may be. */
export function Lost({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Page>
      <div className="my-auto">
        <EmptyState
          picture="lost"
          title={title}
          heading
          action={
            // oxlint-disable-next-line nextjs/no-html-link-for-pages -- next/link would be part of every page
            <a href="/" className={buttonClass({})}>
              Take me home
            </a>
          }
        >
          {children}
        </EmptyState>
      </div>
    </Page>
  );
}

/** The same page for what does not exist and for what the viewer may not see, so that nobody learns which. */
export const Missing = () => (
  <Lost title="We couldn't find that page.">It may have been deleted, or it is not shared with you.</Lost>
);

/** The bar of a page without sections. */
export const MarkBar = () => (
  <header className="border-b border-line">
    <div className="mx-auto flex min-h-(--top-bar) max-w-5xl px-4 sm:px-6">
      {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- next/link would be part of every page */}
      <a href="/" aria-label="Evenly" className={MARK} />
    </div>
  </header>
);

import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

/** The page of an address that leads nowhere. Children: why that may be. */
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

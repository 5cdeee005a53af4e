import type { Metadata } from "next";
import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Not found" };

/** The same page for what does not exist and for what the viewer may not see, so that nobody learns which. */
export default function NotFound() {
  return (
    <Page>
      <div className="my-auto">
        <EmptyState
          picture="lost"
          title="We couldn't find that page."
          heading
          action={
            // oxlint-disable-next-line nextjs/no-html-link-for-pages -- next/link would be part of every page
            <a href="/" className={buttonClass({})}>
              Take me home
            </a>
          }
        >
          It may have been deleted, or it is not shared with you.
        </EmptyState>
      </div>
    </Page>
  );
}

import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { buttonClass } from "@/components/ui/button";

/** The same page for a link that has expired, was revoked, never existed, or is for somebody else. */
export default function LinkNotFound() {
  return (
    <Page>
      <div className="my-auto">
        <EmptyState
          picture="lost"
          title="This link does not work."
          heading
          action={
            // oxlint-disable-next-line nextjs/no-html-link-for-pages -- next/link would be part of every page
            <a href="/" className={buttonClass({})}>
              Take me home
            </a>
          }
        >
          It may have expired, or it is for one person alone: if it was sent to you, sign in first, and open
          it again.
        </EmptyState>
      </div>
    </Page>
  );
}

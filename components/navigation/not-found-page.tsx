import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

/** The 404 page for everything that does not exist or that the viewer may not see. */
export function NotFoundPage() {
  return (
    <Page>
      <div className="my-auto">
        <EmptyState
          picture="lost"
          title="We could not find that."
          heading
          action={
            // oxlint-disable-next-line nextjs/no-html-link-for-pages -- next/link would be part of every page
            <a href="/friends" className={buttonClass({})}>
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

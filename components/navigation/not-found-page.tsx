import { buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

/** The one friendly page for everything that is not there, or not for these eyes. */
export function NotFoundPage() {
  return (
    <Page>
      <div className="my-auto">
        <EmptyState
          picture="lost"
          title="We could not find that."
          headingLevel={1}
          action={
            // A plain link: every page includes this one, and would include next/link as well.
            // eslint-disable-next-line @next/next/no-html-link-for-pages
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

import { ButtonLink } from "@/components/ui/button";
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
          action={<ButtonLink href="/friends">Take me home</ButtonLink>}
        >
          It may have been deleted, or it is not shared with you.
        </EmptyState>
      </div>
    </Page>
  );
}

import type { Metadata } from "next";
import { claimView } from "@/lib/answers/claims";
import { formProblem } from "@/lib/answers/form-problem";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";
import { ClaimScreen } from "@/components/entry/claim-screen";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Keep this" };

/** Where a guest who has signed in sees what becomes theirs. */
export default withSkeleton<{ friendId: string }, { problem?: unknown; wait?: unknown }>(
  () => null,
  async ({ viewer, params: { friendId }, query }) => (
    <Page>
      <ClaimScreen
        viewer={viewer}
        preview={await claimView(viewer, friendId)}
        problem={formProblem(query, null)}
      />
    </Page>
  ),
);

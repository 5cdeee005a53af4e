import type { Metadata } from "next";
import { claimView } from "@/lib/views/guests";
import { formProblem } from "@/lib/views/links";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";
import { ClaimScreen } from "@/components/guests/claim-screen";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Save with Google" };

/** Shows a guest who has signed in what the account will take over. */
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

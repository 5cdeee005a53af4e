import type { Metadata } from "next";
import { notFoundOnMissing, requirePageUser } from "@/lib/server/guarded-page";
import { claimView } from "@/lib/answers/claims";
import { joinProblem } from "@/lib/answers/links";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";
import { ClaimScreen } from "@/components/entry/claim-screen";
import { Page } from "@/components/ui/page";
import { claimAction, declineClaimAction } from "@/app/join-action";

type Props = { params: { friendId: string }; query: { problem?: string | string[] } };

export const metadata: Metadata = { title: "Keep this" };

/** Where a guest who has signed in sees what becomes theirs. */
export default withSkeleton(ClaimContent, () => null);

async function ClaimContent({ params: { friendId }, query }: Props) {
  const viewer = await requirePageUser();
  const preview = await notFoundOnMissing(claimView(viewer, friendId));
  const problem = joinProblem(query.problem);
  return (
    <Page>
      <ClaimScreen
        viewer={viewer}
        preview={preview}
        problem={problem}
        action={claimAction}
        decline={declineClaimAction}
      />
    </Page>
  );
}

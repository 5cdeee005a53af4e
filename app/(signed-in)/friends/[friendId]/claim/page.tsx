import type { Metadata } from "next";
import { notFoundOnMissing, requirePageUser } from "@/lib/server/guarded-page";
import { claimView } from "@/lib/answers/claims";
import { joinProblem } from "@/lib/answers/links";
import { NoteRevision } from "@/app/(signed-in)/while-loading";
import { RestorePosition } from "@/components/refresh/back-forward";
import { ClaimScreen } from "@/components/entry/claim-screen";
import { Page } from "@/components/ui/page";
import { claimAction } from "@/app/join-action";

type Props = {
  params: Promise<{ friendId: string }>;
  searchParams: Promise<{ problem?: string | string[] }>;
};

export const metadata: Metadata = { title: "Keep this" };

/** Where a guest who has signed in sees what becomes theirs. */
export default async function ClaimPage({ params, searchParams }: Props) {
  const viewer = await requirePageUser();
  const preview = await notFoundOnMissing(claimView(viewer, (await params).friendId));
  const problem = joinProblem((await searchParams).problem);
  return (
    <Page>
      <RestorePosition />
      <NoteRevision />
      <ClaimScreen viewer={viewer} preview={preview} problem={problem} action={claimAction} />
    </Page>
  );
}

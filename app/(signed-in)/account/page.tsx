import type { Metadata } from "next";
import {
  endSessionAction,
  signInAgainAction,
  signOutAction,
  signOutEverywhereAction,
} from "@/app/session-actions";
import { forScreen, requirePageUser } from "@/lib/server/guarded-page";
import { loadAccountPage, requestCounts } from "@/lib/answers/people";
import { Account } from "@/components/account/account";
import { RestorePosition } from "@/components/refresh/back-forward";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const viewer = await requirePageUser();
  const [counts, page] = await forScreen(Promise.all([requestCounts(viewer), loadAccountPage(viewer)]));
  return (
    <Page>
      <Account
        user={viewer}
        counts={counts}
        {...page}
        endSession={endSessionAction}
        signInAgain={signInAgainAction}
        signOut={signOutAction}
        signOutEverywhere={signOutEverywhereAction}
      />
      <RestorePosition />
    </Page>
  );
}

import type { Metadata } from "next";
import { signOutAction, signOutEverywhereAction } from "@/lib/auth/actions";
import { requirePageUser } from "@/lib/guarded-page";
import { loadAccountPage } from "@/lib/views/people";
import { Account } from "@/components/account/account";
import { RestorePosition } from "@/components/refresh/back-forward";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const viewer = await requirePageUser();
  return (
    <Page>
      <Account
        user={viewer}
        {...await loadAccountPage(viewer)}
        signOut={signOutAction}
        signOutEverywhere={signOutEverywhereAction}
      />
      <RestorePosition />
    </Page>
  );
}

import type { Metadata } from "next";
import { signOutAction, signOutEverywhereAction } from "@/lib/auth-actions";
import { requirePageUser } from "@/lib/page";
import { requestCounts } from "@/lib/views";
import { Account } from "@/components/account/account";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Account" };

export default async function AccountPage() {
  const counts = await requestCounts(await requirePageUser());
  return (
    <Page>
      <Account counts={counts} signOut={signOutAction} signOutEverywhere={signOutEverywhereAction} />
    </Page>
  );
}

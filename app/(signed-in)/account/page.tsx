import type { Metadata } from "next";
import { vapidKeys } from "@/lib/server/notices/vapid";
import { formProblem } from "@/lib/views/links";
import { loadAccountPage } from "@/lib/views/account";
import { requestCounts } from "@/lib/views/requests";
import { SHOWN_MONTHS, userSpendingView } from "@/lib/views/spending";
import { Account } from "@/components/account/account";
import { withSkeleton } from "@/app/(signed-in)/with-skeleton";
import { Page } from "@/components/ui/page";

export const metadata: Metadata = { title: "Account" };

export default withSkeleton<object, { problem?: string | string[] }>(
  () => null,
  async ({ viewer, query }) => {
    const [counts, page, { months: spending }] = await Promise.all([
      requestCounts(viewer),
      loadAccountPage(viewer),
      userSpendingView(viewer, SHOWN_MONTHS),
    ]);
    return (
      <Page>
        <Account
          user={viewer}
          counts={counts}
          {...page}
          publicKey={vapidKeys()?.publicKey ?? null}
          spending={spending}
          problem={formProblem(query, null)}
        />
      </Page>
    );
  },
);

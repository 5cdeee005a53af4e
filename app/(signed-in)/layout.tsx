import type { ReactNode } from "react";
import { env } from "@/lib/env";
import { requirePageUser } from "@/lib/server/guarded-page";
import { requestCounts } from "@/lib/views/requests";
import { CurrentUserProvider } from "@/components/session/current-user";
import { EarlyInput } from "@/components/shell/early-input";
import { IgnoreDoubleTaps } from "@/components/shell/ignore-double-taps";
import { OfflineBanner } from "@/components/offline/offline-banner";
import { RegisterServiceWorker } from "@/components/shell/register-service-worker";
import { ResumeAfterSignIn } from "@/components/shell/resume-after-sign-in";
import { SessionBanner } from "@/components/shell/session-banner";
import { GuestBar } from "@/components/shell/guest-bar";
import { Rail } from "@/components/shell/rail";
import { TopBar } from "@/components/shell/top-bar";
import { CatchErrors } from "@/components/navigation/catch-errors";
import { KeepCurrent } from "@/components/refresh/keep-current";
import { StoredUser } from "@/components/shell/stored-user";
import { Toaster } from "@/components/ui/toast";

/** The layout of every guarded screen: the top bar, and what all screens share. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const viewer = await requirePageUser({ guests: true });
  const { id, name, email, picture, guest } = viewer;
  return (
    <CurrentUserProvider user={{ id, name, email, picture, ...(guest && { guest }) }}>
      <StoredUser />
      <KeepCurrent />
      <IgnoreDoubleTaps />
      <ResumeAfterSignIn />
      {env().NODE_ENV === "production" ? <RegisterServiceWorker /> : null}
      {guest ? <GuestBar name={name} groupId={guest} /> : <TopBar counts={await requestCounts(viewer)} />}
      <OfflineBanner noun="expense" />
      <SessionBanner />
      <noscript>
        <p className="session-banner">Evenly needs JavaScript to save changes.</p>
      </noscript>
      {/* Keeps the top bar. */}
      <div className="@container">
        <div className="flex justify-center">
          {guest ? null : <Rail />}
          <div className="max-w-5xl min-w-0 flex-1">
            <CatchErrors>{children}</CatchErrors>
          </div>
        </div>
      </div>
      <EarlyInput />
      <Toaster />
    </CurrentUserProvider>
  );
}

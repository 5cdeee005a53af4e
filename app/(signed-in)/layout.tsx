import type { ReactNode } from "react";
import { env } from "@/lib/env";
import { requirePageUser } from "@/lib/guarded-page";
import { requestCounts } from "@/lib/views/people";
import { CurrentUserProvider } from "@/components/session/current-user";
import { EarlyInput } from "@/components/shell/early-input";
import { IgnoreDoubleTaps } from "@/components/shell/ignore-double-taps";
import { OfflineBanner } from "@/components/shell/offline-banner";
import { RegisterServiceWorker } from "@/components/shell/register-service-worker";
import { ResumeAfterSignIn } from "@/components/shell/resume-after-sign-in";
import { SessionBanner } from "@/components/shell/session-banner";
import { TopBar } from "@/components/shell/top-bar";
import { KeepCurrent } from "@/components/refresh/keep-current";
import { StoredUser } from "@/components/shell/stored-user";
import { ShowTheme } from "@/components/ui/show-theme";
import { Toaster } from "@/components/ui/toast";

/** The layout of every guarded screen: the top bar, and what all screens share. */
export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const viewer = await requirePageUser();
  const counts = await requestCounts(viewer);
  const { id, name, email, picture } = viewer;
  return (
    <CurrentUserProvider user={{ id, name, email, picture }}>
      <ShowTheme />
      <StoredUser />
      <KeepCurrent />
      <IgnoreDoubleTaps />
      <ResumeAfterSignIn />
      {env().NODE_ENV === "production" ? <RegisterServiceWorker /> : null}
      <TopBar counts={counts} />
      <OfflineBanner />
      <SessionBanner />
      <noscript>
        <p className="session-banner">Evenly needs JavaScript to save changes.</p>
      </noscript>
      {children}
      <EarlyInput />
      <Toaster />
    </CurrentUserProvider>
  );
}

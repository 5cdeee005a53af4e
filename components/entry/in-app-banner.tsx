"use client";

import InAppSpy from "inapp-spy";
import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";

const never = () => () => {};

/**
 * Google refuses to sign people in inside the browsers of social apps (spec section 2). Known only in the browser;
 * it lies above the page's lower end, and what it covers can be scrolled clear, so nothing moves when it comes.
 */
export function InAppBanner() {
  const inApp = useSyncExternalStore(
    never,
    () => InAppSpy().isInApp,
    () => false,
  );
  if (!inApp) return null;
  return (
    <>
      <div aria-hidden className="h-48" />
      <div
        role="alert"
        className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-md items-start gap-3 rounded-card bg-sun-soft px-5 py-4 text-on-sun shadow-card ring-2 ring-sun"
      >
        <Icon className="icon-triangle-alert mt-0.5 size-5" />
        <div>
          <p className="font-bold">Google Login may not work in this browser.</p>
          <p>Please open this page in a regular browser, such as Chrome, Safari or Firefox.</p>
        </div>
      </div>
    </>
  );
}

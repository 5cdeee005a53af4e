"use client";

import InAppSpy from "inapp-spy";
import { useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { Icon } from "@/components/ui/icon";
import { useClientValue } from "@/components/ui/use-client-value";

/**
 * Warns in the in-app browsers of social apps, where Google refuses to sign in (docs/rules.md#screens). It is detected in
 * the browser only. The banner overlays the bottom of the page, and the content below can be scrolled clear of it, so
 * nothing moves when it appears.
 */
export function InAppBanner() {
  const inApp = useClientValue(() => InAppSpy().isInApp, false);
  /** Whether the address was copied; null: not yet tried. */
  const [copied, setCopied] = useState<boolean | null>(null);
  if (!inApp) return null;
  return (
    <>
      <div aria-hidden className="h-60" />
      <div
        role="alert"
        className="fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-40 mx-auto flex max-w-md items-start gap-3 rounded-card bg-sun-soft px-5 py-4 text-on-sun shadow-card ring-2 ring-sun"
      >
        <Icon className="icon-triangle-alert mt-0.5 size-5" />
        <div>
          <p className="font-bold">Google Login may not work in this browser.</p>
          <p>Please open this page in a regular browser, such as Chrome, Safari, or Firefox.</p>
          {copied === false ? (
            <p className="mt-2 font-semibold break-all select-all">{location.href}</p>
          ) : (
            <button
              type="button"
              className="mt-1 min-h-11 font-bold underline"
              onClick={() => void copyText(location.href).then(setCopied)}
            >
              {copied ? "Link copied" : "Copy link"}
            </button>
          )}
        </div>
      </div>
    </>
  );
}

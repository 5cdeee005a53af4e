import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { fetcher } from "@/lib/api-client";
import type { Person } from "@/lib/schemas/answers";
import { ToastRegion } from "@/components/ui/toast-region";
import { CurrentUserProvider } from "@/components/current-user";

// Toasts take hold of the pointer to be swiped away; jsdom has no pointer to hold.
HTMLElement.prototype.setPointerCapture ??= () => {};

/** Renders part of a guarded screen as `user` sees it, with an empty cache and the place for toasts. */
export function showScreen(user: Person, screen: ReactNode) {
  return render(
    <CurrentUserProvider
      user={{ id: user._id, name: user.name, picture: user.picture, email: "me@demo.test" }}
    >
      <SWRConfig
        value={{
          fetcher,
          provider: () => new Map(),
          dedupingInterval: 0,
          focusThrottleInterval: 0,
          shouldRetryOnError: false,
        }}
      >
        {screen}
        <ToastRegion />
      </SWRConfig>
    </CurrentUserProvider>,
  );
}

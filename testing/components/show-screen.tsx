import { act, render } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { startTransition, useState, type ReactNode } from "react";
import { SWRConfig } from "swr";
import type { Person } from "@/lib/contract/people";
import { KeepCurrent } from "@/components/refresh/keep-current";
import { group } from "./fixtures";
import { toast, Toaster } from "@/components/ui/toast";
import { CurrentUserProvider } from "@/components/session/current-user";

// Next.js exports no router for tests, and each test file would need its own mock of next/navigation. These contexts are
// what its hooks and links read.

/** The part of Next's router that screens use. */
export const router = {
  back: jest.fn(),
  forward: jest.fn(),
  push: jest.fn(),
  replace: jest.fn(),
  refresh: jest.fn(),
  prefetch: jest.fn(),
  bfcacheId: "0",
};

beforeEach(() => {
  jest.clearAllMocks();
  // Drafts of the test before.
  localStorage.clear();
});
afterEach(() => act(() => toast.clear()));

/**
 * Renders part of a guarded screen as `user` sees it, with an empty cache and a Toaster.
 * @param screen renders the screen; called again at each refresh, as the server would
 * @param user a guest is one of the fixtures' group
 * @param path the screen's address
 */
export function showScreen(user: Person, screen: () => ReactNode, path = "/") {
  return render(
    <SWRConfig value={{ dedupingInterval: 0 }}>
      <AppRouterContext value={router}>
        <PathnameContext value={path}>
          <CurrentUserProvider
            user={{
              id: user._id,
              name: user.name,
              picture: user.picture,
              email: "me@demo.test",
              ...(user.guest && { guest: group._id }),
            }}
          >
            <Served screen={screen} />
            <KeepCurrent />
            <Toaster />
          </CurrentUserProvider>
        </PathnameContext>
      </AppRouterContext>
    </SWRConfig>,
  );
}

function Served({ screen }: { screen: () => ReactNode }) {
  const [rendered, setRendered] = useState(screen);
  router.refresh.mockImplementation(() => startTransition(() => setRendered(screen())));
  return rendered;
}

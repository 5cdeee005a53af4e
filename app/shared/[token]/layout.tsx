import type { ReactNode } from "react";
import { getPageUser } from "@/lib/server/guarded-page";
import { LinkBar } from "@/components/shell/link-bar";

/** The pages of a shared link have the top bar, also for strangers. */
export default async function SharedLayout({ children }: { children: ReactNode }) {
  const viewer = await getPageUser();
  return (
    <>
      <LinkBar viewer={viewer && { name: viewer.name, guest: viewer.guest }} />
      {children}
    </>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { actAs } from "@/lib/client/call";
import { forgetExpired } from "@/components/offline/drafts";
import { useCurrentUser } from "@/components/session/current-user";
import { getStoredUser, storeUser, USER_KEY } from "@/components/session/local-storage";
import { whoLeft } from "@/components/session/who-left";
import { toast } from "@/components/ui/toast";
import { isolate } from "@/lib/core/text/isolate";

/**
 * Keeps the browser's copy of the signed-in user (docs/rules.md#browser-data), and deletes expired drafts, and the toasts
 * of other users. When another tab signs out, or signs in as someone else, this one refreshes; it says so if someone
 * else is signed in now. Mounted once, by the signed-in layout.
 */
export function StoredUser() {
  const { id, name, email, picture } = useCurrentUser();
  const router = useRouter();

  useEffect(() => {
    // Signing out, which clears the stored user, needs no explanation.
    if (actAs(id) && getStoredUser()) toast.info(`You are now signed in as ${isolate(name)}.`);
    storeUser({ _id: id, name, email, picture });
  }, [id, name, email, picture]);
  useEffect(forgetExpired, [id]);
  useEffect(() => () => toast.clear(), [id]);

  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      const cleared = key === null;
      if (cleared || (key === USER_KEY && getStoredUser()?._id !== id)) router.refresh();
    };
    // A page that the browser has kept since before a logout: nothing of it may be seen again.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      // They are still stored until /login runs its scripts.
      if (!persisted || (getStoredUser()?._id === id && whoLeft() !== id)) return;
      document.body.replaceChildren();
      location.reload();
    };
    const ended = new AbortController();
    window.addEventListener("storage", onStorage, { signal: ended.signal });
    window.addEventListener("pageshow", onPageShow, { signal: ended.signal });
    return () => ended.abort();
  }, [id, router]);

  return null;
}

"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { forgetDrafts } from "@/components/forms/form-draft";
import { useCurrentUser } from "@/components/session/current-user";
import { storeUser, USER_KEY } from "@/components/session/local-storage";
import { toast } from "@/components/ui/toast";

/**
 * Keeps the browser's copy of the signed-in user (spec sections 3 and 4), and deletes what belongs to other users:
 * drafts and toasts. Mounted once, by the signed-in layout. When another tab signs out, this one refreshes, which leads
 * to the entry screen.
 */
export function StoredUser() {
  const { id, name, email, picture } = useCurrentUser();
  const router = useRouter();

  useEffect(() => storeUser({ _id: id, name, email, picture }), [id, name, email, picture]);
  useEffect(() => forgetDrafts(id), [id]);
  useEffect(() => () => toast.clear(), [id]);

  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const cleared = key === null;
      if (cleared || (key === USER_KEY && newValue === null)) router.refresh();
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [router]);

  return null;
}

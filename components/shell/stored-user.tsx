"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { forgetDrafts } from "@/components/forms/form-draft";
import type { User } from "@/lib/schemas/answers";
import { storeUser, USER_KEY } from "@/components/session/local-storage";
import { toast } from "@/components/ui/toast";

/**
 * Keeps the browser's copy of the signed-in user (spec sections 3 and 4), and deletes what belongs to other users:
 * drafts and toasts. Mounted once, by the signed-in layout. When another tab signs out, this one refreshes, which leads
 * to the entry screen.
 */
export function StoredUser({ user: { _id, name, email, picture } }: { user: User }) {
  const router = useRouter();

  useEffect(() => storeUser({ _id, name, email, picture }), [_id, name, email, picture]);
  useEffect(() => forgetDrafts(_id), [_id]);
  useEffect(() => () => toast.clear(), [_id]);

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

"use client";

import { usePathname, useRouter } from "next/navigation";
import { startTransition, useEffect } from "react";
import { GENERIC_MESSAGE } from "@/lib/core/generic-message";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { useRecovery } from "./use-recovery";

export type ErrorPageProps = { error: Error & { digest?: string }; reset: () => void };

/** The error page of a screen: offers to try again, and tries again by itself when the server answers. */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const router = useRouter();
  // The only screen with its own message (spec section 5).
  const editsExpense = usePathname().includes("/edit-expense/");
  useEffect(() => console.error(error), [error]);

  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  useRecovery(retry);
  return (
    <Page>
      <div className="my-auto" role="alert">
        <EmptyState
          picture="offline"
          title={editsExpense ? "Failed to load data." : GENERIC_MESSAGE}
          heading
          action={<Button onClick={retry}>Try again</Button>}
        >
          {error.digest ? `If this keeps happening, report this error code: ${error.digest}` : null}
        </EmptyState>
      </div>
    </Page>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { GENERIC_MESSAGE } from "@/lib/api-client";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";

export type ErrorPageProps = {
  error: Error & { digest?: string };
  reset: () => void;
  /** What went wrong, where the screen has words of its own for it. */
  message?: string | undefined;
};

/** Something went wrong on the way to a screen: say so, offer to try again, give the number for the log. */
export function ErrorPage({ error, reset, message = GENERIC_MESSAGE }: ErrorPageProps) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <Page>
      <div className="my-auto" role="alert">
        <EmptyState
          picture="offline"
          title={message}
          headingLevel={1}
          action={<Button onClick={retry}>Try again</Button>}
        >
          {error.digest ? `If it stays so, tell us this number: ${error.digest}` : null}
        </EmptyState>
      </div>
    </Page>
  );
}

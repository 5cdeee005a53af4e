"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { NewToken as Created } from "@/lib/contract/account";
import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Disclosure } from "@/components/ui/disclosure";
import { DownloadLink } from "@/components/ui/download-link";
import { focusOnce } from "@/components/ui/focus-once";
import { keepFocus } from "@/components/ui/keep-focus";
import { OnDemand } from "@/components/ui/on-demand";
import { copy } from "@/components/ui/share";
import { SignInAgain } from "./sign-in-again";

const loadForm = async () => (await import("./new-token-form")).NewTokenForm;

/** The form for a new API token, for someone who has just signed in, and the token that was created, this once. */
export function NewToken({ recent }: { recent: boolean }) {
  const router = useRouter();
  // Kept here, because the sign-in can become too old while the token is shown.
  const [created, setCreated] = useState<Created | null>(null);
  // Not earlier, because a refresh that fails, or one after a deployment, loads the page again, without the token.
  const close = () => {
    setCreated(null);
    router.refresh();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {created ? "Token created" : ""}
      </p>
      {created ? <CreatedToken key={created._id} created={created} onClose={close} /> : null}
      {recent ? (
        <Disclosure name="new-token" summary="New token" onDemand>
          <OnDemand load={loadForm} props={{ onCreated: setCreated }} />
        </Disclosure>
      ) : (
        <SignInAgain>Sign in to create a token</SignInAgain>
      )}
    </>
  );
}

const UNCOPIED = "Couldn't copy it. Select the token and copy it yourself.";

type CreatedTokenProps = { created: Created; onClose: () => void };

function CreatedToken({ created: { name, token }, onClose }: CreatedTokenProps) {
  return (
    <Card tone="sun" className="flex flex-col gap-3" data-keep-screen>
      {/* The form would focus its button again. */}
      <h3 ref={focusOnce} className="font-bold">
        <Bdi>{name}</Bdi>
      </h3>
      <p className="font-mono break-all select-all" translate="no">
        {token}
      </p>
      <Button
        variant="secondary"
        icon="icon-copy"
        className="self-start"
        onClick={() => void copy(token, "Token copied.", UNCOPIED)}
      >
        Copy
      </Button>
      <p className="text-sm">
        Copy it now. You won&apos;t see it again. Anyone who has it can act as you. Send it in the
        “Authorization: Bearer …” header.
      </p>
      <div className="-mx-4">
        <DownloadLink href="/api/openapi.json">What scripts can do (OpenAPI)</DownloadLink>
      </div>
      <Button variant="secondary" className="self-start" onClick={onClose} ref={keepFocus}>
        Done
      </Button>
    </Card>
  );
}

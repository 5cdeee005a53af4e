"use client";

import { useState, type FormEvent } from "react";
import { pastedPath } from "./pasted-path";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { TextField } from "@/components/ui/field";

/** Opens a pasted link of this site. An installed app has no address bar, and other cookies than the browser. */
export function PasteLink() {
  const [error, setError] = useState<string | null>(null);
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("link"));
    const found = pastedPath(text, location.host);
    if ("path" in found) location.assign(found.path);
    else setError(found.problem);
  };
  return (
    <Disclosure name="paste-link" summary="Paste your invite link" className="w-full">
      <form onSubmit={open} className="flex flex-col gap-3" noValidate>
        <TextField
          label="Invite link"
          name="link"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
        />
        <Button type="submit" variant="secondary">
          Open
        </Button>
      </form>
    </Disclosure>
  );
}

"use client";

import { useState } from "react";
import { useFormStatus } from "react-dom";
import { Button, type ButtonLook } from "@/components/ui/button";

/** Submits a form that uses the link. */
export function JoinButton({ label, variant }: { label: string } & Pick<ButtonLook, "variant">) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant={variant} className="w-full" busy={pending} busyLabel="Joining…">
      {label}
    </Button>
  );
}

/** Copies the address of the page; shows it if it cannot be copied. */
export function CopyLinkButton() {
  const [said, say] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => say("Link copied."),
      () => say(location.href),
    );
  return (
    <>
      <Button onClick={() => void copy()}>Copy link</Button>
      <span role="status" className="font-semibold break-all select-all">
        {said}
      </span>
    </>
  );
}

"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

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

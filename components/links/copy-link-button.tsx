"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";

/** Copies the address of the page; shows it if it cannot be copied. */
export function CopyLinkButton() {
  const [said, say] = useState("");
  const copy = async () => say((await copyText(location.href)) ? "Link copied." : location.href);
  return (
    <>
      <Button onClick={() => void copy()}>Copy link</Button>
      <span role="status" className="font-semibold break-all select-all">
        {said}
      </span>
    </>
  );
}

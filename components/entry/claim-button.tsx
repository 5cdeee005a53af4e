"use client";

import { useFormStatus } from "react-dom";
import { Button } from "@/components/ui/button";

/** Confirms that the viewer takes the guest's place. */
export function ClaimButton({ name }: { name: string }) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" className="w-full" busy={pending} busyLabel="One moment…">
      {`Yes, I'm ${name}`}
    </Button>
  );
}

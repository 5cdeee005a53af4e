"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";

const TEXT = "Let's split what we spend together on Evenly.";

/** Invites somebody who is not here yet: through the device's share sheet, or by a link to paste. */
export function Invite() {
  return (
    <Button
      variant="secondary"
      className="self-start"
      icon={<Icon className="icon-send" />}
      onClick={() => void invite(location.origin)}
    >
      Send an invitation
    </Button>
  );
}

async function invite(url: string): Promise<void> {
  try {
    if ("share" in navigator) {
      await navigator.share({ title: "Evenly", text: TEXT, url });
      return;
    }
  } catch (error) {
    // The person closed the share sheet. Anything else: there is no way to share here.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Link copied. Send it to your friend.");
  } catch {
    toast.info(`Send your friend this link: ${url}`, { duration: 30_000 });
  }
}

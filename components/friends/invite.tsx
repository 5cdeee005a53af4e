"use client";

import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";

const TEXT = "Let's split what we spend together on Evenly.";

/** Invites someone who has no account, through the device's share sheet or a link to paste. */
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
    // The user closed the share sheet. Any other error: sharing is not available.
    if (error instanceof DOMException && error.name === "AbortError") return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Link copied. Send it to your friend.");
  } catch {
    toast.info(`Send your friend this link: ${url}`, { duration: 30_000 });
  }
}

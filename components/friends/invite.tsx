"use client";

import { call } from "@/lib/client/call";
import { useShareLink } from "@/components/people/use-share-link";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

const TEXT = "Let's split what we spend together on Evenly.";
const COPIED = "Link copied. Send it to your friend.";

/**
 * Invites someone with a link that makes them a friend, through the device's share sheet or to paste.
 * @param links of the viewer, that work
 */
export function Invite({ links }: { links: readonly { _id: string }[] }) {
  const { busy, shareLink } = useShareLink(links, () => call("POST /api/users/links", {}), TEXT, COPIED);

  return (
    <Button
      variant="secondary"
      className="self-start"
      icon={<Icon className="icon-send" />}
      busy={busy}
      busyLabel="Creating…"
      onClick={shareLink}
    >
      Send an invitation
    </Button>
  );
}

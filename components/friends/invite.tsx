"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { call } from "@/lib/client/call";
import { usePending } from "@/components/refresh/use-pending";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { share } from "@/components/ui/share";

const TEXT = "Let's split what we spend together on Evenly.";
const COPIED = "Link copied. Send it to your friend.";

/**
 * Invites someone with a link that makes them a friend, through the device's share sheet or to paste.
 * @param links of the viewer, that work
 */
export function Invite({ links }: { links: readonly { _id: string }[] }) {
  const router = useRouter();
  const { pending, run } = usePending();
  /** Its address is told only once, so a second try shares the same one, unless it was revoked. */
  const created = useRef<{ _id: string; url: string }>(undefined);
  const invite = () =>
    void run("invite", async () => {
      if (!links.some(({ _id }) => _id === created.current?._id))
        created.current = await call("POST /api/users/links", {});
      void share(created.current!.url, TEXT, COPIED);
      return router.refresh;
    });

  return (
    <Button
      variant="secondary"
      className="self-start"
      icon={<Icon className="icon-send" />}
      busy={"invite" in pending}
      busyLabel="Creating…"
      onClick={invite}
    >
      Send an invitation
    </Button>
  );
}

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

/** Invites someone with a link that makes them a friend, through the device's share sheet or to paste. */
export function Invite() {
  const router = useRouter();
  const { pending, run } = usePending();
  /** Told only once, so that a second try shares the same one. */
  const url = useRef<string | null>(null);
  const invite = () =>
    void run("invite", async () => {
      url.current ??= (await call("POST /api/users/links", {})).url;
      void share(url.current, TEXT, COPIED);
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

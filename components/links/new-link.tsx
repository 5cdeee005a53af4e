"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { call } from "@/lib/client/call";
import type { NewLink as Created } from "@/lib/contract/links";
import type { Person } from "@/lib/contract/people";
import { ActionButton } from "@/components/refresh/action-button";
import { Button } from "@/components/ui/button";
import { copy, share } from "@/components/ui/share";
import { QrCode } from "./qr-code";

const COPIED = "Link copied.";

export type NewLinkProps = {
  groupId: string;
  title: string;
  /** The guest for whom the link is; default: for everyone. */
  guest?: Person;
};

/** Creates a link, and shows it this once: to share, to copy, and as a QR code. */
export function NewLink({ groupId, title, guest }: NewLinkProps) {
  const router = useRouter();
  const [link, setLink] = useState<Created | null>(null);
  const create = async () => {
    const created = await call("POST /api/groups/{groupId}/links", {
      params: { groupId },
      body: guest ? { guestId: guest._id } : {},
    });
    return () => {
      setLink(created);
      router.refresh();
    };
  };

  if (!link) {
    return (
      <ActionButton
        className="self-start"
        variant={guest ? "secondary" : "primary"}
        icon="icon-plus"
        busyLabel="Creating…"
        aria-label={guest && `Create link for ${guest.name}`}
        action={create}
      >
        Create link
      </ActionButton>
    );
  }
  return (
    <div className="flex w-full flex-col items-center gap-4 text-center">
      <QrCode svg={link.qr} size={208} />
      <p role="status" className="font-semibold break-all select-all">
        {link.url}
      </p>
      <div className="flex w-full flex-col gap-3 sm:flex-row sm:justify-center">
        <Button icon="icon-send" onClick={() => void share(link.url, `Join ${title} on Evenly.`, COPIED)}>
          Share
        </Button>
        <Button variant="secondary" icon="icon-copy" onClick={() => void copy(link.url, COPIED)}>
          Copy
        </Button>
      </div>
      <p className="text-sm text-muted">Share it now: it is not shown again.</p>
    </div>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { ActionButton } from "@/components/refresh/action-button";
import { share } from "@/components/ui/share";

type Created = { _id: string; url: string };

export type ShareLinkButtonProps = {
  /** Those that work. */
  links: readonly { _id: string }[];
  create: () => Promise<Created>;
  /** What is shared with the link. */
  text: string;
  /** The message where it can only be copied. */
  copied: string;
  children: string;
};

/**
 * Creates a link and shares it. Its address is told only once, so a second try shares the same one, unless it was
 * revoked.
 */
export function ShareLinkButton({ links, create, text, copied, children }: ShareLinkButtonProps) {
  const router = useRouter();
  const created = useRef<Created>(undefined);
  return (
    <ActionButton
      variant="secondary"
      className="self-start"
      icon="icon-send"
      busyLabel="Creating…"
      action={async () => {
        const known = links.some(({ _id }) => _id === created.current?._id) && created.current;
        const link = known ? Promise.resolve(known) : create();
        // During the press: see copyText.
        void share(
          link.then(({ url }) => url),
          text,
          copied,
        );
        created.current = await link;
        return router.refresh;
      }}
    >
      {children}
    </ActionButton>
  );
}

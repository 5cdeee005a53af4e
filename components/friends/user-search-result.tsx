"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useSWRConfig } from "swr";
import { ApiError, call, newIdempotencyKey } from "@/lib/client/call";
import type { Relationship } from "@/lib/core/friends";
import type { User } from "@/lib/contract/people";
import { useCurrentUser } from "@/components/session/current-user";
import { recount } from "@/components/shell/use-request-counts";
import { Avatar } from "@/components/people/avatar";
import { FieldError } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { toast } from "@/components/ui/toast";
import { Icon } from "@/components/ui/icon";
import { Bdi } from "@/components/ui/bdi";
import { isolate } from "@/lib/core/text/isolate";
import { MaskedEmail } from "./masked-email";
import { REQUEST_ERROR_DISPLAY, requestError } from "./request-error";

/** Error codes that reveal the current relationship. */
const STATE_OF_REFUSAL: Readonly<Record<string, Relationship>> = {
  "already-requested": "requested",
  "already-friends": "friends",
};

export type UserSearchResultProps = {
  user: User;
  /** undefined: none, as far as is known. */
  relationship: Relationship | undefined;
  /** Called when the server has revealed the relationship. */
  onRelationship: (relationship: Relationship) => void;
};

/** A search result. The user-plus icon sends a friend request; then a clock icon replaces it. */
export function UserSearchResult({ user, relationship, onRelationship }: UserSearchResultProps) {
  const me = useCurrentUser();
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const [error, setError] = useState<string | null>(null);

  useEffect(() => {
    if (error === null) return;
    const timer = setTimeout(() => setError(null), REQUEST_ERROR_DISPLAY);
    return () => clearTimeout(timer);
  }, [error]);

  async function ask() {
    setBusy(true);
    setError(null);
    try {
      const input = { body: { to: user._id, from: me.id }, idempotencyKey: key };
      const response = await call("POST /api/users/friends/request", input);
      onRelationship(response.accepted ? "friends" : "requested");
      if (response.accepted) {
        // They had sent a request before, so it was accepted instead.
        toast.success(`You and ${isolate(user.name)} are friends now`);
        recount("friend", mutate);
        router.refresh();
      }
    } catch (reason) {
      setError(requestError(reason));
      const known = reason instanceof ApiError ? STATE_OF_REFUSAL[reason.code] : undefined;
      if (known) onRelationship(known);
    }
    setBusy(false);
  }

  return (
    <ListRow
      href={`/friends/${user._id}`}
      leading={<Avatar name={user.name} picture={user.picture} />}
      title={<Bdi>{user.name}</Bdi>}
      detail={<MaskedEmail email={user.email} />}
      trailing={
        relationship === "friends" ? (
          <Mark icon="icon-user-check" label="Already friends" />
        ) : relationship === "requested" ? (
          <Mark icon="icon-clock" label="Request sent" />
        ) : (
          <IconButton
            icon="icon-user-plus"
            ref={keepFocus}
            tone="brand"
            aria-label={`Send a friend request to ${user.name}`}
            busy={busy}
            onClick={() => void ask()}
          />
        )
      }
    >
      {error ? <FieldError>{error}</FieldError> : null}
    </ListRow>
  );
}

function Mark({ icon, label }: { icon: string; label: string }) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="flex size-11 items-center justify-center text-muted"
    >
      <Icon className={icon} />
    </span>
  );
}

"use client";

import useSWR from "swr";
import { balanceToCents } from "@/lib/core/money";
import type { FriendSummaryItem, Profile } from "@/lib/schemas/answers";
import { SUMMARY_KEY } from "@/components/live-data/keys";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { BlockPerson } from "./block-person";
import { FriendActions } from "./friend-actions";
import { MaskedEmail } from "./masked-email";

/** A person: picture, name, masked email, how the viewer stands with them, and what can be done about it. */
export function FriendProfile({ profile: fromServer }: { profile: Profile }) {
  const { data: profile = fromServer, mutate } = useSWR<Profile>(`/api/users/${fromServer._id}`, {
    fallbackData: fromServer,
  });
  return (
    <section className="flex flex-col items-center gap-6 pt-4 text-center">
      <Avatar name={profile.name} picture={profile.picture} size="xl" />
      <div className="flex max-w-full flex-col gap-1">
        <h1 className="text-3xl/9 font-extrabold tracking-tight">
          <bdi>{profile.name}</bdi>
        </h1>
        <p className="text-muted">
          <MaskedEmail email={profile.email} />
        </p>
      </div>
      {profile.relationship === "self" ? null : (
        <>
          <BalanceWith userId={profile._id} />
          {profile.relationship === "blocked" ? null : <FriendActions profile={profile} onChange={mutate} />}
          <BlockPerson profile={profile} onChange={mutate} />
        </>
      )}
    </section>
  );
}

/** One line about money; its space is there before the answer is. */
function BalanceWith({ userId }: { userId: string }) {
  const { data: summary } = useSWR<FriendSummaryItem[]>(SUMMARY_KEY);
  const amount = summary?.find(({ _id }) => _id === userId)?.amount;
  const cents = amount === undefined ? 0 : balanceToCents(amount);
  const side = cents < 0 ? "owe" : "owed";
  return (
    <p className="min-h-8" role="status">
      {summary && cents === 0 ? <span className="text-muted">Nothing is owed between you.</span> : null}
      {cents !== 0 ? (
        <Amount
          cents={Math.abs(cents)}
          tone={side}
          size="lg"
          words={side === "owe" ? "you owe" : "owes you"}
        />
      ) : null}
    </p>
  );
}

import { balanceToCents } from "@/lib/core/money";
import { sumCents } from "@/lib/core/totals";
import type { OpenPayment, Profile } from "@/lib/schemas/answers";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { OpenPayments } from "@/components/settlements/open-payments";
import { BlockPerson } from "./block-person";
import { FriendActions } from "./friend-actions";
import { MaskedEmail } from "./masked-email";

export type FriendProfileProps = {
  profile: Profile;
  /** The open payments between the viewer and them, one per event. */
  open: readonly OpenPayment[];
};

/** A profile: picture, name, masked email, open payments with the viewer, and actions. */
export function FriendProfile({ profile, open }: FriendProfileProps) {
  const { relationship } = profile;
  const balances = open.map(({ settlement: { from, amount } }) =>
    balanceToCents(from._id === profile._id ? amount : -amount),
  );
  const actions = relationship === "blocked" ? null : <FriendActions profile={profile} open={open.length} />;
  return (
    <section className="flex flex-1 flex-col items-center gap-6 pt-4 text-center">
      <Avatar name={profile.name} picture={profile.picture} size="xl" />
      <div className="flex max-w-full flex-col gap-1">
        <h1 className="text-3xl/9 font-extrabold tracking-tight">
          <bdi>{profile.name}</bdi>
        </h1>
        <p className="text-muted">
          <MaskedEmail email={profile.email} />
        </p>
      </div>
      {relationship === "self" ? null : (
        <>
          <BalanceLine cents={sumCents(balances)} even={open.length > 0} />
          {relationship === "friends" ? null : actions}
          <OpenPayments friend={profile} open={open} />
          {/* Destructive actions come last. */}
          <div className="mt-auto flex flex-col items-center pt-4">
            {relationship === "friends" ? actions : null}
            <BlockPerson profile={profile} />
          </div>
        </>
      )}
    </section>
  );
}

/** @param even whether open payments cancel each other out */
function BalanceLine({ cents, even }: { cents: number; even: boolean }) {
  const side = cents < 0 ? "owe" : "owed";
  return (
    <p role="status">
      {cents === 0 ? (
        <span className="text-muted">
          {even ? "Your debts cancel out." : "You don't owe each other anything."}
        </span>
      ) : (
        <Amount
          cents={Math.abs(cents)}
          tone={side}
          size="lg"
          words={side === "owe" ? "you owe" : "owes you"}
        />
      )}
    </p>
  );
}

import { balanceToCents } from "@/lib/core/money";
import type { Profile } from "@/lib/schemas/answers";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { BlockPerson } from "./block-person";
import { FriendActions } from "./friend-actions";
import { MaskedEmail } from "./masked-email";

export type FriendProfileProps = {
  profile: Profile;
  /** Dollars; negative where the viewer owes. */
  balance: number;
};

/** A person: picture, name, masked email, how the viewer stands with them, and what can be done about it. */
export function FriendProfile({ profile, balance }: FriendProfileProps) {
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
          <BalanceLine cents={balanceToCents(balance)} />
          {profile.relationship === "blocked" ? null : <FriendActions profile={profile} />}
          <BlockPerson profile={profile} />
        </>
      )}
    </section>
  );
}

function BalanceLine({ cents }: { cents: number }) {
  const side = cents < 0 ? "owe" : "owed";
  return (
    <p role="status">
      {cents === 0 ? (
        <span className="text-muted">Nothing is owed between you.</span>
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

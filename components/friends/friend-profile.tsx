import type { OpenPayment, Profile } from "@/lib/schemas/answers";
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
          <OpenPayments friend={profile} open={open}>
            {relationship === "friends" ? null : actions}
          </OpenPayments>
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

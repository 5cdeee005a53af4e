import type { Profile } from "@/lib/contract/people";
import type { OpenPayment } from "@/lib/contract/settlements";
import { balanceToCents } from "@/lib/core/money/money";
import { sumCents } from "@/lib/core/money/totals";
import { firstName } from "@/lib/core/people";
import { pluralize } from "@/lib/core/text/pluralize";
import { eventPath, sharePath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { OpenPayments } from "@/components/settlements/open-payments";
import { SettledTogether, type SettledTogetherProps } from "@/components/settlements/settled-together";
import { ButtonLink } from "@/components/ui/button-link";
import { List, ListRow } from "@/components/ui/list";
import { Bdi } from "@/components/ui/bdi";
import { BlockPerson } from "./block-person";
import { FriendActions } from "./friend-actions";
import { WaitingExpenses } from "@/components/expenses/waiting-expenses";
import { MaskedEmail } from "./masked-email";

export type FriendProfileProps = {
  profile: Profile;
  /** The open payments between the viewer and them, one per event. */
  open: readonly OpenPayment[];
  /** What the two settled together, and can be undone. */
  settledTogether?: SettledTogetherProps["batches"];
  /** What the two share one-to-one. */
  pair?: { _id: string; groupId: string; title: string; expenseCount: number } | null;
};

/** A profile: picture, name, masked email, open payments with the viewer, and actions. */
export function FriendProfile({ profile, open, settledTogether = [], pair = null }: FriendProfileProps) {
  const { relationship } = profile;
  const cents = sumCents(
    open.map(({ settlement: { from, amount } }) =>
      balanceToCents(from._id === profile._id ? amount : -amount),
    ),
  );
  const actions =
    relationship === "blocked" || profile.guest ? null : (
      <FriendActions profile={profile} open={open.length} cents={cents} />
    );
  return (
    <section className="flex flex-1 flex-col items-center gap-6 pt-4 text-center">
      <Avatar name={profile.name} picture={profile.picture} size="xl" />
      <div className="flex max-w-full flex-col gap-1">
        <h1 className="text-3xl/9 font-extrabold tracking-tight">
          <Bdi>{profile.name}</Bdi>
        </h1>
        <p className="text-muted">
          {profile.guest ? "guest, without an account" : <MaskedEmail email={profile.email} />}
        </p>
      </div>
      {relationship === "self" ? null : (
        <>
          <OpenPayments friend={profile} open={open}>
            {relationship === "friends" ? (
              <ButtonLink href={sharePath(profile._id)} icon="icon-plus">
                Add expense with <Bdi>{firstName(profile.name)}</Bdi>
              </ButtonLink>
            ) : (
              actions
            )}
          </OpenPayments>
          <SettledTogether friend={profile} batches={settledTogether} />
          <WaitingExpenses form={sharePath(profile._id)} />
          {pair ? (
            <List className="w-full text-left">
              <ListRow
                href={eventPath(pair.groupId, pair._id)}
                leading={<Avatar name={profile.name} picture={profile.picture} />}
                title={<Bdi>{pair.title}</Bdi>}
                detail={pluralize(pair.expenseCount, "expense")}
              />
            </List>
          ) : null}
          {/* Destructive actions come last. */}
          <div className="mt-auto flex flex-col items-center pt-4">
            {relationship === "friends" ? actions : null}
            {profile.guest ? null : <BlockPerson profile={profile} />}
          </div>
        </>
      )}
    </section>
  );
}

import type { Page } from "@/lib/core/page";
import type { Person, Profile } from "@/lib/contract/people";
import type { HistoryLine, OpenPayment } from "@/lib/contract/settlements";
import { balanceToCents, sumCents } from "@/lib/core/money/money";
import { pluralize } from "@/lib/core/text/pluralize";
import {
  addExpensePath,
  eventPath,
  groupPath,
  inviteByLinkPath,
  recordPaymentPath,
  sharePath,
} from "@/lib/paths";
import { RowBalance } from "@/components/groups/row-balance";
import { Avatar } from "@/components/people/avatar";
import { OpenPayments } from "@/components/settlements/open-payments";
import { SettledTogether, type SettledTogetherProps } from "@/components/settlements/settled-together";
import { Bdi } from "@/components/ui/bdi";
import { ButtonLink } from "@/components/ui/button-link";
import { DownloadMenu, expenseFiles } from "@/components/ui/download-menu";
import { GroupIcon } from "@/components/ui/group-icon";
import { ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import { BlockPerson } from "./block-person";
import { FriendActions } from "./friend-actions";
import { EditPresets } from "@/components/usual-split/edit-presets";
import { WaitingExpenses } from "@/components/expenses/waiting-expenses";
import { History } from "./history";
import { MaskedEmail } from "./masked-email";
import { TwoColumns } from "./two-columns";

export type FriendProfileProps = {
  viewer: Person;
  profile: Profile;
  /** The open payments between the viewer and them, one per event. */
  open: readonly OpenPayment[];
  /** What the two settled together, and can be undone. */
  settledTogether: SettledTogetherProps["batches"];
  /** The groups that both are in, with the viewer's balance with them in dollars. */
  groups: readonly { _id: string; title: string; icon: string; amount: number }[];
  /** What the two share one-to-one. */
  pair: { _id: string; groupId: string; title: string; expenseCount: number } | null;
  /** The event in which a payment between the two can be recorded. */
  recordIn: { _id: string; groupId: string } | null;
  history: Page<HistoryLine>;
};

/** A profile: who it is, what is open between the two, the groups and the history that they share, and actions. */
export function FriendProfile(props: FriendProfileProps) {
  const { viewer, profile, open, settledTogether, groups, pair, recordIn, history } = props;
  const { relationship, guest } = profile;
  const header = (
    <header className="flex flex-wrap items-center gap-4">
      <Avatar name={profile.name} picture={profile.picture} size="lg" />
      <div className="min-w-0 flex-1 basis-40">
        <h1 className="text-2xl/8 font-extrabold tracking-tight wrap-anywhere">
          <Bdi>{profile.name}</Bdi>
        </h1>
        <p className="text-muted">
          {guest ? "guest, without an account" : <MaskedEmail email={profile.email} />}
        </p>
      </div>
    </header>
  );
  if (relationship === "self") {
    return (
      <>
        {header}
        <ButtonLink href="/account" className="self-start">
          Account
        </ButtonLink>
      </>
    );
  }
  const cents = sumCents(
    open.map(({ settlement: { from, amount } }) =>
      balanceToCents(from._id === profile._id ? amount : -amount),
    ),
  );
  const actions =
    relationship === "blocked" || guest ? null : (
      <FriendActions profile={profile} open={open.length} cents={cents} />
    );
  const friends = relationship === "friends";
  const share = friends ? sharePath(profile._id) : recordIn && addExpensePath(recordIn.groupId, recordIn._id);
  return (
    <TwoColumns balanced>
      <div>
        {header}
        <OpenPayments friend={profile} open={open}>
          {recordIn ? (
            <ButtonLink
              variant="secondary"
              href={recordPaymentPath(recordIn.groupId, recordIn._id, profile._id)}
            >
              Record a payment
            </ButtonLink>
          ) : null}
          {share ? (
            <ButtonLink variant="secondary" href={share}>
              Add expense
            </ButtonLink>
          ) : null}
          {guest && groups[0] ? (
            <ButtonLink variant="secondary" href={inviteByLinkPath(groups[0]._id)}>
              Their link
            </ButtonLink>
          ) : null}
        </OpenPayments>
        {friends ? null : actions}
        <WaitingExpenses form={sharePath(profile._id)} />
        {groups.length > 0 || pair ? (
          <Section id="groups" heading="Shared groups" className="gap-4">
            <ShowMore name="groups" limit={8}>
              {pair ? (
                <ListRow
                  href={eventPath(pair.groupId, pair._id)}
                  leading={<Avatar name={profile.name} picture={profile.picture} />}
                  title={<Bdi>{pair.title}</Bdi>}
                  detail={pluralize(pair.expenseCount, "expense")}
                />
              ) : null}
              {groups.map(({ _id, title, icon, amount }) => (
                <ListRow
                  key={_id}
                  href={groupPath(_id)}
                  leading={<GroupIcon src={icon} />}
                  title={<Bdi>{title}</Bdi>}
                  trailing={amount === 0 ? null : <RowBalance balance={amount} owed="owes you" />}
                />
              ))}
            </ShowMore>
          </Section>
        ) : null}
        {pair && friends ? (
          <EditPresets group={{ _id: pair.groupId, members: [viewer, profile], pair: true }} />
        ) : null}
      </div>
      <div>
        <SettledTogether friend={profile} batches={settledTogether} />
        <History friendId={profile._id} history={history} />
        {history.rows.length > 0 ? (
          <DownloadMenu files={expenseFiles(`/api/users/${profile._id}/expenses.csv`)} />
        ) : null}
        {/* Destructive actions come last. */}
        <div className="flex flex-wrap justify-center gap-x-4">
          {friends ? actions : null}
          {guest ? null : <BlockPerson profile={profile} />}
        </div>
      </div>
    </TwoColumns>
  );
}

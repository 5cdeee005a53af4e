import { monthName } from "@/lib/core/text/dates";
import { firstName } from "@/lib/core/people";
import type { RequestCounts } from "@/lib/contract/requests";
import type { Person } from "@/lib/contract/people";
import type { UserSpending } from "@/lib/contract/spending";
import type { SessionUser } from "@/lib/core/account";
import { Avatar } from "@/components/people/avatar";
import { SpendingBars } from "@/components/spending/spending-bars";
import { Card } from "@/components/ui/card";
import { PostForm, SubmitButton } from "@/components/ui/post-form";
import { Section } from "@/components/ui/section";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Bdi } from "@/components/ui/bdi";
import { Notifications, type NotificationsProps } from "@/components/notices/notifications";
import { Devices, type DevicesProps } from "./devices";
import { MyData, type MyDataProps } from "./my-data";
import { Tokens, type TokensProps } from "./tokens";
import { UnblockButton } from "@/components/friends/unblock-button";
import { List, ListRow } from "@/components/ui/list";
import { ButtonLink } from "@/components/ui/button-link";
import { Icon } from "@/components/ui/icon";

export type AccountProps = DevicesProps &
  NotificationsProps &
  TokensProps &
  MyDataProps & {
    user: SessionUser;
    counts: RequestCounts;
    /** The viewer's shares by month, the oldest first. */
    spending: UserSpending["months"];
    /** The people whom the viewer blocked. */
    blocked: Person[];
  };

const logout = {
  icon: "icon-log-out",
  busyLabel: "Logging out…",
  className: "w-full sm:w-auto",
};

/**
 * The viewer's account: name, pending requests, appearance, logout, notifications, devices, API tokens, blocked people,
 * and their data.
 */
export function Account(props: AccountProps) {
  const { user, counts, spending, blocked, sessions, tokens, problem, publicKey, pushDevices, ...data } =
    props;
  return (
    <>
      <header className="flex flex-wrap items-center gap-4 pt-4">
        <Avatar name={user.name} picture={user.picture} size="lg" />
        <div className="min-w-0 grow basis-48">
          <h1 className="page-title">
            Welcome <Bdi>{firstName(user.name)}</Bdi>!
          </h1>
          <p className="text-muted">
            {user.email} <small className="block text-sm">Others never see it in full.</small>
          </p>
        </div>
      </header>
      <PendingRequests counts={counts} />
      <Card>
        <ThemeToggle />
      </Card>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        <PostForm action="/api/sign-out">
          <SubmitButton {...logout} variant="secondary">
            Logout
          </SubmitButton>
        </PostForm>
        <PostForm action="/api/sign-out" fields={{ everywhere: "1" }}>
          <SubmitButton {...logout} variant="quiet">
            Log out everywhere
          </SubmitButton>
        </PostForm>
      </div>
      {spending.length === 0 ? null : (
        <Section id="spending" heading="Your spending" className="gap-4">
          <SpendingBars
            of="Month"
            bars={[...spending].reverse().map(({ month, mine }) => ({
              key: month,
              label: monthName(month),
              total: mine,
            }))}
          />
        </Section>
      )}
      <Notifications publicKey={publicKey} pushDevices={pushDevices} />
      <Devices user={user} sessions={sessions} problem={problem} />
      <Tokens user={user} tokens={tokens} recent={data.recent} />
      <BlockedPeople people={blocked} />
      <MyData {...data} />
    </>
  );
}

/** The people whom the viewer blocked, each with an Unblock button. Renders nothing if there are none. */
function BlockedPeople({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null;
  return (
    <Section id="blocked-heading" heading={`Blocked people (${people.length})`} className="gap-4">
      <List>
        {people.map((person) => (
          <ListRow
            key={person._id}
            leading={<Avatar name={person.name} picture={person.picture} />}
            title={<Bdi>{person.name}</Bdi>}
            trailing={<UnblockButton person={person} variant="quiet" aria-label={`Unblock ${person.name}`} />}
          />
        ))}
      </List>
    </Section>
  );
}

/** The number of pending requests, with a link to them. */
function PendingRequests({ counts: { total } }: { counts: RequestCounts }) {
  return (
    <Card tone={total > 0 ? "sun" : "surface"} className="flex flex-wrap items-center justify-between gap-4">
      <p className="flex items-center gap-3 text-lg font-bold">
        <Icon className="icon-inbox" />
        {`You have ${total} request(s)`}
      </p>
      <ButtonLink href="/requests" variant={total > 0 ? "primary" : "secondary"}>
        Check requests
      </ButtonLink>
    </Card>
  );
}

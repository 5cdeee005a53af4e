import { monthName } from "@/lib/core/text/dates";
import { firstName } from "@/lib/core/text/names";
import type { Person, RequestCounts } from "@/lib/contract/people";
import type { UserSpending } from "@/lib/contract/spending";
import type { SessionUser } from "@/lib/core/session-user";
import { Avatar } from "@/components/people/avatar";
import { SpendingBars } from "@/components/spending/spending-bars";
import { Card } from "@/components/ui/card";
import { PostForm } from "@/components/ui/post-form";
import { Section } from "@/components/ui/section";
import { SubmitButton } from "@/components/ui/submit-button";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { Bdi } from "@/components/ui/bdi";
import { BlockedPeople } from "./blocked-people";
import { Devices, type DevicesProps } from "./devices";
import { MyData, type MyDataProps } from "./my-data";
import { PendingRequests } from "./pending-requests";

export type AccountProps = DevicesProps &
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

/** The viewer's account: name, pending requests, appearance, logout, devices, blocked people, and their data. */
export function Account(props: AccountProps) {
  const { user, counts, spending, blocked, sessions, problem, ...data } = props;
  return (
    <>
      <header className="flex flex-wrap items-center gap-4 pt-4">
        <Avatar name={user.name} picture={user.picture} size="lg" />
        <div className="min-w-0 grow basis-48">
          <h1 className="page-title">
            Welcome <Bdi>{firstName(user.name)}</Bdi>!
          </h1>
          <p className="text-muted">{user.email}</p>
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
      <Devices user={user} sessions={sessions} problem={problem} />
      <BlockedPeople people={blocked} />
      <MyData {...data} />
    </>
  );
}

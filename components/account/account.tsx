import { firstName } from "@/lib/core/names";
import type { OpenEvent, Person, RequestCounts } from "@/lib/schemas/answers";
import type { SessionUser } from "@/lib/core/session-user";
import { Avatar } from "@/components/people/avatar";
import { Card } from "@/components/ui/card";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { BlockedPeople } from "./blocked-people";
import { LogoutButton } from "./logout-button";
import { MyData } from "./my-data";
import { PendingRequests } from "./pending-requests";

export type AccountProps = {
  user: Omit<SessionUser, "id">;
  counts: RequestCounts;
  /** The people whom the viewer blocked. */
  blocked: Person[];
  /** The events with unsettled payments of the viewer. */
  openEvents: OpenEvent[];
  /** Ends the session. A server action, so that it works without JavaScript. */
  signOut: () => Promise<void>;
  /** Ends all sessions of the viewer; also a server action. */
  signOutEverywhere: () => Promise<void>;
};

/** The viewer's account: name, pending requests, appearance, logout, blocked people, and their data. */
export function Account({ user, counts, blocked, openEvents, signOut, signOutEverywhere }: AccountProps) {
  return (
    <>
      <header className="flex flex-wrap items-center gap-4 pt-4">
        <Avatar name={user.name} picture={user.picture} size="lg" />
        <div className="min-w-0 grow basis-48">
          <h1 className="page-title">
            Welcome <bdi>{firstName(user.name)}</bdi>!
          </h1>
          <p className="text-muted">{user.email}</p>
        </div>
      </header>
      <PendingRequests counts={counts} />
      <Card>
        <ThemeToggle />
      </Card>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        <form action={signOut}>
          <LogoutButton>Logout</LogoutButton>
        </form>
        <form action={signOutEverywhere}>
          <LogoutButton variant="quiet">Sign out everywhere</LogoutButton>
        </form>
      </div>
      <BlockedPeople people={blocked} />
      <MyData openEvents={openEvents} signOut={signOut} />
    </>
  );
}

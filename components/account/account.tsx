"use client";

import { Inbox } from "lucide-react";
import { firstName } from "@/lib/core/names";
import type { Person, RequestCounts } from "@/lib/schemas/answers";
import { useCurrentUser } from "@/components/current-user";
import { useRequestCounts } from "@/components/session/use-request-counts";
import { Avatar } from "@/components/ui/avatar";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { BlockedPeople } from "./blocked-people";
import { LogoutButton } from "./logout-button";
import { MyData } from "./my-data";

export type AccountProps = {
  counts: RequestCounts;
  /** The people that the viewer has blocked. */
  blocked: Person[];
  /** Ends the session (a server action, so that it works without scripts). */
  signOut: () => Promise<void>;
  /** Ends every session of the viewer, likewise. */
  signOutEverywhere: () => Promise<void>;
};

/** The viewer's own page: name, pending requests, appearance, logout, blocked people and their data. */
export function Account({ counts, blocked, signOut, signOutEverywhere }: AccountProps) {
  const user = useCurrentUser();
  const { total } = useRequestCounts(counts);
  return (
    <>
      <header className="flex flex-wrap items-center gap-4 pt-4">
        <Avatar name={user.name} picture={user.picture} size="lg" />
        <div className="min-w-0 grow basis-48">
          <h1 className="text-3xl/9 font-extrabold tracking-tight sm:text-4xl/11">
            Welcome <bdi>{firstName(user.name)}</bdi>!
          </h1>
          <p className="text-muted">{user.email}</p>
        </div>
      </header>
      <Card
        tone={total > 0 ? "sun" : "surface"}
        className="flex flex-wrap items-center justify-between gap-4"
      >
        <p className="flex items-center gap-3 text-lg font-bold">
          <Inbox aria-hidden className="size-6 shrink-0" />
          {`You have ${total} request(s)`}
        </p>
        <ButtonLink href="/requests" variant={total > 0 ? "primary" : "secondary"}>
          Check requests
        </ButtonLink>
      </Card>
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
      <MyData signOut={signOut} />
    </>
  );
}

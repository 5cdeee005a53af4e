"use client";

import type { ReactNode } from "react";
import type { Page as PageOf } from "@/lib/core/page";
import type { FriendSummaryItem, RecentEvent } from "@/lib/contract/friends";
import type { FriendRequest } from "@/lib/contract/requests";
import type { Person } from "@/lib/contract/people";
import { NewActivity } from "@/components/activity/new-activity";
import { FriendRequests } from "../requests/friend-requests";
import { ActionBar } from "@/components/ui/action-bar";
import { ButtonLink } from "@/components/ui/button-link";
import { BalanceTotal } from "./balance-total";
import { balancesOf } from "./balances";
import { StartGroup } from "@/components/people/start-group";
import { FriendList } from "./friend-list";
import { RecentEvents } from "./recent-events";
import { TwoColumns } from "./two-columns";

export type FriendsScreenProps = {
  /** Above everything else. */
  notice?: ReactNode;
  friends: readonly Person[];
  /** The newest friend requests. */
  requests: PageOf<FriendRequest>;
  summary: readonly FriendSummaryItem[];
  recentEvents: readonly RecentEvent[];
};

/** The home screen: friend requests, the viewer's balances, recent events, and friends. */
export function FriendsScreen({ notice, friends, requests, summary, recentEvents }: FriendsScreenProps) {
  const balances = balancesOf(summary);
  // New users start with the first action instead of an empty balance.
  const newcomer = friends.length + balances.length + recentEvents.length === 0;
  const friendList = <FriendList friends={friends} balances={balances} started={recentEvents.length > 0} />;

  const balance = (
    <section aria-label="Balance" className="flex flex-col gap-4">
      <BalanceTotal balances={balances} />
      {newcomer ? null : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <span className="hidden sm:block">
            <AddExpenseLink />
          </span>
          <NewActivity />
        </div>
      )}
    </section>
  );

  return (
    <>
      <h1 className="sr-only">Your balance</h1>
      {notice}
      <TwoColumns>
        <div>
          <FriendRequests requests={requests} brief />
          {newcomer ? null : balance}
          {friendList}
        </div>
        <div>
          {newcomer ? balance : null}
          {recentEvents.length > 0 ? <RecentEvents events={recentEvents} /> : null}
          {newcomer || recentEvents.length > 0 ? null : <StartGroup picture="events" title="No events yet" />}
        </div>
      </TwoColumns>
      {newcomer ? null : (
        <ActionBar phoneOnly>
          <AddExpenseLink />
        </ActionBar>
      )}
    </>
  );
}

/** At the bottom of the screen on a phone, next to the balance elsewhere. */
function AddExpenseLink() {
  return (
    <ButtonLink href="/add" icon="icon-plus">
      Add expense
    </ButtonLink>
  );
}

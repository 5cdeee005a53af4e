"use client";

import type { FriendSummaryItem, Person } from "@/lib/schemas/answers";
import { ActionBar } from "@/components/ui/action-bar";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { AddFriendLink } from "./add-friend-link";
import { BalanceList } from "./balance-list";
import { BalanceTotal } from "./balance-total";
import { balancesOf, type Viewer } from "./balances";
import { FriendList } from "./friend-list";

export type FriendsHomeProps = {
  viewer: Viewer;
  friends: readonly Person[];
  summary: readonly FriendSummaryItem[];
};

/** Home: how one stands with everybody, then one's friends (spec section 2). */
export function FriendsHome({ viewer, friends, summary }: FriendsHomeProps) {
  const balances = balancesOf(summary);
  // A newcomer begins with the first action, not with a balance of nothing.
  const newcomer = friends.length === 0 && balances.length === 0;

  return (
    <Page width="wide">
      <h1 className="sr-only">Your balance</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start lg:gap-12">
        {newcomer ? <FriendList friends={friends} /> : null}
        <section aria-label="Balance" className="flex flex-col gap-8">
          {balances.length > 0 ? (
            <>
              <BalanceTotal viewer={viewer} balances={balances} />
              <BalanceList balances={balances} />
            </>
          ) : (
            <EmptyState picture="all-clear" title="All Clear" headingLevel={2}>
              You are all set!
            </EmptyState>
          )}
        </section>
        {newcomer ? null : <FriendList friends={friends} />}
      </div>
      {friends.length > 0 ? (
        <div className="contents sm:hidden">
          <ActionBar>
            <AddFriendLink full />
          </ActionBar>
        </div>
      ) : null}
    </Page>
  );
}

"use client";

import type { SplitType } from "@/lib/core/money/split-type";
import type { Expense } from "@/lib/contract/expenses";
import type { Person } from "@/lib/contract/people";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Bdi } from "@/components/ui/bdi";

export type FormerMembersProps = {
  /** People in the split who have left the group. */
  gone: readonly Person[];
  /** They stay in the split. */
  asSaved: boolean;
  /** The number of group members. */
  members: number;
  expense: Expense;
  onSplitType: (type: SplitType) => void;
  onSelected: (people: string[]) => void;
};

/** Says that former members stay in the split of a saved expense, and offers to split among the current members. */
export function FormerMembers({
  gone,
  asSaved,
  members,
  expense,
  onSplitType,
  onSelected,
}: FormerMembersProps) {
  const who = (
    <>
      <Bdi>{gone.map(({ name }) => name).join(", ")}</Bdi> {gone.length === 1 ? "has" : "have"} left the group
    </>
  );
  return asSaved ? (
    <Notice
      action={
        <Button variant="secondary" onClick={() => onSplitType("equal")}>
          {members === 1 ? "Just you" : `Only the ${members} members`}
        </Button>
      }
    >
      {who} and still {gone.length === 1 ? "shares" : "share"} this expense.
    </Notice>
  ) : (
    <Notice
      tone="warning"
      action={
        <Button variant="secondary" onClick={() => onSelected(expense.splitWith.map(({ _id }) => _id))}>
          Keep the old split
        </Button>
      }
    >
      {who} and will no longer share this expense.
    </Notice>
  );
}

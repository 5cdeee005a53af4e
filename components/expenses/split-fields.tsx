"use client";

import { useId } from "react";
import { parseAmount } from "@/lib/core/amounts";
import type { SplitType } from "@/lib/core/split-type";
import type { Event, Expense, Group } from "@/lib/schemas/answers";
import { AvatarStack } from "@/components/ui/avatar-stack";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldError } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Segmented } from "@/components/ui/segmented";
import { countOf } from "@/components/ui/count-of";
import { PeoplePicker } from "@/components/forms/people-picker";
import { pickablePeople } from "@/components/forms/pickable-people";
import { sharePreview } from "./share-preview";

const options = [
  { value: "equal", label: "Equal" },
  { value: "custom", label: "Custom" },
] as const;

export type SplitFieldsProps = {
  group: Group;
  event: Event;
  /** The expense being edited: people in it who have left the group may stay in its split. */
  expense: Expense | undefined;
  /** As typed; the shares are shown once it is an amount. */
  amount: string;
  splitType: SplitType;
  /** The split stays as it is saved, with somebody who has left the group. */
  asSaved: boolean;
  /** Ids of the people who share the expense as the form stands. */
  sharing: readonly string[];
  error: string | undefined;
  onSplitType: (type: SplitType) => void;
  /** Chooses people, which makes the split custom. */
  onSelected: (people: string[]) => void;
};

/** Who shares an expense: every group member, or selected people; and what that makes for each. */
export function SplitFields(props: SplitFieldsProps) {
  const { group, event, expense, amount, splitType, asSaved, sharing, error, onSplitType, onSelected } =
    props;
  const errorId = useId();
  const people = pickablePeople(group.members, expense?.splitWith);
  const parsed = parseAmount(amount);
  const equal = splitType === "equal";
  const preview = parsed.ok ? sharePreview(parsed.cents, sharing) : null;

  return (
    <div className="flex flex-col gap-4">
      <Segmented legend="Split type" options={options} value={splitType} onChange={onSplitType} />
      {equal ? (
        <>
          <Card tone="well" className="flex items-center gap-4 py-3">
            <AvatarStack people={asSaved ? people : group.members} />
            <p className="min-w-0 flex-1">
              {asSaved ? `The same ${sharing.length} people as before` : membersText(group.members.length)}
              <SharePreview text={preview} />
            </p>
          </Card>
          <FewerParticipants group={group} event={event} onSelected={onSelected} />
          <WhoHasLeft {...props} />
          {error ? <FieldError id={errorId}>{error}</FieldError> : null}
        </>
      ) : (
        <>
          <SharePreview text={preview} />
          <PeoplePicker
            legend="Split with"
            people={people}
            selected={sharing}
            onChange={onSelected}
            error={error}
          />
        </>
      )}
    </div>
  );
}

function membersText(members: number): string {
  return members === 1 ? "Only you so far" : `All ${members} group members`;
}

function SharePreview({ text }: { text: string | null }) {
  return text ? <span className="block font-bold tabular-nums">{text}</span> : null;
}

type HintProps = Pick<SplitFieldsProps, "group" | "onSelected">;

/** An equal split is among the whole group, even where the event has fewer participants (design section 2). */
function FewerParticipants({ group, event, onSelected }: HintProps & { event: Event }) {
  const members = new Set(group.members.map(({ _id }) => _id));
  const participants = event.participants.map(({ _id }) => _id).filter((id) => members.has(id));
  if (participants.length === 0 || participants.length >= group.members.length) return null;
  return (
    <Notice
      action={
        <Button variant="secondary" onClick={() => onSelected(participants)}>
          Only the {countOf(participants.length, "participant")}
        </Button>
      }
    >
      This event has {countOf(participants.length, "participant")}, the group has {group.members.length}{" "}
      members.
    </Notice>
  );
}

/** An old expense keeps somebody who has left the group, until the person decides for the members alone. */
function WhoHasLeft({ group, expense, asSaved, onSplitType, onSelected }: SplitFieldsProps) {
  const gone = pickablePeople(group.members, expense?.splitWith).filter(({ left }) => left);
  if (!expense || gone.length === 0) return null;
  const who = (
    <>
      <bdi>{gone.map(({ name }) => name).join(", ")}</bdi> {gone.length === 1 ? "has" : "have"} left the group
    </>
  );
  return asSaved ? (
    <Notice
      action={
        <Button variant="secondary" onClick={() => onSplitType("equal")}>
          Only the {countOf(group.members.length, "member")}
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

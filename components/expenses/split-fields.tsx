"use client";

import type { MouseEvent } from "react";
import { parseAmount } from "@/lib/core/money/amounts";
import type { SplitMode } from "@/lib/core/money/split";
import type { SplitType } from "@/lib/core/money/split-type";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { Person } from "@/lib/contract/people";
import { AvatarStack } from "@/components/people/avatar-stack";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldError } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { OnDemand } from "@/components/ui/on-demand";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useCurrentUser } from "@/components/session/current-user";
import { pluralize } from "@/lib/core/text/pluralize";
import { pickablePeople } from "@/components/forms/pickable-people";
import { Sentence } from "@/components/ui/sentence";
import { isolate } from "@/lib/core/text/isolate";
import type { EnteredMoney } from "./entered-expense";
import type { CustomSplitProps } from "./custom-split";
import { SharePreview } from "./share-preview";

/** How an expense is split: the two of docs/rules.md#splits, and the modes of a custom split with a value for each. */
const kinds = [
  { value: "equal", label: "Equal" },
  { value: "custom", label: "Custom" },
  { value: "amounts", label: "Amounts", unlabeled: true },
  { value: "percent", label: "Percent" },
  { value: "shares", label: "Shares" },
  { value: "adjust", label: "Adjust" },
] as const;

/** What a kind does, where its fields do not say it. */
const HINTS: Partial<Record<SplitMode, string>> = {
  equal: "Split evenly among the people you choose.",
  amounts: "Enter what each person owes.",
  percent: "Enter each person's part of 100%.",
  shares: "Two shares owe twice as much as one.",
};

const loadCustom = () => import("./custom-split").then(({ CustomSplit }) => CustomSplit);
const loadFormerMembers = () => import("./former-members").then(({ FormerMembers }) => FormerMembers);

export type SplitFieldsProps = {
  group: Group;
  event: Event;
  /** The expense being edited; former members may stay in its split. */
  expense: Expense | undefined;
  entered: EnteredMoney;
  /** Ids of the people in the split. */
  sharing: readonly string[];
  error: string | undefined;
  onKind: (splitType: SplitType, mode: SplitMode) => void;
  /** Selects people, which makes the split custom. */
  onSelected: (people: string[]) => void;
  onTyped: CustomSplitProps["onTyped"];
  problemRef: CustomSplitProps["problemRef"];
};

/** Who shares an expense, every group member or selected people, and the resulting shares. */
export function SplitFields(props: SplitFieldsProps) {
  const { group, event, expense, entered, sharing, error, onKind, onSelected } = props;
  const { amount, splitType, mode, asSaved } = entered;
  const people = pickablePeople(group.members, expense?.splitWith);
  const gone = people.filter(({ left }) => left);
  const parsed = parseAmount(amount);
  const equal = splitType === "equal";
  const keepsOldPeople = asSaved && (gone.length > 0 || sharing.length !== group.members.length);

  return (
    <div className="flex flex-col gap-4">
      <Segmented
        legend="Split type"
        options={kinds}
        value={equal ? "equal" : mode === "equal" ? "custom" : mode}
        onChange={(kind) => onKind(kind === "equal" ? kind : "custom", kind === "custom" ? "equal" : kind)}
      />
      {equal ? (
        <>
          {keepsOldPeople ? null : <FewerParticipants group={group} event={event} onSelected={onSelected} />}
          <Card tone="well" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <AvatarStack people={people.filter(({ _id }) => sharing.includes(_id))} />
            <p className="min-w-0 flex-1 basis-32">
              {keepsOldPeople
                ? `The same ${sharing.length} people as before`
                : membersText(group.members.length)}
              {parsed.ok ? <SharePreview cents={parsed.cents} people={sharing.length} /> : null}
            </p>
            {keepsOldPeople ? null : <OwesAll group={group} payer={entered.payer} onSelected={onSelected} />}
          </Card>
          {expense && gone.length > 0 ? (
            <OnDemand
              load={loadFormerMembers}
              loading={<Skeleton className="h-28 rounded-card" />}
              props={{
                gone,
                asSaved,
                members: group.members.length,
                expense,
                onSplitType: (type: SplitType) => onKind(type, "equal"),
                onSelected,
              }}
            />
          ) : null}
          {error ? <FieldError>{error}</FieldError> : null}
        </>
      ) : (
        <>
          {HINTS[mode] ? <p className="-mt-2 text-sm text-muted">{HINTS[mode]}</p> : null}
          <OnDemand
            load={loadCustom}
            loading={<Skeleton className="h-96 rounded-card" />}
            props={{
              entered,
              groupId: group.pair ? undefined : group._id,
              people,
              sharing,
              expenseId: expense?._id ?? null,
              error,
              onSelected,
              onTyped: props.onTyped,
              problemRef: props.problemRef,
            }}
          />
        </>
      )}
    </div>
  );
}

function membersText(members: number): string {
  if (members === 1) return "Just you";
  return members === 2 ? "Both of you" : `All ${members} group members`;
}

type HintProps = Pick<SplitFieldsProps, "group" | "onSelected">;

/** Selects people with a button that disappears. */
function select(
  { currentTarget }: MouseEvent<HTMLButtonElement>,
  people: readonly Person[],
  onSelected: HintProps["onSelected"],
): void {
  currentTarget.form?.querySelector<HTMLElement>("[value=custom]")?.focus();
  onSelected(people.map(({ _id }) => _id));
}

/** Of two people, the one who did not pay may owe everything. */
function OwesAll({ group, payer, onSelected }: HintProps & Pick<EnteredMoney, "payer">) {
  const { id } = useCurrentUser();
  const other = group.members.find(({ _id }) => _id !== payer);
  if (group.members.length !== 2 || !payer || !other) return null;
  return (
    <Button variant="quiet" onClick={(event) => select(event, [other], onSelected)}>
      {other._id === id ? "You owe all" : <Sentence>{`${isolate(other.name)} owes all`}</Sentence>}
    </Button>
  );
}

/** An equal split is among the whole group, even if the event has fewer participants (docs/rules.md#splits). */
function FewerParticipants({ group, event, onSelected }: HintProps & { event: Event }) {
  const { id } = useCurrentUser();
  const members = new Set(group.members.map(({ _id }) => _id));
  const participants = event.participants.filter(({ _id }) => members.has(_id));
  if (participants.length === 0 || participants.length >= group.members.length) return null;
  const [first, second] = participants;
  const count = pluralize(participants.length, "participant");
  return (
    <Notice
      action={
        <Button variant="secondary" onClick={(event) => select(event, participants, onSelected)}>
          {second ? (
            `Only the ${count}`
          ) : first?._id === id ? (
            "Just you"
          ) : (
            <Sentence>{`Just ${isolate(first?.name ?? "")}`}</Sentence>
          )}
        </Button>
      }
    >
      An equal split includes the whole group. This event has {count}.
    </Notice>
  );
}

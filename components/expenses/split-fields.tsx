"use client";

import { useEffect, useRef, useState } from "react";
import { parseAmount } from "@/lib/core/money/amounts";
import type { SplitMode } from "@/lib/core/money/split";
import { SPLIT_NAMES } from "@/lib/core/money/split-names";
import type { SplitType } from "@/lib/core/money/split-type";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { Person } from "@/lib/contract/people";
import { AvatarStack } from "@/components/people/avatar-stack";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldError } from "@/components/ui/field";
import { OnDemand } from "@/components/ui/on-demand";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useCurrentUser } from "@/components/session/current-user";
import { pluralize } from "@/lib/core/text/pluralize";
import { pickablePeople } from "@/components/forms/pickable-people";
import { Sentence } from "@/components/ui/bdi";
import { isolate } from "@/lib/core/text/isolate";
import { isRefund, type EnteredMoney } from "./entered-expense";
import type { CustomSplitProps } from "./custom-split";
import { SharePreview } from "./share-preview";

/** How an expense is split: the two of docs/rules.md#splits, and the modes of a custom split with a value for each. */
const KINDS = [
  { value: "equal", label: SPLIT_NAMES.equal },
  { value: "amounts", label: SPLIT_NAMES.amounts, unlabeled: true },
  { value: "shares", label: SPLIT_NAMES.shares },
] as const;
/** Behind "More ways". */
const MORE_KINDS = [
  { value: "custom", label: "Custom" },
  { value: "percent", label: SPLIT_NAMES.percent },
  { value: "adjust", label: SPLIT_NAMES.adjust },
] as const;
const isMore = (kind: string) => MORE_KINDS.some(({ value }) => value === kind);

const loadCustom = () => import("./custom-split").then(({ CustomSplit }) => CustomSplit);
const loadFormerMembers = () => import("./former-members").then(({ FormerMembers }) => FormerMembers);

export type SplitFieldsProps = {
  group: Group;
  event: Pick<Event, "_id" | "participants">;
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
  const kind = equal ? "equal" : mode === "equal" ? "custom" : mode;
  const [more, setMore] = useState(false);
  const all = more || isMore(kind);
  const place = useRef<HTMLDivElement>(null);
  const toCustom = useRef(false);

  // The button that was pressed has disappeared.
  useEffect(() => {
    if (toCustom.current) place.current?.querySelector<HTMLElement>("[value=custom]")?.focus();
    toCustom.current = false;
  });

  function select(chosen: readonly Person[]) {
    toCustom.current = true;
    onSelected(chosen.map(({ _id }) => _id));
  }

  return (
    <div ref={place} className="flex flex-col gap-4">
      <Segmented
        legend="Split type"
        options={all ? [...KINDS, ...MORE_KINDS] : KINDS}
        value={kind}
        onChange={(chosen) =>
          onKind(chosen === "equal" ? chosen : "custom", chosen === "custom" ? "equal" : chosen)
        }
      >
        {all ? null : (
          <button
            type="button"
            aria-expanded={false}
            onClick={() => {
              toCustom.current = true;
              setMore(true);
            }}
            className="segmented-option"
          >
            More ways
          </button>
        )}
      </Segmented>
      {equal ? (
        <>
          <Card tone="well" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <AvatarStack people={people.filter(({ _id }) => sharing.includes(_id))} />
            <p className="min-w-0 flex-1 basis-32">
              {keepsOldPeople
                ? `The same ${sharing.length} people as before`
                : membersText(group.members.length)}
              {parsed.ok ? <SharePreview cents={parsed.cents} people={sharing.length} /> : null}
            </p>
            {keepsOldPeople ? null : (
              <OtherPeople group={group} event={event} entered={entered} onSelect={select} />
            )}
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
      )}
    </div>
  );
}

function membersText(members: number): string {
  if (members === 1) return "Just you";
  return members === 2 ? "Both of you" : `All ${members} group members`;
}

type OtherPeopleProps = Pick<SplitFieldsProps, "group" | "event" | "entered"> & {
  onSelect: (people: readonly Person[]) => void;
};

/**
 * Who may be meant in place of the whole group: of two people, the one who did not pay; the event's participants, if they
 * are fewer (docs/rules.md#splits); otherwise some of many.
 */
function OtherPeople({ group: { members }, event, entered, onSelect }: OtherPeopleProps) {
  const { payer, amount } = entered;
  const { id } = useCurrentUser();
  const among = new Set(members.map(({ _id }) => _id));
  const participants = event.participants.filter(({ _id }) => among.has(_id));
  const [first, second] = participants;
  const other = members.find(({ _id }) => _id !== payer);
  const choice = (people: readonly Person[], label: string) => (
    <Button variant="quiet" onClick={() => onSelect(people)}>
      <Sentence>{label}</Sentence>
    </Button>
  );
  if (members.length < 2) return null;
  if (members.length === 2 && payer && other) {
    const verb = isRefund(amount) ? "get" : "owe";
    return choice([other], other._id === id ? `You ${verb} all` : `${isolate(other.name)} ${verb}s all`);
  }
  if (!first || participants.length === members.length) return choice(members, "Choose people");
  if (second) return choice(participants, `Only the ${pluralize(participants.length, "participant")}`);
  return choice(participants, first._id === id ? "Just you" : `Just ${isolate(first.name)}`);
}

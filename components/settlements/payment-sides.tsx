"use client";

import type { ReactNode } from "react";
import type { Person } from "@/lib/contract/people";
import { firstName } from "@/lib/core/people";
import { isolate } from "@/lib/core/text/isolate";
import { Avatar } from "@/components/people/avatar";
import { useCurrentUser } from "@/components/session/current-user";
import { Bdi } from "@/components/ui/bdi";
import { Icon } from "@/components/ui/icon";

export type PaymentSidesProps = {
  /** The other person; undefined: not selected yet. */
  other: Person | undefined;
  /** Whether they paid the viewer. */
  received: boolean;
  onSwap: () => void;
};

/** Who paid whom: two faces, and an arrow from the payer to the receiver, which a press turns. */
export function PaymentSides({ other, received, onSwap }: PaymentSidesProps) {
  const user = useCurrentUser();
  const name = other ? isolate(firstName(other.name)) : received ? "them" : "they";
  const mine = <Side person={user} label="You" />;
  const theirs = <Side person={other} label={other ? <Bdi>{other.name}</Bdi> : "Who?"} />;
  return (
    <div className="@container rounded-card border border-line bg-surface px-2 py-4 shadow-card">
      {/* Large text needs the width for the names. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-1 @max-[16rem]:grid-cols-1">
        {received ? theirs : mine}
        <button
          type="button"
          aria-label={received ? `Swap: you paid ${name}` : `Swap: ${name} paid you`}
          onClick={onSwap}
          className="flex min-w-11 flex-col items-center gap-1 rounded-field px-2 pt-2 pb-1 text-sm font-bold text-brand transition-colors duration-150 hover:bg-brand-soft"
        >
          <span className="flex size-12 items-center justify-center rounded-full bg-brand-soft">
            <Icon className="icon-arrow-right @max-[16rem]:rotate-90 rtl:rotate-180" />
          </span>
          Swap
        </button>
        {received ? mine : theirs}
      </div>
    </div>
  );
}

type SideProps = { person: Pick<Person, "name" | "picture"> | undefined; label: ReactNode };

function Side({ person, label }: SideProps) {
  return (
    <span className="flex min-w-0 flex-col items-center gap-2 text-center font-bold">
      {person ? (
        <Avatar name={person.name} picture={person.picture} size="lg" />
      ) : (
        <span aria-hidden className="size-16 rounded-full border-2 border-dashed border-line-strong" />
      )}
      <span className="w-full wrap-anywhere">{label}</span>
    </span>
  );
}

"use client";

import { clsx } from "clsx";
import { useId, type ReactNode } from "react";
import type { Settlement } from "@/lib/schemas/answers";
import { Amount, type AmountTone } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { AvatarStack } from "@/components/ui/avatar-stack";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/current-user";
import { DebtText } from "./debt-text";

export type SettlementRowProps = {
  settlement: Settlement;
  detail?: ReactNode;
  /** What the button does: 'Settle' or 'Unsettle'. */
  action: string;
  pending: boolean;
  onAction: () => void;
};

/** One payment between two people with its one button; a settled one is dimmed. */
export function SettlementRow({ settlement, detail, action, pending, onAction }: SettlementRowProps) {
  const { id } = useCurrentUser();
  const { from, to, amount, settled } = settlement;
  const textId = useId();
  const tone: AmountTone = settled ? "neutral" : from._id === id ? "owe" : to._id === id ? "owed" : "neutral";
  return (
    <ListRow
      dimmed={settled}
      leading={<PairPicture from={from} to={to} />}
      title={
        <span id={textId} className="block font-medium">
          <DebtText from={from} to={to} />{" "}
          <Amount dollars={amount} tone={tone} className={clsx("block", !settled && "text-lg/6")} />
        </span>
      }
      detail={detail}
      trailing={
        <Button
          ref={keepFocus}
          variant="secondary"
          className="px-3!"
          aria-describedby={textId}
          disabled={pending}
          onClick={onAction}
          // The focus goes on to the next payment, and a key held down would settle that one too.
          onKeyDown={(event) => {
            if (event.repeat && event.key === "Enter") event.preventDefault();
          }}
        >
          {action}
        </Button>
      }
    />
  );
}

/** The other person of a payment with the viewer; both where the viewer has no part in it. */
function PairPicture({ from, to }: Pick<Settlement, "from" | "to">) {
  const { id } = useCurrentUser();
  const other = from._id === id ? to : to._id === id ? from : null;
  return (
    <span className="flex w-15 shrink-0 justify-center">
      {other ? <Avatar name={other.name} picture={other.picture} /> : <AvatarStack people={[from, to]} />}
    </span>
  );
}

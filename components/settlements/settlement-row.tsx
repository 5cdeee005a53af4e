"use client";

import { useId, type ReactNode } from "react";
import { Amount, type AmountTone } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { AvatarStack } from "@/components/ui/avatar-stack";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/current-user";
import { DebtText } from "./debt-text";
import type { ListedSettlement } from "./listed-settlement";

export type SettlementRowProps = {
  settlement: ListedSettlement;
  detail?: ReactNode;
  /** What the button does: 'Settle' or 'Unsettle'. */
  action: string;
  onAction: () => void;
};

/** One payment between two people with its one button; a settled one is dimmed. */
export function SettlementRow({ settlement, detail, action, onAction }: SettlementRowProps) {
  const { id } = useCurrentUser();
  const { from, to, amount, settled, pending = false } = settlement;
  const textId = useId();
  const tone: AmountTone = settled ? "neutral" : from._id === id ? "owe" : to._id === id ? "owed" : "neutral";
  return (
    <ListRow
      dimmed={settled}
      leading={<PairPicture from={from} to={to} />}
      title={
        <span id={textId} className="debt">
          <DebtText from={from} to={to} /> <Amount dollars={amount} tone={tone} />
        </span>
      }
      detail={detail}
      trailing={
        <Button
          ref={keepFocus}
          variant="secondary"
          className="px-3"
          aria-describedby={textId}
          disabled={pending}
          onClick={onAction}
        >
          {action}
        </Button>
      }
    />
  );
}

/** The other person of a payment with the viewer; both where the viewer has no part in it. */
function PairPicture({ from, to }: Pick<ListedSettlement, "from" | "to">) {
  const { id } = useCurrentUser();
  const other = from._id === id ? to : to._id === id ? from : null;
  return (
    <span className="pair">
      {other ? <Avatar name={other.name} picture={other.picture} /> : <AvatarStack people={[from, to]} />}
    </span>
  );
}

"use client";

import { useId, type ReactNode } from "react";
import type { Settlement } from "@/lib/schemas/answers";
import { Amount, type AmountTone } from "@/components/ui/amount";
import { AvatarStack } from "@/components/ui/avatar-stack";
import { Button } from "@/components/ui/button";
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
  const tone: AmountTone = from._id === id ? "owe" : to._id === id ? "owed" : "neutral";
  return (
    <ListRow
      dimmed={settled}
      leading={<AvatarStack people={[from, to]} />}
      title={
        <span id={textId} className="font-medium">
          <DebtText from={from} to={to} />
        </span>
      }
      detail={detail}
      trailing={
        <>
          <Amount
            dollars={amount}
            tone={settled ? "neutral" : tone}
            className={settled ? "line-through decoration-1" : "text-lg"}
          />
          <Button
            variant="secondary"
            className="px-4"
            aria-describedby={textId}
            disabled={pending}
            onClick={onAction}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}

"use client";

import type { Route } from "next";
import { useId, type ReactNode } from "react";
import type { Person } from "@/lib/contract/people";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { Button } from "@/components/ui/button";
import { keepFocus } from "@/components/ui/keep-focus";
import { ListRow } from "@/components/ui/list";
import { useCurrentUser } from "@/components/session/current-user";
import { DebtText } from "./debt-text";
import type { ListedSettlement } from "./listed-settlement";

export type SettlementRowProps = {
  settlement: ListedSettlement;
  /** Links to the explanation of an open payment. */
  href?: Route | undefined;
  /** Default: the people of the payment. */
  leading?: ReactNode;
  /** Default: who owes whom. */
  title?: ReactNode;
  /** Shown before the amount. */
  words?: string;
  detail?: ReactNode;
  /** The button's action. */
  action: "Settle" | "Unsettle";
  onAction: () => void;
};

/** A payment between two people with a button. A settled one is dimmed. */
export function SettlementRow(props: SettlementRowProps) {
  const { settlement, href, leading, title, words, detail, action, onAction } = props;
  const { id, guest } = useCurrentUser();
  const { from, to, amount, settled, pending = false } = settlement;
  const textId = useId();
  const side = from._id === id ? "owe" : to._id === id ? "owed" : null;
  // Without its button, the row keeps its size.
  const mayAct = !guest || side;
  return (
    <ListRow
      href={href}
      dimmed={settled}
      leading={leading ?? <PairPicture from={from} to={to} side={side} />}
      title={
        <span id={textId} className="debt">
          {title ?? <DebtText from={from} to={to} settled={settled} />}{" "}
          <span className="debt-amount">
            {words ? <span className="text-sm whitespace-nowrap">{words} </span> : null}
            <span>
              <Amount dollars={amount} tone={settled || !side ? "neutral" : side} words="" />
            </span>
          </span>
        </span>
      }
      detail={detail}
      trailing={
        <Button
          ref={keepFocus}
          variant="secondary"
          className={mayAct ? "px-3" : "invisible px-3"}
          data-action={action}
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

type PairPictureProps = Pick<ListedSettlement, "from" | "to"> & { side: "owe" | "owed" | null };

/** The other person of the viewer's payment; both people of a payment between others. */
function PairPicture({ from, to, side }: PairPictureProps) {
  const pictureOf = ({ name, picture }: Person) => <Avatar name={name} picture={picture} />;
  if (side) return pictureOf(side === "owe" ? to : from);
  return (
    <span className="pair">
      {pictureOf(from)}
      {pictureOf(to)}
    </span>
  );
}

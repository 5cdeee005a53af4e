import { balanceToCents, formatCents } from "@/lib/core/money/money";
import { firstName } from "@/lib/core/people";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Person } from "@/lib/contract/people";
import { List, ListRow } from "@/components/ui/list";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { Bdi } from "@/components/ui/bdi";
import { UndoSettleUp } from "./undo-buttons";

export type SettledTogetherProps = {
  friend: Person;
  /** `amount`: dollars; positive: the viewer paid. */
  batches: readonly { batchId: string; at: string; amount: number; payments: number }[];
};

/** What the viewer and another person settled with one payment, latest first. Each can be undone. */
export function SettledTogether({ friend, batches }: SettledTogetherProps) {
  if (batches.length === 0) return null;
  return (
    <Section id="together" heading="Settled up">
      <List>
        {batches.map(({ batchId, at, amount, payments }) => (
          <ListRow
            key={batchId}
            title={<Paid cents={balanceToCents(amount)} name={firstName(friend.name)} />}
            detail={
              <>
                {pluralize(payments, "payment")} · <RelativeTime at={at} />
              </>
            }
            trailing={<UndoSettleUp friendId={friend._id} batchId={batchId} />}
          />
        ))}
      </List>
    </Section>
  );
}

/** @param cents positive: the viewer paid */
function Paid({ cents, name }: { cents: number; name: string }) {
  const amount = formatCents(Math.abs(cents));
  if (cents === 0) return "Everything canceled out";
  return cents > 0 ? (
    <>
      You paid <Bdi>{name}</Bdi> <Bdi>{amount}</Bdi>
    </>
  ) : (
    <>
      <Bdi>{name}</Bdi> paid you <Bdi>{amount}</Bdi>
    </>
  );
}

import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/ui/avatar";
import { List, ListRow } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";
import type { Balance } from "./balances";

/** Who owes whom, one row a person. */
export function BalanceList({ balances }: { balances: readonly Balance[] }) {
  return (
    <div className="flex flex-col gap-4">
      <SectionHeading>Who owes whom</SectionHeading>
      <List>
        {balances.map(({ _id, name, picture, cents, side }) => (
          <ListRow
            key={_id}
            href={`/friends/${_id}`}
            leading={<Avatar name={name} picture={picture} fallback="placeholder" />}
            title={<bdi>{name}</bdi>}
            trailing={<Amount cents={cents} tone={side} words={side === "owe" ? "you owe" : "owes you"} />}
          />
        ))}
      </List>
    </div>
  );
}

import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { ListRow } from "@/components/ui/list";
import { SectionHeading } from "@/components/ui/section-heading";
import { ShowMore } from "@/components/ui/show-more";
import type { Balance } from "./balances";

/** The number of rows at first, so that the friends stay in view. */
const SHOWN = 6;

/** Everyone with an open balance, largest amount first, one row per person. */
export function BalanceList({ balances }: { balances: readonly Balance[] }) {
  return (
    <section aria-labelledby="balances-heading" className="flex flex-col gap-4">
      <SectionHeading id="balances-heading">Who owes whom</SectionHeading>
      <ShowMore name="balances" limit={SHOWN} label={`Show all ${balances.length}`} list="card">
        {balances.map(({ _id, name, picture, cents, side }) => (
          <ListRow
            key={_id}
            href={`/friends/${_id}`}
            leading={<Avatar name={name} picture={picture} fallback="placeholder" />}
            title={<bdi>{name}</bdi>}
            trailing={<Amount cents={cents} tone={side} words={side === "owe" ? "you owe" : "owes you"} />}
          />
        ))}
      </ShowMore>
    </section>
  );
}

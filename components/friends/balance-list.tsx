import { NewActivity } from "@/components/activity/new-activity";
import { Amount } from "@/components/ui/amount";
import { Avatar } from "@/components/people/avatar";
import { PersonName } from "@/components/people/person-name";
import { ListRow } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { ShowMore } from "@/components/ui/show-more";
import type { Balance } from "./balances";

/** The number of rows at first, so that the friends stay in view. */
const SHOWN = 6;

/** Everyone with an open balance, largest amount first, one row per person. */
export function BalanceList({ balances }: { balances: readonly Balance[] }) {
  return (
    <Section id="balances-heading" heading="Your balances" action={<NewActivity />} className="gap-2">
      <ShowMore name="balances" limit={SHOWN} label={`Show all ${balances.length}`}>
        {balances.map(({ cents, side, ...person }) => (
          <ListRow
            key={person._id}
            href={`/friends/${person._id}`}
            leading={<Avatar name={person.name} picture={person.picture} fallback="placeholder" />}
            title={<PersonName person={person} />}
            trailing={
              <span className="row-balance">
                <Amount cents={cents} tone={side} words={side === "owe" ? "you owe" : "owes you"} />
              </span>
            }
          />
        ))}
      </ShowMore>
    </Section>
  );
}

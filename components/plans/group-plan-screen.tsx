import { formatCount } from "@/lib/core/text/pluralize";
import type { PlanResponse } from "@/lib/contract/plans";
import type { Person } from "@/lib/contract/people";
import { eventPath, friendPath, groupPath } from "@/lib/paths";
import { Avatar } from "@/components/people/avatar";
import { shortNames } from "@/components/people/short-names";
import { asShown, settleGroup } from "./plan-operations";
import { UsePayments } from "./use-payments";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { List, ListRow } from "@/components/ui/list";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { Section } from "@/components/ui/section";

export type GroupPlanScreenProps = {
  viewerId: string;
  group: { _id: string; title: string };
  plan: PlanResponse;
  /** Each person's part by event, in dollars; negative: they pay. */
  people: readonly {
    person: Person;
    total: number;
    events: readonly { _id: string; title: string; amount: number }[];
  }[];
  /** The closed events of the plan, which refuse it. */
  closed: readonly { _id: string; title: string }[];
};

/** The plan of a group over all its events: its payments, and each person's part by event. */
export function GroupPlanScreen({ viewerId, group, plan, people, closed }: GroupPlanScreenProps) {
  const { payments, replaces, optimal } = plan;
  const shortName = shortNames(people.map(({ person }) => person));
  const name = ({ _id }: Person, you: string) => (_id === viewerId ? you : <Bdi>{shortName(_id)}</Bdi>);
  const settledAt = ({ _id: from }: Person, { _id: to }: Person) =>
    from === viewerId ? friendPath(to) : to === viewerId ? friendPath(from) : undefined;
  const fewer = payments.length < replaces;
  return (
    <Page
      title={fewer ? settleGroup(payments.length) : "Settle the group"}
      detail={<Bdi>{group.title}</Bdi>}
      backTo={groupPath(group._id)}
    >
      {replaces === 0 ? (
        <EmptyState picture="expenses" title="Everyone is even.">
          No payment is open in this group.
        </EmptyState>
      ) : (
        <section aria-label="Payments" className="flex flex-col gap-4">
          <p>{summaryOf(payments.length, replaces, optimal)}</p>
          {payments.length > 0 ? (
            <List>
              {payments.map(({ from, to, amount }) => {
                // Everything open with a person is settled on their page.
                const href = fewer ? undefined : settledAt(from, to);
                return (
                  <ListRow
                    key={`${from._id}:${to._id}`}
                    href={href}
                    leading={<Avatar name={from.name} picture={from.picture} size="sm" />}
                    title={
                      <>
                        {name(from, "You")} {from._id === viewerId ? "pay" : "pays"} {name(to, "you")}
                      </>
                    }
                    detail={href ? <span className="font-semibold text-brand">Settle up</span> : null}
                    trailing={<Amount dollars={amount} />}
                  />
                );
              })}
            </List>
          ) : null}
          {fewer && closed.length > 0 ? (
            <Notice tone="warning" title="These payments can't be used yet">
              Closed events keep their payments. Reopen these first:
              <ul>
                {closed.map(({ _id, title }) => (
                  <li key={_id}>
                    <Link
                      href={eventPath(group._id, _id)}
                      className="inline-flex min-h-11 items-center font-bold underline"
                    >
                      <Bdi>{title}</Bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
        </section>
      )}
      <UsePayments
        scope={{ of: "group", id: group._id }}
        payments={asShown(plan)}
        replaces={replaces}
        usable={fewer && closed.length === 0}
      />
      {people.length > 0 ? (
        <Section id="parts" heading="By event" className="gap-4">
          <List>
            {people.map(({ person, total, events }) => (
              <ListRow
                key={person._id}
                leading={<Avatar name={person.name} picture={person.picture} size="sm" />}
                title={name(person, "You")}
                detail={events.length === 1 ? <Bdi>{events[0]?.title}</Bdi> : null}
                trailing={<Net dollars={total} you={person._id === viewerId} />}
              >
                {events.length > 1 ? (
                  <ul
                    role="list"
                    className="w-full ps-[clamp(0rem,100vw-16.5rem,3.25rem)] text-sm text-muted"
                  >
                    {events.map(({ _id, title, amount }) => (
                      <li key={_id} className="flex flex-wrap items-baseline gap-x-4 py-1">
                        <Bdi className="min-w-0 flex-1 basis-20 wrap-anywhere">{title}</Bdi>{" "}
                        <Net dollars={amount} you={person._id === viewerId} />
                      </li>
                    ))}
                  </ul>
                ) : null}
              </ListRow>
            ))}
          </List>
        </Section>
      ) : null}
    </Page>
  );
}

/** `pays $20.00` */
function Net({ dollars, you }: { dollars: number; you: boolean }) {
  const s = you ? "" : "s";
  if (dollars === 0) return <span className="text-muted">{you ? "are even" : "is even"}</span>;
  return (
    <span className="ml-auto flex flex-wrap items-baseline justify-end gap-x-1">
      {dollars < 0 ? `pay${s}` : `get${s}`}
      <Amount dollars={Math.abs(dollars)} size="sm" words="" tone={dollars < 0 ? "owe" : "owed"} />
    </span>
  );
}

function summaryOf(count: number, replaces: number, optimal: boolean): string {
  if (count >= replaces) return "The open payments of all events are already as few as they can be.";
  if (count === 0) return "All debts cancel out across the events. Nobody has to pay.";
  const instead = `Instead of ${formatCount(replaces)} payments across all events`;
  return optimal ? `${instead}. No plan needs fewer.` : `${instead}.`;
}

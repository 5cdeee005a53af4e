import { balanceToCents, sumCents } from "@/lib/core/money/money";
import type { Statement } from "@/lib/contract/statements";
import { personColor } from "@/components/people/person-color";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { TableHead } from "@/components/ui/table-head";
import { Bdi } from "@/components/ui/bdi";
import { ON_PAPER } from "./statement-lists";
import { DayRows } from "./statement-rows";

/** How many payers have a part of their own: those who paid most. */
const MOST = 10;

export type DayByDayProps = {
  statement: Statement;
  /** The short name of a person by id. */
  nameOf: (id: string) => string;
};

/**
 * Who carried an event (docs/rules.md#closed-events): for each day what was spent, and a bar of the running total with
 * each payer's part in their color. A table whose cells have the same figures. The roles are explicit, because a table
 * loses them in a flex layout. Its keys are positions, like those of the statement.
 */
export function DayByDay({ statement: { people, daily }, nameOf }: DayByDayProps) {
  if (daily.length === 0) return null;
  const paying = new Set(daily.flatMap(({ paid }) => paid.map(({ user }) => user._id)));
  const all = people.map(({ user }) => user).filter(({ _id }) => paying.has(_id));
  const rest = all.length > MOST + 1 ? all.slice(MOST) : [];
  const own = all
    .slice(0, all.length - rest.length)
    .map(({ _id, name }) => ({ ids: [_id], name: nameOf(_id), color: personColor(name) }));
  const others = { ids: rest.map(({ _id }) => _id), name: `${rest.length} others`, color: "bg-line-strong" };
  const payers = (rest.length > 0 ? [...own, others] : own).map((payer, index, before) => ({
    ...payer,
    look: lookOf(payer.color, before.slice(0, index).filter(({ color }) => color === payer.color).length),
  }));
  const running = runningTotals(daily);
  const days = daily.map(({ day, paid }, index) => ({
    day,
    spent: sumCents(paid.map(({ amount }) => balanceToCents(amount))),
    carried: payers.map(({ ids }) => sumCents(ids.map((id) => running[index]?.get(id) ?? 0))),
    total: sumCents(running[index]?.values() ?? []),
  }));
  return (
    <Section id="days" heading="Day by day">
      <Card className={`flex flex-col gap-3 ${ON_PAPER}`}>
        <ul role="list" className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-bold">
          {payers.map(({ name, look }, index) => (
            <li key={index} className="flex items-center gap-2 wrap-anywhere">
              <span
                aria-hidden
                {...look}
                className={`carried size-3 shrink-0 rounded-full ${look.className}`}
              />
              <Bdi>{name}</Bdi>
            </li>
          ))}
        </ul>
        <table
          role="table"
          aria-labelledby="days"
          className="folding-table [&_tr]:items-center [&_tr]:gap-x-3 [&_tr]:gap-y-1 [&_tr]:py-2 [&_tr>*]:whitespace-nowrap [&_tr>*]:sm:py-1.5 [&_tr>*]:sm:last:text-right [&_tr>*]:sm:nth-2:text-right [&_tr>*]:print:py-0"
        >
          <TableHead columns={["Day", "Spent", "Paid so far", "Running total"]} />
          {/* Its many cells have no classes. On a phone, the bar is below the figures. */}
          <tbody
            role="rowgroup"
            className="divide-y divide-line [&_td]:last:font-extrabold [&_td]:nth-2:flex-1 [&_td]:nth-2:text-muted [&_td]:nth-3:order-1 [&_td]:nth-3:w-full [&_th]:w-14 [&_th]:font-bold sm:[&_th]:w-auto"
          >
            <DayRows payers={payers.map(({ name, look }) => ({ name, look }))} days={days} />
          </tbody>
        </table>
      </Card>
    </Section>
  );
}

/** People with the same color differ by their pattern. @param before how many of them come first */
const lookOf = (color: string, before: number) => ({
  className: color,
  "data-pattern": before > 0 ? Math.min(before, 3) : undefined,
});

/** What each person has paid up to the end of each day, in cents by user id. */
function runningTotals(daily: Statement["daily"]): Map<string, number>[] {
  const running = new Map<string, number>();
  return daily.map(({ paid }) => {
    for (const { user, amount } of paid)
      running.set(user._id, sumCents([running.get(user._id) ?? 0, balanceToCents(amount)]));
    return new Map(running);
  });
}

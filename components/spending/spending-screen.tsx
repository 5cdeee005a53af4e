import { CATEGORY_NAMES, type Category } from "@/lib/core/expenses/categories";
import { balanceToCents, centsToDollars, sumCents } from "@/lib/core/money/money";
import { monthName } from "@/lib/core/text/dates";
import type { GroupSpending } from "@/lib/contract/spending";
import { Contributions } from "@/components/statements/contributions";
import { CATEGORY_ICONS } from "@/components/expenses/category-icons";
import type { FoundExpense } from "@/lib/contract/expenses";
import { FoundExpenses } from "@/components/expenses/found-expenses";
import { groupPath, spendingPath } from "@/lib/paths";
import { Amount } from "@/components/ui/amount";
import { Bdi } from "@/components/ui/bdi";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Page } from "@/components/ui/page";
import { Section } from "@/components/ui/section";
import { SpendingBars } from "./spending-bars";

export type SpendingScreenProps = {
  viewerId: string;
  group: { _id: string; title: string };
  spending: GroupSpending;
  filter: { month?: string; category?: Category; person?: string };
  /** The latest expenses behind the figures of the filter. */
  found: readonly FoundExpense[];
  hasMore: boolean;
};

type Month = GroupSpending["months"][number];

/** What a group's expenses cost in the last 12 months, or in one of them or a category, with the expenses behind it. */
export function SpendingScreen({ viewerId, group, spending, filter, found, hasMore }: SpendingScreenProps) {
  const months = spending.months.filter(({ month }) => filter.month === undefined || month === filter.month);
  const categories = sumsByCategory(months).filter(
    ({ category }) => filter.category === undefined || category === filter.category,
  );
  const isFiltered = Object.keys(filter).length > 0;
  const contribution = spending.people.find(({ user }) => user._id === filter.person);
  return (
    <Page title="Spending" detail={<Bdi>{group.title}</Bdi>} backTo={groupPath(group._id)}>
      {spending.months.length === 0 ? (
        <EmptyState picture="expenses" title="No spending in the last 12 months.">
          It appears here with the first expense. Payments do not count.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-col gap-1">
            <p className="text-muted">
              {contribution ? (
                <>
                  <Bdi>{contribution.user.name}</Bdi>, last 12 months
                </>
              ) : (
                nameOf(filter)
              )}
            </p>
            {filter.person === undefined ? (
              <>
                <p className="text-xl font-bold">
                  <Amount dollars={sum(categories, "total")} size="xl" />
                </p>
                <p className="text-muted">
                  your share <Amount dollars={sum(categories, "mine")} />
                </p>
              </>
            ) : (
              <p className="flex flex-wrap gap-x-6">
                <span>
                  paid <Amount dollars={contribution?.paid ?? 0} size="lg" />
                </span>
                <span>
                  share <Amount dollars={contribution?.share ?? 0} size="lg" />
                </span>
              </p>
            )}
            {isFiltered ? (
              <Link href={spendingPath(group._id)} className="quiet-link self-start">
                Show everything
              </Link>
            ) : null}
          </div>
          {isFiltered ? null : (
            <Section id="months" heading="By month" className="gap-4">
              <SpendingBars
                of="Month"
                bars={[...months].reverse().map(({ month, total, mine }) => ({
                  key: month,
                  label: monthName(month),
                  href: spendingPath(group._id, { month }),
                  total,
                  mine,
                }))}
              />
            </Section>
          )}
          {filter.category === undefined && filter.person === undefined && categories.length > 0 ? (
            <Section id="categories" heading="By category" className="gap-4">
              <SpendingBars
                of="Category"
                bars={categories.map(({ category, total, mine }) => ({
                  key: category,
                  label: (
                    <>
                      <Icon className={`size-5 text-muted ${CATEGORY_ICONS[category]}`} />
                      {CATEGORY_NAMES[category]}
                    </>
                  ),
                  href: spendingPath(group._id, { ...filter, category }),
                  total,
                  mine,
                }))}
              />
            </Section>
          ) : null}
          {isFiltered ? (
            <Section id="expenses" heading="Expenses" className="gap-4">
              {hasMore ? <p className="text-muted">{`Showing the latest ${found.length}.`}</p> : null}
              <FoundExpenses viewerId={viewerId} found={found} personId={filter.person} />
            </Section>
          ) : (
            <Contributions contributions={spending.people} groupId={group._id} />
          )}
        </>
      )}
    </Page>
  );
}

function nameOf({ month, category }: SpendingScreenProps["filter"]): string {
  if (category === undefined) return month === undefined ? "Last 12 months" : monthName(month);
  return `${CATEGORY_NAMES[category]}, ${month === undefined ? "last 12 months" : monthName(month)}`;
}

type Sums = { total: number; mine: number };

/** @returns dollars */
const sum = (list: readonly Sums[], field: keyof Sums): number =>
  centsToDollars(sumCents(list.map((one) => balanceToCents(one[field]))));

/** The sums of several months in dollars, the largest first. */
function sumsByCategory(months: readonly Month[]): Month["categories"] {
  const all = months.flatMap(({ categories }) => categories);
  return [...new Set(all.map(({ category }) => category))]
    .map((category) => {
      const own = all.filter((one) => one.category === category);
      return { category, total: sum(own, "total"), mine: sum(own, "mine") };
    })
    .sort((a, b) => b.total - a.total);
}

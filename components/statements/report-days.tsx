import { commonDays, type ReportDays } from "@/lib/core/report";
import { reportPath } from "@/lib/paths";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

export type ReportDaysPickerProps = { groupId: string; days: ReportDays; today: string };

/** Leads to the statement of common days, or of others. Works without JavaScript. */
export function ReportDaysPicker({ groupId, days, today }: ReportDaysPickerProps) {
  const { from = "", until = "" } = days;
  const common = commonDays(today);
  const isShown = (one: ReportDays) => (one.from ?? "") === from && (one.until ?? "") === until;
  const isOther = !common.some((one) => isShown(one.days));
  return (
    <div className="flex flex-col gap-1 print:hidden">
      <nav aria-label="Period" className="flex flex-wrap gap-1 rounded-[1.25rem] bg-well p-1">
        {common.map(({ name, days: some }) => (
          <Link
            key={name}
            href={reportPath(groupId, some)}
            className="segmented-option"
            aria-current={isShown(some) ? "true" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {/* Another key, because the form keeps what was entered. */}
      <details key={`${from} ${until}`} open={isOther}>
        <summary className="quiet-link cursor-pointer list-none [&::-webkit-details-marker]:hidden">
          Other dates
          <Icon className="icon-chevron-right transition-transform duration-150 rtl:rotate-180 [[open]>*>&]:rotate-90" />
        </summary>
        <form
          action={reportPath(groupId)}
          className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-end gap-4 pt-1"
        >
          <TextField label="From" type="date" name="from" defaultValue={from} />
          <TextField label="To" type="date" name="until" defaultValue={until} />
          <Button type="submit" variant="secondary">
            Show
          </Button>
        </form>
      </details>
    </div>
  );
}

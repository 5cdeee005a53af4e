import { repeatsInWords } from "@/lib/core/series/in-words";
import { EVERY, isWeekly, NTHS, WEEKDAYS, type OnDay } from "@/lib/core/series/rhythm";
import { DAY_MS, longDate, todayDateOnly } from "@/lib/core/text/dates";
import type { Repeats } from "@/lib/contract/repeats";
import { Checkbox } from "@/components/ui/checkbox";
import { Choice } from "@/components/ui/choice";
import { TextField } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";

export type RepeatsFieldsProps = {
  /** The date of the expense, YYYY-MM-DD: the first occurrence. */
  day: string;
  repeats: Repeats | null;
  pair: boolean;
  onChange: (repeats: Repeats | null) => void;
};

/** The rhythms that include a day. */
function rhythmsOn(day: string): Pick<Repeats, "every" | "on">[] {
  return EVERY.flatMap((every): Pick<Repeats, "every" | "on">[] =>
    every === "month" ? daysLike(day).map((on) => ({ every, on })) : [{ every }],
  );
}

/** The ways to name a day of the month: by number, as the last day, and by weekday. */
function daysLike(day: string): OnDay[] {
  const date = new Date(day);
  if (Number.isNaN(date.getTime())) return [];
  const number = date.getUTCDate();
  const weekday = WEEKDAYS[date.getUTCDay()]!;
  const isLast = (days: number) =>
    new Date(date.getTime() + days * DAY_MS).getUTCMonth() !== date.getUTCMonth();
  const nth = NTHS[Math.ceil(number / 7) - 1];
  return [
    { day: number },
    ...(isLast(1) && number < 31 ? [{ day: 31 }] : []),
    ...(typeof nth === "number" ? [{ nth, weekday }] : []),
    ...(isLast(7) ? [{ nth: "last" as const, weekday }] : []),
  ];
}

/** The same rhythm for another date; monthly by day of the month if the weekday does not fit. */
export function onOtherDay(repeats: Repeats, day: string): Repeats {
  const { on } = repeats;
  if (!on || isWeekly(repeats.every)) return repeats;
  const days = daysLike(day);
  const alike = days.find((one) => "nth" in one && "nth" in on && one.nth === on.nth) ?? days[0];
  return alike ? { ...repeats, on: alike } : repeats;
}

const NEVER = "Does not repeat";

type End = "never" | "until" | "times";

/** How a new expense repeats. */
export function RepeatsFields({ day, repeats, pair, onChange }: RepeatsFieldsProps) {
  const rhythms = rhythmsOn(day);
  const keyOf = ({ every, on }: Pick<Repeats, "every" | "on">) => repeatsInWords({ every, on });
  const end: End = repeats?.until !== undefined ? "until" : repeats?.times !== undefined ? "times" : "never";
  const choose = (key: string) => {
    const chosen = rhythms.find((one) => keyOf(one) === key);
    if (!chosen) return onChange(null);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const { on: _, ...kept } = repeats ?? { timeZone };
    onChange({ ...kept, ...chosen, timeZone });
  };
  const changeEnd = (next: End) => {
    if (!repeats) return;
    const { until: _, times: __, ...kept } = repeats;
    onChange({ ...kept, ...(next === "until" && { until: day }), ...(next === "times" && { times: 12 }) });
  };
  return (
    <div className="flex flex-col gap-4 sm:max-w-lg">
      <Segmented
        legend="Repeats"
        options={[NEVER, ...rhythms.map(keyOf)].map((label) => ({ value: label, label }))}
        value={repeats ? keyOf(repeats) : NEVER}
        onChange={choose}
      />
      {repeats ? (
        <>
          <p className="text-sm text-muted">
            {day > todayDateOnly()
              ? `It will be added on each date, starting ${longDate(day)}.`
              : "It will be added on each date, starting with this one."}
          </p>
          <Choice
            label="Ends"
            options={[
              { value: "never", label: "Never" },
              { value: "until", label: "On a date" },
              { value: "times", label: "After a number of times" },
            ]}
            value={end}
            onChange={({ target }) => changeEnd(target.value as End)}
          />
          {end === "until" ? (
            <TextField
              label="Last day"
              type="date"
              value={repeats.until}
              onChange={({ target }) => onChange({ ...repeats, until: target.value })}
            />
          ) : null}
          {end === "times" ? (
            <TextField
              label="Times"
              type="number"
              inputMode="numeric"
              min={1}
              // An empty field is NaN, and null in a restored draft: saving says what is missing.
              value={Number.isFinite(repeats.times) ? repeats.times : ""}
              onChange={({ target }) => onChange({ ...repeats, times: target.valueAsNumber })}
            />
          ) : null}
          {pair ? null : (
            <Checkbox
              label="A new event each month"
              checked={repeats.newEventEachMonth ?? false}
              onChange={({ target }) => onChange({ ...repeats, newEventEachMonth: target.checked })}
            />
          )}
        </>
      ) : null}
    </div>
  );
}

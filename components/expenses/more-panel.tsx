"use client";

import { todayDateOnly } from "@/lib/core/text/dates";
import { MorePanel, type MorePanelProps } from "./expense-details";
import { onOtherDay, RepeatsFields } from "./repeats-fields";

/** The optional fields of an expense and, of a new one, how it repeats. */
export function MoreWithRepeats(props: MorePanelProps) {
  const { entered, onChange } = props;
  const { repeats } = entered;
  const change: MorePanelProps["onChange"] = (changed) =>
    onChange(changed.date && repeats ? { ...changed, repeats: onOtherDay(repeats, changed.date) } : changed);
  return (
    <MorePanel {...props} onChange={change}>
      {repeats === undefined ? null : (
        <RepeatsFields
          day={entered.date ?? todayDateOnly()}
          repeats={repeats}
          pair={props.pair}
          onChange={(next) => onChange({ repeats: next })}
        />
      )}
    </MorePanel>
  );
}

import { Icon } from "@/components/ui/icon";
import { OnDemand } from "@/components/ui/on-demand";
import { DisclosureRow } from "./disclosure-row";
import { MORE_FIELDS } from "./entered-expense";
import type { MorePanelProps } from "./expense-details";

const load = () => import("./more-panel").then(({ MoreWithRepeats }) => MoreWithRepeats);

/** "More": opens the date and the details of an expense. */
export function MoreRow(panel: MorePanelProps) {
  return (
    <DisclosureRow
      error={panel.error}
      leading={<Icon className="icon-ellipsis" />}
      label={
        <>
          More{" "}
          <small>
            · {panel.undated ? "" : "date, "}
            {MORE_FIELDS}
            {panel.entered.repeats === undefined ? "" : ", repeats"}
          </small>
        </>
      }
    >
      <OnDemand load={load} props={panel} />
    </DisclosureRow>
  );
}

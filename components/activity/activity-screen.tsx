import type { Route } from "next";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Page } from "@/components/ui/page";
import { ActivityList, type ActivityListProps } from "./activity-list";

export type ActivityScreenProps<T extends string> = ActivityListProps & {
  /** The name of the group or event. */
  of: ReactNode;
  backTo: Route<T>;
  children?: ReactNode;
};

/** The activity screen of a group, of an event, or of all groups. */
export function ActivityScreen<T extends string>({ of, backTo, children, ...list }: ActivityScreenProps<T>) {
  return (
    <Page title="Activity" detail={of} backTo={backTo}>
      {list.rows.length === 0 ? (
        <EmptyState picture="events" title="Nothing has happened yet.">
          See who added, changed, deleted, or paid what.
        </EmptyState>
      ) : (
        <ActivityList {...list} />
      )}
      {children}
    </Page>
  );
}

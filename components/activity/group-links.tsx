"use client";

import {
  deletedPath,
  eventActivityPath,
  groupActivityPath,
  groupImportPath,
  recordPaymentPath,
  reportPath,
  searchPath,
  spendingPath,
  statementPath,
} from "@/lib/paths";
import { QuietLink } from "@/components/ui/quiet-link";

/** In place of the links themselves, which would be in the page twice. */
type EventRef = { event: { _id: string; groupId: string } };

export type EventLinksProps = EventRef & { canRecord: boolean; hasStatement: boolean };

/** Links from an event to a new payment, and to its statement. */
export function EventLinks({ event: { _id, groupId }, canRecord, hasStatement }: EventLinksProps) {
  return (
    <p className="-mb-3 flex flex-wrap gap-x-4">
      {canRecord ? (
        <QuietLink href={recordPaymentPath(groupId, _id)} icon="icon-hand-coins">
          Record a payment
        </QuietLink>
      ) : null}
      {hasStatement ? (
        <QuietLink href={statementPath(groupId, _id)} icon="icon-receipt-text">
          Statement
        </QuietLink>
      ) : null}
    </p>
  );
}

/** Leads to the activity of an event. */
export function ActivityLink({ event: { _id, groupId } }: EventRef) {
  return (
    <QuietLink href={eventActivityPath(groupId, _id)} icon="icon-rotate-ccw-clock">
      Activity
    </QuietLink>
  );
}

/** Links from a group to its activity, the search, the statement, spending, deleted items, and imports. */
export function GroupLinks({ groupId }: { groupId: string }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <QuietLink href={groupActivityPath(groupId)} icon="icon-rotate-ccw-clock">
        Activity
      </QuietLink>
      <QuietLink href={searchPath({ group: groupId })} icon="icon-search">
        Search
      </QuietLink>
      <QuietLink href={reportPath(groupId)} icon="icon-receipt-text">
        Statement
      </QuietLink>
      <QuietLink href={spendingPath(groupId)} icon="icon-chart-column" className="members-only">
        Spending
      </QuietLink>
      <QuietLink href={deletedPath(groupId)} icon="icon-trash" className="members-only">
        Recently deleted
      </QuietLink>
      <QuietLink href={groupImportPath(groupId)} icon="icon-upload" className="members-only">
        Import
      </QuietLink>
    </div>
  );
}

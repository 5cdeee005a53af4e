"use client";

import type { ReactNode } from "react";
import {
  deletedPath,
  eventActivityPath,
  groupActivityPath,
  recordPaymentPath,
  searchPath,
  spendingPath,
} from "@/lib/paths";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";

/**
 * Links from a group to its activity, the search of its expenses, its spending, and its deleted items; or from an event
 * to its activity, its search, and a new payment.
 * @param children further links and actions
 */
export function GroupLinks(props: {
  groupId: string;
  eventId?: string;
  /** Default true. */
  canRecord?: boolean;
  children?: ReactNode;
}) {
  const { groupId, eventId, canRecord = true, children } = props;
  const activity = eventId ? eventActivityPath(groupId, eventId) : groupActivityPath(groupId);
  return (
    <div className="flex flex-wrap gap-x-4">
      <Link href={activity} className="quiet-link">
        <Icon className="icon-rotate-ccw-clock" />
        Activity
      </Link>
      {eventId && canRecord ? (
        <Link href={recordPaymentPath(groupId, eventId)} className="quiet-link">
          <Icon className="icon-scale" />
          Record a payment
        </Link>
      ) : null}
      <Link href={searchPath(eventId ? { event: eventId } : { group: groupId })} className="quiet-link">
        <Icon className="icon-search" />
        Search
      </Link>
      {eventId ? null : (
        <>
          <Link href={spendingPath(groupId)} className="members-only quiet-link">
            <Icon className="icon-scale" />
            Spending
          </Link>
          <Link href={deletedPath(groupId)} className="members-only quiet-link">
            <Icon className="icon-trash" />
            Recently deleted
          </Link>
        </>
      )}
      {children}
    </div>
  );
}
